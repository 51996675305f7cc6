#include "tasks/checks/share.h"

#include <fmt/core.h>

#include <optional>
#include <string>

#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

// Whether a per cent figure is a share of responsibility: 承担/自负 before it, 责任 or a stop
// behind.
bool of_responsibility(const CaseView& view, const Number& number) {
  const Span clause = clause_around(view.text, number.span);
  const string_view before = view.text.substr(clause.start, number.span.start - clause.start);
  const string_view behind = view.text.substr(number.span.end, clause.end - number.span.end);
  const bool bears = contains(before, {"承担", "自负", "自担", "负担", "责任"});
  return bears && (contains(behind, {"责任"}) || contains(before, {"责任"}));
}

bool both_sides(string_view sentence) {
  return contains(sentence, {"自行承担", "自负", "自担", "自身承担", "自己承担", "原告"}) &&
         contains(sentence, {"被告"});
}

}  // namespace

std::vector<Finding> check_share(const CaseView& view) {
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < view.numbers.size(); ++i) {
    const Number& first = view.numbers[i];
    const auto own = [&](std::size_t offset) {
      return view.this_level(offset) &&
             (view.in(offset, Tag::kReasoning) || view.in(offset, Tag::kFacts));
    };
    if (first.measure != Measure::kPercent || !own(first.span.start)) continue;
    const Span sentence = sentence_around(view.text, first.span);
    const string_view said = view.quote(sentence);
    Exact sum;
    std::size_t shares = 0;
    std::size_t last = i;
    bool plain = both_sides(said) && !has_word(said, words("partial"));
    for (; i < view.numbers.size() && view.numbers[i].span.end <= sentence.end; ++i) {
      if (view.numbers[i].measure != Measure::kPercent) continue;
      plain = plain && of_responsibility(view, view.numbers[i]) && !view.numbers[i].approximate;
      sum = sum + view.numbers[i].value;
      ++shares;
      last = i;
    }
    --i;
    if (!plain || shares < 2 || shares > 4 || sum == Exact(1)) continue;
    // 各承担20%: one figure for several.
    if (contains(said, {"各", "分别", "均"}) || sum < Exact::ratio(1, 2) ||
        Exact::ratio(3, 2) < sum)
      continue;
    const std::string percent = (sum * 100).str();
    findings.push_back(
        finding("share", "checks/share", clause_around(view.text, view.numbers[last].span),
                clause_around(view.text, first.span),
                view.chinese() ? fmt::format("各方承担责任的比例合计为{}%，不等于100%。", percent)
                               : fmt::format("The shares of responsibility sum to {}%.", percent)));
  }
  return findings;
}

}  // namespace proviso::tasks
