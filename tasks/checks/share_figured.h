// Shares that a figure beside them contradicts.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Told are, in findings and reasons of this court: a share of which the calculation in the bracket
// takes another one (按80%的比例赔偿7840元（11200元×70%）); a share of a sum whose result is that
// of another share of the text, to the cent (57781.67元，按60%即28890.83元); a holding that the
// contributions do not make, where those of the others fit
// (出资1200万元，持股70%；出资800万元，持股40%); and two who bear the same part each, not a half
// (双方各承担40%) without a third.
std::vector<Finding> check_figured_shares(const CaseView& view);

}  // namespace proviso::tasks
