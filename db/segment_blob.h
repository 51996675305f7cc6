// The token arrays of a segment as bytes, about five a token: a variable-length number (LEB128) for
// the count, the ids, the spans (start against the end before as zigzag, then length), a byte per
// mark, then the sentence starts.
#pragma once

#include <cstdint>
#include <vector>

#include "db/sqlite.h"
#include "segmenter/structure.h"

namespace proviso::db {

std::vector<std::uint8_t> pack(const segmenter::Segment& segment);

// Fills ids, token_spans, marks and sentences of `segment`, whose span must be set. Throws DbError
// kCorrupt when the bytes are not what pack() writes.
void unpack(Bytes bytes, segmenter::Segment& segment);

}  // namespace proviso::db
