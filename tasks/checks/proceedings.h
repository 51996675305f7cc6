// Who went to court, and who said what: the course of a case as the reasons tell it again.
#pragma once

#include <vector>

#include "tasks/checks/judgment_view.h"

namespace proviso::tasks {

// Added to "checks/role", kind "role". First instance and appeal, this court's own words:
// - whoever did not go to court is told to have gone (被告…不服该裁决，诉至本院), or the plaintiff
//   not to have (原告未起诉), where the case has no second plaintiff or appellant and no
//   counterclaim;
// - a plea whose words are the other side's: 甲主张已以现金归还5万元 in the reasons, where the
//   defence of 乙 says it with the same figure and the claims do not (place the reasons, other the
//   plea);
// - a cost (鉴定费, 评估费) that the reasons lay on one side and the costs or the order on the
// other
//   one alone.
// At most one of each.
std::vector<Finding> check_proceedings(const JudgmentView& judgment);

}  // namespace proviso::tasks
