#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Sentences that the law does not allow, whoever is sentenced to what. Kind "sentence_term", this
// court's order alone:
// - a joint term that is longer than the terms together or shorter than the longest of them, and
//   the terms together given wrongly (刑法 第六十九条);
// - 有期徒刑 of less than six months, 拘役 of more (第四十二、四十五条);
// - a sentence suspended for less time than it lasts, for less than a year (拘役: two months), for
//   more than five years (拘役: one), or of more than three years (第七十二、七十三条);
// - a suspended sentence of whom the reasoning calls a recidivist (第七十四条);
// - a recidivist whose last release lies more than five years before every day of the findings
//   behind it (第六十五条); place the reasoning, other the release in the head.
// Silent where an earlier sentence, a rest or a decision below takes part.
std::vector<Finding> check_punishment(const CaseView& view);

}  // namespace proviso::tasks
