// Days that a length of time makes, and lengths that two days make.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Added to "checks/event_date", kind "date". Findings and reasons of this court:
// - 自竣工验收合格之日起满二年即2021年9月20日, 期间为届满之日起三年，即至2026年3月31日: a day that
// is a
//   length of time behind something, where no day of the document lies so long before it, and one
//   that is a slip away does;
// - 2021年10月15日生产，保质期十二个月，至2022年10月14日届满: two days of one sentence and the
// length
//   between them;
// - 于2021年6月10日起诉，未超过十八个月: a time that has, or has not, run out by the only two days
// of
//   the sentence;
// - 自2017年6月1日入职至2023年5月31日离职，工作年限为六年: years of service that the days of entry
// and
//   leaving do not make, whichever way a part of a year is counted.
// Silent where a time was interrupted, prolonged or ends with a month.
std::vector<Finding> check_due_day(const CaseView& view);

}  // namespace proviso::tasks
