// From the pages of a worker to one Document.
#pragma once

#include <vector>

#include "ingest/document.h"
#include "ingest/layout/page_lines.h"

namespace proviso::ingest {

// Flags furniture, joins lines to paragraphs (also across pages and columns) and fills pages,
// lines, paragraphs and text of a Document. On a page read by OCR the lines of its text layer are
// kept out of `text`. Sets no hash, status or reason.
Document assemble(std::vector<PageLines> pages);

}  // namespace proviso::ingest
