// 双方: the two sides; 二人: the last list of so many.
#pragma once

#include <cstddef>

#include "tasks/mentions/reference/answers.h"
#include "tasks/mentions/reference/page.h"

namespace proviso::tasks::reference {

// The words [start, end) of the folded text: the last two that something binds (甲与乙签订), else
// plaintiff and defendant.
void resolve_both(const Page& page, Answers& answers, std::size_t start, std::size_t end);

// The same for 二人, 三人: the last list of `count`, else the last so many.
void resolve_several(const Page& page, Answers& answers, std::size_t start, std::size_t end,
                     std::size_t count);

}  // namespace proviso::tasks::reference
