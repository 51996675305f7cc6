// Runs on one baseline.
#pragma once

#include <cstddef>
#include <vector>

#include "ingest/layout/columns.h"

namespace proviso::ingest {

struct Row {
  std::vector<std::size_t> glyphs;  // indices, run by run
  float top = 0, bottom = 0;        // of the widest run
  float width = 0;                  // of the widest run
};

// Clusters the runs of one column to rows, from top to bottom: a run joins a row when half of its
// height or of the row's overlaps (a raised figure joins the line whose middle it is nearest to). A
// run printed over another that says something else makes a row of its own; over one that says the
// same (bold faked by painting twice) it joins.
std::vector<Row> make_rows(std::vector<Run> runs, const std::vector<Glyph>& glyphs);

// The row's glyphs from left to right, each once. A recogniser sees ink once, and its boxes of
// equal digits side by side may coincide: 36000 must not become 3600.
std::vector<const Glyph*> in_order(const std::vector<Glyph>& glyphs, const Row& row);

}  // namespace proviso::ingest
