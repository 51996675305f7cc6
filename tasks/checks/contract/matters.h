// What a contract rules though it has no name for it: how long an invoice may stand open, how much
// notice ends the contract at will, how long nobody competes, how long secrets are kept. Two
// clauses that rule one matter with two figures contradict each other.
#pragma once

#include <string>
#include <vector>

#include "tasks/checks/contract/bound_value.h"

namespace proviso::tasks::contract {

struct Matter {
  std::string topic;
  // Whom it binds, what it is about, from when it counts; empty: the clause does not say.
  std::string actor, object, event;
  Bound value;  // its name is the topic
};

// In order of place. Left out: what holds under a condition of its own or in steps.
std::vector<Matter> matters_in_english(const ContractView& contract);
std::vector<Matter> matters_in_chinese(const ContractView& contract);

}  // namespace proviso::tasks::contract
