// Kinds of findings in words for people; names in files and exports stay as they are.
#pragma once

#include <string>
#include <string_view>

#include "cli/language.h"

namespace proviso::cli {

// "capital_figure" → "amount in words" or "大小写金额"; a kind that a house brought itself stays as
// it is.
std::string kind_name(Language language, std::string_view kind);

}  // namespace proviso::cli
