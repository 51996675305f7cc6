// From painted characters to lines of text in reading order.
#pragma once

#include <vector>

#include "ingest/layout/glyph.h"
#include "ingest/layout/page_lines.h"

namespace proviso::ingest {

struct Sheet {
  int page = 1;                  // physical number, copied into the lines
  double width = 0, height = 0;  // points
  std::vector<Box> rules{};      // straight lines drawn on it
  bool vertical = false;         // its lines are columns of vertical writing
};

// Builds the lines of one page. Upright glyphs without flags in kKeptOut are clustered by baseline
// and sorted by x, column by column (columns.h); the paint order plays no part but for cutting
// runs. A glyph painted twice with an offset under 0.2 em (fake bold) counts once; texts printed
// one over the other make lines of their own. Spaces between words come from space glyphs and from
// gaps; those of letter-spaced Chinese are dropped, all of them between Han for OCR. Small raised
// figures become superscripts: a note's mark must not lengthen a number. What stands in a ruled
// table comes row by row, cell by cell (PageLine::row). Numbers of a ladder in the margin are lines
// of their own behind the others, kFurniture. Hidden, covered and white glyphs make lines of their
// own behind the others. Turned glyphs do too, and are kStamp, unless most of the page is turned
// that way or they are a quarter of it; slanted ones are kWatermark.
std::vector<PageLine> build_lines(const std::vector<Glyph>& glyphs, const Sheet& sheet);

// Builds the lines of a page whose text may stand turned as a whole: they come in the frame in
// which it stands upright (PageLines::turn says how to get back), so that paragraphs can be joined.
void lay_out(PageLines& page, std::vector<Glyph> glyphs, const Sheet& sheet);

}  // namespace proviso::ingest
