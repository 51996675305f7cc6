// Page numbers, told by their run through the document.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/clauses/lines.h"

namespace proviso::segmenter::clauses {

// Takes the numbers of pages off the lines of `text`: those that stand on a line of their own
// ("7.", "2 | Page", "- 3 -") become furniture, those at the head or the foot of a line that holds
// a whole page ("4 ARTICLE 4 …", "… as above. 5") fall outside its span. A number counts as a
// page's only where several run up through the document and at least half of them stand where no
// clause could begin. Linear in the number of lines.
void take_off_page_numbers(std::string_view text, std::vector<Line>& lines);

}  // namespace proviso::segmenter::clauses
