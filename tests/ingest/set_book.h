// Sets a long text as a book, the way browsers and word processors leave their pages.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ingest/layout/script.h"
#include "ingest/text/decode.h"
#include "tests/ingest/make_pdf.h"

namespace proviso::ingest {

struct Book {
  double size, left, leading;
  std::size_t line, page;  // characters of a line, lines of a page
  std::string head;        // over each page; empty: none
  double spread = 0;       // points more from one character to the next: a justified line
  std::size_t run = 0;     // characters shown at once; 0: the whole line
};

inline std::string utf8(std::u32string_view text) {
  std::string bytes;
  for (const char32_t c : text) append_utf8(bytes, c);
  return bytes;
}

// Lines of a paragraph, its first set in by two characters; no line begins with a stop.
inline std::vector<std::u32string> lines_of(const std::u32string& paragraph, std::size_t width) {
  std::vector<std::u32string> lines;
  std::u32string line = U"　　";
  for (const char32_t c : paragraph) {
    if (line.size() >= width && !is_closing(c)) lines.push_back(std::exchange(line, {}));
    line.push_back(c);
  }
  lines.push_back(line);
  return lines;
}

inline void set_line(MakePdf& pdf, const std::u32string& line, double y, const Book& book) {
  // Spaces at the start are places, not characters.
  const std::size_t indent = std::min(line.find_first_not_of(U'　'), line.size());
  const double pitch = book.size + book.spread;
  const std::size_t step = book.spread > 0 ? 1 : book.run > 0 ? book.run : line.size();
  for (std::size_t i = indent; i < line.size(); i += step) {
    pdf.chinese(book.left + pitch * static_cast<double>(i), y, book.size,
                utf8(std::u32string_view(line).substr(i, step)));
  }
}

// The bytes of a PDF of `paragraphs`; each page has its number at the foot.
inline std::string set_book(const std::vector<std::u32string>& paragraphs, const Book& book) {
  std::vector<std::u32string> lines;
  for (const std::u32string& paragraph : paragraphs) {
    for (auto& line : lines_of(paragraph, book.line)) lines.push_back(std::move(line));
  }
  MakePdf pdf;
  int number = 0;
  for (std::size_t first = 0; first < lines.size(); first += book.page) {
    pdf.page();
    ++number;
    if (!book.head.empty()) pdf.chinese(190, 40, 9, book.head);
    const std::size_t end = std::min(first + book.page, lines.size());
    for (std::size_t i = first; i < end; ++i) {
      set_line(pdf, lines[i], 80 + book.leading * static_cast<double>(i - first), book);
    }
    pdf.chinese(235, 675, 9, fmt::format("第{}页", number));
  }
  return pdf.bytes();
}

inline std::string without_spaces(const std::string& text) {
  std::u32string kept;
  for (const char32_t c : to_utf32(text)) {
    if (!is_space(c) && c != '\n') kept.push_back(c);
  }
  return utf8(kept);
}

}  // namespace proviso::ingest
