// Walks a judgment once with a grammar and cuts it into sections.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/chinese/head.h"
#include "segmenter/grammar.h"
#include "segmenter/structure.h"

namespace proviso::segmenter::chinese {

// Sections that tile `text` (not empty). Neighbours of equal tag and level are one section, so that
// a section is everything one voice says in one place. Linear in the text for a given grammar.
std::vector<Section> walk(std::string_view text, const Head& head, const Grammar& grammar);

}  // namespace proviso::segmenter::chinese
