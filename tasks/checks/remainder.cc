#include "tasks/checks/remainder.h"

#include <fmt/core.h>

#include <map>
#include <string_view>

#include "tasks/checks/figure_head.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

bool alone(const Number& number) {
  return number.measure == Measure::kMoney && !number.per && !number.approximate;
}

}  // namespace

std::vector<Finding> check_remainder(const CaseView& view) {
  std::vector<Finding> findings;
  if (!view.chinese()) return findings;
  constexpr std::size_t kFar = 450;    // bytes from the whole to what is left
  constexpr std::size_t kBehind = 24;  // bytes of 未付
  constexpr int kNoChance = 4;         // significant digits
  std::vector<const Number*> sums;
  for (const Number& each : view.numbers)
    if (each.measure == Measure::kMoney || each.measure == Measure::kPercent) sums.push_back(&each);
  const auto clause = [&](const Number& number) {
    return view.quote(clause_around(view.text, number.span));
  };
  std::map<Exact, std::size_t> counted;
  for (const Number& each : view.numbers) ++counted[each.value];
  const auto times = [&](const Exact& value) {
    const auto found = counted.find(value);
    return found == counted.end() ? std::size_t{0} : found->second;
  };
  for (std::size_t i = 2; i < sums.size(); ++i) {
    const Number& whole = *sums[i - 2];
    const Number& paid = *sums[i - 1];
    const Number& left = *sums[i];
    if (!alone(whole) || !alone(paid) || !alone(left)) continue;
    if (left.span.end - whole.span.start > kFar || paid.value >= whole.value) continue;
    const string_view said = view.text.substr(whole.span.end, left.span.start - whole.span.end);
    if (contains(said, {"\n", "利息", "其中", "另", "又", "再次"})) continue;
    if (has_word(clause(whole), words("was_paid")) || has_word(clause(whole), words("is_left")) ||
        !has_word(clause(paid), words("was_paid")))
      continue;
    const Span place = clause_around(view.text, left.span);
    const string_view ahead = view.text.substr(place.start, left.span.start - place.start);
    if (!has_word(ahead, words("is_left")) || contains(ahead, {"利息", "违约金", "保证金", "质保"}))
      continue;
    // 下欠的35000元和折价的65000元: of two parts.
    if (i + 1 < sums.size() && sums[i + 1]->span.end <= place.end) continue;
    const Exact right = whole.value - paid.value;
    if (right == left.value || contains(view.text.substr(left.span.end, kBehind), {"以上", "左右"}))
      continue;
    const Slip slip = slip_between(right, left.value, 1);
    // What is left stands again, so that it is no slip: then what was paid is.
    const bool told_again = times(left.value) > 2 && times(paid.value) == 1;
    const bool typed = (slip == Slip::kDigit || slip == Slip::kTransposed) &&
                       significant_digits(right) >= (told_again ? kNoChance - 1 : kNoChance);
    const bool elsewhere = times(right) > 0 && times(left.value) == 1;
    // The whole and what is left stand elsewhere, and so does what was paid by them.
    const Exact paid_by_them = whole.value - left.value;
    const bool wrongly_paid = times(paid.value) == 1 && times(paid_by_them) > 0 &&
                              times(whole.value) > 1 && times(left.value) > 1;
    if (!typed && !elsewhere && !wrongly_paid) continue;
    findings.push_back(
        finding("sum", "checks/sum", place, {whole.span.start, paid.span.end},
                fmt::format("{}减去{}为{}，文中写作“{}”。", view.quote(whole.span),
                            view.quote(paid.span), money_text(right), view.quote(left.span))));
  }
  return findings;
}

}  // namespace proviso::tasks
