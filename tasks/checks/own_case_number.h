// The judgment's own case number where it is told again.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"
#include "tasks/mentions/case_number.h"

namespace proviso::tasks {

// Numbers a slip away from the one at the head (本案（2031）江01民初1243号), by `numbers` as
// find_case_numbers gave them. Told are those that the text calls this case, and those of rulings
// and fees of this court (财产保全, 受理费) that have digits exchanged or lie far from it; also a
// title that bears another number than the line below it, a long serial with another year, and,
// behind 本院 and 本案, a code that differs in a digit of the court. Silent where the head has
// several numbers (joined cases), where the sentence speaks of another case or of several, and on
// every other code: the court below, preservation (财保) and execution have their own.
std::vector<Finding> misspelt_own_number(const CaseView& view,
                                         const std::vector<CaseNumber>& numbers);

}  // namespace proviso::tasks
