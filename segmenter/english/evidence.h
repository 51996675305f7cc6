// Whether a document is a judgment, decision or opinion of a court in English.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/english/grammar.h"
#include "segmenter/english/lines.h"
#include "segmenter/english/numbering.h"

namespace proviso::segmenter::english {

// A judgment shows both halves of its form: a caption (court, neutral citation, case number,
// parties against each other, bench), and that a judge decides (title, a judge's speech, order or
// verdict at the end). Enough groups of the first kind, one of the second and none against it, as
// grammar/en_judgment.json weighs them. The caption is looked for in the first lines only: a
// contract, a statute or a newspaper may name courts anywhere. `paragraphs`: those that are
// numbered through, if any: they stand for one group of the decision, and words against it are
// looked for before the first of them.
bool is_judgment(std::string_view text, const std::vector<Line>& lines,
                 const std::vector<NumberedLine>& paragraphs, const Grammar& grammar);

}  // namespace proviso::segmenter::english
