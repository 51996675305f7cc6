#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// One event told twice with two days (合同于2018年3月5日签订 in the facts, 于2018年3月15日签订 in
// the reasoning). kind "date". Told where a day in this court's reasoning or operative part stands
// nowhere else, differs from a day before it in the year, the month or the day alone, and the words
// around both tell the same (Restated). Silent for the day after (a period that goes on) unless all
// is said again, for the beginning of a period against an end, for days of one sentence (a list
// with semicolons is one), for terms of imprisonment, where figures, sums of money or titles in
// 《》 differ, where one day was to be (应于, 预计) and the other came, and where a party's wish
// for a period is reported. Quotes the later clause (place) and the earlier (other). Findings of
// the court below count where this court adopts them (确认一审查明的事实). Also what milestone.h
// and length_of_time.h tell.
std::vector<Finding> check_event_date(const CaseView& view);

}  // namespace proviso::tasks
