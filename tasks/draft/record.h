// A draft as the database and programs see it.
#pragma once

#include <string>
#include <string_view>

#include "db/continuations.h"
#include "tasks/draft/draft.h"

namespace proviso::tasks {

// `prompt_path`: where the prompt was read; `encoder`: TextEncoder::name(), empty for none.
db::Continuation continuation_of(const Draft& draft, const DraftSettings& settings,
                                 const std::string& prompt_path, std::string_view encoder);

}  // namespace proviso::tasks
