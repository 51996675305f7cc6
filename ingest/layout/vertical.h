// Writing from top to bottom in columns from right to left.
#pragma once

#include <vector>

#include "ingest/layout/glyph.h"

namespace proviso::ingest {

// Marks glyphs that are set vertically as Turn::kClockwise with a baseline to match, so that the
// layout treats their columns as lines, and maps vertical presentation forms (︵ ︑) to the usual
// ones. A glyph is set vertically when its font says so (`vertical_fonts`, by Glyph::font), or when
// the page's upright ideographs and kana stand mostly one under the other: in paint order, at the
// same x and a pitch of one to two em, for runs of four and more. True when any was marked.
bool mark_vertical(std::vector<Glyph>& glyphs, const std::vector<bool>& vertical_fonts);

}  // namespace proviso::ingest
