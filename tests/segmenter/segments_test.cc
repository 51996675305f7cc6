// Segments tile the text, stay inside their section, fit the network and break at sentences.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <random>

#include "segmenter/connectors.h"
#include "segmenter/segmenter.h"

namespace proviso::segmenter {
namespace {

namespace fs = std::filesystem;

class Segments : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const fs::path file =
        fs::temp_directory_path() / ("proviso-segments-" + std::to_string(getpid()));
    TokenizerOptions options;
    options.vocab_size = 500;
    train_tokenizer(std::vector<std::string>(50, judgment()), options, file);
    tokenizer_ = new Tokenizer(Tokenizer::load(file));
    fs::remove(file);
  }
  static void TearDownTestSuite() { delete tokenizer_; }

  static std::string judgment() {
    std::string text =
        "甲市乙区人民法院\n民事判决书\n（2022）甲0101民初5号\n原告：张某，男，住甲市乙区。\n被告："
        "李某，女，住甲市乙区。\n"
        "原告张某与被告李某民间借贷纠纷一案，本院受理后公开开庭进行了审理。本案现已审理终结。\n"
        "张某向本院提出诉讼请求：1."
        "判令李某还款。\n李某辩称，已经归还，但是没有收条。\n经审理查明，";
    for (int i = 0; i < 120; ++i)
      text += "2021年" + std::to_string(i % 12 + 1) + "月，张某向李某转账" +
              std::to_string(1000 + i) + "元。";
    return text +
           "\n本院认为，除双方另有约定外，借款应当返还。依照《中华人民共和国民法典》第六百七十五条"
           "规定，判决如下：\n"
           "一、李某于本判决生效之日起十日内偿还张某借款；\n二、驳回张某的其他诉讼请求。\n本判决为"
           "终审判决。\n审判员　王某\n";
  }

  static void expect_sound(std::string_view text) {
    const Structure structure = read_structure(text);
    std::size_t at = 0;
    std::uint32_t index = 0;
    for (const Segment& segment : make_segments(text, structure, *tokenizer_)) {
      ASSERT_EQ(segment.index, index++);
      ASSERT_EQ(segment.span.start, at);
      at = segment.span.end;
      const Span section = structure.sections.at(segment.section).span;
      ASSERT_GE(segment.span.start, section.start);
      ASSERT_LE(segment.span.end, section.end);
      ASSERT_GT(segment.ids.size(), 0u);
      ASSERT_LE(segment.ids.size(), Segment::kMaxTokens);
      ASSERT_EQ(segment.token_spans.size(), segment.ids.size());
      ASSERT_EQ(segment.marks.size(), segment.ids.size());
      std::size_t token_at = segment.span.start;
      for (const Span token : segment.token_spans) {
        ASSERT_EQ(token.start, token_at);
        token_at = token.end;
      }
      ASSERT_EQ(token_at, segment.span.end);
      ASSERT_FALSE(segment.sentences.empty());
      ASSERT_EQ(segment.sentences.front(), 0u);
      ASSERT_TRUE(std::is_sorted(segment.sentences.begin(), segment.sentences.end()));
      ASSERT_LT(segment.sentences.back(), segment.ids.size());
    }
    ASSERT_EQ(at, text.size());
  }

  static Tokenizer* tokenizer_;
};
Tokenizer* Segments::tokenizer_ = nullptr;

TEST_F(Segments, AreSoundForAJudgmentAndForNothing) {
  expect_sound(judgment());
  expect_sound("");
  expect_sound("\n");
  expect_sound("没有结构的文字");
}

TEST_F(Segments, AreSoundForRunsWithoutASingleStop) {
  std::string run = "本院认为";
  for (int i = 0; i < 3000; ++i) run += "龘";  // three byte pieces each
  expect_sound(run);
  expect_sound(std::string(5000, 'x'));
}

TEST_F(Segments, AreSoundForASentenceTooLongToReadAtOnce) {
  std::string run = "本院认为";
  for (int i = 0; i < 40000; ++i) run += i % 1000 ? "某" : "ab，";
  expect_sound(run);
}

// Greedy packing: a segment that is not the last of its section is nearly full, and no sentence is
// cut that would fit into one.
TEST_F(Segments, AreFullWhereTheSectionGoesOnAndCutNoSentenceThatFits) {
  const std::string text = judgment();
  const Structure structure = read_structure(text);
  const std::vector<Segment> segments = make_segments(text, structure, *tokenizer_);
  double fill = 0;
  int inner = 0;
  for (std::size_t i = 0; i + 1 < segments.size(); ++i) {
    if (segments[i].section != segments[i + 1].section) continue;
    fill += static_cast<double>(segments[i].ids.size()) / Segment::kMaxTokens;
    ++inner;
    for (const Span sentence : sentences(text, structure.sections[segments[i].section].span)) {
      if (sentence.start >= segments[i].span.end || sentence.end <= segments[i].span.end) continue;
      const std::string_view words = std::string_view(text).substr(sentence.start, sentence.size());
      EXPECT_GT(tokenizer_->encode(words).ids.size(), Segment::kMaxTokens) << words;
    }
  }
  ASSERT_GT(inner, 3);
  EXPECT_GE(fill / inner, 0.7);
}

TEST_F(Segments, AreSoundForShuffledJudgments) {
  std::mt19937 random(5);
  const std::string text = judgment();
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  for (int round = 0; round < 60; ++round) {
    std::string mixed;
    const std::size_t count = random() % 30;
    for (std::size_t i = 0; i < count; ++i)
      mixed += lines[random() % lines.size()] + (random() % 5 ? "\n" : "");
    expect_sound(mixed);
  }
}

TEST_F(Segments, BreakAtSentenceEnds) {
  const std::string text = judgment();
  const Structure structure = read_structure(text);
  std::size_t inside_facts = 0;
  for (const Segment& segment : make_segments(text, structure, *tokenizer_)) {
    if (structure.sections[segment.section].tag != Tag::kFacts) continue;
    ++inside_facts;
    const std::string_view words =
        std::string_view(text).substr(segment.span.start, segment.span.size());
    EXPECT_TRUE(words.ends_with("。") || words.ends_with("\n")) << words;
  }
  EXPECT_GT(inside_facts, 1u) << "the facts should need several segments";
}

TEST_F(Segments, MarkConnectors) {
  const std::string text = judgment();
  const std::size_t but = text.find("但是"), except = text.find("除双方"),
                    end = text.find("外，借款");
  for (const Segment& segment : make_segments(text, read_structure(text), *tokenizer_)) {
    for (std::size_t i = 0; i < segment.ids.size(); ++i) {
      const Span token = segment.token_spans[i];
      for (const std::size_t at : {but, except, end}) {
        if (token.start <= at && at < token.end) {
          EXPECT_EQ(segment.marks[i], kConnector) << text.substr(at, 9);
        }
      }
      if (token.start == 0) {
        EXPECT_EQ(segment.marks[i], 0);
      }
    }
  }
}

TEST(Connectors, AreFoundWhole) {
  const auto found = [](std::string_view text) {
    std::vector<std::string> out;
    for (const Span span : find_connectors(text))
      out.emplace_back(text.substr(span.start, span.size()));
    return out;
  };
  using testing::ElementsAre;
  EXPECT_THAT(found("但是质量有争议的除外，然而"), ElementsAre("但是", "除外", "然而"));
  EXPECT_THAT(found("除非当事人另有约定，否则"), ElementsAre("除非", "另有约定", "否则"));
  EXPECT_THAT(found("除法律规定的情形外，应当支付"), ElementsAre("除", "外"));
  EXPECT_THAT(found("PROVIDED THAT the Buyer pays, unless waived; notwithstanding Section 2"),
              ElementsAre("PROVIDED THAT", "unless", "notwithstanding"));
  EXPECT_THAT(found("an exception, unlessened"), ElementsAre());
}

}  // namespace
}  // namespace proviso::segmenter
