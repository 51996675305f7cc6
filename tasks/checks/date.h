#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// A day that the calendar does not have (2019年2月30日). kind "date"; quotes the date alone.
std::vector<Finding> check_date(const CaseView& view);

// Days in an impossible order. kind "date_order". A period 自A起至B止 whose end lies before its
// beginning; a judgment dated before the case was accepted or heard; something done (签订, 支付,
// 出具 …) on a day after the judgment. Only full dates with their own years count, and only
// documents of this court's level for the last two. Quotes the later words (place) and the date
// they contradict (other).
std::vector<Finding> check_date_order(const CaseView& view);

}  // namespace proviso::tasks
