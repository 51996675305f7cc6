#pragma once

#include <vector>

#include "tasks/checks/judgment_view.h"

namespace proviso::tasks {

// Who pays whom, by sides: the reasoning makes the defendant pay the plaintiff, the order the
// plaintiff the defendant, or the other way round. kind "role", check "checks/role"; the item is
// the place, the clause of the reasoning the other. The two must share a sum; where the plaintiff
// is to pay, the same verb is enough if nothing else is ordered of the defendant and both owe
// nothing by nature (divorce, labour). Silent where the reasoning makes either side pay, with
// counterclaims and on appeal, where the words of the sides change. At most one finding.
std::vector<Finding> reversed_payments(const JudgmentView& judgment);

}  // namespace proviso::tasks
