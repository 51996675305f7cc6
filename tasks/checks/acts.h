// Acts besides paying (腾退, 交付, 过户, 道歉 …; acts.txt): what the reasoning imposes or refuses
// against what is ordered.
#pragma once

#include <vector>

#include "tasks/checks/ruling.h"

namespace proviso::tasks {

// An act that was asked for (in the claims, a counterclaim, or by a claim that the reasoning
// supports), that the court imposes (应将商铺返还, 对…请求予以支持) and no item deals with in any
// words. kind "dropped_claim", "checks/dropped_claim"; place: the sentence, other: the last item.
// At most one. Silent where the reasoning refuses the act too or says that it is done.
std::vector<Finding> forgotten_acts(const Ruling& ruling);

// An act whose claim the reasoning refuses as a whole and an item orders. kind "outcome",
// "checks/outcome"; place: the item, other: the sentence. At most one.
std::vector<Finding> refused_acts(const Ruling& ruling);

}  // namespace proviso::tasks
