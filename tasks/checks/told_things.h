// Things and sums that a document names by a number and names again with another one.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Added to "checks/amount". Told are
// - a plate, a building, a room in this court's order (江E3K518, 5号楼, 301室) that stands nowhere
// else,
//   where one that differs in one character stands before and not in the order (kind "semantic");
// - a plate that stands once and has two neighbours of another one exchanged (kind "semantic");
// - a sum in the reasons under the same words as in the findings, a slip of the hand away, where
// one
//   of the two stands nowhere else (kind "amount");
// - so many thefts, frauds … whose values in the findings make the total in no choice of so many
//   (盗窃四次，价值共计11600元; kind "sum");
// - what the order has paid back to one victim and the findings have taken from another (kind
//   "party").
std::vector<Finding> check_told_things(const CaseView& view);

}  // namespace proviso::tasks
