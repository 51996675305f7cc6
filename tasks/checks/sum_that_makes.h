// Which sums of a judgment make a total, to be told to the reader.
#pragma once

#include <string>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// The sums of money of one sentence before the order, one behind the other (at most 12), that add
// up to `total`: "46200元+2400元"; empty where none do. The first such run of the document.
std::string sum_that_makes(const CaseView& view, const Exact& total);

}  // namespace proviso::tasks
