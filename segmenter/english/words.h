// Letters, capitals and ends of sentences of a line in English.
#pragma once

#include <cstddef>
#include <string_view>

namespace proviso::segmenter::english {

inline bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
inline bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

struct Letters {
  std::size_t words = 0, upper_words = 0;      // words; those with a capital
  std::size_t long_words = 0, long_upper = 0;  // the same of words of four letters and more
  std::size_t letters = 0, lower_letters = 0;  // of the Latin alphabet without marks
};
Letters count(std::string_view words);

// Nearly all letters are capitals; the longer words begin with one.
bool all_capitals(const Letters& letters);
bool title_case(const Letters& letters);

// Does a sentence, a quotation or a lead-in end here? A note's mark may follow the stop.
bool ends_sentence(std::string_view words);

}  // namespace proviso::segmenter::english
