#pragma once

#include <span>
#include <string_view>

namespace proviso::tasks {

// The words of a group of tasks/checks/words/*.txt ("joint", "role" …), in the file's order. Group
// names are unique over the files. Throws std::out_of_range for a name that no file has,
// std::logic_error where two files have one name. Thread-safe.
std::span<const std::string_view> words(std::string_view group);

// Whether any of the words stands in `text`; whether `text` begins or ends with one.
bool has_word(std::string_view text, std::span<const std::string_view> list);
bool begins_with_word(std::string_view text, std::span<const std::string_view> list);
bool ends_with_word(std::string_view text, std::span<const std::string_view> list);

}  // namespace proviso::tasks
