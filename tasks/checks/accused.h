// What a criminal judgment tells of each accused: the crime, earlier sentences, what the law makes
// of it.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// First instance alone. Told are
// - an accused whom the order convicts of a crime that no sentence of the reasons finds in him,
// where
//   they find another one, that the order does not have for him (kind "outcome");
// - one whom the reasons call a recidivist (累犯), where the head and all else tell no earlier
//   sentence of him but of another accused, who is not called one (kind "party");
// - a release (刑满释放) before the sentence that was served (kind "date");
// - a circumstance that the law has mitigate (从犯, 自首, 立功, 坦白) called a reason for a heavier
//   sentence in the next words, or recidivism for a lighter one (kind "semantic"; Criminal Law
//   arts. 27, 65, 67, 68).
std::vector<Finding> check_accused(const CaseView& view);

}  // namespace proviso::tasks
