// Columns of a page and the order in which they are read.
#pragma once

#include <cstddef>
#include <vector>

#include "ingest/layout/glyph.h"

namespace proviso::ingest {

// Glyphs painted one after the other on one baseline without a wide gap.
struct Run {
  std::vector<std::size_t> glyphs;  // indices, in paint order
  float x0 = 0, x1 = 0;             // of the ink
  float baseline = 0, size = 0;
  int table = -1;        // index of the table whose place it takes; it has no glyphs then
  bool figures = false;  // more digits than letters
  float top() const { return baseline - 0.8F * size; }
  float bottom() const { return baseline + 0.2F * size; }
};

// Columns parted by a drawn line have numbers from here on: the sides of a caption, lists of lines.
inline constexpr int kParted = 100'000;

struct Region {
  std::vector<Run> runs;
  int column = 0;  // as PageLine::column
};

// Cuts upright glyphs (given by index) into runs. A gap of more than 1.2 em, another baseline or
// another size begins a new one. Runs of spaces alone are left out.
std::vector<Run> make_runs(const std::vector<Glyph>& glyphs,
                           const std::vector<std::size_t>& members);

// What is known of a page besides its runs.
struct Columns {
  // Straight lines: what one underlines from side to side is a table, what one parts from top to
  // bottom are columns.
  std::vector<Box> rules{};
  bool bands = false;  // the sides are bands of vertical writing: no table is expected
};

// Splits at a vertical strip that no run crosses for at least five lines on both sides; a run that
// crosses the strip closes a set of columns. Where a line is drawn along the strip, three lines do.
// Both sides must be text and not the cells of a table: no line drawn across both, hardly any
// figures alone on their line, hardly any second cell in a line, and either both sides filled like
// prose, or one filled and the other of eight lines or more that begin at few margins or keep no
// step with it, or both of six lines or more that do (lists of counsel). Sides are split again for
// three and more columns. Regions come in reading order: full-width runs, left column, right
// column, next band.
std::vector<Region> split_columns(std::vector<Run> runs, const Columns& page);

}  // namespace proviso::ingest
