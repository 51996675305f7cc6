// One painted character of a page: what the text layer and OCR both give to the layout.
#pragma once

#include <cstdint>

#include "ingest/document.h"

namespace proviso::ingest {

// Direction of reading in the displayed page, clockwise from the usual one.
enum class Turn : std::uint8_t { kUpright, kClockwise, kUpsideDown, kCounterclockwise, kSlanted };

// Coordinates as Box. Glyphs are handed over in the order in which they were painted (OCR: in
// reading order).
struct Glyph {
  char32_t character = 0;  // never a control character; a ligature comes as several glyphs
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;  // advance width by ascent and descent; by the ink for OCR
  float baseline = 0;                    // y of the baseline (x for glyphs turned by a quarter)
  float size = 0;                        // points
  std::uint32_t order = 0;               // paint order, shared with pictures and filled boxes
  std::uint16_t font = 0;                // index into PageContent::fonts; 0 for OCR
  std::uint16_t flags = 0;               // LineFlag bits known from painting
  Turn turn = Turn::kUpright;
  TextSource source = TextSource::kText;
  float confidence = 1;  // 0..1
};

}  // namespace proviso::ingest
