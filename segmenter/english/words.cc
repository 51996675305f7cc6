#include "segmenter/english/words.h"

namespace proviso::segmenter::english {

Letters count(std::string_view words) {
  Letters out;
  bool inside = false;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= words.size(); ++i) {
    const char c = i < words.size() ? words[i] : ' ';
    const bool letter = is_upper(c) || is_lower(c) || (c & '\x80');
    out.letters += is_upper(c) || is_lower(c);
    out.lower_letters += is_lower(c);
    if (letter && !inside) start = i, ++out.words;
    if (!letter && inside) {
      const bool capital = is_upper(words[start]);
      out.upper_words += capital;
      if (i - start >= 4) ++out.long_words, out.long_upper += capital;
    }
    inside = letter;
  }
  return out;
}

bool all_capitals(const Letters& l) {
  return l.letters >= 4 && l.lower_letters * 10 <= l.letters;
}
bool title_case(const Letters& l) {
  return l.words > 0 && l.upper_words > 0 && l.long_upper * 4 >= l.long_words * 3;
}

bool ends_sentence(std::string_view words) {
  for (const std::string_view end : {".", "?", "!", ":", ";", "”", "\"", "’", ")", "]", "…", "*"}) {
    if (words.ends_with(end)) return true;
  }
  // a footnote's mark behind the stop
  std::size_t digits = 0;
  while (digits < 3 && digits < words.size() && is_digit(words[words.size() - 1 - digits]))
    ++digits;
  words.remove_suffix(digits);
  return digits > 0 && (words.ends_with(".") || words.ends_with("”") || words.ends_with(")"));
}

}  // namespace proviso::segmenter::english
