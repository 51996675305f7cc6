// Who bears how much of the responsibility for an accident: in the findings, in the reasoning, and
// as a share.
#pragma once

#include <vector>

#include "tasks/checks/judgment_view.h"

namespace proviso::tasks {

// kind "semantic", check "checks/opposite": one person's responsibility for an accident (全部,
// 主要, 同等, 次要, 无) that the reasoning calls another than the findings, without departing from
// the finding of the police; and a share that does not fit the grade (负全部责任 … 承担70%,
// 负主要责任 … 承担30%). At most one of either. Silent where the findings tell of several accidents
// or decisions, or the reasoning weighs anything else (酌情, 不予采信, 好意同乘, 参与度).
std::vector<Finding> check_accident(const JudgmentView& judgment);

}  // namespace proviso::tasks
