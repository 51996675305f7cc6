#pragma once

#include <vector>

#include "tasks/checks/judgment_view.h"

namespace proviso::tasks {

// Somebody in the operative part or the costs whom nothing else in the document knows. kind
// "unknown_party": a name of two to four characters or of an organisation behind a side's word
// (被告王某应…, 被告人…犯) or in 由…负担, 驳回…的 stands nowhere else, is no short form of a name
// that does (of an organisation no characteristic pair of characters stands elsewhere), and is not
// one or two characters off a known one (that is kind "party"; of a name of two characters one is the
// whole given name, so that 赵婷 behind a side's word is a stranger where the head has 赵敏). A hidden name
// (谭某强) is a stranger where no party and nobody else has its family name. Without a head only
// where the text names the parties of that side by name. Quotes the clause (place) and the first
// party (other).
std::vector<Finding> check_unknown_party(const JudgmentView& judgment);

}  // namespace proviso::tasks
