// What words a pattern cannot match without, and that looking for them first loses no match.
#include "segmenter/needles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "segmenter/grammar.h"
#include "segmenter/segmenter.h"

namespace proviso::segmenter {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(Needles, AWordIsNeededAndItsAlternativesAreOneClause) {
  EXPECT_THAT(needles("^本院认为[，：]"),
              ElementsAre(ElementsAre(UnorderedElementsAre("本院认为"))));
  EXPECT_THAT(needles("[^。]{0,9}(?:判决|裁定)[^。]*"),
              ElementsAre(ElementsAre(UnorderedElementsAre("判决", "裁定"))));
}

TEST(Needles, WhatMayBeAbsentIsNotNeeded) {
  EXPECT_THAT(needles("(?:经审理)?查明"),
              ElementsAre(ElementsAre(UnorderedElementsAre("查明", "经审理查"))));
  EXPECT_THAT(needles("(?:查明)*"), ElementsAre(IsEmpty()));
  EXPECT_THAT(needles("查明|.*"), ElementsAre(IsEmpty()));
  EXPECT_THAT(needles("(?i)abc"), ElementsAre(IsEmpty()));
}

TEST(Needles, EachWayOfAChoiceHasItsOwnWords) {
  EXPECT_THAT(needles("^(?:原告[^。]*提交|被告.*辩称)"),
              ElementsAre(UnorderedElementsAre(ElementsAre("原告"), ElementsAre("提交")),
                          UnorderedElementsAre(ElementsAre("被告"), ElementsAre("辩称"))));
}

TEST(Needles, ScannerFindsWordsInsideAndBehindOthers) {
  Scanner scanner;
  const ClauseSet inner = scanner.add({{"审理"}}), outer = scanner.add({{"经审理查明"}}),
                  absent = scanner.add({{"另查明"}});
  scanner.build();
  const ClauseSet found = scanner.scan("本院经审理查明：");
  EXPECT_TRUE(found.holds(inner));
  EXPECT_TRUE(found.holds(outer));
  EXPECT_FALSE(found.holds(absent));
  EXPECT_FALSE(scanner.scan("").holds(inner));
}

TEST(Needles, LookingForWordsFirstLosesNoMatchOfTheGrammar) {
  const Grammar& grammar = zh_judgment_grammar();
  EXPECT_LT(grammar.scanner.size(), ClauseSet::kMost);
  std::size_t matches = 0;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(PROVISO_SOURCE_DIR) / "tests/golden/structure")) {
    if (entry.path().extension() != ".txt") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (const Span span : sentences(text, {0, text.size()})) {
      const std::string_view words = std::string_view(text).substr(span.start, span.size());
      const ClauseSet present = grammar.scanner.scan(words);
      for (const Rule& rule : grammar.rules) {
        if (!rule.matches(words, nullptr, 0)) continue;
        if (rule.gate && !RE2::PartialMatch({words.data(), words.size()}, rule.gate->get()))
          continue;
        ++matches;
        EXPECT_TRUE(rule.has_words(present)) << rule.pattern->source() << "\n" << words;
      }
    }
  }
  EXPECT_GT(matches, 1000u);
}

// The ways to try a pattern that cost less must find what the pattern as written finds.
TEST(Needles, AnOpeningTakenOffThePatternStillLimitsWhatStandsBefore) {
  const Grammar grammar = parse_grammar(R"json({"define": {}, "rules": [
    {"tag": "facts", "level": "this", "where": "opener", "pattern": "^[^。，]{0,4}?查明"},
    {"tag": "basis", "level": "this", "where": "lead-in", "then": "disposition",
     "pattern": "^(?:.*?[，；,：:])??(?P<at>依照[^。]*判决：)"}]})json");
  const Rule& found = grammar.rules[0];
  EXPECT_TRUE(found.matches("本院查明，", nullptr, 0));
  EXPECT_TRUE(found.matches("本院经审查明", nullptr, 0));
  EXPECT_FALSE(found.matches("本院依法经审查明", nullptr, 0));
  EXPECT_FALSE(found.matches("经审，查明", nullptr, 0));
  const Rule& lead_in = grammar.rules[1];
  re2::StringPiece groups[2];
  const std::string words = "应予支持，依照第五条，判决：一、";
  ASSERT_TRUE(lead_in.matches(words, groups, 1));
  EXPECT_EQ(std::string(groups[0].data(), groups[0].size()), "依照第五条，判决：");
  EXPECT_FALSE(lead_in.matches("应依照第五条，判决：", nullptr, 0));
}

}  // namespace
}  // namespace proviso::segmenter
