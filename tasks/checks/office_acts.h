// What an administrative judgment tells of the act under review: its days, its sums, its number.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Told are
// - goods whose shelf life from the day of their making does not end on the day told
// (生产日期…，保质期十
//   八个月，…到期), in any judgment (kind "date");
// - a review that was asked for after it was accepted, a decision served before it was made or made
//   before the matter was accepted, told one behind the other (kind "date");
// - a fine, a confiscated profit, a value of goods of the decision that one sentence has a slip
// away
//   from all others (kind "amount");
// - a decision in the claims whose number stands nowhere else, where the judgment knows one
// decision
//   of that kind only (kind "case_number").
// All but the first in administrative judgments alone.
std::vector<Finding> check_office_acts(const CaseView& view);

}  // namespace proviso::tasks
