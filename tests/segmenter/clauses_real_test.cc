// All statutes of PROVISO_SHARED: every article is found, once and in order.
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "ingest/text/plain.h"
#include "segmenter/segmenter.h"

namespace proviso::segmenter {
namespace {

namespace fs = std::filesystem;

fs::path statutes() {
  const char* shared = std::getenv("PROVISO_SHARED");
  return (shared != nullptr ? fs::path(shared) : fs::path(PROVISO_SOURCE_DIR) / "../shared") /
         "data/zh_statutes";
}

std::size_t starting(const std::string& text, const Structure& structure, const RE2& pattern) {
  return static_cast<std::size_t>(
      std::count_if(structure.items.begin(), structure.items.end(), [&](const Item& item) {
        return item.kind == ItemKind::kClause && !item.number.empty() &&
               pattern.Match(text, item.span.start, text.size(), RE2::ANCHOR_START, nullptr, 0);
      }));
}

TEST(RealStatutes, LoseNoArticle) {
  if (!fs::exists(statutes())) GTEST_SKIP() << "no " << statutes();
  const RE2 article("第[一二三四五六七八九十百千零〇\\d]+条"),
      chapter("第[一二三四五六七八九十百]+章");
  std::size_t files = 0, articles = 0;
  for (const auto& entry : fs::recursive_directory_iterator(statutes())) {
    if (entry.path().extension() != ".txt") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const std::string text = ingest::read_plain(bytes).text;
    const Structure structure = read_structure(text);
    EXPECT_EQ(structure.kind, Kind::kStatute) << entry.path();
    std::size_t written = 0;
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
      written += article.Match(text, at, text.size(), RE2::ANCHOR_START, nullptr, 0);
      if (text.find('\n', at) == std::string::npos) break;
    }
    const std::size_t found = starting(text, structure, article);
    EXPECT_EQ(found, written) << entry.path();
    if (entry.path().filename().string().find("民法典_2020") != std::string::npos) {
      EXPECT_EQ(found, 1260u);
      EXPECT_EQ(starting(text, structure, chapter), 84u);
    }
    ++files;
    articles += found;
  }
  EXPECT_EQ(files, 84u);
  EXPECT_EQ(articles, 8600u);
}

}  // namespace
}  // namespace proviso::segmenter
