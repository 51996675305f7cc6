#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// One case number written in two ways. kind "case_number". Told where a number stands once, another
// that differs in one slip (the year, one digit or neighbouring digits of the serial, one character
// of the code) stands elsewhere, and both name the same act of the same court: in this court's
// disposition what is set aside, upheld or varied (撤销, 维持, 变更) must be a number that stands
// before; anywhere else both must have the same court's name before and the same act behind, and
// serials that are near each other (sister cases) do not count. Quotes both numbers.
std::vector<Finding> check_case_number(const CaseView& view);

}  // namespace proviso::tasks
