#pragma once

#include <vector>

#include "tasks/checks/judgment_view.h"

namespace proviso::tasks {

// How several are liable (连带, 按份, 补充: words/liability.txt): the operative part says one way
// and the reasoning of the same court has decided another for the same people; or the reasoning
// decides that they are liable jointly and the operative part says nothing of it. kind
// "joint_liability". A wish counts as decided where its sentence supports it (符合约定, 予以支持);
// what a contract or a statute says does not. Appeals are left alone. At most one finding.
std::vector<Finding> check_joint_liability(const JudgmentView& judgment);

}  // namespace proviso::tasks
