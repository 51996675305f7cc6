#include "tasks/inspect/html.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "outline_data.h"
#include "segmenter/structure.h"
#include "tasks/inspect/words.h"

namespace proviso::tasks {

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
    }
  }
  return out;
}

std::string dark_colour(std::string_view colour) {
  constexpr std::array<int, 3> kGround{0x17, 0x18, 0x1c};  // --ground of page.css in the dark
  constexpr double kShare = 0.2;
  std::string out = "#";
  for (std::size_t i = 0; i < kGround.size(); ++i) {
    int value = 0;
    const std::string_view digits = colour.substr(1 + 2 * i, 2);
    std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    // The pale colours of the table, as strong as they differ from white.
    const double strong = 255 - (255 - value) * 2.2;
    const double mixed = kGround[i] * (1 - kShare) + std::max(strong, 0.0) * kShare;
    out += fmt::format("{:02x}", static_cast<int>(std::lround(mixed)));
  }
  return out;
}

std::string page_styles() {
  std::string out(outline::data::page), dark;
  for (std::size_t i = 0; i < segmenter::kTagNames.size(); ++i) {
    const auto tag = static_cast<segmenter::Tag>(i);
    out += fmt::format(".t-{} {{ background: {}; }}\n", name(tag), Words::colour(tag));
    dark +=
        fmt::format("  .t-{} {{ background: {}; }}\n", name(tag), dark_colour(Words::colour(tag)));
  }
  // Paper is white, whatever the screen prefers.
  return out + "@media screen and (prefers-color-scheme: dark) {\n" + dark + "}\n";
}

}  // namespace proviso::tasks
