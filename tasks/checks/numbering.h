#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Numbers of items that skip or repeat one. kind "numbering". This court's disposition and the
// claims, items of the upper level: after 二 comes 三. A list that starts anew at one is another
// list. Nothing is told where the missing number stands somewhere in the section after all.
// Quotes the item's opening (place) and the one before it (other).
std::vector<Finding> check_numbering(const CaseView& view);

}  // namespace proviso::tasks
