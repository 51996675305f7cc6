#include "ingest/layout/script.h"

#include <re2/re2.h>
#include <unicode/uchar.h>

#include <algorithm>

namespace proviso::ingest {
namespace {

bool in(std::u32string_view set, char32_t c) {
  return set.find(c) != std::u32string_view::npos;
}

}  // namespace

bool is_han(char32_t c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x20000 && c <= 0x3FFFF) || (c >= 0xF900 && c <= 0xFAFF) || c == 0x3005 ||
         c == 0x3007;
}

bool is_wide(char32_t c) {
  return is_han(c) || (c >= 0x2E80 && c <= 0x30FF && c != 0x3000) || (c >= 0xFF01 && c <= 0xFF60) ||
         (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x3100 && c <= 0x33FF) ||
         (c >= 0xFE30 && c <= 0xFE4F) || (c >= 0x2460 && c <= 0x24FF) || in(U"“”‘’…—", c);
}

bool is_space(char32_t c) {
  return c == ' ' || c == 0xA0 || c == 0x3000 || (c >= 0x2000 && c <= 0x200A);
}

bool is_digit(char32_t c) {
  return c >= '0' && c <= '9';
}

bool is_letter(char32_t c) {
  return !is_wide(c) && u_isalpha(static_cast<UChar32>(c));
}

bool is_closing(char32_t c) {
  return in(U"，。、；：！？）》〉」』】〕”’…％%,.;:!?)]}·", c);
}

bool is_final(char32_t c) {
  return in(U"。；：！？.;:!?", c);
}

std::size_t mark_length(std::string_view line) {
  static const RE2 kMark(
      "^(第[一二三四五六七八九十百千零〇0-9０-９]+[条章节编款项]|"
      "[一二三四五六七八九十]{1,3}、|"
      "[（(][一二三四五六七八九十0-9０-９]{1,3}[）)]|"
      "[0-9０-９]{1,3}[、．]|[0-9]{1,3}\\.(?:[^0-9]|$)|[①-⑳]|"
      "[(][a-z]{1,4}[)]|¶ ?[0-9]{1,4}|\\[[0-9]{1,3}\\])");
  re2::StringPiece mark;
  if (!RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), kMark, &mark)) return 0;
  const std::size_t dot = mark.find('.');
  return dot == re2::StringPiece::npos ? mark.size() : dot + 1;
}

}  // namespace proviso::ingest
