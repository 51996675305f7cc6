#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// One figure with 万元 in one place and with 元 in another. kind "unit". Told where an amount of
// this court's finding, reasoning or disposition stands once, the same digits stand elsewhere with
// the other unit, and one holds: the words before both are the same (借款, 货款 …); there are three
// significant digits or more; less than 1000 yuan stand where thousands are usual (转账50元,
// 在6元范围内); or what is paid in 万元 is twenty times as much as anything else in the document
// and no size of a company, an insurance or a credit. Approximate figures do not count. Quotes both
// clauses.
std::vector<Finding> check_unit(const CaseView& view);

}  // namespace proviso::tasks
