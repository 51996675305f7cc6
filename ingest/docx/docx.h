// A Word document (ECMA-376 WordprocessingML, ISO/IEC 29500) as flowing text. Runs in the worker.
#pragma once

#include <string_view>

#include "ingest/package/package.h"
#include "ingest/text/flow.h"

namespace proviso::ingest {

// True when the package says it is a Word document.
bool is_docx(const Package& package);

// Paragraphs in the order of the body, with their automatic numbers as Word shows them; a row of a
// table is one paragraph (FlowWriter). Line breaks and page breaks end a paragraph; tabs stay;
// fields show their result; text boxes come behind the paragraph that holds them.
//
// Tracked changes: the text reads as if all were accepted; insertions (and where text was moved to)
// are kInserted lines, deletions (moved from) kDeleted lines, kept out; a paragraph whose mark was
// deleted goes on in the next one. Hidden text is kHidden, headers and footers are kFurniture (in
// front and behind), comments kComment (behind).
//
// Notes: a reference stands in the text as a superscript mark (¹, or ① where the document numbers
// its notes so; endnotes ⁽¹⁾); the notes follow the body in the order of their references as
// kFootnote paragraphs that begin with their mark.
//
// `note` counts insertions, deletions and comments, if any. Doubtful when the file is damaged, or
// holds large pictures, which are not read.
Flow read_docx(Package& package);

}  // namespace proviso::ingest
