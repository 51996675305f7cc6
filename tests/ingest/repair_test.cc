// Characters that a file states wrongly and that can be known all the same.
#include "ingest/pdf/repair.h"

#include <gtest/gtest.h>

#include "ingest/pdf/trust.h"
#include "tests/ingest/set_text.h"

namespace proviso::ingest {
namespace {

PageContent page_of(std::u32string_view text, bool cid) {
  PageContent content;
  content.width = 500;
  content.height = 700;
  content.fonts.resize(2);
  content.fonts[1].cid = cid;
  content.fonts[1].embedded = true;
  float x = 50;
  for (const char32_t c : text) {
    Glyph glyph;
    glyph.character = c;
    glyph.font = 1;
    glyph.size = 10;
    glyph.baseline = 100;
    glyph.x0 = x;
    glyph.x1 = x += 5;
    content.glyphs.push_back(glyph);
    content.codes.push_back(static_cast<std::uint32_t>(c));
  }
  return content;
}

std::string text_of(const PageContent& content) {
  std::string text;
  for (const Glyph& glyph : content.glyphs) {
    if (glyph.character != 0) append_utf8(text, glyph.character);
  }
  return text;
}

TEST(Repair, GlyphNumbersOfATrueTypeFontAreShiftedBack) {
  std::u32string shifted;
  for (const char c : std::string_view("The court orders payment of 5,000 yuan to the plaintiff")) {
    shifted.push_back(static_cast<char32_t>(c - 29));
  }
  PageContent content = page_of(shifted, true);
  repair_fonts(content);
  EXPECT_EQ(text_of(content), "The court orders payment of 5,000 yuan to the plaintiff");
  EXPECT_EQ(content.fonts[1].repair, Repair::kShifted);
  EXPECT_NE(content.glyphs[0].flags & kRepaired, 0);
  EXPECT_EQ(judge(content).way, Way::kText);
}

TEST(Repair, WordsThatAreWordsStay) {
  PageContent content = page_of(U"The court orders payment of the sum to the plaintiff", true);
  repair_fonts(content);
  EXPECT_EQ(content.fonts[1].repair, Repair::kNone);
  EXPECT_EQ(text_of(content), "The court orders payment of the sum to the plaintiff");
}

TEST(Repair, GbkThatClaimsToBeLatinIsDecoded) {
  // 本院认为合同有效 in GBK, byte by byte.
  PageContent content = page_of(
      U"\u00B1\u00BE\u00D4\u00BA\u00C8\u00CF\u00CE\u00AA\u00BA\u00CF\u00CD\u00AC\u00D3\u00D0\u00D0"
      U"\u00A7",
      false);
  repair_fonts(content);
  EXPECT_EQ(text_of(content), "本院认为合同有效");
  EXPECT_EQ(content.fonts[1].repair, Repair::kGbk);
}

TEST(Repair, FrenchIsNoGbk) {
  PageContent content =
      page_of(U"L'arr\u00EAt\u00E9 a \u00E9t\u00E9 annul\u00E9 par la cour", false);
  repair_fonts(content);
  EXPECT_EQ(content.fonts[1].repair, Repair::kNone);
}

TEST(Repair, SwappedBytesAreSwappedBack) {
  std::u32string swapped;
  for (const char c : std::string_view("Judgment for the plaintiff")) {
    swapped.push_back(static_cast<char32_t>(static_cast<unsigned char>(c)) << 8);
  }
  PageContent content = page_of(swapped, true);
  content.fonts[1].to_unicode = true;
  repair_fonts(content);
  EXPECT_EQ(text_of(content), "Judgment for the plaintiff");
  EXPECT_EQ(content.fonts[1].repair, Repair::kSwapped);
}

// 一 is U+4E00 and 开 U+5F00: a font that holds little else is not swapped.
TEST(Repair, IdeographsWhoseNumberEndsInTwoNoughtsStay) {
  PageContent content = page_of(U"一一一一一一一开　最一", true);
  content.fonts[1].to_unicode = true;
  repair_fonts(content);
  EXPECT_EQ(text_of(content), "一一一一一一一开　最一");
  EXPECT_EQ(content.fonts[1].repair, Repair::kNone);
  EXPECT_EQ(content.fonts[1].codes_of_one, 1u);
}

TEST(Repair, GlyphsThatShareOneCharacterAreCounted) {
  PageContent content = page_of(U"佛佛佛", true);
  for (std::size_t i = 0; i < content.codes.size(); ++i) {
    content.codes[i] = static_cast<std::uint32_t>(i);
  }
  repair_fonts(content);
  EXPECT_EQ(content.fonts[1].codes_of_one, 3u);
  // Glyph 0 is none: what the file calls it says nothing.
  PageContent none = page_of(U"佛佛佛佛", true);
  none.codes.assign(none.codes.size(), 0);
  repair_fonts(none);
  EXPECT_EQ(none.fonts[1].codes_of_one, 4u);
  PageContent simple = page_of(U"佛佛佛佛", false);  // a browser's font may begin at 0
  simple.codes.assign(simple.codes.size(), 0);
  repair_fonts(simple);
  EXPECT_EQ(simple.fonts[1].codes_of_one, 1u);
}

TEST(Repair, SmallCapitalsAndRadicalsBecomeTheirLetters) {
  PageContent capitals = page_of(U"J\uF775\uF773\uF774\uF769\uF763\uF765 \uF731\uF739", false);
  repair_fonts(capitals);
  EXPECT_EQ(text_of(capitals), "JUSTICE 19");
  EXPECT_EQ(capitals.fonts[1].repair, Repair::kSmallCapital);
  PageContent radicals = page_of(U"\u2F00审判\u2ED3", true);
  radicals.fonts[1].to_unicode = true;
  repair_fonts(radicals);
  EXPECT_EQ(text_of(radicals), "一审判长");
}

TEST(Repair, ControlsThatNothingExplainsGo) {
  PageContent content = page_of(U"ab\u0008c", false);
  content.fonts[1].to_unicode = true;
  repair_fonts(content);
  EXPECT_EQ(text_of(content), "abc");
  EXPECT_TRUE(content.codes.empty());
}

}  // namespace
}  // namespace proviso::ingest
