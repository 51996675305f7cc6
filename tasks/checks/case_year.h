// Case numbers that cannot be, whatever else the document says of the case.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"
#include "tasks/mentions/case_number.h"

namespace proviso::tasks {

// Of `numbers` (as find_case_numbers gave them) those of courts whose year is later than the day on
// which this judgment was signed; decisions appealed here (不服…号判决) whose year is later than
// that of this case, or whose code is that of a court outside the district of this one (鲁1602民初
// on appeal before 鲁15民终; not in Beijing, Shanghai, Tianjin, Chongqing, nor before courts of
// railways, seas and intellectual property, whose districts the codes do not tell;
// 法〔2015〕137号); and this case's own number where its year is not that in which the case was
// accepted, save around the turn of the year. Kind "case_number", place the number, other what
// makes it impossible.
std::vector<Finding> impossible_numbers(const CaseView& view,
                                        const std::vector<CaseNumber>& numbers);

}  // namespace proviso::tasks
