// The headings of clauses.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/clauses/lines.h"
#include "segmenter/clauses/numbering.h"
#include "segmenter/structure.h"

namespace proviso::segmenter::clauses {

// The heading of the clause whose mark is `mark` and whose words before its first sub-clause end at
// `end`: mark and title, from the mark's line (ARTICLE I  TERM), the line below it, or run into the
// paragraph (1. Services. …; 第一条 定义：…). Empty where the clause has none.
Span heading_of(std::string_view text, const std::vector<Line>& lines, Span mark, std::size_t end);

// Where the title begins that stands in front of the mark at `mark` instead of behind it: on the
// line above, or behind the last sentence of the same line ("… accordingly. Purpose 3. The …").
// kNone where there is none. Nothing before `from` is looked at.
std::size_t title_before(std::string_view text, const std::vector<Line>& lines, std::size_t from,
                         std::size_t mark);

// Whether a whole line reads as a heading: short, in capitals or title case (few characters and no
// comma in Chinese), no sentence.
bool is_heading_line(std::string_view line);

// Clauses without numbers: the headings in `part` that stand on their own line or run into the
// paragraph as `run_in` (RE2, group "at") finds them.
std::vector<Span> bare_headings(std::string_view text, const std::vector<Line>& lines, Span part,
                                const RE2& run_in);

}  // namespace proviso::segmenter::clauses
