// A web page as flowing text, as courts publish judgments. Runs in the worker.
#pragma once

#include <string_view>

#include "ingest/text/flow.h"

namespace proviso::ingest {

// Decodes by byte order mark, else by the charset that the page names, else by its bytes. Block
// elements and <br> end a paragraph; white space collapses as a browser shows it, but a line break
// of the source between two Chinese characters leaves no space. A row of a table is one paragraph,
// its cells parted by tabs; a table that only arranges the page (one cell a row, or cells of many
// paragraphs) gives its paragraphs. Scripts, styles, forms' controls and comments are dropped,
// never executed or fetched. kFurniture: the page's title, <nav>, <aside>, <footer>, and what a web
// page says around a document (web_lines.txt: source, date of publication, views, "print this
// page"). kHidden: what is not displayed. Time grows with the bytes alone, whatever is left
// unclosed.
Flow read_html(std::string_view bytes);

}  // namespace proviso::ingest
