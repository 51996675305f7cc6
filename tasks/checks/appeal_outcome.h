#pragma once

#include <vector>

#include "tasks/checks/ruling.h"

namespace proviso::tasks {

// An appeal that the reasoning finds well founded and the operative part dismisses, or the reverse.
// kind "outcome". The reverse where the judgment below is said to stand, or the only appeal is said
// to fail in the last word of all. Told where no sentence says the contrary, or where the last word on the appeal's
// requests is that they are granted; silent on appeals that succeed in part. Quotes the item
// (place) and the sentence (other).
std::vector<Finding> appeal_findings(const Ruling& ruling);

}  // namespace proviso::tasks
