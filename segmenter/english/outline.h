// Cuts an English-language judgment into sections.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/english/grammar.h"
#include "segmenter/english/lines.h"
#include "segmenter/english/numbering.h"
#include "segmenter/structure.h"

namespace proviso::segmenter::english {

struct Outline {
  std::vector<Section> sections;         // tile the text
  std::vector<NumberedLine> paragraphs;  // the judgment's own, separate opinions' included
};

// Sections of a judgment (`lines` not empty). Each heading and each change of speaker begins one,
// with the heading's or speaker's line as its `heading`, also where the tag stays.
//   front        from the court's name to counsel, and the caption that is printed again before a
//                separate opinion
//   other        syllabus and headnote, which are the reporter's: no part of the opinion
//   background … the tag of the heading, by the table of the grammar. A heading that the table does
//                not know (the name of an issue, "The present case") divides the section it stands
//                in and keeps its tag: a wrong tag misleads more than a coarse one. But a ground,
//                an issue or a question behind facts or law is `analysis`. What stands before the
//                first heading is `background`, since judgments open with what the case is about; a
//                judgment without headings is `analysis`, the court's own words
//   dissent      a dissenting judge's whole opinion, whatever headings it has; concurrences are
//                `analysis`
//   conclusion   also the last paragraphs from the one that says what becomes of the case, where no
//                heading does, and what a row of asterisks parts off at the end
//   order        the operative words, to the signatures; in an opinion without numbered paragraphs
//                from the sentence that disposes of the case. A heading of this kind before the
//                court has turned to decide (the order appealed from) keeps the tag before it
//   appendix     what is headed so behind the opinion, with all its headings
//   footnotes    notes at the foot of a page (behind a rule, or numbered through with their marks
//                in the text) and at the end
// Headings of what the court below decided have level `first`.
Outline read_outline(std::string_view text, const std::vector<Line>& lines,
                     std::vector<NumberedLine> paragraphs, bool strasbourg, const Grammar& grammar);

}  // namespace proviso::segmenter::english
