#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Interest ordered otherwise than it was reasoned. kind "interest". Two forms. Start: the order has
// 自A起 with a day that stands nowhere before, where the reasoning (without one there, claims and
// facts) has 自B起 with a day that differs in year, month or day alone by a slip and that the order
// does not have; or reasons and order have one start each, and they differ, whatever other days
// stand; a day more or less is the next day, no slip. Rate: the order has a rate that stands
// nowhere before, not even multiplied or divided by twelve, where the reasoning has another for the
// same length of time (年利率, 月利率 …) that the order does not have. Quotes the clause of the
// order (place) and the one before it (other).
std::vector<Finding> check_interest(const CaseView& view);

}  // namespace proviso::tasks
