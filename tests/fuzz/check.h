// What all fuzz targets share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

// The entry that libFuzzer and replay.cc call. Declared here, since nothing else declares it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace proviso::fuzz {

// Ends the process, as libFuzzer wants it, when a promise is broken.
inline void check(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

// `bytes` with U+FFFD for whatever is no UTF-8 (overlong forms and surrogates too).
inline std::string valid_utf8(const std::uint8_t* bytes, std::size_t size) {
  std::string out;
  for (std::size_t at = 0; at < size;) {
    const std::uint8_t lead = bytes[at];
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    bool sound = length > 0 && at + length <= size;
    for (std::size_t i = 1; sound && i < length; ++i) sound = (bytes[at + i] & 0xC0) == 0x80;
    if (sound && length >= 3) {
      const std::uint8_t second = bytes[at + 1];
      sound = !(lead == 0xE0 && second < 0xA0) && !(lead == 0xED && second > 0x9F) &&
              !(lead == 0xF0 && second < 0x90) && !(lead == 0xF4 && second > 0x8F);
    }
    if (sound) {
      for (std::size_t i = 0; i < length; ++i) out += static_cast<char>(bytes[at + i]);
      at += length;
    } else {
      out += "\xEF\xBF\xBD";
      ++at;
    }
  }
  return out;
}

}  // namespace proviso::fuzz
