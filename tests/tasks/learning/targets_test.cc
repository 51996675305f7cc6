#include "tasks/learning/targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "segmenter/segmenter.h"
#include "tasks/learning/corpus.h"

namespace proviso::tasks {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// An invented judgment; the facts say 50000, the disposition 5000.
constexpr std::string_view kText =
    "青石县人民法院\n民事判决书\n（2020）青0101民初7号\n原告：沈砚秋，女。\n被告：欧阳牧野，男。\n"
    "原告沈砚秋与被告欧阳牧野民间借贷纠纷一案，本院立案后公开开庭进行了审理。本案现已审理终结。\n"
    "原告向本院提出诉讼请求：判令被告归还借款。\n"
    "经审理查明：2019年1月2日，被告向原告借款50000元。至今未还。\n"
    "本院认为，合法的借贷关系受法律保护。依照《中华人民共和国民法典》第六百七十五条规定，判决如下："
    "\n"
    "一、被告欧阳牧野于本判决生效之日起十日内归还原告沈砚秋借款5000元；\n二、驳回原告的其他诉讼请求"
    "。\n";

class Labels : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              (std::string("proviso_labels_") +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "a.txt", std::ios::binary) << kText;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path labels(const std::string& lines) {
    std::ofstream(folder_ / "LABELS.jsonl", std::ios::binary) << lines;
    return folder_ / "LABELS.jsonl";
  }
  std::string failure(const std::string& lines) {
    try {
      read_labels(labels(lines));
    } catch (const CorpusError& error) {
      return error.what();
    }
    return "";
  }

  std::filesystem::path folder_;
};

TEST_F(Labels, AQuoteThatStandsOnceIsFound) {
  const auto documents = read_labels(labels(
      R"({"document":"a.txt","flags":[{"kind":"amount","quote":"借款5000元","other_quote":"借款50000元"}],"depends_on":[]})"));
  ASSERT_EQ(documents.size(), 1U);
  ASSERT_EQ(documents[0].flags.size(), 1U);
  const LabelledFlag& flag = documents[0].flags[0];
  EXPECT_EQ(documents[0].text.substr(flag.quote.start, flag.quote.size()), "借款5000元");
  ASSERT_TRUE(flag.other);
  EXPECT_LT(flag.other->start, flag.quote.start);
}

TEST_F(Labels, ADocumentWithoutFlagsIsANegative) {
  const auto documents = read_labels(labels("{\"document\":\"a.txt\",\"flags\":[]}\n\n"));
  ASSERT_EQ(documents.size(), 1U);
  EXPECT_THAT(documents[0].flags, IsEmpty());
}

TEST_F(Labels, AnAmbiguousQuoteAsksForItsOccurrenceOrSection) {
  const auto flag = [](std::string_view quote) {
    std::string line = R"({"document":"a.txt","flags":[{"kind":"party","quote":)";
    line.append(quote).append("}]}");
    return line;
  };
  EXPECT_THAT(failure(std::string("\n").append(flag("\"欧阳牧野\""))),
              HasSubstr("LABELS.jsonl:2: quote \"欧阳牧野\" stands 3 times"));
  EXPECT_THAT(failure(flag("\"欧阳牧石\"")),
              HasSubstr("LABELS.jsonl:1: quote \"欧阳牧石\" not found"));
  EXPECT_THAT(failure(flag(R"({"text":"欧阳牧野","occurrence":4})")),
              HasSubstr("not found 4 times, but 3"));
  EXPECT_THAT(failure(flag(R"({"text":"欧阳牧野","section":"verdict"})")),
              HasSubstr("unknown section"));
  EXPECT_EQ(failure(flag(R"({"text":"欧阳牧野","occurrence":3})")), "");
  const auto documents =
      read_labels(labels(flag(R"({"text":"欧阳牧野","section":"disposition"})")));
  EXPECT_EQ(documents[0].flags[0].quote.start, kText.rfind("欧阳牧野"));
}

TEST_F(Labels, OffsetsMustAgreeWithTheTextGiven) {
  EXPECT_THAT(
      failure(
          R"({"document":"a.txt","flags":[{"kind":"x","quote":{"start":0,"end":9,"text":"红石县"}}]})"),
      HasSubstr("is not \"红石县\""));
  EXPECT_THAT(
      failure(R"({"document":"a.txt","flags":[{"kind":"x","quote":{"start":5,"end":99999}}]})"),
      HasSubstr("does not lie in the text"));
}

TEST_F(Labels, BadLinesAreNamed) {
  EXPECT_THAT(failure("{}"), HasSubstr("LABELS.jsonl:1:"));
  EXPECT_THAT(failure("[]"), HasSubstr("LABELS.jsonl:1:"));
  EXPECT_THAT(failure(R"({"document":"none.txt","flags":[]})"), HasSubstr("no such document"));
  EXPECT_THAT(failure(""), HasSubstr("no labels in it"));
}

TEST_F(Labels, TheLaterPlaceIsTheTargetAndTheEarlierItsEvidence) {
  const std::string text(kText);
  segmenter::train_tokenizer({text, text}, {.vocab_size = 400, .threads = 1},
                             folder_ / "tokenizer.model");
  const auto tokenizer = segmenter::Tokenizer::load(folder_ / "tokenizer.model");
  // Named the wrong way round on purpose: the order of reading decides.
  const auto documents = read_labels(labels(
      R"({"document":"a.txt","flags":[{"kind":"amount","quote":"借款50000元","other_quote":"借款5000元"}]})"));
  const std::vector<std::string> kinds{"party", "amount"};
  const PreparedDocument prepared = prepare_labelled(documents[0], kinds, tokenizer);
  ASSERT_EQ(prepared.targets.size(), 1U);
  const auto& [segment, target] = prepared.targets[0];
  const auto tag_of = [&](std::size_t s) {
    return segmenter::kTagNames[static_cast<std::size_t>(prepared.segments[s].tag)];
  };
  EXPECT_EQ(tag_of(segment), "disposition");
  EXPECT_EQ(target.kind, 1);
  EXPECT_EQ(target.sentence, 0U);
  ASSERT_EQ(target.evidence.size(), 1U);
  EXPECT_EQ(tag_of(target.evidence[0]), "facts");
  EXPECT_TRUE(prepared.train_segment(0).labelled);
  EXPECT_THAT(prepared.train_segment(0).targets, IsEmpty());
  EXPECT_EQ(prepared.train_segment(segment).targets.size(), 1U);
}

// The disposition rests on facts that stand before it; a claim may rest on what follows.
TEST_F(Labels, DependenciesPointToTheirFactsOnEitherSide) {
  const std::string text(kText);
  segmenter::train_tokenizer({text, text}, {.vocab_size = 400, .threads = 1},
                             folder_ / "tokenizer.model");
  const auto tokenizer = segmenter::Tokenizer::load(folder_ / "tokenizer.model");
  const auto documents =
      read_labels(labels(R"({"document":"a.txt","flags":[],"depends_on":[)"
                         R"({"disposition":"借款5000元","facts":["借款50000元","归还借款。"]},)"
                         R"({"disposition":"判令被告归还借款","facts":["至今未还"]}]})"));
  ASSERT_EQ(documents[0].depends_on.size(), 2U);
  const PreparedDocument prepared = prepare_labelled(documents[0], {}, tokenizer);
  ASSERT_EQ(prepared.dependencies.size(), 2U);
  const auto tag_of = [&](std::size_t s) {
    return segmenter::kTagNames[static_cast<std::size_t>(prepared.segments[s].tag)];
  };
  const auto& [ruling, rests] = prepared.dependencies[0];
  EXPECT_EQ(tag_of(ruling), "disposition");
  ASSERT_EQ(rests.segments.size(), 2U);
  EXPECT_EQ(tag_of(rests.segments[0]), "facts");
  EXPECT_EQ(tag_of(rests.segments[1]), "claims");
  const auto& [claim, follows] = prepared.dependencies[1];
  EXPECT_EQ(tag_of(claim), "claims");
  ASSERT_EQ(follows.segments.size(), 1U);
  EXPECT_GT(follows.segments[0], claim);
  EXPECT_EQ(prepared.train_segment(ruling).dependencies.size(), 1U);
  EXPECT_THAT(failure(R"({"document":"a.txt","flags":[],"depends_on":[{"facts":[]}]})"),
              HasSubstr("LABELS.jsonl:1"));
}

std::vector<Scored> scores(std::initializer_list<std::pair<double, bool>> list) {
  std::vector<Scored> made;
  for (const auto& [probability, wrong] : list)
    made.push_back({made.size(), probability, wrong, wrong});
  return made;
}

TEST(Thresholds, RocAreaIsTheChanceThatAWrongSegmentScoresHigher) {
  EXPECT_DOUBLE_EQ(roc_area(scores({{.9, true}, {.8, true}, {.2, false}, {.1, false}})), 1);
  EXPECT_DOUBLE_EQ(roc_area(scores({{.9, false}, {.1, true}})), 0);
  EXPECT_DOUBLE_EQ(roc_area(scores({{.5, false}, {.5, true}, {.5, false}})), .5);
  EXPECT_DOUBLE_EQ(roc_area(scores({{.9, true}, {.6, false}, {.5, true}, {.1, false}})), .75);
  EXPECT_TRUE(std::isnan(roc_area(scores({{.5, false}}))));
}

TEST(Thresholds, PrecisionThresholdIsTheLowestThatKeepsItsPromises) {
  const auto scored = scores({{.9, true},
                              {.8, true},
                              {.7, true},
                              {.6, false},
                              {.5, true},
                              {.4, true},
                              {.3, false},
                              {.2, false}});
  EXPECT_DOUBLE_EQ(precision_threshold(scored, 100, 1, 1), .7);
  EXPECT_DOUBLE_EQ(precision_threshold(scored, 100, .8, 1), .4);
  // One false flag among eight documents is too many at a tenth a document.
  EXPECT_DOUBLE_EQ(precision_threshold(scored, 8, .8, .1), .7);
  EXPECT_GT(
      precision_threshold(scores({{.09, true}, {.08, true}, {.07, true}, {.01, false}}), 10, .9, 1),
      1)
      << "a suspicion of nine in a hundred is none";
  // Two right answers are no ground to trust a kind.
  EXPECT_GT(precision_threshold(scores({{.9, true}, {.8, true}, {.1, false}}), 10, .9, 1), 1);
}

TEST(Thresholds, EqualScoresAreFlaggedTogether) {
  EXPECT_GT(
      precision_threshold(scores({{.9, true}, {.9, true}, {.9, true}, {.9, false}}), 10, .9, 1), 1);
  EXPECT_DOUBLE_EQ(best_f1_threshold(scores({{.9, true}, {.5, false}, {.5, true}, {.1, false}})),
                   .5);
  EXPECT_GT(best_f1_threshold(scores({{.9, false}})), 1);
}

TEST(Thresholds, CountsAtAThreshold) {
  const Precision counts = at_threshold(scores({{.9, true}, {.8, false}, {.3, true}}), .8);
  EXPECT_EQ(counts.found, 1U);
  EXPECT_DOUBLE_EQ(counts.precision(), .5);
  EXPECT_DOUBLE_EQ(counts.recall(), .5);
  EXPECT_DOUBLE_EQ(counts.f1(), .5);
}

}  // namespace
}  // namespace proviso::tasks
