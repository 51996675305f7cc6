// Letters that are drawn as curves instead of set in a font.
#pragma once

#include <vector>

#include "ingest/document.h"

namespace proviso::ingest {

struct DrawnLine {
  Box box;
  int forms = 0;  // a Latin letter is one or two, an ideograph several
};

// Of filled forms (boxes in paint order), those that stand in lines as letters do: eight and more,
// each beside the last and at its height. Bars, marks and curves of diagrams do not.
std::vector<DrawnLine> drawn_lines(const std::vector<Box>& forms);

}  // namespace proviso::ingest
