#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// How several are liable in the reasoning against the operative part. kind "joint_liability": the
// reasoning decides on joint liability (连带, 共同), the order says 补充 or 按份, a word that the
// reasoning nowhere has; or the reverse. Silent where the reasoning only denies, reports or quotes,
// and on appeal. Words: tasks/checks/words/liability.txt. Quotes the clause of the order (place)
// and of the reasoning (other).
std::vector<Finding> check_joint_liability(const CaseView& view);

}  // namespace proviso::tasks
