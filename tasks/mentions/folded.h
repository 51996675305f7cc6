// A document's text with the widths of its characters made equal, and the way back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::tasks {

// `text`: full-width ASCII (Ａ１，（＝…) as ASCII, every sort of space but '\n' as ' ', every sort
// of minus between as
// '-', ✕ ╳ ＊ as ×, 〔【［ as '(' and 〕】］ as ')', 圆 as 元, O ○ Ｏ between Chinese numerals as
// 〇. Everything else as it was. One code point gives exactly one code point.
struct Folded {
  std::string text;
  std::vector<std::uint32_t>
      origin;  // byte of `text` -> byte of the document; one more for the end

  segmenter::Span original(std::size_t start, std::size_t end) const {
    return {origin[start], origin[end]};
  }
  // The first folded byte whose origin is at or after `offset`.
  std::size_t folded(std::size_t offset) const;
};

// Documents beyond 4 GiB do not occur (ingest refuses them).
Folded fold(std::string_view text);

// Length in bytes of the UTF-8 code point that begins with `lead`; 1 for a stray byte.
std::size_t code_point_bytes(char lead);
// Number of code points.
std::size_t code_points(std::string_view text);
// Byte offset of the code point before `offset`; 0 at the start.
std::size_t previous_code_point(std::string_view text, std::size_t offset);

}  // namespace proviso::tasks
