// Which pieces of the vocabulary a draft may use: text, and in the script of its prompt.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/tokenizer.h"

namespace proviso::tasks {

// [vocabulary]: each piece as text by itself.
std::vector<std::string> spelled_pieces(const segmenter::Tokenizer& tokenizer);

// [vocabulary]: true for the pieces that never come. These are no text by themselves (a byte of a
// character, a mark of begin or end), or are written in the other script: Latin letters in a
// Chinese draft, Han characters and full-width signs in an English one, unless `prompt` holds them.
// A reader of two languages would else slide from the one into the other and not come back.
std::vector<bool> barred_pieces(std::span<const std::string> pieces, std::string_view prompt,
                                bool chinese);

// [vocabulary]: true for the pieces without a letter or Han character: figures, signs, line ends.
std::vector<bool> pieces_without_letters(std::span<const std::string> pieces);

// Bytes at the end of `text` behind its last letter or Han character.
std::size_t letterless_end(std::string_view text);

}  // namespace proviso::tasks
