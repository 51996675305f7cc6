// What a code point is to a line-breaker: East Asian or not, opener or closer.
#pragma once

#include <string_view>

namespace proviso::ingest {

// A Chinese character (also compatibility and extension blocks, 〇 and 々).
bool is_han(char32_t c);

// Set solid without spaces and broken anywhere: Han, kana, full-width forms and East Asian
// punctuation.
bool is_wide(char32_t c);

// Space of any width: U+0020, U+00A0, U+3000, U+2000 to U+200A.
bool is_space(char32_t c);

bool is_digit(char32_t c);   // ASCII digit
bool is_letter(char32_t c);  // letter of an alphabet with spaces between words; ICU's u_isalpha but
                             // for wide characters

// May not begin a line (kinsoku): closing punctuation of both widths.
bool is_closing(char32_t c);

// Ends a sentence or a lead-in: 。；：！？.;:!? and closing quotes or brackets behind them count by
// the caller.
bool is_final(char32_t c);

// Bytes of the item or article mark at the start of a line, 0 where there is none: 第三条, 一、,
// （二）, (1), 1., 2．, ①, ¶ 4, [12]. "2.5" is no mark.
std::size_t mark_length(std::string_view line);

}  // namespace proviso::ingest
