// What the document itself lets a reader work out: so many at such a price, what is left of so
// many, a rate by the year from one by the month, the parts of a fee.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Added to "checks/formula". Findings, reasons (prices also in claims) and what is reported of the court below, one
// sentence or paragraph at a time:
// - 28套家具按每套6000元计算，损失为168000元: price and total of which no number of such things in
//   the paragraph, nor a sum or difference of two, is the quotient (kind "amount");
// - 42套，其中28套损毁，其余14套: three numbers of one thing, the last of which is not what the
//   second leaves of the first (kind "sum");
// - 共480吨，其中200吨、160吨、120吨: a number of things and its parts, which close the sentence (kind
//   "sum");
// - 月利率1%，折合年利率12% (kind "interest");
// - 鉴定费2400元，由甲承担1680元，乙自行承担720元 outside the costs: two who bear all of a fee
// (kind
//   "fee").
// Silent where a figure is approximate, or another price, number or part stands between.
std::vector<Finding> check_worked_out(const CaseView& view);

}  // namespace proviso::tasks
