#pragma once

#include <vector>

#include "tasks/checks/judgment_view.h"

namespace proviso::tasks {

// Shares of responsibility or of what is divided (分得) that do not make up the whole; also what
// share_figured.h and share_parts.h tell. kind "share": this
// court's reasoning or finding divides responsibility in per cent, one bearing his own part
// (原告自行承担 30%的责任，被告承担60%的责任) and the shares do not sum to a hundred. Silent where
// a rest, an insurance, a share of a share or a court below is spoken of. Quotes the clause of the
// last share (place) and of the first (other).
std::vector<Finding> check_share(const JudgmentView& judgment);

}  // namespace proviso::tasks
