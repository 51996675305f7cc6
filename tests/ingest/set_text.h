// Sets invented text as glyphs and lines, the way a page would show it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/layout/glyph.h"
#include "ingest/layout/page_lines.h"
#include "ingest/layout/script.h"
#include "ingest/text/decode.h"

namespace proviso::ingest {

// Advance of a character in ems: Chinese a square, others half of it.
inline float advance(char32_t c) {
  return is_wide(c) || c == 0x3000 ? 1.0F : 0.5F;
}

// Appends one glyph per character of `text`, from `x` on, with `spacing` ems between them.
inline void set_glyphs(std::vector<Glyph>& glyphs, float x, float baseline, float size,
                       std::string_view text, float spacing = 0) {
  for (const char32_t c : to_utf32(text)) {
    Glyph glyph;
    glyph.character = c;
    glyph.size = size;
    glyph.baseline = baseline;
    glyph.x0 = x;
    glyph.x1 = x + advance(c) * size;
    glyph.y0 = baseline - 0.86F * size;
    glyph.y1 = baseline + 0.14F * size;
    glyph.order = static_cast<std::uint32_t>(glyphs.size() + 1);
    glyphs.push_back(glyph);
    x = glyph.x1 + spacing * size;
  }
}

// A line of a page whose text area goes from x = 100 to x = 400, set in 10 points: 30 Chinese
// characters.
inline PageLine set_line(int page, float x, float y, std::string_view text, float size = 10) {
  PageLine result;
  Line& line = result.line;
  line.text = text;
  line.page = page;
  line.font_size = size;
  line.box = {x, y, x, y + size};
  for (const char32_t c : to_utf32(text)) {
    line.edges.push_back(static_cast<float>(line.box.x1));
    line.box.x1 += advance(c) * size;
  }
  line.edges.push_back(static_cast<float>(line.box.x1));
  return result;
}

inline PageLines set_page(int number, std::vector<PageLine> lines) {
  PageLines page;
  page.page.number = number;
  page.page.label = std::to_string(number);
  page.page.width = 500;
  page.page.height = 700;
  page.page.method = Method::kText;
  page.lines = std::move(lines);
  return page;
}

}  // namespace proviso::ingest
