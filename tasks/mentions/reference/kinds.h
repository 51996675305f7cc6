// The kinds of references; each function appends to the answers what its rules resolve.
#pragma once

#include "tasks/mentions/reference/answers.h"
#include "tasks/mentions/reference/page.h"

namespace proviso::tasks::reference {

void resolve_roles(const Page& page, Answers& answers);           // 被上诉人, 二被告
void resolve_aliases(const Page& page, Answers& answers);         // 远帆公司
void resolve_pronouns(const Page& page, Answers& answers);        // 其, 双方, 二人
void resolve_demonstratives(const Page& page, Answers& answers);  // 该合同, 上述事实
void resolve_chains(const Page& page, Answers& answers);          // 综上, 因此, 故

}  // namespace proviso::tasks::reference
