#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// What the reasoning says of a claim against what the operative part does with it. kind "outcome",
// and "dropped_claim" for a supported head on which the operative part is silent:
//  - the reasoning ends by supporting the claims, the operative part only dismisses them;
//  - the reasoning refuses a head (律师费, 违约金 …; tasks/checks/claim_heads.txt), the operative
//  part orders it;
//  - the reasoning supports a head, the operative part says nothing of it nor of its amount;
//  - the reasoning supports a head, an item dismisses that head by name;
//  - the ground of a sentence and the verdict right behind it contradict each other (符合法律规定，
//  本院不予支持);
//  - the reasoning grants a claim for a sum and refuses a claim for the same sum;
//  - the reasoning finds the appeal well founded, the operative part dismisses it and affirms; or
//  the reverse.
// Silent where the reasoning speaks of a part, of a surplus, of defences, or of one defendant whom
// the order spares, and where another sentence of the reasoning says the contrary of the same head.
// Quotes the item (place) and the sentence (other); for what is missing from the operative part the
// sentence is the place and the last item the other; for a ground against its verdict the verdict
// is the place and the ground the other.
std::vector<Finding> check_outcome(const CaseView& view);

}  // namespace proviso::tasks
