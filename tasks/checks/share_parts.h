// Shares beside what they make: fractions of several, per cent with their sums of money.
#pragma once

#include <vector>

#include "tasks/checks/judgment_view.h"

namespace proviso::tasks {

// Kind "share", in this court's findings, reasons, order and costs. Told are
// - a fraction that counts for each of several who are named or counted and makes more than the
//   whole (三人各占二分之一), or less where the sentence speaks of equal parts or of both sides
//   (双方各承担三分之一) and of no rest;
// - a fraction or share whose sum is that of another one of the same base in its sentence
//   (债务80000元，由双方各承担三分之一，即各40000元; 43000元，其中甲承担70%即25800元、乙承担40%即
//   17200元). Of several the others must fit.
// Quotes the clause of the share (place) and the sum, the count or the base (other).
std::vector<Finding> check_share_parts(const JudgmentView& judgment);

}  // namespace proviso::tasks
