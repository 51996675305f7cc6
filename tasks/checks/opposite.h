#pragma once

#include <vector>

#include "tasks/checks/judgment_view.h"

namespace proviso::tasks {

// One thing found in two ways: 被告尚欠借款 in the facts, 被告已付清借款 in the reasoning, without
// any figure between them. The words that contradict each other stand in words/opposite.txt with
// the kind of the flag: "semantic", or "joint_liability" for 连带 against 补充 or 按份. Told where
// a clause of this court's reasoning or operative part tells the same as a clause before it
// (Restated) but for that word. Silent where a party's words or a statute's are reported, where the
// clauses name different parties, and where a third place says it as the later clause does. Quotes
// the later clause (place) and the earlier (other).
std::vector<Finding> check_opposite(const JudgmentView& judgment);

}  // namespace proviso::tasks
