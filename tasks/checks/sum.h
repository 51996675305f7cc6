#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// A total (合计, 共计, 总计 …, or "故应支付…X元" behind a list of four and more) that is not the
// sum of the amounts enumerated before it in the same sentence, though it is near it: one digit
// off, digits exchanged, one head left out or counted twice, within two per cent of a list of four
// and more. kind "sum". Silent where deductions, parts (其中, 含), prices per unit or another
// reading explain the total (tasks/checks/explained_by.h for windows, pairs and products of the
// same sentence). Quotes the total (place) and the list (other).
std::vector<Finding> check_sum(const CaseView& view);

}  // namespace proviso::tasks
