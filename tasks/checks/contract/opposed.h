// Clauses that exclude each other: a right and its prohibition, one duty of two parties.
#pragma once

#include <string>
#include <vector>

#include "tasks/checks/contract/contract_view.h"

namespace proviso::tasks::contract {

// What one clause lays down, without a condition.
struct Stand {
  std::string topic;  // of what: "repair", "assign"; only stands of one topic compare
  std::string actor;  // whom it binds or lets; empty: everybody
  std::string object;
  std::string side;  // "may", "may not"; the party that bears the duty
  Span place;
};

std::vector<Stand> stands_in_english(const ContractView& contract);
std::vector<Stand> stands_in_chinese(const ContractView& contract);

}  // namespace proviso::tasks::contract
