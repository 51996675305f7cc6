#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// When somebody died: two days for the same person (卞某于2023年1月16日去世, later
// 于2023年1月26日因病 去世), whoever tells them (kind "date"); the day of the deceased whose estate
// is in suit after the day on which the case was filed (kind "date_order"). Lunar days,
// declarations of death and who dies while the case is pending are left alone.
std::vector<Finding> check_death_day(const CaseView& view);

}  // namespace proviso::tasks
