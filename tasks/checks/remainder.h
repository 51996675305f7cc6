// What is left of a sum after what was paid: 总价款19860000元，已付14000000元，尚欠5860000元.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Kind "sum". Three sums of money one behind the other on a line: the whole, what was paid (已付),
// what is left (尚欠, 余款), and the third is not the first less the second. As other payments may
// be left unsaid, it is told only where the difference stands elsewhere in the document and the
// third does not, where the paid sum stands once and what the other two leave stands elsewhere, or
// where a slip of the hand (one digit, two exchanged) makes one of the other. Quotes the clause of
// what is left (place) and the whole with what was paid (other).
std::vector<Finding> check_remainder(const CaseView& view);

}  // namespace proviso::tasks
