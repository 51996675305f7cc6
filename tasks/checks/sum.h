#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// A total that is not the sum of the amounts listed before it. kind "sum". Two readings:
//  - the words of the total close the list (合计, 以上各项损失共计, 三项总计, 小计) and every piece
//    of the list was understood (tasks/checks/listing.h): numbered from one, also over lines,
//    behind 分别为, behind a colon or from the beginning of the sentence. Then any difference of a
//    yuan and more counts, unless the total equals a run of neighbours, is rounded to its 万元, or
//    what is missing stands just before the list (not asked of numbered lists and 分别为);
//  - any other total of the same sentence (also 故应支付…X元 behind four heads and more) that is
//    near the sum: one digit off, digits exchanged, one head left out or counted twice, within two
//    per cent of a list of four and more.
// Silent where deductions, parts (其中, 含), prices per unit or several of one kind stand among the
// amounts. Quotes the total (place) and the list (other).
// Also what remainder.h tells.
std::vector<Finding> check_sum(const CaseView& view);

}  // namespace proviso::tasks
