// From the pages of a worker to one Document.
#pragma once

#include <vector>

#include "ingest/document.h"
#include "ingest/layout/page_lines.h"

namespace proviso::ingest {

// Flags furniture and footnotes, joins lines to paragraphs (also across pages and columns) and
// fills pages, lines, paragraphs, footnotes and text of a Document. A row of a table is one
// paragraph, its cells parted by a space. Footnotes follow the body of the whole document, so that
// they part no sentence. On a page read by OCR the lines of its text layer are kept out of `text`.
// Sets no hash, status or reason.
Document assemble(std::vector<PageLines> pages);

}  // namespace proviso::ingest
