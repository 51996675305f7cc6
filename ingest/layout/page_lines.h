// One page as the worker hands it over: lines in reading order, not yet joined.
#pragma once

#include <vector>

#include "ingest/document.h"

namespace proviso::ingest {

struct PageLine {
  Line line;  // `start` and `end` not set; `edges` for every code point of `text`
  int column =
      0;  // 0: the line stands in no column; lines of one page and column share their margins
};

struct PageLines {
  Page page;
  std::vector<PageLine> lines;
};

}  // namespace proviso::ingest
