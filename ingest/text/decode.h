// From the bytes of a text file to clean UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace proviso::ingest {

enum class Encoding { kUtf8, kGb18030, kBig5, kUtf16 };

// "UTF-8", "GB18030", …
std::string_view name(Encoding encoding);

struct Decoded {
  std::string text;  // valid UTF-8; lines end in '\n' alone; no control character but '\n' and '\t'
  Encoding encoding = Encoding::kUtf8;
  std::size_t replaced = 0;    // how many U+FFFD were put in for bytes that are no character
  std::size_t characters = 0;  // decoded, those dropped included
  // Characters that a text has no use for: U+FFFD, controls but white space, unassigned code
  // points, and those of private use.
  std::size_t strange = 0;
};

// Decodes the whole of `bytes`. With a byte order mark: what the mark says. Otherwise UTF-8 where
// the bytes are valid UTF-8 without NUL, or nearly so (at most one faulty sequence to four good
// ones: a damaged UTF-8 file); UTF-16 of either order where almost all of its code units are then
// characters of Chinese or English text; else GB18030, of which GBK and GB2312 are subsets, or Big5
// where that gives far more of the most frequent characters. CR, CRLF and form feed become '\n';
// NUL, other control characters and U+FEFF are dropped.
Decoded decode(std::string_view bytes);

// As decode(), from the encoding that the document itself names ("gb2312", "GBK", "utf-8", "big5",
// "iso-8859-1", … without regard to case), where it is one of those known here and the bytes do not
// say otherwise; else as without a name.
Decoded decode_as(std::string_view bytes, std::string_view charset);

// Without the control characters that decode() drops; for text that is UTF-8 already.
std::string without_controls(std::string_view utf8);

// Appends one code point as UTF-8; surrogates and values over U+10FFFF become U+FFFD.
void append_utf8(std::string& out, char32_t code_point);

// The code points of valid UTF-8.
std::u32string to_utf32(std::string_view utf8);

}  // namespace proviso::ingest
