#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// More is awarded than was asked for (判超所请; Civil Procedure Law art. 211 no. 11, in the version
// of 2023). kind "excess_award", civil first instance. What a party asks: amounts of its claims,
// and of sentences in finding and reasoning behind 请求, 主张 and their like. Two forms: the
// ordered amount is one slip of the hand above an asked one of that head which is not ordered; or
// it is above the only amount asked under the same name (违约金, 律师代理费). Silent where the
// ordered amount is asked somewhere, follows from other amounts (tasks/checks/explained_by.h), or
// where the claims were changed on the way. Quotes the clause of the order (place) and of the claim
// (other).
std::vector<Finding> check_excess_award(const CaseView& view);

}  // namespace proviso::tasks
