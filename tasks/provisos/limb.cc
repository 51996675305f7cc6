#include "tasks/provisos/limb.h"

#include <algorithm>

#include "segmenter/utf8.h"

namespace proviso::tasks {

using segmenter::Span;
using std::string_view;

Span trimmed(string_view text, std::size_t start, std::size_t end) {
  static constexpr std::u32string_view kOpen = U"“（(「『[", kClose = U"”）)」』]";
  static constexpr std::u32string_view kSpace = U" ,;:.\n\t\r，。；：、　！？＂";
  const auto in = [](std::u32string_view set, char32_t c) {
    return set.find(c) != std::u32string_view::npos;
  };
  // Whether as many marks of this pair open as close.
  const auto partner = [&](std::size_t pair) {
    int open = 0;
    for (std::size_t i = start; i < end; i = segmenter::next(text, i)) {
      const char32_t c = segmenter::code_point(text, i);
      open += c == kOpen[pair] ? 1 : c == kClose[pair] ? -1 : 0;
    }
    return open == 0;
  };
  while (start < end) {
    const char32_t c = segmenter::code_point(text, start);
    const std::size_t pair = kOpen.find(c);
    if (!in(kSpace, c) && !in(kClose, c) && (pair == kOpen.npos || partner(pair))) break;
    start = segmenter::next(text, start);
  }
  while (start < end) {
    const char32_t c = segmenter::before(text, end);
    const std::size_t pair = kClose.find(c);
    if (!in(kSpace, c) && !in(kOpen, c) && (pair == kClose.npos || partner(pair))) break;
    end = segmenter::previous(text, end);
  }
  return {start, std::max(start, end)};
}

}  // namespace proviso::tasks
