// The counts of a contract's clauses: how far each goes and whether it is unbroken.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tasks/checks/contract/contract_view.h"

namespace proviso::tasks::contract {

// Sibling clauses of one style in the order of the text.
struct Count {
  std::vector<std::size_t> items;  // indices into Structure::items
  std::vector<int> numbers;
  // 1, 2, 3 … to the last one.
  bool unbroken() const;
};

// The counts of the body: by "" the articles that people refer to by one number (第一条 through all
// chapters; 1., Section 1, ARTICLE I), by "3" the sections 3.1, 3.2 …, by "3.1" 3.1.1 …
std::map<std::string, Count> counts_of(const ContractView& contract);

// Whether a line or sentence begins with the number ("5", "5.3"), a word like Section before it
// perhaps: then such a clause is there, though it may not have been read as one.
bool begins_somewhere(const ContractView& contract, string_view number);

}  // namespace proviso::tasks::contract
