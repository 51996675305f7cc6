#include "ingest/layout/turned.h"

namespace proviso::ingest {
namespace {

// Quarter turns, clockwise.
int quarters(Turn turn) {
  switch (turn) {
    case Turn::kClockwise:
      return 1;
    case Turn::kUpsideDown:
      return 2;
    case Turn::kCounterclockwise:
      return 3;
    default:
      return 0;
  }
}

}  // namespace

Box turned_upright(const Box& box, Turn turn, double width, double height) {
  switch (turn) {
    case Turn::kClockwise:  // reads downwards
      return {box.y0, width - box.x1, box.y1, width - box.x0};
    case Turn::kCounterclockwise:  // reads upwards
      return {height - box.y1, box.x0, height - box.y0, box.x1};
    case Turn::kUpsideDown:
      return {width - box.x1, height - box.y1, width - box.x0, height - box.y0};
    default:
      return box;
  }
}

Box turned_back(const Box& box, Turn turn, double width, double height) {
  switch (turn) {
    case Turn::kClockwise:
      return {width - box.y1, box.x0, width - box.y0, box.x1};
    case Turn::kCounterclockwise:
      return {box.y0, height - box.x1, box.y1, height - box.x0};
    case Turn::kUpsideDown:
      return {width - box.x1, height - box.y1, width - box.x0, height - box.y0};
    default:
      return box;
  }
}

Glyph turned_upright(const Glyph& glyph, Turn turn, double width, double height) {
  Glyph upright = glyph;
  const Box box = turned_upright(Box{glyph.x0, glyph.y0, glyph.x1, glyph.y1}, turn, width, height);
  upright.x0 = static_cast<float>(box.x0), upright.x1 = static_cast<float>(box.x1);
  upright.y0 = static_cast<float>(box.y0), upright.y1 = static_cast<float>(box.y1);
  // The baseline is a y of upright and upside-down glyphs, an x of those turned by a quarter.
  const bool glyph_is_quarter =
      glyph.turn == Turn::kClockwise || glyph.turn == Turn::kCounterclockwise;
  const double at = glyph.baseline;
  double baseline = at;
  switch (turn) {
    case Turn::kClockwise:
      baseline = glyph_is_quarter ? width - at : at;
      break;
    case Turn::kCounterclockwise:
      baseline = glyph_is_quarter ? at : height - at;
      break;
    case Turn::kUpsideDown:
      baseline = (glyph_is_quarter ? width : height) - at;
      break;
    default:
      break;
  }
  upright.baseline = static_cast<float>(baseline);
  if (glyph.turn != Turn::kSlanted) {
    constexpr Turn kTurns[] = {Turn::kUpright, Turn::kClockwise, Turn::kUpsideDown,
                               Turn::kCounterclockwise};
    upright.turn = kTurns[(quarters(glyph.turn) + 4 - quarters(turn)) % 4];
  }
  return upright;
}

}  // namespace proviso::ingest
