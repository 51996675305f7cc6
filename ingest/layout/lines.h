// From painted characters to lines of text in reading order.
#pragma once

#include <vector>

#include "ingest/layout/glyph.h"
#include "ingest/layout/page_lines.h"

namespace proviso::ingest {

struct Sheet {
  int page = 1;                  // physical number, copied into the lines
  double width = 0, height = 0;  // points
};

// Builds the lines of one page. Upright glyphs without flags in kKeptOut are clustered by baseline
// and sorted by x, column by column (columns.h); the paint order plays no part but for cutting
// runs. A glyph painted twice with an offset under 0.2 em (fake bold) counts once. Spaces between
// words come from space glyphs and from gaps; those of letter-spaced Chinese are dropped, all of
// them between Han for OCR. Hidden, covered and white glyphs make lines of their own behind the
// others. Turned glyphs do too, and are kStamp, unless most of the page is turned that way; slanted
// ones are kWatermark.
std::vector<PageLine> build_lines(const std::vector<Glyph>& glyphs, const Sheet& sheet);

}  // namespace proviso::ingest
