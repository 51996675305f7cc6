// Particulars of people that a case tells more than once: how badly somebody was hurt, how old
// somebody is, whether a child is a son or a daughter, how long somebody was to be cared for.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Added to "checks/opposite", kind "semantic" ("amount" for a share that the law fixes). Of this
// court's charge, findings and reasons:
// - one degree of injury (轻伤一级) or disability (十级伤残) in one of them and another one in the
//   next, where nobody was examined again and neither tells of two;
// - a share in the sum for a disability (×20%) that is not the one of the only degree in the text
//   (ten per cent for each degree below the eleventh);
// - an age that somebody has not reached on the day of the judgment, by the birthday in the head
//   or in the findings;
// - a child by name that is a son here and a daughter there, or all of whose words are those of a
//   daughter while the order has a son;
// - days of care, loss of work or food in the findings that are not those of the calculation.
std::vector<Finding> check_particulars(const CaseView& view);

}  // namespace proviso::tasks
