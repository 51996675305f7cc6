#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// A party named wrongly in the operative part or the costs. kind "party". Three forms: the name of
// an organisation differs from a party's in one or two characters (市 dropped, 责任 put in), and
// that spelling is nobody's; the name of a person behind a role word differs in one character and
// stands nowhere else; a party carries the role word of the other side (原告甲 where 甲 is the
// defendant). Parties come from the head; a document without a head is measured by the
// organisations that its own operative part names behind role words. Masked names (某, ×) are left
// alone. Quotes the clause (place) and the name in the head or where it first stands (other).
std::vector<Finding> check_party(const CaseView& view);

}  // namespace proviso::tasks
