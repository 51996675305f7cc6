// What one pass over a page's content stream shows, without rendering it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ingest/layout/glyph.h"

namespace proviso::ingest {

struct PageFont {
  std::string name;  // UTF-8 or raw bytes of the file; empty for text drawn without a font
  bool embedded = false, cid = false, to_unicode = false, vertical = false;
  // Codes that no character could be found for, and those that gave C0 controls; they make no
  // glyph.
  std::uint32_t unmapped = 0, controls = 0;
};

struct Picture {
  Box box;  // clipped to the page
  int pixels_x = 0, pixels_y = 0;
  bool stencil = false;  // paints its fill colour through a mask
  std::uint32_t order = 0;
};

struct PageContent {
  double width = 0, height = 0;  // points, after rotation
  std::vector<Glyph> glyphs;     // centre inside the CropBox; kHidden, kCovered and kWhite are set
  std::vector<PageFont> fonts;
  std::vector<Picture> pictures;
  int paths = 0;                // filled or stroked
  double picture_coverage = 0;  // share of the page under pictures, 0..1
  double largest_dpi = 0;       // resolution of the largest picture; 0 without pictures
  int syntax_errors = 0;        // reported by Poppler while it ran
  bool missing_cmap = false;    // a predefined character map is not on this machine (poppler-data)
  bool too_many_glyphs = false;
};

}  // namespace proviso::ingest
