// The rows of a schedule that say again what a clause rules (Rent-free period: three months;
// 试用期： 三个月), read for their figures.
#pragma once

#include <string>
#include <vector>

#include "tasks/checks/contract/contract_view.h"

namespace proviso::tasks::contract {

struct RowAndClause {
  Span row, clause;
  std::string kind;  // of the finding
};

// Rows whose words stand together in one clause or several, all with one other value; in Chinese
// also the only address and the only model of the schedules and of the clauses that differ in a
// figure.
std::vector<RowAndClause> rows_against_clauses_in_english(const ContractView& contract);
std::vector<RowAndClause> rows_against_clauses_in_chinese(const ContractView& contract);

}  // namespace proviso::tasks::contract
