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
  float top() const { return baseline - 0.8F * size; }
  float bottom() const { return baseline + 0.2F * size; }
};

struct Region {
  std::vector<Run> runs;
  int column = 0;  // as PageLine::column
};

// Cuts upright glyphs (given by index) into runs. A gap of more than 1.2 em, another baseline or
// another size begins a new one. Runs of spaces alone are left out.
std::vector<Run> make_runs(const std::vector<Glyph>& glyphs,
                           const std::vector<std::size_t>& members);

// Splits at a vertical strip that no run crosses for at least five lines on both sides, where both
// sides are filled like prose (a table or a list of names is not); a run that crosses the strip
// closes a set of columns. Sides are split again for three and more columns. Regions come in
// reading order: full-width runs, left column, right column, next band.
std::vector<Region> split_columns(std::vector<Run> runs);

}  // namespace proviso::ingest
