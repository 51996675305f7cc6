#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// A party whom the operative part calls by a name that stands nowhere before it: an accused whose
// name differs in one character from one of the head (被告人奕军 for 栾军), a party of the same
// side word with another form of business (原告恒丰饲料厂 for 恒丰饲料有限公司). kind "party".
// Quotes the clause of the order (place) and the name in the head (other).
std::vector<Finding> check_renamed(const CaseView& view);

}  // namespace proviso::tasks
