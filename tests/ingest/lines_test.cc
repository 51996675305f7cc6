#include "ingest/layout/lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ingest/set_text.h"

namespace proviso::ingest {
namespace {

using testing::ElementsAre;

constexpr Sheet kSheet{1, 500, 700};

std::vector<std::string> texts(const std::vector<PageLine>& lines) {
  std::vector<std::string> result;
  for (const PageLine& line : lines) result.push_back(line.line.text);
  return result;
}

TEST(Lines, FollowTheBaselineAndNotTheOrderOfPainting) {
  std::vector<Glyph> glyphs;
  set_glyphs(glyphs, 140, 120, 10, "支付货款");  // the tail of the second line is painted first
  set_glyphs(glyphs, 100, 100, 10, "原告诉称：");
  set_glyphs(glyphs, 100, 120, 10, "请求判令");
  EXPECT_THAT(texts(build_lines(glyphs, kSheet)), ElementsAre("原告诉称：", "请求判令支付货款"));
}

TEST(Lines, KnowTheLeftEdgeOfEveryCharacterAndTheEndOfTheLast) {
  std::vector<Glyph> glyphs;
  set_glyphs(glyphs, 100, 100, 10, "欠款5元");
  const auto lines = build_lines(glyphs, kSheet);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_THAT(lines[0].line.edges, ElementsAre(100, 110, 120, 125, 135));
  EXPECT_DOUBLE_EQ(lines[0].line.box.x0, 100);
  EXPECT_DOUBLE_EQ(lines[0].line.box.x1, 135);
  EXPECT_FLOAT_EQ(lines[0].line.font_size, 10);
}

TEST(Lines, CountAGlyphPaintedTwiceForBoldnessOnce) {
  std::vector<Glyph> glyphs;
  set_glyphs(glyphs, 100, 100, 10, "判决如下");
  set_glyphs(glyphs, 100.8F, 100.3F, 10, "判决如下");
  EXPECT_THAT(texts(build_lines(glyphs, kSheet)), ElementsAre("判决如下"));
}

TEST(Lines, KeepTrueRepetitions) {
  std::vector<Glyph> glyphs;
  set_glyphs(glyphs, 100, 100, 10, "天天向上");
  set_glyphs(glyphs, 100, 120, 10, "still");
  EXPECT_THAT(texts(build_lines(glyphs, kSheet)), ElementsAre("天天向上", "still"));
}

TEST(Lines, CloseLetterSpacedChineseAndKeepASingleSpace) {
  std::vector<Glyph> glyphs;
  set_glyphs(glyphs, 100, 100, 10, "民 事 判 决 书");
  set_glyphs(glyphs, 100, 120, 10, "第一条 甲方");
  EXPECT_THAT(texts(build_lines(glyphs, kSheet)), ElementsAre("民事判决书", "第一条 甲方"));
}

TEST(Lines, MakeASpaceOfAGapBetweenWordsButNotBetweenHan) {
  std::vector<Glyph> glyphs;
  set_glyphs(glyphs, 100, 100, 10, "the");
  set_glyphs(glyphs, 118, 100, 10, "court");
  set_glyphs(glyphs, 100, 120, 10, "本院，", 0.1F);
  set_glyphs(glyphs, 134, 120, 10, "认为");
  EXPECT_THAT(texts(build_lines(glyphs, kSheet)), ElementsAre("the court", "本院，认为"));
}

TEST(Lines, KeepAnExponentOnItsLine) {
  std::vector<Glyph> glyphs;
  set_glyphs(glyphs, 100, 100, 10, "面积为90m");
  set_glyphs(glyphs, 145, 96, 6, "2");
  EXPECT_THAT(texts(build_lines(glyphs, kSheet)), ElementsAre("面积为90m²"));
}

TEST(Lines, ReadTheLeftColumnBeforeTheRight) {
  std::vector<Glyph> glyphs;
  set_glyphs(glyphs, 150, 80, 10, "一份横贯两栏的标题放在最上面一行");
  for (int i = 0; i < 6; ++i) {
    const float y = 100 + 15.0F * static_cast<float>(i);
    set_glyphs(glyphs, 80, y, 10, "左栏的文字写满一整行左栏");
    set_glyphs(glyphs, 260, y + 4, 10, "右栏的文字写满一整行右栏");
  }
  const auto lines = build_lines(glyphs, kSheet);
  ASSERT_EQ(lines.size(), 13u);
  EXPECT_EQ(lines[0].column, 0);
  for (std::size_t i = 1; i <= 6; ++i) EXPECT_EQ(lines[i].line.text, "左栏的文字写满一整行左栏");
  for (std::size_t i = 7; i <= 12; ++i) EXPECT_EQ(lines[i].line.text, "右栏的文字写满一整行右栏");
  EXPECT_NE(lines[1].column, lines[7].column);
}

// Gazettes set their columns line beside line.
TEST(Lines, ReadThreeColumnsInStepOneAfterTheOther) {
  std::vector<Glyph> glyphs;
  for (int i = 0; i < 8; ++i) {
    const float y = 100 + 15.0F * static_cast<float>(i);
    set_glyphs(glyphs, 50, y, 8, "甲栏的文字写满一整行甲栏的文");
    set_glyphs(glyphs, 190, y, 8, "乙栏的文字写满一整行乙栏的文");
    set_glyphs(glyphs, 330, y, 8, "丙栏的文字写满一整行丙栏的文");
  }
  const auto lines = build_lines(glyphs, kSheet);
  ASSERT_EQ(lines.size(), 24u);
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(lines[i].line.text.substr(0, 3), "甲");
    EXPECT_EQ(lines[8 + i].line.text.substr(0, 3), "乙");
    EXPECT_EQ(lines[16 + i].line.text.substr(0, 3), "丙");
  }
}

TEST(Lines, DoNotTakeATableForColumns) {
  std::vector<Glyph> glyphs;
  for (int i = 0; i < 6; ++i) {
    const float y = 100 + 15.0F * static_cast<float>(i);
    set_glyphs(glyphs, 80, y, 10, i == 2 ? "违约金的总额是多少" : "本金");
    set_glyphs(glyphs, 300, y, 10, i == 3 ? "1000000.00元整" : "500元");
  }
  EXPECT_EQ(texts(build_lines(glyphs, kSheet)).at(0), "本金 500元");
}

TEST(Lines, SetHiddenAndSlantedTextApart) {
  std::vector<Glyph> glyphs;
  set_glyphs(glyphs, 100, 100, 10, "正文");
  set_glyphs(glyphs, 120, 100, 10, "隐藏");
  for (std::size_t i = 2; i < 4; ++i) glyphs[i].flags = kHidden;
  set_glyphs(glyphs, 100, 300, 40, "样本");
  for (std::size_t i = 4; i < 6; ++i) glyphs[i].turn = Turn::kSlanted;
  const auto lines = build_lines(glyphs, kSheet);
  EXPECT_THAT(texts(lines), ElementsAre("正文", "样本", "隐藏"));
  EXPECT_EQ(lines[0].line.flags, 0);
  EXPECT_EQ(lines[1].line.flags, kWatermark);
  EXPECT_EQ(lines[2].line.flags, kHidden);
}

TEST(Lines, ReadAPageThatStandsUpsideDown) {
  std::vector<Glyph> glyphs;
  set_glyphs(glyphs, 100, 100, 10, "第一行");
  set_glyphs(glyphs, 100, 120, 10, "第二行");
  for (Glyph& glyph : glyphs) {
    const Glyph upright = glyph;
    glyph.turn = Turn::kUpsideDown;
    glyph.x0 = 500 - upright.x1, glyph.x1 = 500 - upright.x0;
    glyph.y0 = 700 - upright.y1, glyph.y1 = 700 - upright.y0;
    glyph.baseline = 700 - upright.baseline;
  }
  const auto lines = build_lines(glyphs, kSheet);
  EXPECT_THAT(texts(lines), ElementsAre("第一行", "第二行"));
  EXPECT_NEAR(lines[0].line.box.x1, 400, 0.01);
  EXPECT_EQ(lines[0].line.flags, 0);
}

}  // namespace
}  // namespace proviso::ingest
