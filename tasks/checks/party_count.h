#pragma once

#include <vector>

#include "tasks/checks/judgment_view.h"

namespace proviso::tasks {

// More parties of one role than there are. kind "party_count": 三被告 in this court's reasoning,
// operative part or costs where the head has two defendants, also in what is asked unless somebody
// left or joined the suit; a number whose names follow and are not so many (二被告甲、乙、丙);
// without a head (then also in the facts) where the text says 二被告 twice and more, 三被告 once,
// and names no more than two. Fewer are let be (二被告 may be two of three), and so are ordinals
// (第二被告) and other cases. Quotes the clause (place) and the last party of that role (other).
std::vector<Finding> check_party_count(const JudgmentView& judgment);

}  // namespace proviso::tasks
