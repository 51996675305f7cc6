// The paragraphs of a document, with those that are no text of it told apart.
#pragma once

#include <re2/re2.h>

#include <memory>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::segmenter::clauses {

enum class LineKind : std::uint8_t {
  kText,
  kFurniture,  // page numbers, repeated headers, "Source: …": may part a clause's words, never
               // clauses
  kContents,   // an entry or the heading of a table of contents
};

struct Line {
  Span span;  // without white space at both ends; never empty
  LineKind kind = LineKind::kText;
};

// The lines of `text`, blank ones left out. `furniture`: patterns that a whole line of furniture
// matches (may be null); a short line that stands three times or more in the document is furniture
// too. `contents`: matches the heading of a table of contents.
std::vector<Line> read_lines(std::string_view text, const RE2* furniture, const RE2* contents);

// Index of the first line that starts at or behind `offset`; lines.size() where there is none.
std::size_t line_from(const std::vector<Line>& lines, std::size_t offset);

// `end` moved back over white space and furniture, not before `start`.
std::size_t trimmed_end(std::string_view text, const std::vector<Line>& lines, std::size_t start,
                        std::size_t end);

}  // namespace proviso::segmenter::clauses
