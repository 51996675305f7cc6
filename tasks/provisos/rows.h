// Provisos as rows for programs: what `proviso provisos --json` prints.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>

#include "segmenter/structure.h"
#include "tasks/provisos/proviso.h"

namespace proviso::tasks {

// One object each: {"schema_version", "document", "section", "kind", "trigger", "trigger_start",
// "trigger_end", "scope", "scope_start", "scope_end", "limits", "limits_start", "limits_end",
// "parent"}. Offsets are bytes of `text`; `limits` and its places are null where the rule is not in
// the section; `parent` is a place in the list, null where there is none.
nlohmann::ordered_json proviso_rows(std::string_view document, std::string_view text,
                                    const segmenter::Structure& structure,
                                    std::span<const Proviso> provisos);

}  // namespace proviso::tasks
