#pragma once

#include <vector>

#include "tasks/checks/judgment_view.h"

namespace proviso::tasks {

// A claim that the reasoning supports and the operative part forgets. kind "dropped_claim". Three
// forms: one head (律师费, 解除 …; claim_heads.txt) that no item names, nor orders under another
// word; a sum that is more than all the items order together, where the reasoning deducts and
// divides nothing; a defendant whom the supported claim names and no item binds. Silent where the
// reasoning says the contrary of the same head, narrows the claim, or an item binds all defendants.
// Quotes the sentence (place) and the last item (other).
std::vector<Finding> check_dropped_claim(const JudgmentView& judgment);

}  // namespace proviso::tasks
