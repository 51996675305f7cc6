// A draft in a few lines, for a memory that has forgotten it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace proviso::tasks {

// The numbered lines of `text`, each cut at its first stop or after `most_bytes`, the newest
// `most_lines` of them, a line each; then, as they stand, the last complete paragraph and what was
// begun behind it. Ends with a line end where `text` does.
std::string draft_outline(std::string_view text, std::size_t most_lines = 24,
                          std::size_t most_bytes = 60);

}  // namespace proviso::tasks
