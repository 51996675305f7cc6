#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// A party named wrongly in the operative part or the costs. Kind "party" for a name,
// "role" for a side. Four forms: the name of
// an organisation differs from a party's in one or two characters (市 dropped, 责任 put in), and
// that spelling is nobody's; the name of a person behind a role word or 由 differs in one
// character, stands nowhere else, and the right one does not stand beside it; a party carries the
// role word of the other side (原告甲 where 甲 is the defendant); the only order to pay makes the
// plaintiff pay a sum that the reasoning makes the defendant pay. Parties come from the head. A
// document without a head is measured by the organisations that its own operative part names behind
// role words and by whom finding and reasoning name behind one and the same role word, unless a
// counterclaim or a court below changes the sides. Masked names (某, ×) are left alone. Quotes the
// clause (place) and the name in the head or where it first stands (other); for the reversed
// payment the item and the clause of the reasoning.
std::vector<Finding> check_party(const CaseView& view);

}  // namespace proviso::tasks
