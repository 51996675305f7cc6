// Lengths of time, rates and years that reasons or order tell again, and tell
// otherwise.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Told are, of this court's reasons and order against its findings,
// - a length of time or a rate behind the same words as in the findings (six characters and more:
//   质量异议应当在收货后15日内 and …30日内), where the document has no third figure behind them
//   (kind "semantic");
// - a rate agreed on (约定的年利率15%) that stands nowhere else, where all other rates by the year
// are one
//   (kind "interest");
// - a year in the order (2021年度年休假工资) that stands nowhere else, where another year leads to
// the same
//   words everywhere (kind "semantic");
// - years of service (工作年限为五年) that are whole years away from the day of hiring to the only
// day of
//   the end (kind "semantic").
std::vector<Finding> check_retold(const CaseView& view);

}  // namespace proviso::tasks
