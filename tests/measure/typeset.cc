#include "tests/measure/typeset.h"

#include <fmt/format.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include "ingest/layout/script.h"

namespace proviso::ingest {

std::string bytes_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string utf8(std::u32string_view text) {
  std::string bytes;
  for (const char32_t c : text) append_utf8(bytes, c);
  return bytes;
}

namespace {

// A Latin font of the machine.
constexpr const char* kLatinFont = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf";

// Its widths of 32 … 255 in thousandths of an em; an em's 0.636, that of its figures, without it.
std::vector<long> latin_widths() {
  std::vector<long> widths(256 - 32, 636);
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  if (FT_Init_FreeType(&library) != 0) return widths;
  if (FT_New_Face(library, kLatinFont, 0, &face) == 0) {
    for (unsigned c = 32; c < 256; ++c) {
      FT_Load_Char(face, c, FT_LOAD_NO_SCALE);
      widths[c - 32] = face->glyph->metrics.horiAdvance * 1000 / face->units_per_EM;
    }
    FT_Done_Face(face);
  }
  FT_Done_FreeType(library);
  return widths;
}

float width_of(char32_t c) {
  static const std::vector<long> widths = latin_widths();
  return c >= 32 && c < 0x80 ? static_cast<float>(widths[c - 32]) / 1000 : 1.0F;
}

std::string escaped(const std::string& part) {
  return part == "(" || part == ")" || part == "\\" ? "\\" + part : part;
}

}  // namespace

void set_chinese(MakePdf& pdf, float x, float y, float size, std::u32string_view line) {
  for (std::size_t first = 0; first < line.size();) {
    std::size_t end = first;
    const bool ascii = line[first] < 0x80;
    while (end < line.size() && (line[end] < 0x80) == ascii && (!ascii || end == first)) ++end;
    const std::string part = utf8(line.substr(first, end - first));
    if (!ascii) {
      pdf.chinese(x, y, size, part);
    } else if (part != " ") {
      pdf.latin(x, y, size, escaped(part));
    }
    for (std::size_t i = first; i < end; ++i) x += width_of(line[i]) * size;
    first = end;
  }
}

void embed_latin(MakePdf& pdf) {
  const std::string file = bytes_of(kLatinFont);
  if (file.empty()) return;
  pdf.latin_font = fmt::format(
      "<</Type/Font/Subtype/TrueType/BaseFont/Serif/Encoding/WinAnsiEncoding/FirstChar 32"
      "/LastChar 255/Widths[{}]/FontDescriptor<</Type/FontDescriptor/FontName/Serif/Flags 32"
      "/FontBBox[-700 -350 1700 1100]/Ascent 940/Descent -240/CapHeight 730/ItalicAngle 0/StemV "
      "80/FontFile2 {} 0 R>>>>",
      fmt::join(latin_widths(), " "), pdf.first_more());
  pdf.more.push_back(fmt::format("<</Length {}/Length1 {}>>stream\n{}\nendstream", file.size(),
                                 file.size(), file));
}

std::vector<std::u32string> wrapped(std::u32string_view paragraph, float width, bool chinese) {
  std::vector<std::u32string> lines;
  std::u32string line = chinese ? U"　　" : U"";
  float used = chinese ? 2 : 0;
  for (std::size_t i = 0; i < paragraph.size(); ++i) {
    const float next = width_of(paragraph[i]);
    if (chinese && used + next > width && !is_closing(paragraph[i])) {
      lines.push_back(std::exchange(line, {}));
      used = 0;
    }
    line.push_back(paragraph[i]);
    used += next;
  }
  lines.push_back(line);
  return lines;
}

std::string typeset(std::u32string_view text) {
  constexpr float kSize = 14, kLeft = 54, kTop = 50, kStep = 25;
  constexpr std::size_t kLines = 24;
  std::vector<std::u32string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(U'\n', at), text.size());
    if (end > at) {
      for (auto& line : wrapped(text.substr(at, end - at), 28, true))
        lines.push_back(std::move(line));
    }
    at = end + 1;
  }
  MakePdf pdf;
  pdf.chinese_font = "Noto#20Serif#20CJK#20SC";
  for (std::size_t first = 0, number = 1; first < lines.size(); first += kLines, ++number) {
    pdf.page();
    for (std::size_t i = first; i < std::min(first + kLines, lines.size()); ++i) {
      set_chinese(pdf, kLeft, kTop + kStep * static_cast<float>(i - first), kSize, lines[i]);
    }
    pdf.latin(236, 670, 11, fmt::format("- {} -", number));
  }
  embed_latin(pdf);
  return pdf.bytes();
}

}  // namespace proviso::ingest
