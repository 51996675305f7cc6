// Counts too short to show by themselves that a number is wrong: 8.1, 8.4.
#pragma once

#include <vector>

#include "tasks/checks/contract/contract_view.h"
#include "tasks/checks/contract/counts.h"

namespace proviso::tasks::contract {

// One wrong number in a count of two or three clauses (8.1, 8.4; 10.1, 10.1, 10.3; 7.1, 7.5, 7.3),
// told where all other counts of the contract are whole, at least three of them. Kind "numbering";
// `other`: the clause before.
std::vector<Finding> short_counts(const ContractView& contract,
                                  const std::map<std::string, Count>& counts);

}  // namespace proviso::tasks::contract
