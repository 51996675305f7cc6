// Line numbers in the margin, as on the pleading paper of American courts.
#pragma once

#include <cstddef>
#include <vector>

#include "ingest/layout/columns.h"

namespace proviso::ingest {

// Of the runs of an upright page those glyphs that number its lines: numbers of one to three digits
// that end (or begin) at one x left of nearly all other text, grow by one (or by five) from line to
// line at a constant pitch, begin with 1 (or 5), are at least ten (five) and reach over half of the
// page's text or more. A number that stands in one run with text behind a space or gap counts.
// Gives indices into `glyphs`; empty when there is no ladder.
std::vector<std::size_t> find_ladder(const std::vector<Glyph>& glyphs,
                                     const std::vector<Run>& runs);

}  // namespace proviso::ingest
