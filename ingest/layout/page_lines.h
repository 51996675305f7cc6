// One page as the worker hands it over: lines in reading order, not yet joined.
#pragma once

#include <vector>

#include "ingest/document.h"
#include "ingest/layout/glyph.h"

namespace proviso::ingest {

struct PageLine {
  Line line;  // `start` and `end` not set; `edges` for every code point of `text`
  int column =
      0;        // 0: the line stands in no column; lines of one page and column share their margins
  int row = 0;  // of a table, counted over the page from 1; 0 outside of tables
  int cell = 0;             // of the row, from 0
  bool under_rule = false;  // a short line is drawn between it and the line above
  bool joined = false;  // flowing text alone: goes on with the paragraph of the line before
};

// Boxes and edges stand in the frame in which the text is upright and level: the displayed page
// turned by `turn` and by Page::decision.skew. assemble() brings them back.
struct PageLines {
  Page page;
  std::vector<PageLine> lines;
  Turn turn = Turn::kUpright;  // how the text stands on the displayed page

  // Size of that frame, points.
  double width() const { return is_quarter() ? page.height : page.width; }
  double height() const { return is_quarter() ? page.width : page.height; }

 private:
  bool is_quarter() const { return turn == Turn::kClockwise || turn == Turn::kCounterclockwise; }
};

}  // namespace proviso::ingest
