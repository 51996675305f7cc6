#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// What the order reckons interest from against what the reasoning says (以365000元为基数, 基数应
// 调整为365000元). kind "interest" of "checks/interest". Told where each of the two has one such
// figure and they differ; where the reasoning has the ordered one for something else, only 基数…为
// speaks. Silent where the figure is a party's wish, the court below's or found wrong. Quotes the
// clause of the order (place) and that of the reasoning (other).
std::vector<Finding> check_interest_base(const CaseView& view);

}  // namespace proviso::tasks
