#include "segmenter/language.h"

#include <algorithm>

#include "segmenter/utf8.h"

namespace proviso::segmenter {

std::string language_of(std::string_view text) {
  std::size_t han = 0, latin = 0;
  const std::size_t end = std::min<std::size_t>(text.size(), 20000);
  for (std::size_t at = 0; at < end; ++at) {
    const unsigned char byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      latin += static_cast<unsigned char>((byte | 32) - 'a') < 26;
    } else if (byte >= 0xE4 && byte <= 0xE9) {  // leads of U+4000 … U+9FFF
      const char32_t c = code_point(text, at);
      han += c >= 0x4E00 && c <= 0x9FFF;
    }
  }
  if (han == 0 && latin == 0) return "";
  return han * 3 >= latin ? "zh" : "en";
}

}  // namespace proviso::segmenter
