// The numbered paragraphs of a judgment: [2002] 1 WLR 346 asks for them from the first to the last,
// through all speeches.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "segmenter/english/lines.h"

namespace proviso::segmenter::english {

struct NumberedLine {
  std::size_t line = 0;  // index into the lines
  std::uint32_t number = 0;
};

// The judgment's own numbered paragraphs, in order; empty where it has none that run through it.
// Marks: "12.", "12)", "[12]" or "12" before a capital, one of them in one document. Of all ways to
// read the lines as 1, 2, 3 … the one is taken that keeps most of them with the fewest doubts: a
// quoted passage brings numbers of its own, but it stands behind a colon or inside quotation marks,
// and the sequence goes on behind it. One or two missing numbers are passed over, and a number
// given twice, or a count that fell back by a few (automatic numbering does that), is kept outside
// quotations. Linear in the number of lines.
std::vector<NumberedLine> numbered_paragraphs(std::string_view text,
                                              const std::vector<Line>& lines);

// Does the mark of note `number` stand in the text not far before byte `at`: "law.2", right behind
// a word or its stop?
bool has_note_mark(std::string_view text, std::size_t at, std::uint32_t number);

}  // namespace proviso::segmenter::english
