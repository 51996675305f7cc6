// Where a span of a limb may begin and end: the places that proposals are made from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/provisos/limb.h"

namespace proviso::tasks {

// A stop, a bracket or a word: a span may end before it and begin behind it. A word may also begin
// a span.
struct Cut {
  segmenter::Span span;
  bool word = false;
};

// The cuts of text[from, to), ascending.
std::vector<Cut> cuts_of(std::string_view text, std::size_t from, std::size_t to, bool chinese);

// Letters of a word in English, so that "except" is not found in "exception".
bool whole_word(std::string_view text, segmenter::Span span);

// The first (last) `count` characters of `words`; English: words, in small letters.
std::string first_words(std::string_view words, int count, bool chinese);
std::string last_words(std::string_view words, int count, bool chinese);

}  // namespace proviso::tasks
