// Text whose paragraphs were broken into lines of one width.
#pragma once

#include <string>
#include <string_view>

namespace proviso::segmenter::clauses {

// `text` with a blank in the place of each line break at which the width of the line, not the end
// of a paragraph, broke it: as long as `text`, so that offsets hold for both. Empty where the lines
// of `text` are not of one width (50 to 110 bytes). A break counts as one of width where the first
// word below it would not have fitted, unless a sentence ends and a mark or capitals follow.
// Linear.
std::string unwrapped(std::string_view text);

}  // namespace proviso::segmenter::clauses
