// What the reasoning itself says is to be done, beside the verdicts on claims: 被告应支付原告违约金
// 3000元, 本院酌定为5000元, 应准予离婚. Set against what is ordered.
#pragma once

#include <vector>

#include "tasks/checks/ruling.h"

namespace proviso::tasks {

// Duties that the court itself fixes in the reasoning and no item orders, as findings of kind
// "dropped_claim" of "checks/dropped_claim"; the sentence is the place, the last item the other. At
// most one: a sum that is neither ordered nor part of an ordered total, nor what something is
// reckoned from, nor lessened later, nor ordered under its head; else a divorce that is granted or
// a priority that is recognised where the order is silent on it. Linear in the number of figures
// but for the sums of a document's reasoning against those of its order.
// Sums in `told` were told already: another one was ordered in their place (other_sum.h).
std::vector<Finding> forgotten_duties(const Ruling& ruling,
                                      const std::vector<segmenter::Span>& told);

}  // namespace proviso::tasks
