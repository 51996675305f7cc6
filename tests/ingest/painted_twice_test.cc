#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "ingest/layout/lines.h"

namespace proviso::ingest {
namespace {

// The figure as glyphs of one line; every one but the first stands `step` points right of the one
// before.
std::vector<Glyph> figure(std::string_view digits, float step, TextSource source) {
  std::vector<Glyph> glyphs;
  float x = 100;
  for (const char digit : digits) {
    Glyph glyph;
    glyph.character = static_cast<char32_t>(digit);
    glyph.x0 = x;
    glyph.x1 = x + 8;
    glyph.y0 = 100;
    glyph.y1 = 116;
    glyph.baseline = 113;
    glyph.size = 16;
    glyph.source = source;
    glyphs.push_back(glyph);
    x += step;
  }
  return glyphs;
}

std::string read(const std::vector<Glyph>& glyphs) {
  const auto lines = build_lines(glyphs, {1, 595, 842});
  return lines.size() == 1 ? lines.front().line.text : "not one line";
}

TEST(PaintedTwice, FakeBoldCountsOnce) {
  EXPECT_EQ(read(figure("5500", 0.5F, TextSource::kText)), "50");
}

TEST(PaintedTwice, EqualDigitsThatOcrPutsIntoOneBoxAreAllThere) {
  EXPECT_EQ(read(figure("36000", 0.5F, TextSource::kOcr)), "36000");
  EXPECT_EQ(read(figure("36000", 0, TextSource::kOcr)), "36000");
}

}  // namespace
}  // namespace proviso::ingest
