// What is kept of two readings of the same print.
#include "ingest/ocr/second_look.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <string_view>

#include "ingest/ocr/turn.h"

namespace proviso::ingest {
namespace {

std::vector<Glyph> glyphs(std::u32string_view text) {
  std::vector<Glyph> result;
  for (const char32_t c : text) result.push_back({.character = c});
  return result;
}

std::vector<ReadCharacter> reading(std::u32string_view text, float confidence = 0.95F) {
  std::vector<ReadCharacter> result;
  for (const char32_t c : text) result.push_back({c, confidence});
  return result;
}

std::u32string text_of(const std::vector<Glyph>& line) {
  std::u32string text;
  for (const Glyph& glyph : line) text.push_back(glyph.character);
  return text;
}

// Puts in whatever percent signs the other reading shows.
std::u32string with_percents(std::u32string_view first, std::u32string_view again) {
  std::vector<Glyph> line = glyphs(first);
  for (const DoubtfulPercent& doubt : doubtful_percents(line))
    restore_percent(line, doubt, reading(again));
  return text_of(line);
}

TEST(SecondLook, APercentSignReadAsNineIsRestored) {
  EXPECT_EQ(with_percents(U"承担709的责任", U"H70%M"), U"承担70%的责任");
  EXPECT_EQ(with_percents(U"承担709%的责任", U"70%"), U"承担70% 的责任");
  EXPECT_EQ(with_percents(U"承担7096的责任", U"=70%,"), U"承担70% 的责任");
  EXPECT_EQ(with_percents(U"年利率15.49", U"15.4%"), U"年利率15.4%");
}

TEST(SecondLook, ANumberThatEndsInNineStays) {
  EXPECT_EQ(with_percents(U"共计709元", U"709"), U"共计709元");
  EXPECT_EQ(with_percents(U"共计709元", U"170%"), U"共计709元") << "another number";
  EXPECT_EQ(with_percents(U"第9条", U"%"), U"第9条") << "no figure before it";
  EXPECT_EQ(with_percents(U"2019年", U""), U"2019年") << "nothing was read";
}

TEST(SecondLook, ARestoredPercentageIsFlagged) {
  std::vector<Glyph> line = glyphs(U"为309计");
  ASSERT_TRUE(restore_percent(line, doubtful_percents(line).at(0), reading(U"30%")));
  EXPECT_EQ(line[0].flags & kLowTrust, 0);
  for (std::size_t i = 1; i <= 3; ++i) EXPECT_NE(line[i].flags & kLowTrust, 0);
}

TEST(SecondLook, TheSurerFigureIsTakenAndItsNumberFlagged) {
  std::vector<Glyph> line = glyphs(U"支付3250元");
  std::vector<float> sure(line.size(), 0.8F);
  EXPECT_EQ(reconcile(line, sure, reading(U"支付3520元")), 2);
  EXPECT_EQ(text_of(line), U"支付3520元");
  EXPECT_NE(line[2].flags & kLowTrust, 0);
  EXPECT_EQ(line[0].flags & kLowTrust, 0);
}

// Lines of "characters" (squares of 16 pixels), `rows` of them, turned clockwise by `degrees`.
Raster lines_askew(int rows, double degrees) {
  Raster page{1000, 1400, 200, {}};
  page.pixels.assign(std::size_t{1000} * 1400, 255);
  const double radians = degrees * std::acos(-1.0) / 180, c = std::cos(radians),
               s = std::sin(radians);
  for (int y = 0; y < page.height; ++y) {
    for (int x = 0; x < page.width; ++x) {
      const double u = c * (x - 500) + s * (y - 700) + 500, v = c * (y - 700) - s * (x - 500) + 700;
      const bool printed = u > 100 && u < 900 && v > 300 && v < 300 + 40.0 * rows &&
                           std::fmod(v - 300, 40) < 16 && std::fmod(u, 22) < 16;
      if (printed)
        page.pixels[static_cast<std::size_t>(y) * 1000 + static_cast<std::size_t>(x)] = 0;
    }
  }
  return page;
}

TEST(Skew, IsFoundOnFullPagesAndOnShortOnes) {
  for (const int rows : {24, 8, 4}) {
    for (const double degrees : {-5.0, -3.0, 1.0, 5.0}) {
      EXPECT_NEAR(skew_of(lines_askew(rows, degrees)), degrees, 0.2) << rows << " lines";
    }
    EXPECT_EQ(skew_of(lines_askew(rows, 0)), 0) << rows << " lines";
  }
}

TEST(Skew, NothingIsTurnedWithoutLines) {
  Raster page{800, 1000, 200, {}};
  page.pixels.assign(std::size_t{800} * 1000, 255);
  EXPECT_EQ(skew_of(page), 0);
  unsigned state = 1;
  for (std::uint8_t& pixel : page.pixels) {
    state = state * 1664525U + 1013904223U;
    pixel = (state >> 24) < 40 ? 0 : 255;
  }
  EXPECT_EQ(skew_of(page), 0) << "specks";
}

}  // namespace
}  // namespace proviso::ingest
