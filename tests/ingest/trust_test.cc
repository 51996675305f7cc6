#include "ingest/pdf/trust.h"

#include <gtest/gtest.h>

#include "tests/ingest/set_text.h"

namespace proviso::ingest {
namespace {

PageContent page_with(std::string_view text, int times = 1) {
  PageContent content;
  content.width = 500;
  content.height = 700;
  content.fonts.resize(2);
  for (int i = 0; i < times; ++i) {
    set_glyphs(content.glyphs, 50, 50 + 12.0F * static_cast<float>(i), 10, text);
  }
  for (Glyph& glyph : content.glyphs) glyph.font = 1;
  content.fonts[1].embedded = true;
  content.fonts[1].to_unicode = true;
  return content;
}

constexpr std::string_view kJudgment = "本院认为，双方签订的买卖合同合法有效，被告应当支付货款。";

TEST(Trust, OrdinaryTextIsText) {
  EXPECT_EQ(judge(page_with(kJudgment)).way, Way::kText);
  EXPECT_EQ(judge(page_with("The court finds for the plaintiff in the amount claimed.", 3)).way,
            Way::kText);
}

TEST(Trust, TraditionalAndCapitalTextIsText) {
  EXPECT_EQ(judge(page_with("本集團就保證金客戶貸款分別提撥準備，並無壞賬撇賬。")).way, Way::kText);
  EXPECT_EQ(judge(page_with("SUPREME COURT OF THE UNITED STATES OPINION OF THE COURT", 3)).way,
            Way::kText);
}

TEST(Trust, WebAddressesAreNoGarbage) {
  EXPECT_EQ(judge(page_with("www.cnbgx.com.cn www.hkxn.hk 2023", 6)).way, Way::kText);
}

TEST(Trust, ShiftedGlyphNumbersAreGarbage) {
  // "The quick brown fox jumps" with 29 taken from every code, as fonts without a map give it.
  PageContent content = page_with("7KHTXLFNEURZQIR[MXPSV", 4);
  content.fonts[1].cid = true;
  content.fonts[1].to_unicode = false;
  const Verdict verdict = judge(content);
  EXPECT_EQ(verdict.way, Way::kOcr);
  EXPECT_TRUE(verdict.bad_fonts[1]);
}

TEST(Trust, ByteSwappedTextRareIdeographsAndOneCharacterAgainAndAgainAreGarbage) {
  EXPECT_EQ(judge(page_with("䴀甀氀琀椀挀漀氀漀爀")).way, Way::kOcr);
  PageContent same = page_with("佛佛佛佛佛佛佛佛佛佛");
  same.fonts[1].codes_of_one = 9;  // many glyphs, one character
  EXPECT_EQ(judge(same).way, Way::kOcr);
  EXPECT_EQ(judge(page_with("\uE001\uE002\uE003\uE004\uE005\uE006")).way, Way::kOcr);
}

TEST(Trust, AMapThatGivesOrdinaryCharactersInPlaceOfOthersIsGarbage) {
  // Ideographs as ordinary as any, in no order: what a map gives that was made to be copied from
  // by nobody.
  constexpr std::string_view kNoText =
      "啊埃挨癌矮碍隘鞍氨俺肮昂盎凹敖熬翱袄傲奥懊澳芭捌扒叭吧笆疤巴拔跋靶耙坝霸罢爸柏佰败拜稗斑搬扳"
      "颁伴瓣绊邦"
      "绑棒磅蚌镑傍谤苞胞褒剥薄雹堡饱豹鲍爆杯碑悲卑狈贝钡倍惫焙被奔苯笨崩绷甭泵蹦迸逼鼻鄙笔彼碧蓖蔽"
      "毕毙毖币庇痹";
  EXPECT_EQ(judge(page_with(kNoText)).way, Way::kOcr);
  EXPECT_EQ(judge(page_with(kJudgment, 5)).way, Way::kText);
  EXPECT_EQ(
      judge(page_with("林秋禾、周慕白、陈砚秋、何松年、许清如、沈知远、顾明川、程望舒", 5)).way,
      Way::kText);
  // "The court finds for the plaintiff in the amount claimed", each letter one further.
  EXPECT_EQ(judge(page_with("Uif dpvsu gjoet gps uif qmbjoujgg jo uif bnpvou dmbjnfe", 3)).way,
            Way::kOcr);
  EXPECT_EQ(judge(page_with("The quick brown fox jumps over the lazy dog", 6)).way, Way::kText);
  EXPECT_EQ(judge(page_with("sha256 3b6e0c9fa1 7d21ffce04 99ab12cd0e 5fd1c2b3a4 be77", 6)).way,
            Way::kText);
}

TEST(Trust, LettersOfManyAlphabetsAreGlyphNumbers) {
  EXPECT_EQ(judge(page_with("ᱜኀেϗ໅ךОຜ໿ᰐኀেϗ໅ך", 2)).way, Way::kOcr);
  EXPECT_EQ(judge(page_with("Договор № 5 между α и β", 4)).way, Way::kText);
}

TEST(Trust, LettersDrawnAsCurvesAreReadBesideTheText) {
  const auto draw = [](PageContent& content, int lines) {
    for (int i = 0; i < 40 * lines; ++i) {
      const double x = 60 + 8 * (i % 40), y = 200 + 20 * (i / 40);
      content.drawn_letters.push_back({x, y, x + 7, y + 9});
    }
  };
  PageContent all = page_with("第 3 页");
  draw(all, 10);
  EXPECT_EQ(judge(all).way, Way::kOcr);
  EXPECT_EQ(judge(all).decision.ground, Ground::kDrawn);

  PageContent some = page_with(kJudgment, 8);
  draw(some, 3);
  EXPECT_EQ(judge(some).way, Way::kText);
  ASSERT_EQ(judge(some).pictures.size(), 1u);
  EXPECT_NEAR(judge(some).pictures[0].y0, 198, 1);

  // The marks of a diagram stand in no line.
  PageContent diagram = page_with(kJudgment, 8);
  for (int i = 0; i < 300; ++i) {
    const double x = 60 + i, y = 200 + 37 * i % 300;
    diagram.drawn_letters.push_back({x, y, x + 4, y + 4});
  }
  EXPECT_TRUE(judge(diagram).pictures.empty());
}

// Browsers print with dozens of fonts, each with a few of the characters.
TEST(Trust, AFontThatHoldsOneCharacterAloneIsNoGarbage) {
  PageContent content = page_with("的的的的的的的的的的的的");
  content.fonts[1].codes_of_one = 1;
  EXPECT_EQ(judge(content).way, Way::kText);
  PageContent one = page_with("一一一一一一一一一一开");
  one.fonts[1].codes_of_one = 1;
  EXPECT_EQ(judge(one).way, Way::kText);
}

TEST(Trust, ThePartOfAFontWithTheRareCharactersIsNoGarbage) {
  PageContent content = page_with(kJudgment, 3);
  content.fonts.resize(3);
  content.fonts[1].name = "ABCDEF+SongTi";
  content.fonts[2].name = "GHIJKL+SongTi";
  content.fonts[2].embedded = true;
  const std::size_t good = content.glyphs.size();
  set_glyphs(content.glyphs, 50, 200, 10, "抵押龃龉觊觎鉴定饕餮");
  for (std::size_t i = good; i < content.glyphs.size(); ++i) content.glyphs[i].font = 2;
  EXPECT_EQ(judge(content).way, Way::kText);
  EXPECT_FALSE(judge(content).bad_fonts[2]);
  content.fonts[1].name = "ABCDEF+HeiTi";  // alone it would be doubted
  EXPECT_TRUE(judge(content).bad_fonts[2]);
}

TEST(Trust, AHealthyFontDoesNotHideABadOne) {
  PageContent content = page_with(kJudgment, 3);
  content.fonts.resize(3);
  content.fonts[2].embedded = true;
  const std::size_t good = content.glyphs.size();
  for (int i = 0; i < 3; ++i) {
    set_glyphs(content.glyphs, 50, 200 + 12.0F * static_cast<float>(i), 10,
               "¹ØÓÚºì¾ü×÷Õ½µÄÔ­Ôò¹ØÓÚºì");
  }
  for (std::size_t i = good; i < content.glyphs.size(); ++i) content.glyphs[i].font = 2;
  const Verdict verdict = judge(content);
  EXPECT_FALSE(verdict.bad_fonts[1]);
  EXPECT_TRUE(verdict.bad_fonts[2]);
  EXPECT_EQ(verdict.way, Way::kOcr);
}

TEST(Trust, OcrCannotHelpWhereTheFontIsNotInTheFile) {
  PageContent content = page_with("佛佛佛佛佛佛佛佛佛佛");
  content.fonts[1].embedded = false;
  content.fonts[1].codes_of_one = 9;
  const Verdict verdict = judge(content);
  EXPECT_EQ(verdict.way, Way::kText);
  EXPECT_TRUE(verdict.bad_fonts[1]);
  EXPECT_EQ(verdict.decision.ground, Ground::kNoHelp);
}

TEST(Trust, APictureBesideTheTextIsReadAndOneUnderItIsNot) {
  PageContent content = page_with(kJudgment, 20);
  content.pictures.push_back({{50, 400, 450, 600}, 1600, 800, false, 1});
  content.pictures.push_back({{300, 620, 320, 640}, 30, 30, false, 2});
  content.pictures.push_back({{40, 35, 400, 300}, 1600, 1000, false, 3});
  const Verdict verdict = judge(content);
  EXPECT_EQ(verdict.way, Way::kText);
  ASSERT_EQ(verdict.pictures.size(), 1u);
  EXPECT_EQ(verdict.pictures[0].y0, 400);
}

TEST(Trust, TextTypedOverAScanIsKeptBesideItsOcr) {
  PageContent content = page_with("2023");
  content.pictures.push_back({{0, 0, 500, 700}, 1700, 2200, false, 1});
  content.picture_coverage = 1;
  EXPECT_TRUE(judge(content).keep_text);
}

TEST(Trust, AStampOverAScanDoesNotMakeItAPageOfText) {
  PageContent content = page_with("Case 1:20-cv-00001 Document 1 Filed 01/02/20");
  content.pictures.push_back({{0, 0, 500, 700}, 1700, 2200, false, 1});
  content.picture_coverage = 1;
  EXPECT_EQ(judge(content).way, Way::kOcr);
}

TEST(Trust, ALetterTypedOnAPictureOfLetterheadIsText) {
  PageContent content = page_with(kJudgment, 20);
  content.pictures.push_back({{0, 0, 500, 700}, 1700, 2200, false, 1});
  content.picture_coverage = 0.95;
  EXPECT_EQ(judge(content).way, Way::kText);
}

TEST(Trust, InvisibleTextUnderAScanIsSomebodysOcr) {
  PageContent content = page_with(kJudgment, 30);
  for (Glyph& glyph : content.glyphs) glyph.flags = kHidden;
  content.pictures.push_back({{0, 0, 500, 700}, 1700, 2200, false, 1});
  content.picture_coverage = 1;
  EXPECT_EQ(judge(content).way, Way::kOcr);
}

TEST(Trust, WithoutTextPicturesAndManyPathsNeedOcrAndNothingIsBlank) {
  PageContent content;
  EXPECT_EQ(judge(content).way, Way::kBlank);
  content.paths = 60;
  EXPECT_EQ(judge(content).way, Way::kOcr);
  content.paths = 3;
  content.pictures.push_back({{10, 10, 60, 60}, 100, 100, false, 1});
  EXPECT_EQ(judge(content).way, Way::kOcr);
}

}  // namespace
}  // namespace proviso::ingest
