// Parts of the check of governing laws, by language.
#pragma once

#include <vector>

#include "tasks/checks/contract/contract_view.h"

namespace proviso::tasks::contract {

// Two laws that a contract in Chinese chooses for itself; not what only companies are formed under.
void laws_in_chinese(const ContractView& contract, std::vector<Finding>& findings);

}  // namespace proviso::tasks::contract
