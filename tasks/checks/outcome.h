#pragma once

#include <vector>

#include "tasks/checks/judgment_view.h"

namespace proviso::tasks {

// What the reasoning says of a claim against what the operative part does with it. kind "outcome":
//  - the reasoning ends by supporting the claims, the operative part only dismisses them;
//  - the last word of the reasoning refuses all claims, and no item dismisses anything;
//  - the reasoning refuses a head (律师费, 违约金 …; claim_heads.txt), the operative part orders
//  it;
//  - the reasoning supports a head, an item dismisses that head by name;
//  - what appeal_outcome.h tells of appeals and verdict_ground.h of the reasoning alone.
// Silent where the reasoning speaks of a part, of a surplus, of defences, or of one defendant whom
// the order spares, and where another sentence of the reasoning says the contrary of the same head.
// Quotes the item (place) and the sentence (other).
std::vector<Finding> check_outcome(const JudgmentView& judgment);

}  // namespace proviso::tasks
