// The tables of a text file: lines of cells parted by a bar, a full-width blank, a slash between
// blanks, two blanks or more, or, in Chinese, by one.
#pragma once

#include <vector>

#include "tasks/checks/contract/contract_view.h"

namespace proviso::tasks::contract {

// Of one table, each line with its cells. The first line names the columns, of which one is of
// money; each line below has as many cells. A line 合计 or Total with fewer has empty cells where
// its figures leave no doubt which columns they add up.
using TableLines = std::vector<std::vector<Span>>;
std::vector<TableLines> tables_of_lines(const ContractView& contract);

// The words of a cell are one number, at most with its unit.
bool is_number(string_view words);

}  // namespace proviso::tasks::contract
