// The part of a page by which its script is told.
#include "ingest/ocr/strip.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace proviso::ingest {
namespace {

// White paper of 400 x 1000 pixels at 72 dpi.
Raster paper() {
  return {400, 1000, 72, std::vector<std::uint8_t>(400 * 1000, 255)};
}

// A line of print 12 pixels high: strokes two pixels wide.
void print_line(Raster& raster, int y) {
  for (int row = y; row < y + 12; ++row) {
    for (int x = 40; x < 360; ++x) {
      if (x % 4 < 2) raster.pixels[static_cast<std::size_t>(row * 400 + x)] = 0;
    }
  }
}

std::ptrdiff_t ink(const Raster& raster) {
  return std::count(raster.pixels.begin(), raster.pixels.end(), 0);
}

TEST(StripTest, LiesWhereThePrintIsAndCutsNoLine) {
  Raster page = paper();
  for (int y = 600; y < 690; y += 30) print_line(page, y);
  // A black bar is more ink, but no print.
  std::fill(page.pixels.begin() + 100 * 400, page.pixels.begin() + 220 * 400, std::uint8_t{0});
  Raster three_lines = paper();
  for (int y = 600; y < 690; y += 30) print_line(three_lines, y);
  const Raster strip = busiest_strip(page);
  EXPECT_EQ(ink(strip), ink(three_lines));
  EXPECT_LT(strip.height, 220);
}

TEST(StripTest, OfALowPictureIsTheWhole) {
  const Raster low{400, 150, 72, std::vector<std::uint8_t>(400 * 150, 255)};
  EXPECT_EQ(busiest_strip(low).pixels, low.pixels);
}

}  // namespace
}  // namespace proviso::ingest
