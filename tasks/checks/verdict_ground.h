#pragma once

#include <vector>

#include "tasks/checks/ruling.h"

namespace proviso::tasks {

// The reasoning against itself, kind "outcome": the ground of a sentence and the verdict right
// behind it contradict each other (符合法律规定，本院不予支持); a claim for a sum is granted and a
// claim for the same sum refused. Quotes the verdict (place) and the ground (other), or refusal and
// support. Added to `findings`; sentences that those rest on already are passed over.
void add_verdicts_against_ground(const Ruling& ruling, std::vector<Finding>& findings);

}  // namespace proviso::tasks
