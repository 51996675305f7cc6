#include "tasks/checks/excess_award.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "tasks/checks/explained_by.h"
#include "tasks/checks/figure_head.h"
#include "tasks/checks/search.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

class Awards {
 public:
  explicit Awards(const CaseView& view) : view_(view) {
    lines_.push_back(0);
    for (std::size_t at = view.text.find('\n'); at != view.text.npos;
         at = view.text.find('\n', at + 1))
      lines_.push_back(at + 1);
    std::vector<Span> items = view.disposition_items();
    std::erase_if(items, [&](const Span& item) { return contains(view.quote(item), {"驳回"}); });
    std::sort(items.begin(), items.end(),
              [](const Span& a_span, const Span& b_span) { return a_span.start < b_span.start; });
    for (const Number& number : view.numbers) {
      if (number.measure != Measure::kMoney || number.per || number.approximate) continue;
      const auto after =
          std::upper_bound(items.begin(), items.end(), number.span.start,
                           [](std::size_t at, const Span& item) { return at < item.start; });
      if (after != items.begin() && number.span.end <= std::prev(after)->end) {
        ordered_.push_back(&number);
        ordered_values_.insert(number.value);
      }
      if (!asked(number)) continue;
      asked_.push_back(&number);
      asked_values_.insert(number.value);
    }
  }

  std::vector<Finding> run() {
    // An award as asked and a claim as granted need no other: only the rest is compared.
    std::erase_if(ordered_, [&](const Number* each) {
      return each->value < Exact(100) || asked_values_.contains(each->value);
    });
    if (ordered_.empty()) return {};
    for (const Number* each : asked_) {
      const std::string head = head_of(view_, *each);
      if (head.size() >= kName) names_[head.substr(head.size() - kName)].insert(each->value);
    }
    std::erase_if(asked_,
                  [&](const Number* each) { return ordered_values_.contains(each->value); });
    if (ordered_.size() * asked_.size() > kMostPairs) return {};
    for (const Number* number : ordered_) award(*number);
    return std::move(findings_);
  }

 private:
  // What a party wants, not what the court says of it: 请求被告支付3000元, 请求3000元，本院支持.
  bool asked(const Number& number) {
    const std::size_t at = number.span.start;
    if (!view_.this_level(at)) return false;
    // What was asked of the arbitrators is asked anew of the court, or not.
    const std::size_t line = *std::prev(std::upper_bound(lines_.begin(), lines_.end(), at));
    if (line != read_line_) {
      const std::size_t end = std::min(view_.text.find('\n', line), view_.text.size());
      const std::size_t found = find_word(view_.text.substr(line, end - line), "仲裁");
      arbitrators_ = found == string_view::npos ? string_view::npos : line + found;
      read_line_ = line;
    }
    if (arbitrators_ < at) return false;
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

  // Twice what was asked is something else of that name, as a rule.
  static constexpr int kFarthest = 2;

  void award(const Number& number) {
    const std::string head = head_of(view_, number);
    if (has_word(view_.quote(clause_around(view_.text, number.span)), words("not_bound"))) return;
    const Number* claim = nullptr;
    for (const Number* each : asked_) {
      if (each->value < number.value && number.value <= each->value * kFarthest &&
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
           *asked_values_.rbegin() == claim.value;
  }

  // Both are called the same, and nothing else is asked under that name.
  bool only_of_its_name(const std::string& head, const Number& claim) const {
    if (head.size() < kName || common_end(head, head_of(view_, claim)) < kCharacters) return false;
    const auto found = names_.find(head.substr(head.size() - kName));
    return found == names_.end() ||
           (found->second.size() == 1 && *found->second.begin() == claim.value);
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

  static constexpr std::size_t kCharacters = 3;
  static constexpr std::size_t kName = 3 * kCharacters;  // bytes
  static constexpr std::size_t kMostPairs = 10'000;      // more is a schedule

  const CaseView& view_;
  std::vector<std::size_t> lines_;  // where each begins
  std::size_t read_line_ = string_view::npos;
  std::size_t arbitrators_ = string_view::npos;  // where that line speaks of them
  std::set<Exact> ordered_values_, asked_values_;
  std::map<std::string, std::set<Exact>> names_;  // the ends of what claims are called
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
