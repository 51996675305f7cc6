#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// The crime of which the operative part convicts is not the one that this court's reasoning finds
// (其行为已构成故意伤害罪, then 被告人…犯寻衅滋事罪). kind "outcome". Told only where the ordered
// crime stands nowhere in the reasoning, the found one nowhere in the operative part, and neither
// name holds the other (诈骗 in 合同诈骗). What prosecutor or defence call it is no finding. First
// instance only; at most one finding.
std::vector<Finding> check_conviction(const CaseView& view);

}  // namespace proviso::tasks
