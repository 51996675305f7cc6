#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Parts of a sum that are told in words: 960000元…其中一半即460000元 (kind "amount"), what is 其余
// behind the half (kind "sum"), 480000元为…遗产…每人继承四分之一，即160000元 where the figure is
// another part of that estate, and 3月至5月工资，每月6500元，共计19000元 (kind "amount"). Findings
// and reasons of this court; the figures must follow one another with no other figure between them.
std::vector<Finding> check_part_of(const CaseView& view);

}  // namespace proviso::tasks
