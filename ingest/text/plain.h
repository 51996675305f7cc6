// A text file as a Document.
#pragma once

#include <string_view>

#include "ingest/document.h"

namespace proviso::ingest {

// One page, one paragraph a line; blank lines are dropped, white space (also U+3000) at both ends
// of a line is not carried into `text`. Lines have no boxes. Where bytes had to be replaced with
// U+FFFD, those lines are kRepaired and the page is doubtful. Fails (status) when nothing but white
// space is left, or when the bytes are no text: more than one in a thousand of them NUL (and more
// than one at all) without a UTF-16 byte order mark, or more than a tenth of the characters
// Decoded::strange. Leaves `sha256` empty.
Document read_plain(std::string_view bytes);

}  // namespace proviso::ingest
