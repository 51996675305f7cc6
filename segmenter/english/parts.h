// Lines that a judgment without numbered paragraphs is parted by, and notes at the foot of its
// pages.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/english/headings.h"

namespace proviso::segmenter::english {

// "I" … "IV", "A" … and "1" … alone on their lines, in order (one may be lost), as the Supreme
// Court of the United States parts its opinions: they become headings of `body`. So does an "A"
// that was run into its paragraph, where it follows on "I" and "B" stands alone behind it.
void mark_lone_parts(std::string_view text, const std::vector<Line>& lines, Body& body);

// Notes numbered through, each with its mark in the text before it, and one that begins with a
// star. `main`: the numbered paragraphs' lines, which are none. Linear.
void mark_notes(std::string_view text, const std::vector<Line>& lines,
                const std::vector<bool>& main, Body& body);

}  // namespace proviso::segmenter::english
