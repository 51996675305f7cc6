// From Tesseract's result to glyphs. Internal to ocr/.
#pragma once

#include <tesseract/resultiterator.h>

#include <cstddef>

#include "ingest/ocr/ocr.h"

namespace proviso::ingest {

struct PixelBox {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

// Collects the characters of Tesseract's result, line by line, into `page`, which must outlive it.
class Collector {
 public:
  Collector(double dpi, OcrPage& page) : points_(72 / dpi), page_(page) {}

  // The character at hand; begins a new line where Tesseract does.
  void add_symbol(const tesseract::ResultIterator& at);
  // Gives the characters of the line their common height, their places and full-width stops.
  void end_line();

 private:
  void end_turned_line();
  void widen_punctuation();
  void hold_to_pitch(float size);
  static float share(const Glyph& glyph);
  void keep_order();
  float points(int pixels) const { return static_cast<float>(pixels * points_); }
  void add(const Glyph& glyph);
  bool is_inside_figure(const Glyph& next) const;
  float line_size() const;

  double points_;
  OcrPage& page_;
  Turn turn_ = Turn::kUpright;  // of the block
  float symbol_ = 0;            // confidence of the character at hand
  PixelBox line_;
  std::size_t first_ = 0;
  bool space_ = false;
};

}  // namespace proviso::ingest
