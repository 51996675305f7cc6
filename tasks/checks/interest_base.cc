#include "tasks/checks/interest_base.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <string_view>

#include "tasks/checks/decided.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

// 基数应当相应调整为365000元.
bool named_base(const CaseView& view, const Number& number) {
  static const RE2 leads("基数(?:应当?)?(?:相应)?(?:调整|变更|确定|认定)?(?:为|是|至)$");
  const Span clause = clause_around(view.text, number.span);
  const string_view lead = view.text.substr(clause.start, number.span.start - clause.start);
  return RE2::PartialMatch(re2::StringPiece(lead.data(), lead.size()), leads);
}

// The court's own word on it.
bool by_the_court(const CaseView& view, const Number& number) {
  const Span clause = clause_around(view.text, number.span);
  const string_view words_of_it = view.quote(clause);
  if (contains(words_of_it, {"不当", "有误", "错误", "不应", "一审", "原审", "原判", "约定", "如"}))
    return false;
  const string_view sentence = view.quote(sentence_around(view.text, number.span));
  return named_base(view, number) || !has_word(sentence, words("wish")) ||
         has_word(sentence, words("granted"));
}

}  // namespace

std::vector<Finding> check_interest_base(const CaseView& view) {
  if (!view.chinese()) return {};
  const Number* ordered = nullptr;
  for (const Span& item : view.disposition_items()) {
    for (const Number& number : view.numbers) {
      if (number.span.start < item.start || number.span.end > item.end) continue;
      if (number.measure != Measure::kMoney || !is_base(view, number)) continue;
      if (ordered != nullptr && ordered->value != number.value) return {};
      ordered = &number;
    }
  }
  if (ordered == nullptr) return {};
  const Number* reasoned = nullptr;
  bool told_too = false;
  for (const Number& number : view.numbers) {
    if (number.measure != Measure::kMoney || !view.in(number.span.start, Tag::kReasoning) ||
        !view.this_level(number.span.start))
      continue;
    if (!is_base(view, number) && !named_base(view, number)) {
      told_too = told_too || number.value == ordered->value;
      continue;
    }
    if (number.value == ordered->value) return {};
    if (!by_the_court(view, number)) return {};
    if (reasoned != nullptr && reasoned->value != number.value) return {};
    reasoned = &number;
  }
  // What the reasoning has otherwise may have become the base by a payment.
  if (reasoned == nullptr || (told_too && !named_base(view, *reasoned))) return {};
  return {finding("interest", "checks/interest", clause_around(view.text, ordered->span),
                  clause_around(view.text, reasoned->span),
                  fmt::format("主文的利息以“{}”为基数，理由部分确定的基数为“{}”。",
                              view.quote(ordered->span), view.quote(reasoned->span)))};
}

}  // namespace proviso::tasks
