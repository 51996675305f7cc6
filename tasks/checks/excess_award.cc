#include "tasks/checks/excess_award.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tasks/checks/explained_by.h"
#include "tasks/checks/figure_head.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

class Awards {
 public:
  explicit Awards(const CaseView& view) : view_(view) {
    const std::vector<Span> items = view.disposition_items();
    for (const Number& number : view.numbers) {
      if (number.measure != Measure::kMoney || number.per || number.approximate) continue;
      const bool in_order = std::any_of(items.begin(), items.end(), [&](const Span& item) {
        return number.span.start >= item.start && number.span.end <= item.end &&
               !contains(view.quote(item), {"驳回"});
      });
      if (in_order) ordered_.push_back(&number);
      if (asked(number)) asked_.push_back(&number);
    }
  }

  std::vector<Finding> run() {
    for (const Number* number : ordered_) award(*number);
    return std::move(findings_);
  }

 private:
  // What a party wants, not what the court says of it: 请求被告支付3000元, 请求3000元，本院支持.
  bool asked(const Number& number) const {
    const std::size_t at = number.span.start;
    if (!view_.this_level(at)) return false;
    // What was asked of the arbitrators is asked anew of the court, or not.
    const std::size_t line = view_.text.rfind('\n', at);
    const std::size_t from = line == string_view::npos ? 0 : line + 1;
    if (contains(view_.text.substr(from, at - from), {"仲裁"})) return false;
    if (view_.in(at, Tag::kClaims)) return true;
    if (!view_.in(at, Tag::kFacts) && !view_.in(at, Tag::kReasoning)) return false;
    const Span sentence = sentence_around(view_.text, number.span);
    const string_view before = view_.text.substr(sentence.start, at - sentence.start);
    std::size_t wish = string_view::npos;
    for (const string_view word : words("asks")) {
      const std::size_t found = before.rfind(word);
      if (found != string_view::npos && (wish == string_view::npos || found > wish)) wish = found;
    }
    return wish != string_view::npos && !has_word(before.substr(wish), words("court_speaks"));
  }

  static bool stands_in(const std::vector<const Number*>& list, const Exact& value) {
    return std::any_of(list.begin(), list.end(),
                       [&](const Number* each) { return each->value == value; });
  }

  // Twice what was asked is something else of that name, as a rule.
  static constexpr int kFarthest = 2;

  void award(const Number& number) {
    if (number.value < Exact(100) || stands_in(asked_, number.value)) return;
    const std::string head = head_of(view_, number);
    if (has_word(view_.quote(clause_around(view_.text, number.span)), words("not_bound"))) return;
    const Number* claim = nullptr;
    for (const Number* each : asked_) {
      if (each->value < number.value && number.value <= each->value * kFarthest &&
          !stands_in(ordered_, each->value) &&
          (slipped(number, head, *each) || only_of_its_name(head, *each)))
        claim = each;
    }
    if (claim == nullptr || explained(number, *claim)) return;
    findings_.push_back(
        finding("excess_award", "checks/excess_award", clause_around(view_.text, number.span),
                clause_around(view_.text, claim->span),
                fmt::format("主文判令“{}”，诉讼请求仅为“{}”，超出请求{}，亦无其他数额可资解释。",
                            view_.quote(number.span), view_.quote(claim->span),
                            money_text(number.value - claim->value))));
  }

  bool slipped(const Number& number, string_view head, const Number& claim) const {
    const Slip slip = slip_between(number.value, claim.value, 1);
    if (slip != Slip::kDigit && slip != Slip::kTransposed) return false;
    const int digits = std::max(significant_digits(number.value), significant_digits(claim.value));
    constexpr int kNoChance = 4;
    return digits >= kNoChance || common_end(head, head_of(view_, claim)) >= 2 ||
           most(asked_, claim);
  }

  static bool most(const std::vector<const Number*>& list, const Number& one) {
    return std::none_of(list.begin(), list.end(),
                        [&](const Number* each) { return each->value > one.value; });
  }

  // Both are called the same, and nothing else is asked under that name.
  bool only_of_its_name(string_view head, const Number& claim) const {
    constexpr std::size_t kName = 3;
    const std::string its = head_of(view_, claim);
    if (common_end(head, its) < kName) return false;
    const string_view name = head.substr(head.size() - 3 * kName);
    return std::none_of(asked_.begin(), asked_.end(), [&](const Number* each) {
      return each->value != claim.value && head_of(view_, *each).ends_with(name);
    });
  }

  bool explained(const Number& number, const Number& claim) const {
    Terms terms = terms_of(view_, number.start, number.end);
    std::erase_if(terms.amounts, [&](const Exact& each) { return each == number.value; });
    const Reading reading = explained_by(number.value, terms, Reach::kNear);
    if (reading != Reading::kNone && reading != Reading::kShare) return true;
    const Exact between = number.value - claim.value;
    return std::any_of(view_.numbers.begin(), view_.numbers.end(),
                       [&](const Number& each) { return each.value == between; });
  }

  const CaseView& view_;
  std::vector<const Number*> ordered_, asked_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_excess_award(const CaseView& view) {
  if (!view.chinese() || view.structure.kind != segmenter::Kind::kZhCivil) return {};
  if (view.structure.instance == "second" || view.structure.instance == "retrial") return {};
  if (has_word(view.text, words("claims_changed"))) return {};
  return Awards(view).run();
}

}  // namespace proviso::tasks
