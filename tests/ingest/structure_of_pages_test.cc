// Columns, tables, margin numbers, vertical writing, captions: pages as they are set.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ingest/layout/assemble.h"
#include "ingest/layout/lines.h"
#include "ingest/layout/vertical.h"
#include "tests/ingest/set_text.h"

namespace proviso::ingest {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

Sheet sheet() {
  Sheet sheet;
  sheet.width = 500;
  sheet.height = 700;
  return sheet;
}

Document document_of(const std::vector<Glyph>& glyphs, const Sheet& page) {
  PageLines lines = set_page(1, {});
  lay_out(lines, glyphs, page);
  return assemble({std::move(lines)});
}

std::vector<std::string> paragraphs(const Document& document) {
  std::vector<std::string> result;
  for (const Paragraph& p : document.paragraphs) {
    result.push_back(document.text.substr(p.start, p.end - p.start));
  }
  return result;
}

TEST(Tables, ARuledTableIsReadRowByRowAndItsCellsAreWhole) {
  Sheet page = sheet();
  for (const double y : {100.0, 130.0, 170.0}) page.rules.push_back({50, y, 450, y + 0.5});
  for (const double x : {50.0, 200.0, 300.0, 450.0}) page.rules.push_back({x, 100, x + 0.5, 170});
  std::vector<Glyph> glyphs;
  set_glyphs(glyphs, 60, 120, 10, "名称");
  set_glyphs(glyphs, 210, 120, 10, "金额");
  set_glyphs(glyphs, 310, 120, 10, "备注");
  set_glyphs(glyphs, 60, 155, 10, "借款本金");
  set_glyphs(glyphs, 210, 155, 10, "50000");
  set_glyphs(glyphs, 310, 148, 10, "已偿还其中的");
  set_glyphs(glyphs, 310, 162, 10, "一部分");
  EXPECT_THAT(paragraphs(document_of(glyphs, page)),
              ElementsAre("名称 金额 备注", "借款本金 50000 已偿还其中的一部分"));
}

TEST(Tables, RowsOfFiguresBetweenTwoLinesStayRows) {
  Sheet page = sheet();
  for (const double y : {100.0, 160.0}) page.rules.push_back({50, y, 450, y + 0.5});
  for (const double x : {50.0, 200.0, 450.0}) page.rules.push_back({x, 100, x + 0.5, 160});
  std::vector<Glyph> glyphs;
  for (int i = 0; i < 3; ++i) {
    const float y = 115 + 18 * static_cast<float>(i);
    set_glyphs(glyphs, 60, y, 10, "本金");
    set_glyphs(glyphs, 210, y, 10, std::to_string(100 + i));
  }
  EXPECT_THAT(paragraphs(document_of(glyphs, page)),
              ElementsAre("本金 100", "本金 101", "本金 102"));
}

TEST(Tables, AFrameAroundTextIsNoTable) {
  Sheet page = sheet();
  for (const double y : {90.0, 200.0}) page.rules.push_back({50, y, 450, y + 0.5});
  for (const double x : {50.0, 450.0}) page.rules.push_back({x, 90, x + 0.5, 200});
  std::vector<Glyph> glyphs;
  set_glyphs(glyphs, 60, 110, 10, "本院认为，");
  set_glyphs(glyphs, 60, 130, 10, "合同有效。");
  const auto lines = build_lines(glyphs, page);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].row, 0);
}

TEST(MarginLadder, LineNumbersOfPleadingPaperAreSetAside) {
  std::vector<Glyph> glyphs;
  for (int i = 1; i <= 24; ++i) {
    const float y = 40 + 25 * static_cast<float>(i);
    set_glyphs(glyphs, i < 10 ? 45 : 40, y, 10, std::to_string(i));
    set_glyphs(glyphs, 80, y + 3, 11, "The motion is granted in part");
  }
  const auto lines = build_lines(glyphs, sheet());
  ASSERT_EQ(lines.size(), 48u);
  for (std::size_t i = 0; i < 24; ++i) {
    EXPECT_EQ(lines[i].line.text, "The motion is granted in part");
    EXPECT_EQ(lines[i].line.flags & kFurniture, 0);
    EXPECT_EQ(lines[24 + i].line.text, std::to_string(i + 1));
    EXPECT_NE(lines[24 + i].line.flags & kFurniture, 0);
  }
}

TEST(MarginLadder, ANumberedListIsNone) {
  std::vector<Glyph> glyphs;
  for (int i = 1; i <= 6; ++i) {
    const float y = 100 + 20 * static_cast<float>(i);
    set_glyphs(glyphs, 45, y, 10, std::to_string(i));
    set_glyphs(glyphs, 70, y, 10, "证据");
  }
  for (const PageLine& line : build_lines(glyphs, sheet())) {
    EXPECT_EQ(line.line.flags & kFurniture, 0);
  }
}

TEST(Captions, AColumnOfBracketsPartsThePartiesFromTheCase) {
  std::vector<Glyph> glyphs;
  const char* left[] = {"JANE ROE,", "Plaintiff,", "v.", "ACME INC.,", "Defendant."};
  const char* right[] = {"No. 12345", "Appeal from", "the Circuit", "Court of", "Exampleton"};
  for (int i = 0; i < 5; ++i) {
    const float y = 100 + 14 * static_cast<float>(i);
    set_glyphs(glyphs, 60, y, 10, left[i]);
    set_glyphs(glyphs, 250, y, 10, ")");
    set_glyphs(glyphs, 290, y, 10, right[i]);
  }
  EXPECT_THAT(document_of(glyphs, sheet()).text,
              HasSubstr("v.\nACME INC.,\nDefendant.\nNo. 12345\nAppeal from"));
}

TEST(VerticalWriting, ColumnsRunDownwardsAndFromRightToLeft) {
  std::vector<Glyph> glyphs;
  const char* columns[] = {"原告诉称被告欠款未还", "被告辩称款项已经清偿", "本院认为证据确实充分"};
  for (int column = 0; column < 3; ++column) {
    float y = 100;
    for (const char32_t c : to_utf32(columns[column])) {
      set_glyphs(glyphs, 400 - 20 * static_cast<float>(column), y += 12, 10, std::string());
      std::string one;
      append_utf8(one, c);
      set_glyphs(glyphs, 400 - 20 * static_cast<float>(column), y, 10, one);
    }
  }
  ASSERT_TRUE(mark_vertical(glyphs, {}));
  Sheet page = sheet();
  page.vertical = true;
  const Document document = document_of(glyphs, page);
  EXPECT_EQ(document.text.find(columns[0]), 0u);
  EXPECT_THAT(document.text, HasSubstr(columns[2]));
  // 辩 is the third character of the second column.
  const auto at = document.text.find("辩");
  const auto found = boxes(document, at, at + 3);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].box.x0, 380, 2);
  EXPECT_NEAR(found[0].box.y0, 136 - 8.6, 3);
}

TEST(Overprint, TwoStampsOnOneSpotAreTwoLines) {
  std::vector<Glyph> glyphs;
  set_glyphs(glyphs, 50, 30, 10, "Case 4:08-cv-00001 Document 26");
  set_glyphs(glyphs, 53, 30, 10, "Filed 01/02/2009 Page 1 of 2 here");
  std::vector<std::string> texts;
  for (const PageLine& line : build_lines(glyphs, sheet())) texts.push_back(line.line.text);
  EXPECT_THAT(texts, Contains("Case 4:08-cv-00001 Document 26"));
}

TEST(Footnotes, FollowTheBodyAndKnowTheirReference) {
  const std::string full = "The parties agreed that the price be paid in full on delivery of";
  std::vector<PageLine> lines = {set_line(1, 100, 100, full), set_line(1, 100, 112, full),
                                 set_line(1, 100, 124, "the goods.¹ Nothing was paid, and the"),
                                 set_line(1, 100, 600, "¹The deed is lost.", 8)};
  const Document document =
      assemble({set_page(1, std::move(lines)),
                set_page(2, {set_line(2, 100, 100, "claim is for the whole price."),
                             set_line(2, 100, 112, full), set_line(2, 100, 124, full)})});
  EXPECT_TRUE(document.text.ends_with("¹The deed is lost."));
  ASSERT_EQ(document.footnotes.size(), 1u);
  const Footnote& note = document.footnotes[0];
  EXPECT_EQ(note.mark, "¹");
  EXPECT_EQ(document.text.substr(note.reference_start, 2), "¹");
  EXPECT_EQ(document.text.substr(note.reference_start - 6, 6), "goods.");
}

// A page of a judgment with two small lines at its foot, the first at `y`.
Document with_small_print(const std::string& first, float y, const Sheet& page, float size = 8) {
  std::vector<Glyph> glyphs;
  for (int i = 0; i < 20; ++i) {
    set_glyphs(glyphs, 60, 80 + 20 * static_cast<float>(i), 12,
               "原告与被告签订的合同对货款的支付另有约定，双方均应遵守，");
  }
  set_glyphs(glyphs, 60, y, size, first);
  set_glyphs(glyphs, 60, y + 12, size, "该合同原件由原告保存。");
  return document_of(glyphs, page);
}

TEST(Footnotes, StandUnderALineAsWideAsThePageToo) {
  Sheet page = sheet();
  page.rules.push_back({60, 560, 440, 560.5});
  const Document plain = with_small_print("1 合同编号见附件一。", 575, page);
  ASSERT_EQ(plain.footnotes.size(), 1u);
  EXPECT_EQ(plain.footnotes[0].mark, "1");
  const Document raised = with_small_print("① 合同编号见附件一。", 575, page, 12);
  ASSERT_EQ(raised.footnotes.size(), 1u);
  EXPECT_EQ(raised.footnotes[0].mark, "①");
}

TEST(Footnotes, ALineAboveOrdinaryTextOrOfATableMakesNone) {
  Sheet page = sheet();
  page.rules.push_back({60, 560, 440, 560.5});
  EXPECT_TRUE(with_small_print("1 合同编号见附件一。", 575, page, 12).footnotes.empty());
  page.rules.push_back({60, 600, 440, 600.5});  // a table of three lines
  EXPECT_TRUE(with_small_print("1 合同编号见附件一。", 575, page).footnotes.empty());
}

TEST(Furniture, StampsOfCourtsAndHeadsOfAPartOfTheDocumentAreKeptOut) {
  std::vector<PageLines> pages;
  for (int i = 1; i <= 6; ++i) {
    std::vector<PageLine> lines = {
        set_line(i, 60, 10, "Case 1:21-cv-00001-ABC Document 7 Filed 01/02/21 Page 1 of 6")};
    if (i <= 3) lines.push_back(set_line(i, 200, 40, "Syllabus"));
    for (int k = 0; k < 10; ++k) {
      lines.push_back(
          set_line(i, 100, 80 + 12 * static_cast<float>(k),
                   "Line " + std::string{static_cast<char>('a' + k), static_cast<char>('a' + i)}));
    }
    pages.push_back(set_page(i, std::move(lines)));
  }
  const Document document = assemble(std::move(pages));
  EXPECT_EQ(document.text.find("Syllabus"), std::string::npos);
  EXPECT_EQ(document.text.find("Case 1:21"), std::string::npos);
}

TEST(Furniture, HeadsThatNameTheirChapterAreKnownByTheNumberThatCountsThePages) {
  const std::vector<std::string> chapters = {"The Contract", "The River", "The Remedy", "Costs"};
  std::vector<PageLines> pages;
  for (int i = 1; i <= 4; ++i) {
    std::vector<PageLine> lines = {set_line(
        i, 60, 20, chapters.at(static_cast<std::size_t>(i - 1)) + " " + std::to_string(i + 40))};
    for (int k = 0; k < 10; ++k) {
      lines.push_back(
          set_line(i, 100, 80 + 12 * static_cast<float>(k),
                   "Line " + std::string{static_cast<char>('a' + k), static_cast<char>('a' + i)}));
    }
    pages.push_back(set_page(i, std::move(lines)));
  }
  const Document document = assemble(std::move(pages));
  EXPECT_EQ(document.text.find("The River"), std::string::npos);
  EXPECT_EQ(document.text.find("Costs"), std::string::npos);
  EXPECT_NE(document.text.find("Line ab"), std::string::npos);
}

TEST(Furniture, TitlesWhoseNumbersDoNotCountThePagesAreText) {
  const std::vector<std::string> titles = {"Annex", "Schedule", "Exhibit", "Form"};
  std::vector<PageLines> pages;
  for (int i = 1; i <= 4; ++i) {
    std::vector<PageLine> lines = {set_line(
        i, 60, 20, titles.at(static_cast<std::size_t>(i - 1)) + " " + std::to_string(i * i))};
    for (int k = 0; k < 10; ++k) {
      lines.push_back(
          set_line(i, 100, 80 + 12 * static_cast<float>(k),
                   "Line " + std::string{static_cast<char>('a' + k), static_cast<char>('a' + i)}));
    }
    pages.push_back(set_page(i, std::move(lines)));
  }
  EXPECT_NE(assemble(std::move(pages)).text.find("Exhibit 9"), std::string::npos);
}

}  // namespace
}  // namespace proviso::ingest
