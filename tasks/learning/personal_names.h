// Finds personal names in legal text; see pseudonymise.h for what counts as one.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace proviso::tasks {

// A text as code points. A byte that is no part of valid UTF-8 becomes 0x110000 + byte, so that
// nothing is lost.
std::u32string to_code_points(std::string_view utf8);
std::string to_utf8(std::u32string_view code_points);

// Number of leading characters of `name` that are its surname: 2 for the compound surnames listed,
// else 1.
std::size_t surname_length(std::u32string_view name);

// Names written with Chinese characters that the document introduces, unmasked, without inner
// spaces. Transliterated names keep their ·.
std::set<std::u32string> find_chinese_names(std::u32string_view text);

// Signatories of English contracts: "Given Surname", "Given M. Surname".
std::set<std::string> find_english_names(std::string_view text);

}  // namespace proviso::tasks
