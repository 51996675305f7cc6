// The lines of a document: its paragraphs, as the reading of the pages made them.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::segmenter::english {

struct Line {
  Span span;   // from the line's first byte to behind its '\n'
  Span words;  // the same without blanks (also U+00A0, U+FEFF) at the ends; never empty
};

// The lines that are not blank. Where the pages are pleading paper (each line numbered in the
// margin from 1 to 28, again on each page) and the reading kept these numbers, words begin behind
// them. Linear.
std::vector<Line> lines_of(std::string_view text);

inline std::string_view words_of(std::string_view text, const Line& line) {
  return text.substr(line.words.start, line.words.size());
}

// The same, no more than its first `most` bytes, cut at a code point.
std::string_view words_of(std::string_view text, const Line& line, std::size_t most);

// Does a line begin a quotation that it does not end, and does it end one that stood open? By curly
// quotation marks, or by straight ones at the line's ends.
bool opens_quotation(std::string_view words);
bool closes_quotation(std::string_view words);

}  // namespace proviso::segmenter::english
