// What the form of a second instance forbids.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Second instance alone. Told are
// - appellant and appellee who were both plaintiff below (or both defendant), where the head has
//   nobody on the other side (kind "party");
// - a judgment that is changed or set aside by the item of the law that affirms
// (第一百七十七条第一款第一
//   项; Civil Procedure Law 2023 and 2021 art. 177, 2012 art. 170), or affirmed by one that
//   changes, where no other item is cited (kind "statute");
// - a judgment of the second instance, which is final, that grants an appeal (kind "outcome").
std::vector<Finding> check_appeal_form(const CaseView& view);

}  // namespace proviso::tasks
