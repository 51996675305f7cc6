#include "tasks/learning/corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <fstream>
#include <map>

namespace proviso::tasks {
namespace {

using ::testing::HasSubstr;

class Corpus : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ =
        std::filesystem::temp_directory_path() / (std::string("proviso_corpus_") + test->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string put(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return (folder_ / name).string();
  }
  static std::string zstd(const std::string& bytes) {
    std::string packed(ZSTD_compressBound(bytes.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 3));
    return packed;
  }
  static std::vector<std::string> texts(const std::string& file) {
    std::vector<std::string> found;
    read_documents(file, [&](std::string text, std::size_t) { found.push_back(std::move(text)); });
    return found;
  }
  static std::string failure(const std::string& file) {
    try {
      texts(file);
    } catch (const CorpusError& error) {
      return error.what();
    }
    return "";
  }

  std::filesystem::path folder_;
};

TEST_F(Corpus, AJsonLineIsADocument) {
  const auto file =
      put("a.jsonl", "{\"text\":\"甲\\n乙\",\"id\":1}\n\n{\"text\":\"\"}\n{\"text\":\"丙\"}");
  EXPECT_EQ(texts(file), (std::vector<std::string>{"甲\n乙", "丙"}));
}

TEST_F(Corpus, APackedFileReadsLikeAPlainOne) {
  std::string lines;
  for (int i = 0; i < 50000; ++i) lines += "{\"text\":\"第" + std::to_string(i) + "号\"}\n";
  EXPECT_EQ(texts(put("a.jsonl.zst", zstd(lines))), texts(put("a.jsonl", lines)));
}

TEST_F(Corpus, ATextFileIsOneDocumentWithPlainLineBreaks) {
  EXPECT_EQ(texts(put("a.txt", "\xEF\xBB\xBF一\r\n二\r三\n\n")),
            std::vector<std::string>{"一\n二\n三"});
}

TEST_F(Corpus, ABadLineIsNamedByFileAndLine) {
  EXPECT_THAT(failure(put("a.jsonl", "{\"text\":\"x\"}\n{\"text\":")),
              HasSubstr("a.jsonl:2: not a JSON object"));
  EXPECT_THAT(failure(put("b.jsonl", "{\"body\":\"x\"}\n")),
              HasSubstr("b.jsonl:1: the object has no string field"));
  EXPECT_THAT(failure(put("c.jsonl", "{\"text\":\"\xFF\"}\n")), HasSubstr("c.jsonl:1:"));
}

TEST_F(Corpus, ATornArchiveIsAnErrorAndNotAShortCorpus) {
  const std::string whole = zstd(std::string(300000, ' ') + "{\"text\":\"x\"}\n");
  EXPECT_THAT(failure(put("a.jsonl.zst", whole.substr(0, whole.size() / 2))),
              HasSubstr("ends in the middle"));
  EXPECT_THAT(failure(put("b.jsonl.zst", "no archive at all")), HasSubstr("broken zstd archive"));
}

TEST_F(Corpus, AFolderStandsForItsCorpusFilesInSortedOrder) {
  put("b.txt", "x");
  put("a.jsonl", "");
  put("readme.md", "x");
  const std::vector<std::string> arguments{folder_.string() + ":0.5"};
  const auto sources = find_sources(arguments);
  ASSERT_EQ(sources.size(), 2U);
  EXPECT_EQ(sources[0].file.filename(), "a.jsonl");
  EXPECT_EQ(sources[1].file.filename(), "b.txt");
  EXPECT_EQ(sources[1].weight, 0.5);
}

TEST_F(Corpus, WrongPathsAndWeightsAreErrors) {
  const auto file = put("a.txt", "x");
  const auto find = [](const std::string& argument) {
    const std::vector<std::string> arguments{argument};
    return find_sources(arguments);
  };
  EXPECT_THROW(find((folder_ / "none.txt").string()), CorpusError);
  EXPECT_THROW(find(file + ":0"), CorpusError);
  EXPECT_THROW(find(file + ":two"), CorpusError);
  EXPECT_THROW(find(put("a.pdf", "x")), CorpusError);
  EXPECT_NO_THROW(find(file + ":2"));
}

TEST(ReadingOrder, APassReadsEachDocumentAsOftenAsItsWeightSays) {
  const std::vector<CorpusSource> sources{{"a", 1}, {"b", 3}, {"c", 0.5}};
  std::vector<std::uint32_t> source_of;
  for (std::uint32_t s = 0; s < 3; ++s) source_of.insert(source_of.end(), 10, s);
  std::map<std::uint32_t, int> first_pass, both;
  for (const auto d : reading_order(source_of, sources, 7, 0)) ++first_pass[d], ++both[d];
  for (const auto d : reading_order(source_of, sources, 7, 1)) ++both[d];
  for (std::uint32_t d = 0; d < 10; ++d) EXPECT_EQ(first_pass[d], 1);
  for (std::uint32_t d = 10; d < 20; ++d) EXPECT_EQ(first_pass[d], 3);
  // Half weight: one half on the first pass, the other half on the second.
  for (std::uint32_t d = 20; d < 30; ++d) EXPECT_EQ(both[d], 1);
}

TEST(ReadingOrder, DependsOnSeedAndPassAlone) {
  const std::vector<CorpusSource> sources{{"a", 1}};
  const std::vector<std::uint32_t> source_of(100, 0);
  EXPECT_EQ(reading_order(source_of, sources, 1, 0), reading_order(source_of, sources, 1, 0));
  EXPECT_NE(reading_order(source_of, sources, 1, 0), reading_order(source_of, sources, 2, 0));
  EXPECT_NE(reading_order(source_of, sources, 1, 0), reading_order(source_of, sources, 1, 1));
}

TEST(HeldOut, TakesAboutTheShareAskedForAndTheSameTextsAlways) {
  int kept = 0;
  for (int i = 0; i < 10000; ++i) kept += held_out("判决书" + std::to_string(i), 0.1) ? 1 : 0;
  EXPECT_GT(kept, 900);
  EXPECT_LT(kept, 1100);
  EXPECT_FALSE(held_out("x", 0));
  EXPECT_TRUE(held_out("x", 1));
}

TEST(StableHash, IsTheSameEverywhere) {
  // SplitMix64's published first output for seed 0.
  EXPECT_EQ(Draw(0).next(), 0xE220A8397B1DCDAFULL);
}

}  // namespace
}  // namespace proviso::tasks
