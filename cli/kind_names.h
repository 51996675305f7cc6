// Kinds of findings in words for people; names in files and exports stay as they are.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/language.h"
#include "tasks/inspect/words.h"

namespace proviso::cli {

// The words of outlines and reports (tasks/inspect/words.h) in the user's language.
tasks::Words words_in(Language language);

// "capital_figure" → "amount in words" or "大小写金额"; a kind that a house brought itself stays as
// it is.
std::string kind_name(Language language, std::string_view kind);

// Throws CLI::ValidationError for `option` where one of `wanted` is no kind: neither built in nor
// one of `more`, those of the model or the database. The message lists the kinds there are.
void check_kinds(const std::string& option, std::span<const std::string> wanted,
                 std::span<const std::string> more);

// True when all of `wanted` are built in.
bool are_built_in(std::span<const std::string> wanted);

}  // namespace proviso::cli
