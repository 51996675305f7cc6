// Whom of the defendants the reasoning holds liable, and whom the order binds or lets go.
#pragma once

#include <vector>

#include "tasks/checks/judgment_view.h"

namespace proviso::tasks {

// Findings of "checks/joint_liability" (kind "joint_liability"; "outcome" where nobody speaks of
// several being liable): a defendant who is liable by the reasoning, while the order dismisses the
// claim against him by name and binds him to nothing (驳回原告对被告乙的诉讼请求); and one whom
// the reasoning lets go (乙不承担责任, 对乙的请求不予支持), while an item binds him by name; and
// one who is liable together with others by name (甲、乙应当共同归还), where the order binds another
// of them and does not speak of him. At most one of all. Silent where the reasoning says both. Place: the item; other: the sentence.
std::vector<Finding> misjudged_defendants(const JudgmentView& judgment);

}  // namespace proviso::tasks
