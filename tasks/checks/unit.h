#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// One figure with 万元 in one place and with 元 in another. kind "unit". Told where an amount of
// this court's finding, reasoning or disposition stands once, the same digits stand elsewhere with
// the other unit, and either the words before both are the same (借款, 货款 …) or less than 1000
// yuan stand where thousands are usual (转账50元). Unit prices and rounded figures do not count.
// Quotes both clauses.
std::vector<Finding> check_unit(const CaseView& view);

}  // namespace proviso::tasks
