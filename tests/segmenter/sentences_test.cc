// Where sentences end in legal text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "segmenter/segmenter.h"

namespace proviso::segmenter {
namespace {

using testing::ElementsAre;

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> out;
  for (const Span span : sentences(text, {0, text.size()}))
    out.emplace_back(text.substr(span.start, span.size()));
  return out;
}

TEST(Sentences, ChineseStopsEndThem) {
  EXPECT_THAT(split("本院认为，合同有效。是否违约？应予支持！"),
              ElementsAre("本院认为，合同有效。", "是否违约？", "应予支持！"));
}

TEST(Sentences, SemicolonsEndOperativeItems) {
  EXPECT_THAT(split("一、撤销一审判决；二、驳回诉讼请求。"),
              ElementsAre("一、撤销一审判决；", "二、驳回诉讼请求。"));
}

TEST(Sentences, SemicolonsInsideBracketsDoNot) {
  EXPECT_THAT(split("损失（含医疗费；护理费）由被告赔偿。"),
              ElementsAre("损失（含医疗费；护理费）由被告赔偿。"));
}

TEST(Sentences, ClosingQuotesStay) {
  EXPECT_THAT(split("约定：“货到付款。”现货已到。"),
              ElementsAre("约定：“货到付款。”", "现货已到。"));
}

TEST(Sentences, ListMarksAreNotSentences) {
  EXPECT_THAT(split("请求：1.判令还款；2.承担费用。"),
              ElementsAre("请求：1.判令还款；", "2.承担费用。"));
  EXPECT_THAT(split("请求：1．判令还款。"), ElementsAre("请求：1．判令还款。"));
}

TEST(Sentences, AmountsAreNotBroken) {
  EXPECT_THAT(split("按年利率3.65%计算，共86,500.50元。"),
              ElementsAre("按年利率3.65%计算，共86,500.50元。"));
}

TEST(Sentences, EnglishAbbreviationsAreNotBroken) {
  EXPECT_THAT(
      split(
          "In Smith v. Jones the court held so. See No. 5 and Section 3.2(a). Mr. J. Doe agreed."),
      ElementsAre("In Smith v. Jones the court held so. ", "See No. 5 and Section 3.2(a). ",
                  "Mr. J. Doe agreed."));
}

TEST(Sentences, LineEndsBelongToTheSentenceBefore) {
  EXPECT_THAT(split("判决如下：\n一、准予离婚。\n\n审判员"),
              ElementsAre("判决如下：\n", "一、准予离婚。\n", "\n", "审判员"));
}

TEST(Sentences, TileAnySpanOfAnyText) {
  const std::vector<std::string> parts{
      "本院认为", "。",     "；", "！", "”", "“", "（",     "）", "\n", " ", "1.", "No. ",
      "v. ",      "3.2(a)", "①",  "😀",  "a", ".", "\u2028", "\r", "？", "…", "，"};
  std::mt19937 random(11);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    std::vector<std::size_t> edges{0};
    const int length = static_cast<int>(random() % 30);
    for (int i = 0; i < length; ++i) {
      text += parts[random() % parts.size()];
      edges.push_back(text.size());
    }
    const std::size_t a = random() % edges.size(), b = random() % edges.size();
    const Span span{edges[std::min(a, b)], edges[std::max(a, b)]};
    std::size_t at = span.start;
    for (const Span sentence : sentences(text, span)) {
      ASSERT_EQ(sentence.start, at);
      ASSERT_GT(sentence.end, sentence.start);
      at = sentence.end;
      const std::size_t line = text.find('\n', sentence.start);
      if (line != std::string::npos && line < sentence.end) {
        ASSERT_EQ(line + 1, sentence.end);
      }
    }
    ASSERT_EQ(at, span.end) << testing::PrintToString(text);
  }
}

}  // namespace
}  // namespace proviso::segmenter
