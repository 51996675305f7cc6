#include <fmt/core.h>
#include <re2/re2.h>

#include "tasks/checks/contract/arithmetic.h"
#include "tasks/checks/contract/contract_checks.h"
#include "tasks/checks/english/english_checks.h"

namespace proviso::tasks::english {
namespace {

using contract::FiguredText;
using contract::Marked;
using segmenter::Span;

// £12,000 for pain, £3,000 for travel and £5,000 for care, a total of £20,000.
void heads_in_a_sentence(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pattern(contract::pattern_of(
      "(?:,|;| -| –|:)? (?:and )?(?:(?:making|giving|producing|for|which (?:makes|gives|comes to)) "
      ")?(?:a |an |in )?"
      "(?:(?:grand |overall )?total(?: award)?(?: of| is|:)|total(?:l?ing|s)|together|in "
      "all|altogether) {M}"));
  static const RE2 unsure("(?i)less|minus|reduc|deduct|discount|of which|including|net of|not ");
  static const RE2 interest("(?i)interest");
  static const RE2 rate("^ (?:per|each|an?|every|apiece)\\b");
  constexpr std::size_t kReach = 500;
  for (const FiguredText::Match& match : text.matches(pattern)) {
    const Marked& total = text.figure(match, 1);
    const Span lead = text.lead(match.groups[0].start, kReach);
    const auto heads = text.sums_in(lead);
    if (heads.size() < 2 || contract::found_in(text.words(lead), unsure)) continue;
    Exact sum;
    bool below = true;
    for (const Marked* each : heads) {
      // So much a month for so many months is no head by itself.
      below = below && !contract::found_in(text.contract().behind(each->span.end, 12), rate);
      sum = sum + each->value;
      below = below && each->value < total.value && each->unit == total.unit;
    }
    if (!below || contract::about(sum, total.value)) continue;
    // Interest may or may not be counted: only a slip then tells.
    if (contract::found_in(text.words(lead), interest) &&
        slip_between(sum, total.value) == Slip::kNone)
      continue;
    findings.push_back(
        contract::parts_and_whole(text, {heads.front()->span.start, heads.back()->span.end}, total,
                                  contract::like(text, total, sum)));
  }
}

}  // namespace

std::vector<Finding> check_judgment_sums(const CaseView& view) {
  const contract::ContractView judgment(view);
  const FiguredText text(judgment);
  std::vector<Finding> findings;
  contract::tables(text, findings);
  heads_in_a_sentence(text, findings);
  for (Finding& each : contract::check_written_twice(judgment)) {
    if (each.kind == "capital_figure") findings.push_back(std::move(each));
  }
  for (Finding& each : check_told_figures(view)) findings.push_back(std::move(each));
  for (Finding& each : check_reckoned(view)) findings.push_back(std::move(each));
  for (Finding& each : findings) each.check = "checks/judgment_sums";
  return findings;
}

}  // namespace proviso::tasks::english
