#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// One case number written in two ways. kind "case_number". Told where a number stands once and
// another differs from it in one slip (the year, one digit or neighbouring digits of the serial,
// one character of the code), and one of these holds: this court's disposition sets aside, upholds
// or varies (撤销, 维持, 变更) the number, and the other stands before it; the serial is the same
// and only the year or a digit of the court's code differs (a serial of one digit: where a year
// lies beyond every date told); court and year are the same and the serials, one of three digits
// or more, have digits exchanged or lie more than 20 apart (nearer ones are sister cases); they
// are the only two of their court and year, more than 5 apart, and the other stands twice; both
// have the same court's name before and the same act behind, and serials that are not near each
// other. The judgment's own number is left alone, and two numbers side by side are two cases.
// Quotes both numbers.
std::vector<Finding> check_case_number(const CaseView& view);

}  // namespace proviso::tasks
