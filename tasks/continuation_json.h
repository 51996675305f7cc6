// A draft as the world outside sees it; the same in `export continuations` and `draft --json`.
#pragma once

#include <nlohmann/json.hpp>

#include "db/continuations.h"

namespace proviso::tasks {

// {"id", "run", "document",
// "prompt_sha256", "prompt", "text", "tokens", "ended", "settings", "anchors":[{"token",
// "similarity", "reset"}], "mended", "findings"}.
nlohmann::ordered_json continuation_json(const db::Continuation& continuation);

}  // namespace proviso::tasks
