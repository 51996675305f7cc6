#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// More parties of one role than the head lists. kind "party_count": 三被告 in this court's
// reasoning, operative part or costs where the head has two defendants. Fewer are let be (二被告
// may be two of three), and so are ordinals (第二被告), other cases and documents without a head.
// Quotes the clause (place) and the last party of that role in the head (other).
std::vector<Finding> check_party_count(const CaseView& view);

// A person in the operative part whom nothing else in the document knows. kind "unknown_party": the
// name of two to four characters behind a role word (被告王某应…) stands nowhere before and no
// known party's name differs from it in one character only (that is kind "party"). Quotes the
// clause (place) and the head's first party (other). Silent without a head.
std::vector<Finding> check_unknown_party(const CaseView& view);

}  // namespace proviso::tasks
