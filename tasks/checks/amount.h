#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// An amount of an operative item of this court that disagrees with finding and reasoning. kind
// "amount". Three forms: the ordered amount stands nowhere before the disposition, and a figure one
// slip away from it does (a digit, two digits exchanged, a digit or 万 lost), which the disposition
// lacks (or has as the principal whose interest this is the base of, or the reverse: then no slip is
// needed); the reasoning
// has such a figure, found nowhere else, for the same head; or the reasoning grants another amount
// for a head of the same name, the only one it names for it. Silent when the ordered amount has an
// innocent reading (tasks/checks/explained_by.h) or is vague. Quotes the clause of the item (place)
// and the clause of reasoning or finding (other).
std::vector<Finding> check_amount(const CaseView& view);

}  // namespace proviso::tasks
