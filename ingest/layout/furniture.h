// Running heads and page numbers.
#pragma once

#include <vector>

#include "ingest/layout/page_lines.h"

namespace proviso::ingest {

// Flags kFurniture. In the top and bottom 15 % of the pages, and among the two outermost lines at
// both ends: a line whose text (numbers in it made equal) stands at the same height (within 4
// points) on at least 60 % of all pages, or of the odd or the even ones, and on three or more; and
// page numbers alone on their line ("3", "- 3 -", "第3页 共9页", "Page 3 of 9", "iii"), also in
// files of one or two pages when they are the page's first or last line but for other furniture; a
// text at the same height on three pages in a row (or of one parity) when it is set off from the
// body and nothing but furniture stands further out; and in the outer 10 % what courts, publishers
// and scanning programs print there (stamps.txt). Lines that would leave a
// page without any text are not flagged, page numbers excepted: a text that is repeated is not for
// that reason a running head.
void mark_furniture(std::vector<PageLines>& pages);

}  // namespace proviso::ingest
