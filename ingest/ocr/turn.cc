#include "ingest/ocr/turn.h"

#include <cmath>
#include <cstddef>

#include "ingest/ocr/pix.h"

namespace proviso::ingest {
namespace {

// How sharply the lines of a picture stand apart from row to row (Leptonica's differential square
// sum), when it is turned by so many degrees.
double row_contrast(Pix* black, float degrees) {
  constexpr double kRadian = 57.29577951308232;
  const PixPointer turned =
      own(pixRotateShear(black, 0, 0, static_cast<float>(degrees / kRadian), L_BRING_IN_WHITE));
  l_float32 sum = 0;
  return turned && pixFindDifferentialSquareSum(turned.get(), &sum) == 0 ? sum : 0;
}

}  // namespace

Raster upright(const Raster& raster, Turn turn) {
  Raster result;
  result.dpi = raster.dpi;
  const bool quarter = turn != Turn::kUpsideDown;
  result.width = quarter ? raster.height : raster.width;
  result.height = quarter ? raster.width : raster.height;
  result.pixels.resize(raster.pixels.size());
  for (int y = 0; y < raster.height; ++y) {
    for (int x = 0; x < raster.width; ++x) {
      const int to_x = turn == Turn::kClockwise    ? y
                       : turn == Turn::kUpsideDown ? raster.width - 1 - x
                                                   : raster.height - 1 - y;
      const int to_y = turn == Turn::kClockwise    ? raster.width - 1 - x
                       : turn == Turn::kUpsideDown ? raster.height - 1 - y
                                                   : x;
      result.pixels[static_cast<std::size_t>(to_y) * static_cast<std::size_t>(result.width) +
                    static_cast<std::size_t>(to_x)] =
          raster.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(raster.width) +
                        static_cast<std::size_t>(x)];
    }
  }
  return result;
}

void turn_back(Glyph& glyph, Turn turn, const Raster& original) {
  const auto width = static_cast<float>(original.width * 72 / original.dpi);
  const auto height = static_cast<float>(original.height * 72 / original.dpi);
  const Glyph up = glyph;
  glyph.turn = turn;
  switch (turn) {
    case Turn::kClockwise:
      glyph.x0 = width - up.y1, glyph.x1 = width - up.y0;
      glyph.y0 = up.x0, glyph.y1 = up.x1;
      glyph.baseline = width - up.baseline;
      break;
    case Turn::kCounterclockwise:
      glyph.x0 = up.y0, glyph.x1 = up.y1;
      glyph.y0 = height - up.x1, glyph.y1 = height - up.x0;
      break;
    default:
      glyph.x0 = width - up.x1, glyph.x1 = width - up.x0;
      glyph.y0 = height - up.y1, glyph.y1 = height - up.y0;
      glyph.baseline = height - up.baseline;
  }
}

double skew_of(const Raster& raster) {
  constexpr float kWidest = 8, kStep = 1, kFinest = 0.02F;
  // Leptonica's measure of certainty: 3 and more on a page full of text, 2.3 to 2.7 where a third
  // is filled. What is less sure counts when the lines stand apart much better once they are level:
  // 2.3 times as sharply for 1°, 6 to 15 times for 5°.
  constexpr float kSure = 3, kPossible = 1.8F;
  constexpr double kSharper = 1.5, kLevel = 0.15;
  const PixPointer grey = to_pix(raster);
  if (!grey || raster.width < 100 || raster.height < 100) return 0;
  const PixPointer black = own(pixThresholdToBinary(grey.get(), 140));
  if (!black) return 0;
  l_float32 angle = 0, confidence = 0;
  if (pixFindSkewSweepAndSearch(black.get(), &angle, &confidence, 4, 2, kWidest, kStep, kFinest) !=
          0 ||
      confidence < kPossible || std::abs(angle) < kLevel) {
    return 0;
  }
  if (confidence < kSure) {
    const PixPointer small = own(pixReduceRankBinaryCascade(black.get(), 1, 1, 0, 0));
    if (!small || row_contrast(small.get(), angle) < kSharper * row_contrast(small.get(), 0)) {
      return 0;
    }
  }
  return -angle;
}

Raster turned_level(const Raster& raster, double skew) {
  const PixPointer grey = to_pix(raster);
  if (!grey) return raster;
  const auto radians = static_cast<float>(-skew * std::acos(-1.0) / 180);
  const PixPointer level = own(pixRotateAMGray(grey.get(), radians, 255));
  return level ? to_raster(level.get(), raster.dpi) : raster;
}

}  // namespace proviso::ingest
