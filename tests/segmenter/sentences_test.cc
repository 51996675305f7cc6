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

TEST(Sentences, ABracketOrQuoteThatOpensBeginsTheNextSentence) {
  EXPECT_THAT(
      split("判处有期徒刑一年。（刑期从判决执行之日起计算。）被告人王某退赔。"),
      ElementsAre("判处有期徒刑一年。", "（刑期从判决执行之日起计算。）", "被告人王某退赔。"));
  EXPECT_THAT(split("双方无异议。《购销合同》有效。“货到付款。”「甲說。」『乙說。』"),
              ElementsAre("双方无异议。", "《购销合同》有效。", "“货到付款。”", "「甲說。」",
                          "『乙說。』"));
}

TEST(Sentences, StopsInsideATitleEndNothing) {
  EXPECT_THAT(split("依照《关于审理。；！案件的规定》第一条，判决。下一句。"),
              ElementsAre("依照《关于审理。；！案件的规定》第一条，判决。", "下一句。"));
  EXPECT_THAT(split("《甲《乙。》丙。》丁。"), ElementsAre("《甲《乙。》丙。》丁。"));
  // One that never closes is a misprint.
  EXPECT_THAT(split("依照《民法典。判决。\n《下一行》。"),
              ElementsAre("依照《民法典。", "判决。\n", "《下一行》。"));
}

TEST(Sentences, SemicolonsTakeTheirLineEnd) {
  EXPECT_THAT(split("一、撤销判决；\n二、驳回请求，赔偿等； 三、其他。"),
              ElementsAre("一、撤销判决；\n", "二、驳回请求，赔偿等； ", "三、其他。"));
  EXPECT_THAT(split("The words “he paid”; then silence; nothing else."),
              ElementsAre("The words “he paid”; then silence; nothing else."));
}

TEST(Sentences, ListMarksAndHeadingsBeginASentence) {
  EXPECT_THAT(split("1. Rent. The Tenant pays. 2. Term. (a) Ten years."),
              ElementsAre("1. Rent. ", "The Tenant pays. ", "2. Term. ", "(a) Ten years."));
  EXPECT_THAT(split("IV. DISCUSSION\nSection 3.1. Payment. a. Price."),
              ElementsAre("IV. DISCUSSION\n", "Section 3.1. Payment. ", "a. Price."));
  EXPECT_THAT(split("He was born in 1983. 1985. The rest."),
              ElementsAre("He was born in 1983. ", "1985. ", "The rest."));
  EXPECT_THAT(split("一．原告。（三）. 被告。"), ElementsAre("一．原告。", "（三）. 被告。"));
}

TEST(Sentences, CitationsAreNotBroken) {
  for (const char* whole : {"See 42 U.S.C. § 1983 and 8 U. S. C. §1324a(d)(2).",
                            "Under Art. IV, cl. 2, s. 3(a) applies.",
                            "Cf. In re A. B. Smith, 12 F. Supp. 2d 5, 9, n. 4 (4th ed. 2006).",
                            "Goodyear Tires, S. A. v. Brown, No. CR-03 applies.",
                            "Acme Inc. Holdings and Foo Co., Ltd. agree."})
    EXPECT_THAT(split(whole), ElementsAre(whole));
}

TEST(Sentences, AnAbbreviationEndsOneBeforeAWordThatOpensTheNext) {
  EXPECT_THAT(
      split("It sued Acme Inc. The court held so. See Exhibit A. The rest is in the U.S. It is."),
      ElementsAre("It sued Acme Inc. ", "The court held so. ", "See Exhibit A. ",
                  "The rest is in the U.S. ", "It is."));
  EXPECT_THAT(split("Our answer is no. The order stands."),
              ElementsAre("Our answer is no. ", "The order stands."));
}

TEST(Sentences, WhatIsSaidAfterAQuestionBelongsToIt) {
  EXPECT_THAT(split("\"Is it so?\" he asked. \"Yes.\" She left."),
              ElementsAre("\"Is it so?\" he asked. ", "\"Yes.\" ", "She left."));
}

TEST(Sentences, CircledNumbersStayAsTheyAre) {
  EXPECT_THAT(split("证据①合同；②收据。\n①\n"), ElementsAre("证据①合同；", "②收据。\n", "①\n"));
}

TEST(Sentences, LineEndsBelongToTheSentenceBefore) {
  EXPECT_THAT(split("判决如下：\n一、准予离婚。\n\n审判员"),
              ElementsAre("判决如下：\n", "一、准予离婚。\n", "\n", "审判员"));
}

TEST(Sentences, TileAnySpanOfAnyText) {
  const std::vector<std::string> parts{
      "本院认为", "。",     "；", "！", "”", "“",      "（",     "）", "\n", " ", "1.", "No. ",
      "v. ",      "3.2(a)", "①",  "😀",  "a", ".",      "\u2028", "\r", "？", "…", "，", "《",
      "》",       "「",     "」", ";",  "A", "\u0085", "\u00AD", "'",  "\"", "́"};
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
