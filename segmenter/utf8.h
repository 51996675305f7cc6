// Steps over valid UTF-8, byte offsets in and out, and reads the room's data files.
#pragma once

#include <string_view>
#include <vector>

namespace proviso::segmenter {

// The code point that starts at `at`; `at` < text.size().
inline char32_t code_point(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<char32_t>(static_cast<unsigned char>(text[at + i]))
                                : 0;
  };
  const char32_t lead = byte(0);
  if (lead < 0x80) return lead;
  if (lead < 0xE0) return ((lead & 0x1F) << 6) | (byte(1) & 0x3F);
  if (lead < 0xF0) return ((lead & 0x0F) << 12) | ((byte(1) & 0x3F) << 6) | (byte(2) & 0x3F);
  return ((lead & 0x07) << 18) | ((byte(1) & 0x3F) << 12) | ((byte(2) & 0x3F) << 6) |
         (byte(3) & 0x3F);
}

// Start of the code point behind the one at `at`, and of the one before `at`.
inline std::size_t next(std::string_view text, std::size_t at) {
  do ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
  return at;
}
inline std::size_t previous(std::string_view text, std::size_t at) {
  do --at;
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
  return at;
}
inline char32_t before(std::string_view text, std::size_t at) {
  return code_point(text, previous(text, at));
}

// Number of code points.
inline std::size_t length(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

// The lines of a data file, without empty lines and those that start with '#'.
inline std::vector<std::string_view> data_lines(std::string_view file) {
  std::vector<std::string_view> lines;
  while (!file.empty()) {
    const std::size_t end = file.find('\n');
    const std::string_view line = file.substr(0, end);
    if (!line.empty() && line.front() != '#') lines.push_back(line);
    file.remove_prefix(end == std::string_view::npos ? file.size() : end + 1);
  }
  return lines;
}

}  // namespace proviso::segmenter
