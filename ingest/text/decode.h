// From the bytes of a text file to clean UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace proviso::ingest {

enum class Encoding { kUtf8, kGb18030, kUtf16 };

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
// the bytes are valid UTF-8, or nearly so (at most one faulty sequence to four good ones: a damaged
// UTF-8 file); else GB18030, of which GBK and GB2312 are subsets. CR, CRLF and form feed become
// '\n'; NUL, other control characters and U+FEFF are dropped.
Decoded decode(std::string_view bytes);

// Appends one code point as UTF-8; surrogates and values over U+10FFFF become U+FFFD.
void append_utf8(std::string& out, char32_t code_point);

// The code points of valid UTF-8.
std::u32string to_utf32(std::string_view utf8);

}  // namespace proviso::ingest
