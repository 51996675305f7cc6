#include "tasks/mentions/folded.h"

#include <algorithm>

namespace proviso::tasks {
namespace {

char32_t decode(std::string_view text, std::size_t at, std::size_t bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  switch (bytes) {
    case 2:
      return (byte(0) & 0x1FU) << 6 | (byte(1) & 0x3FU);
    case 3:
      return (byte(0) & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
    case 4:
      return (byte(0) & 0x07U) << 18 | (byte(1) & 0x3FU) << 12 | (byte(2) & 0x3FU) << 6 |
             (byte(3) & 0x3FU);
    default:
      return byte(0);
  }
}

// The folded spelling of a code point; empty to keep it.
std::string_view spelling(char32_t c) {
  switch (c) {
    case U'\u3000':
    case U'\u00A0':
    case U'\t':
    case U'\r':
    case U'\u2003':
    case U'\u2002':
      return " ";
    case U'－':
    case U'−':
    case U'–':
    case U'﹣':
    case U'—':
      return "-";
    case U'✕':
    case U'╳':
    case U'✖':
    case U'＊':
    case U'*':
    case U'Ｘ':
    case U'ｘ':
    case U'х':
    case U'Х':
      return "×";
    case U'〔':
    case U'【':
    case U'［':
    case U'｛':
    case U'[':
    case U'{':
      return "(";
    case U'〕':
    case U'】':
    case U'］':
    case U'｝':
    case U']':
    case U'}':
      return ")";
    case U'圆':
    case U'圓':
      return "元";
    case U'萬':
      return "万";
    case U'億':
      return "亿";
    case U'○':
    case U'◯':
      return "〇";
    case U'￥':
      return "¥";
    case U'﹪':
      return "%";
    default:
      return {};
  }
}

}  // namespace

std::size_t code_point_bytes(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  if (byte < 0xC0) return 1;
  if (byte < 0xE0) return 2;
  return byte < 0xF0 ? 3 : 4;
}

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

std::size_t previous_code_point(std::string_view text, std::size_t offset) {
  if (offset == 0) return 0;
  do {
    --offset;
  } while (offset > 0 && (static_cast<unsigned char>(text[offset]) & 0xC0U) == 0x80U);
  return offset;
}

std::size_t Folded::folded(std::size_t offset) const {
  return static_cast<std::size_t>(std::lower_bound(origin.begin(), origin.end(), offset) -
                                  origin.begin());
}

Folded fold(std::string_view text) {
  Folded folded;
  folded.text.reserve(text.size());
  folded.origin.reserve(text.size() + 1);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = std::min(code_point_bytes(text[at]), text.size() - at);
    const char32_t c = decode(text, at, bytes);
    std::string_view out = spelling(c);
    char ascii = 0;
    if (out.empty() && c >= U'！' && c <= U'～') {
      ascii = static_cast<char>(c - U'！' + U'!');
      out = {&ascii, 1};
    }
    if (out.empty()) out = text.substr(at, bytes);
    folded.text.append(out);
    folded.origin.insert(folded.origin.end(), out.size(), static_cast<std::uint32_t>(at));
    at += bytes;
  }
  folded.origin.push_back(static_cast<std::uint32_t>(text.size()));
  return folded;
}

}  // namespace proviso::tasks
