// What parties ask for: 律师费, 违约金 … (claim_heads.txt).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace proviso::tasks {

// For each head all its spellings, its name first. Thread-safe.
const std::vector<std::vector<std::string>>& claim_heads();

// Whether a spelling of the head (an index into claim_heads()) stands in the text.
bool names_head(std::string_view text, std::size_t head);

// The heads that a text names, each by its longest spelling at a place (律师代理费 is no 代理费
// besides); a head directly before another (保证金利息) only says of what.
std::vector<std::size_t> heads_in(std::string_view text);

}  // namespace proviso::tasks
