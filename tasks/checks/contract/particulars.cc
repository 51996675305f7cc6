#include "tasks/checks/contract/particulars.h"

#include <fmt/core.h>

#include "tasks/checks/contract/contract_checks.h"

namespace proviso::tasks::contract {

std::vector<Finding> check_particulars(const ContractView& contract) {
  std::vector<Finding> findings;
  if (contract.amends) return findings;
  for (const RowAndClause& each : contract.chinese ? rows_against_clauses_in_chinese(contract)
                                                   : rows_against_clauses_in_english(contract)) {
    findings.push_back(tell(contract, each.kind, "checks/particulars", each.row, each.clause,
                            fmt::format("The schedule has “{}”, the clause “{}”.",
                                        contract.words(each.row), contract.words(each.clause)),
                            fmt::format("附件写作“{}”，正文为“{}”，二者不一致。",
                                        contract.words(each.row), contract.words(each.clause))));
  }
  return findings;
}

}  // namespace proviso::tasks::contract
