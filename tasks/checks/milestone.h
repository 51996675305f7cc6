// What happens once: the end of a contract, a death, a wedding, an acceptance of works, a term's
// last day, each told with two days.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Kind "date". Findings, reasons and order of this court are set against each other: an event of
// words/telling.txt ("once") that one of them tells with one day only and another with another one
// only, where both speak of the same (a pair of characters before the day, besides the event, in
// common). A term that runs out (届满) is set against the last day of the one period of the
// findings; silent then where a term was prolonged. One paper (case number) that was made on two
// days is told wherever the two stand. Quotes the later clause (place) and the earlier (other).
std::vector<Finding> check_milestones(const CaseView& view);

}  // namespace proviso::tasks
