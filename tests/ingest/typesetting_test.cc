// A long statute, set as two books of other sizes, reads back as the same text.
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "ingest/layout/script.h"
#include "ingest/reader.h"
#include "tests/ingest/make_pdf.h"
#include "tests/ingest/temporary_folder.h"

namespace proviso::ingest {
namespace {

namespace fs = std::filesystem;

fs::path civil_code() {
  const char* shared = std::getenv("PROVISO_SHARED");
  return (shared != nullptr ? fs::path(shared) : fs::path(PROVISO_SOURCE_DIR) / ".." / "shared") /
         "data" / "zh_statutes" / "中华人民共和国民法典_20200528.txt";
}

struct Book {
  double size, left, leading;
  std::size_t line, page;  // characters of a line, lines of a page
  bool running_head;
};

std::string utf8(std::u32string_view text) {
  std::string bytes;
  for (const char32_t c : text) append_utf8(bytes, c);
  return bytes;
}

// Lines of a paragraph, its first set in by two characters; no line begins with a stop.
std::vector<std::u32string> lines_of(const std::u32string& paragraph, std::size_t width) {
  std::vector<std::u32string> lines;
  std::u32string line = U"　　";
  for (const char32_t c : paragraph) {
    if (line.size() >= width && !is_closing(c)) lines.push_back(std::exchange(line, {}));
    line.push_back(c);
  }
  lines.push_back(line);
  return lines;
}

std::string set(const std::vector<std::u32string>& paragraphs, const Book& book) {
  std::vector<std::u32string> lines;
  for (const std::u32string& paragraph : paragraphs) {
    for (auto& line : lines_of(paragraph, book.line)) lines.push_back(std::move(line));
  }
  MakePdf pdf;
  int number = 0;
  for (std::size_t first = 0; first < lines.size(); first += book.page) {
    pdf.page();
    ++number;
    if (book.running_head) pdf.chinese(190, 40, 9, "民法典（单行本）");
    const std::size_t end = std::min(first + book.page, lines.size());
    for (std::size_t i = first; i < end; ++i) {
      const double y = 80 + book.leading * static_cast<double>(i - first);
      // Spaces at the start are places, not characters.
      const std::size_t indent = std::min(lines[i].find_first_not_of(U'　'), lines[i].size());
      pdf.chinese(book.left + book.size * static_cast<double>(indent), y, book.size,
                  utf8(std::u32string_view(lines[i]).substr(indent)));
    }
    pdf.chinese(235, 675, 9, fmt::format("第{}页", number));
  }
  return pdf.bytes();
}

std::string without_spaces(const std::string& text) {
  std::u32string kept;
  for (const char32_t c : to_utf32(text)) {
    if (!is_space(c) && c != '\n') kept.push_back(c);
  }
  return utf8(kept);
}

class TypesettingTest : public Folder {};

TEST_F(TypesettingTest, ACodeOfLawSetTwiceReadsBackAsItIs) {
  std::ifstream in(civil_code());
  if (!in) GTEST_SKIP() << "no shared/data";
  std::vector<std::u32string> paragraphs;
  std::string whole;
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) continue;
    whole += line;
    paragraphs.push_back(to_utf32(line));
  }
  const Book books[] = {{12, 52, 19, 33, 29, true}, {14, 68, 24, 26, 23, false}};
  std::vector<std::string> bodies;
  for (const Book& book : books) {
    const Document document = read(put("book.pdf", set(paragraphs, book)), {});
    ASSERT_EQ(document.status, DocumentStatus::kOk) << document.reason;
    for (const Page& page : document.pages) EXPECT_EQ(page.method, Method::kText) << page.number;
    bodies.push_back(without_spaces(document.text));

    // Every article begins a paragraph, each once and in its order.
    std::vector<std::string> articles;
    std::set<std::string> distinct, chapters;
    std::size_t chapter_lines = 0;
    static const RE2 kArticle("^(第[一二三四五六七八九十百千零]+条)");
    static const RE2 kChapter("^第[一二三四五六七八九十百]+章");
    for (const Paragraph& p : document.paragraphs) {
      const std::string text = document.text.substr(p.start, p.end - p.start);
      std::string mark;
      if (RE2::PartialMatch(text, kArticle, &mark) && distinct.insert(mark).second) {
        articles.push_back(mark);
      }
      chapter_lines += RE2::PartialMatch(text, kChapter) ? 1 : 0;
    }
    EXPECT_EQ(distinct.size(), 1260u);
    ASSERT_FALSE(articles.empty());
    EXPECT_EQ(articles.front(), "第一条");
    EXPECT_EQ(articles.back(), "第一千二百六十条");
    EXPECT_EQ(chapter_lines, 168u);  // 84 in the contents and 84 in the body
    EXPECT_EQ(document.text.find("单行本"), std::string::npos);
  }
  EXPECT_EQ(bodies[0], bodies[1]);
  EXPECT_EQ(bodies[0], without_spaces(whole));
}

}  // namespace
}  // namespace proviso::ingest
