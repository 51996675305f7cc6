#include "cli/table.h"

#include <sys/ioctl.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>

namespace proviso::cli {
namespace {

constexpr int kWithoutTerminal = 100, kNarrowest = 20, kWidest = 10000;
constexpr int kGap = 2;

struct Glyph {
  std::string_view bytes;
  UChar32 code = 0;
  int cells = 1;
};

int cells_of(UChar32 c) {
  const auto category = static_cast<UCharCategory>(u_charType(c));
  if (category == U_NON_SPACING_MARK || category == U_ENCLOSING_MARK || category == U_FORMAT_CHAR)
    return 0;
  const int east = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
  return east == U_EA_FULLWIDTH || east == U_EA_WIDE ? 2 : 1;
}

// Takes the first character off `text`; what is no UTF-8 counts as one cell a byte.
Glyph take(std::string_view& text) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  std::int32_t used = 0;
  UChar32 code = 0;
  U8_NEXT(bytes, used, static_cast<std::int32_t>(text.size()), code);
  Glyph glyph{text.substr(0, static_cast<std::size_t>(used)), code, code < 0 ? 1 : cells_of(code)};
  if (code < 0) glyph.bytes = "?";
  if (code >= 0 && (code < 0x20 || code == 0x7F || code == 0x2028 || code == 0x2029))
    glyph.bytes = " ";
  text.remove_prefix(static_cast<std::size_t>(used));
  return glyph;
}

bool breaks_anywhere(const Glyph& glyph) {
  return glyph.cells == 2;
}

}  // namespace

int width_of(std::string_view text) {
  int cells = 0;
  while (!text.empty()) cells += take(text).cells;
  return cells;
}

std::string cut(std::string_view text, int cells) {
  if (cells <= 0) return {};
  const bool fits = width_of(text) <= cells;
  const int room = fits ? cells : cells - 1;
  std::string result;
  int used = 0;
  while (!text.empty()) {
    const Glyph glyph = take(text);
    if (used + glyph.cells > room) break;
    result += glyph.bytes;
    used += glyph.cells;
  }
  return fits ? result : result + "…";
}

std::string padded(const std::string& text, int cells, bool right) {
  const std::string spaces(static_cast<std::size_t>(std::max(0, cells - width_of(text))), ' ');
  return right ? spaces + text : text + spaces;
}

std::vector<std::string> wrap(std::string_view text, int cells) {
  std::vector<std::string> lines;
  std::string line, word;  // `word`: what must not be parted from what may follow
  int line_cells = 0, word_cells = 0;
  const auto end_word = [&] {
    line += word;
    line_cells += word_cells;
    word.clear();
    word_cells = 0;
  };
  const auto end_line = [&] {
    while (line.ends_with(' ')) line.pop_back();
    lines.push_back(line);
    line.clear();
    line_cells = 0;
  };
  while (!text.empty()) {
    const Glyph glyph = take(text);
    if (line_cells + word_cells + glyph.cells > cells) {
      // A space ends its word here; a word longer than the line is cut.
      if (glyph.bytes == " " || line_cells == 0) end_word();
      end_line();
      if (glyph.bytes == " ") continue;
    }
    word += glyph.bytes;
    word_cells += glyph.cells;
    if (glyph.bytes == " " || breaks_anywhere(glyph)) end_word();
  }
  end_word();
  if (!line.empty() || lines.empty()) end_line();
  return lines;
}

int terminal_width(int file_descriptor) {
  winsize size{};
  if (ioctl(file_descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
    const char* const columns = std::getenv("COLUMNS");
    const int asked = columns == nullptr ? 0 : std::atoi(columns);
    return asked >= kNarrowest && asked <= kWidest ? asked : kWithoutTerminal;
  }
  return size.ws_col;
}

std::vector<int> Table::widths(int total) const {
  std::vector<int> result;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    int widest = width_of(columns_[i].heading);
    for (const auto& row : rows_) widest = std::max(widest, width_of(row.at(i)));
    result.push_back(widest);
  }
  const int gaps = kGap * (static_cast<int>(columns_.size()) - 1);
  int excess = std::accumulate(result.begin(), result.end(), gaps) - total;
  while (excess > 0) {
    std::size_t widest = columns_.size();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (result[i] > columns_[i].least &&
          (widest == columns_.size() || result[i] > result[widest]))
        widest = i;
    }
    if (widest == columns_.size()) break;
    --result[widest];
    --excess;
  }
  return result;
}

void Table::print(std::ostream& out, int total) const {
  const std::vector<int> cells = widths(total);
  const auto print_line = [&](const std::vector<std::string>& texts) {
    std::string line;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (i > 0) line.append(kGap, ' ');
      line += padded(texts[i], cells[i], columns_[i].right);
    }
    while (line.ends_with(' ')) line.pop_back();
    out << line << '\n';
  };
  std::vector<std::string> heading, rule;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    heading.push_back(cut(columns_[i].heading, cells[i]));
    rule.emplace_back(static_cast<std::size_t>(cells[i]), '-');
  }
  print_line(heading);
  print_line(rule);
  for (const auto& row : rows_) {
    std::vector<std::vector<std::string>> parts;
    std::size_t height = 1;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].wraps) {
        parts.push_back(wrap(row.at(i), cells[i]));
      } else {
        parts.push_back({cut(row.at(i), cells[i])});
      }
      height = std::max(height, parts.back().size());
    }
    for (std::size_t line = 0; line < height; ++line) {
      std::vector<std::string> texts;
      for (const auto& part : parts) texts.push_back(line < part.size() ? part[line] : "");
      print_line(texts);
    }
  }
}

}  // namespace proviso::cli
