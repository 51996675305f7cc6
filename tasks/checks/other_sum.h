#pragma once

#include <vector>

#include "tasks/checks/judgment_view.h"

namespace proviso::tasks {

// The reasoning decides a sum (decided.h) and no item orders it, while one item orders another sum
// in its place: the only one under its head, or to its payee where no head is named, that nothing
// in the reasoning decides. kind "amount" ("unit" for ten thousand times as much) of
// "checks/amount". That the order reckons interest from the decided sum (以486000元为基数) orders
// nothing. Silent where the ordered sum may follow from the decided one: something is taken off or
// added that the document names, a share, a total, a claim that asks for no more, a later sentence
// that speaks of less. Where the decided sum is what a calculation comes to, its terms explain
// nothing. Also the same sum by the month and by the year. Quotes the clause of the item (place)
// and that of the reasoning (other).
std::vector<Finding> other_sums(const JudgmentView& judgment);

}  // namespace proviso::tasks
