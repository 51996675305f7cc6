// A text file as a Document.
#pragma once

#include <string_view>

#include "ingest/document.h"
#include "ingest/text/flow.h"

namespace proviso::ingest {

// One paragraph a line; blank lines are dropped. Where bytes had to be replaced with U+FFFD, those
// lines are kRepaired and the page is doubtful. `error` when the bytes are no text: more than one
// in a thousand of them NUL (and more than one at all) without being UTF-16, or more than a tenth
// of the characters Decoded::strange.
Flow read_plain_flow(std::string_view bytes);

// The same as to_document() makes it of that.
Document read_plain(std::string_view bytes);

}  // namespace proviso::ingest
