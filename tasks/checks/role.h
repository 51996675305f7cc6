#pragma once

#include <vector>

#include "tasks/checks/judgment_view.h"

namespace proviso::tasks {

// A party on the wrong side in the operative part or the costs. Kind "role". Two forms: a party
// carries the role word of the other side (原告甲 where 甲 is the defendant); the only order to pay
// makes the plaintiff pay the defendant, though the reasoning makes the defendant pay and says
// nothing of a debt of the plaintiff. Parties come from the head or from how the text calls them
// (Cast); a name that two parties share tells nothing. Quotes the clause (place) and the name in
// the head or where it first stands (other); for the reversed payment the item and the clause of
// the reasoning.
std::vector<Finding> check_role(const JudgmentView& judgment);

}  // namespace proviso::tasks
