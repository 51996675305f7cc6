// What the names of the parties in both languages share.
#pragma once

#include <string>
#include <vector>

#include "tasks/checks/contract/contract_view.h"

namespace proviso::tasks::contract {

std::vector<std::string> characters(string_view text);

// Insertions, deletions, changes and exchanges of neighbours that lead from `a` to `b`; more than
// two count as three.
int slips_between(const std::vector<std::string>& a, const std::vector<std::string>& b);

// contract_party_en.cc, contract_party_zh.cc: names that the document writes otherwise than at its
// head; in Chinese also sides exchanged, and a side that the head does not know.
void names_in_english(const ContractView& contract, std::vector<Finding>& findings);
void sides_in_chinese(const ContractView& contract, std::vector<Finding>& findings);

}  // namespace proviso::tasks::contract
