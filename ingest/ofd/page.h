// What an OFD page paints: characters and pictures, in points.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ingest/layout/glyph.h"
#include "ingest/ofd/document.h"

namespace proviso::ingest {

struct OfdPicture {
  std::string part;  // of the package
  Box box;           // points
  bool upright = true;
};

struct OfdContent {
  double width = 0, height = 0;  // points
  std::vector<Glyph> glyphs;
  std::vector<OfdPicture> pictures;
  std::vector<Box> rules;  // straight lines, as the layout takes them for tables
  int missing_pictures = 0;  // whose file is not in the package
  bool broken = false;       // the page's part is missing or damaged
  bool too_many_glyphs = false;
};

// Reads page `index` (from 0). A character stands at its TextCode's X and Y moved by DeltaX and
// DeltaY and mapped by CTM and Boundary; where deltas are missing it is as wide as its kind. Of
// glyph transforms (CGTransform) only the characters matter: the text code is Unicode. Text of a
// template that serves several pages is kFurniture; of annotations, kWatermark, kComment (free
// text) or kStamp; invisible text is kHidden, white text that no shape lies under kWhite, text
// under a later filled rectangle kCovered.
OfdContent read_ofd_page(OfdDocument& document, std::size_t index, std::size_t max_glyphs);

}  // namespace proviso::ingest
