#pragma once

#include <vector>

#include "tasks/checks/judgment_view.h"

namespace proviso::tasks {

// A party's name written wrongly in the operative part or the costs. Kind "party". Two forms: the
// name of an organisation differs from a party's in one or two characters (市 dropped, 责任 put
// in), and that spelling is nobody's; the name of a person, where a name may stand, has the family
// name and differs in one other character, stands nowhere else, and the right one does not stand
// beside it. Parties come from the head or from how the text calls them (Cast). Masked names (某,
// ×) are left alone. Quotes the clause (place) and the name in the head or where it first stands
// (other).
std::vector<Finding> check_party(const JudgmentView& judgment);

}  // namespace proviso::tasks
