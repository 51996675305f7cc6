// Logical connectors (但是, 除…外, provided that …): the words that turn or limit what was said
// before.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::segmenter {

// The connectors of `sentence`, in order, as byte spans within it; see language/connectors.txt. A
// connector in two parts (除 … 外) gives two spans. Linear time; thread-safe.
std::vector<Span> find_connectors(std::string_view sentence);

}  // namespace proviso::segmenter
