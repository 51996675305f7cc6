#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Numbers of this court's orders that skip or repeat one: after 二、 comes 三、. kind "numbering".
// Reads the numbers at the beginning of lines and behind stops itself, since a reader that follows
// the numbering would not see an item that breaks it. A section that holds two lists (a quoted
// order has its own 一) is left alone; of one list only the first slip is told.
// Quotes the item's opening (place) and the one before it (other).
std::vector<Finding> check_numbering(const CaseView& view);

}  // namespace proviso::tasks
