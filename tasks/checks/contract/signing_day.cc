#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>

#include "tasks/checks/contract/contract_checks.h"

namespace proviso::tasks::contract {
namespace {

// The contract's own title: its first line.
string_view title_of(const ContractView& contract) {
  string_view line = contract.text.substr(0, contract.text.find('\n'));
  while (line.ends_with(" ") || line.ends_with("\r")) line.remove_suffix(1);
  return line;
}

}  // namespace

std::vector<Finding> check_signing_day(const ContractView& contract) {
  std::vector<Finding> findings;
  if (!contract.chinese || contract.amends) return findings;
  static const RE2 signed_on(
      "(?:签[订署约]|订立)(?:日期|时间)(?:为|：|:)?[ "
      "　]*$|本(?:合同|协议)(?:由[^。；\\n]{0,30})?于$");
  static const RE2 signs("^ ?(?:[^。；，\\n]{0,12})?(?:签[订署]|订立)");
  const string_view title = title_of(contract);
  std::vector<const Date*> own, named;
  for (const Date& date : contract.view.dates) {
    if (date.day == 0 || date.inferred || !date.exists()) continue;
    const string_view before = contract.before(date.span.start, 90);
    const string_view behind = contract.behind(date.span.end, 120);
    const bool at_line = found_in(before, signed_on);
    if (at_line && (contract.tag(date.span.start) == Tag::kSignature || !before.ends_with("于") ||
                    found_in(behind, signs))) {
      own.push_back(&date);
    } else if (!title.empty() && before.ends_with("于") && found_in(behind, signs)) {
      const std::string paper = fmt::format("《{}》", title);
      const std::size_t at = behind.find(paper);
      if (at != string_view::npos && at < 60) named.push_back(&date);
    }
  }
  for (const Date* each : named) {
    const bool known =
        std::any_of(own.begin(), own.end(), [&](const Date* day) { return (*day <=> *each) == 0; });
    if (own.empty() || known) continue;
    findings.push_back(
        tell(contract, "date", "checks/signing_day", each->span, own.front()->span, "",
             fmt::format("{}在此处的日期为{}，另一处为{}。", title, contract.words(each->span),
                         contract.words(own.front()->span))));
  }
  return findings;
}

}  // namespace proviso::tasks::contract
