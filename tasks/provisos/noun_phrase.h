// The noun phrase that "other than" or "excluding" narrows.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "segmenter/structure.h"
#include "tasks/provisos/sentence.h"

namespace proviso::tasks {

// The phrase that ends at offset `end` and none of whose words stands before offset `from`; `scope`
// is what is taken out of it. It begins, in this order, at the noun that the scope repeats (*any
// version*, other than the current version), at a bare plural behind a preposition (from *sources*
// other than), at the nearest "any", "no", "all" … that no verb and no comma parts from the
// connector, at the nearest article, behind the comma before it. Nothing where none of these is.
std::optional<segmenter::Span> noun_phrase_before(const EnglishSentence& sentence, std::size_t from,
                                                  std::size_t end, segmenter::Span scope);

}  // namespace proviso::tasks
