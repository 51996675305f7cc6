// What one pass over a page's content stream shows, without rendering it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ingest/decision.h"
#include "ingest/layout/glyph.h"

namespace proviso::ingest {

struct PageFont {
  std::string name;  // UTF-8 or raw bytes of the file; empty for text drawn without a font
  bool embedded = false, cid = false, to_unicode = false, vertical = false;
  bool built_in = false;  // an embedded simple font whose codes nothing in the file explains
  // Codes that no character could be found for, and those that gave C0 controls; they make no
  // glyph.
  std::uint32_t unmapped = 0, controls = 0;
  // The most codes that gave one and the same ideograph, code 0 of a CID font counted each time
  // it is painted; repair_fonts() fills it.
  std::uint32_t codes_of_one = 0;
  Repair repair = Repair::kNone;  // done to its characters (repair.h)
};

struct Picture {
  Box box;  // clipped to the page
  int pixels_x = 0, pixels_y = 0;
  bool stencil = false;  // paints its fill colour through a mask
  std::uint32_t order = 0;
};

struct PageContent {
  double width = 0, height = 0;  // points, after rotation
  // Centre inside the CropBox; kHidden, kCovered and kWhite are set. Before repair_fonts() a
  // character may be 0 or a control: nothing was found for its code.
  std::vector<Glyph> glyphs;
  std::vector<std::uint32_t> codes;  // the file's own codes, one for each glyph; emptied by repair
  std::vector<PageFont> fonts;
  std::vector<Picture> pictures;
  std::vector<Box> rules;  // straight lines and thin boxes, as drawn: long in one direction
  // Boxes of filled forms of a letter's size that are no rectangles: characters drawn as curves (an
  // ideograph is several) among them.
  std::vector<Box> drawn_letters;
  int paths = 0;                // filled or stroked
  double picture_coverage = 0;  // share of the page under pictures, 0..1
  double largest_dpi = 0;       // resolution of the largest picture; 0 without pictures
  // Degrees, clockwise, by which the whole text stood askew: its glyphs are given as they stand
  // when it is turned back about the middle of the page.
  double skew = 0;
  int syntax_errors = 0;      // reported by Poppler while it ran
  bool missing_cmap = false;  // a predefined character map is not on this machine (poppler-data)
  bool too_many_glyphs = false;
};

}  // namespace proviso::ingest
