// The text of a document as HTML, coloured by its structure.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/document.h"
#include "segmenter/structure.h"
#include "tasks/inspect/words.h"

namespace proviso::tasks {

// A stretch of text that is drawn in its own way.
struct TextMark {
  segmenter::Span span;
  std::string style;  // classes
  std::string id;     // of an anchor before it; empty: none
  std::string link;   // where it leads; empty: nowhere
  std::string data;   // a word of the attribute data-f; empty: none
};

// Writes one <section> for each section of `structure`, coloured by its tag, those of a court below
// barred at the left, paragraph by paragraph, with page numbers where a page begins; parties and
// items underlined, references linked to what they name, and `marks` besides. Ids begin with
// `prefix`: "PREFIX-s3" is section 3, "PREFIX-i5" item 5. All text is escaped; spans may cross one
// another or lie outside.
void write_marked_text(std::ostream& out, const ingest::Document& document,
                       const segmenter::Structure& structure, const Words& words,
                       std::string_view prefix, std::vector<TextMark> marks = {});

// The class that marks a section of a court below; empty for this court's.
std::string_view level_class(segmenter::Level level);

}  // namespace proviso::tasks
