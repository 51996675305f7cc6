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

#include "ingest/reader.h"
#include "tests/ingest/set_book.h"
#include "tests/ingest/temporary_folder.h"

namespace proviso::ingest {
namespace {

namespace fs = std::filesystem;

fs::path civil_code() {
  const char* shared = std::getenv("PROVISO_SHARED");
  return (shared != nullptr ? fs::path(shared) : fs::path(PROVISO_SOURCE_DIR) / ".." / "shared") /
         "data" / "zh_statutes" / "中华人民共和国民法典_20200528.txt";
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
  const Book books[] = {{12, 52, 19, 33, 29, "民法典（单行本）"}, {14, 68, 24, 26, 23, ""}};
  std::vector<std::string> bodies;
  for (const Book& book : books) {
    const Document document = read(put("book.pdf", set_book(paragraphs, book)), {});
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
