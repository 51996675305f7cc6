// Documents of no known kind: their headings and numbered items, and no legal section.
#pragma once

#include <string_view>

#include "segmenter/structure.h"

namespace proviso::segmenter::clauses {

// Kind `other`; sections tagged `other`, one from each heading on: a numbered title (1. Results) or
// a line of its own above a paragraph. A document without headings is one section. Numbered
// paragraphs are items (kClause) as in a contract. `text` is not empty.
Structure read_outline(std::string_view text);

}  // namespace proviso::segmenter::clauses
