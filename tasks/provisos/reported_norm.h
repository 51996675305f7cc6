// A norm among argument. In the reasoning of a Chinese judgment, in claims and evidence, 但 mostly
// argues; a proviso counts there only where its words are a norm's.
#pragma once

#include "tasks/provisos/limb.h"
#include "tasks/provisos/proviso.h"

namespace proviso::tasks {

// Whether the words of `proviso`, found in `limb`, report a norm (quoted, announced by 规定 or
// 约定) or state one in general terms. Pure.
bool reports_a_norm(const Limb& limb, const Proviso& proviso);

}  // namespace proviso::tasks
