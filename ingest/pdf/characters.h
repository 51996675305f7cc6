// How ordinary text looks, character by character.
#pragma once

#include <map>
#include <memory>
#include <string_view>

namespace proviso::ingest {

// Level 1 of GB 2312, Big5 and JIS X 0208: the ideographs that ordinary text is made of. Not
// thread-safe: it remembers.
class CommonHan {
 public:
  CommonHan();
  ~CommonHan();
  CommonHan(const CommonHan&) = delete;
  CommonHan& operator=(const CommonHan&) = delete;
  bool contains(char32_t c);

 private:
  struct Tables;
  std::unique_ptr<Tables> tables_;
  std::map<char32_t, bool> known_;
};

// The five hundred ideographs that modern Chinese is most made of, simplified and traditional:
// three quarters of any text, an eighth of the common ones.
bool is_frequent_han(char32_t c);

// The eight letters that most languages of Europe use most (e, t, a, o, i, n, s, r, in both cases):
// half to two thirds of a text, under a third of what another alphabet's letters stand for.
bool is_frequent_letter(char32_t c);

bool is_ascii_upper(char32_t c);
bool is_ascii_lower(char32_t c);
bool is_ascii_letter(char32_t c);
bool is_vowel(char32_t c);  // of English

// Of the words of three letters or more in `text`, those that look like words: a fifth of vowels,
// no capital behind a small letter. 0 where there is none.
double likeness_to_words(std::u32string_view text);

}  // namespace proviso::ingest
