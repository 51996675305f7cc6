// What a draft speaks of although neither its prompt nor the draft itself holds it: for a reader
// who has to decide whether it was invented. It is a mark and no proof.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::tasks {

// Names of companies and persons in `draft` that `prompt` does not hold, each once, in order.
std::vector<std::string> unfounded_names(std::string_view prompt, std::string_view draft,
                                         bool chinese);

// Clauses of the contract itself that text[from, end) names and that `structure`, of the whole
// text, does not have, as they are written: "Section 4(d)", "第二十条". Articles of statutes are
// left out. Each once, in order.
std::vector<std::string> unfounded_clauses(std::string_view text, std::size_t from,
                                           const segmenter::Structure& structure);

}  // namespace proviso::tasks
