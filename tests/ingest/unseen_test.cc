// What a PDF paints and nobody sees, and what somebody put upon the page: kept out of the text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ingest/reader.h"
#include "tests/ingest/make_pdf.h"
#include "tests/ingest/temporary_folder.h"

namespace proviso::ingest {
namespace {

class Unseen : public Folder {
 protected:
  Document read_pdf(const MakePdf& pdf) {
    ReadOptions options;
    options.ocr = false;
    return read(put("a.pdf", pdf.bytes()), options);
  }

  static int flags_of(const Document& document, std::string_view text) {
    for (const Line& line : document.lines) {
      if (line.text.find(text) != std::string::npos) return line.flags;
    }
    return -1;
  }
};

TEST_F(Unseen, TextOutsideItsClipAndTextTooSmallToReadIsHidden) {
  MakePdf pdf;
  pdf.page();
  pdf.chinese(100, 100, 10, "看得见的正文");
  pdf.paint("q 400 600 50 50 re W n");
  pdf.chinese(100, 130, 10, "剪去的文字");
  pdf.paint("Q q 90 500 300 80 re W n");
  pdf.chinese(100, 160, 10, "框内的文字");
  pdf.paint("Q");
  pdf.chinese(100, 190, 0.8, "细如发丝的文字");
  const Document document = read_pdf(pdf);
  EXPECT_EQ(document.text, "看得见的正文\n框内的文字");
  EXPECT_EQ(flags_of(document, "剪去的文字"), kHidden);
  EXPECT_EQ(flags_of(document, "细如发丝的文字"), kHidden);
}

TEST_F(Unseen, LettersStrokedInTheColourOfThePaperAreWhite) {
  MakePdf pdf;
  pdf.page();
  pdf.paint("0 0 0 RG");
  pdf.chinese(100, 100, 10, "描黑边的正文", 1);
  pdf.paint("1 1 1 RG");
  pdf.chinese(100, 130, 10, "描白边的文字", 1);
  const Document document = read_pdf(pdf);
  EXPECT_EQ(document.text, "描黑边的正文");
  EXPECT_EQ(flags_of(document, "描白边的文字"), kWhite);
}

TEST_F(Unseen, AFormOfManyCornersCoversWhatLiesInsideItAndNothingElse) {
  MakePdf pdf;
  pdf.page();
  pdf.chinese(100, 100, 10, "被遮盖的姓名");
  pdf.chinese(100, 130, 10, "看得见的正文");
  // A slanted bar from (90, 590) to (170, 612) in PDF's own frame.
  pdf.paint("q 0 g 90 590 m 170 592 l 172 612 l 92 610 l h f Q");
  const Document document = read_pdf(pdf);
  EXPECT_EQ(document.text, "看得见的正文");
  EXPECT_EQ(flags_of(document, "被遮盖的姓名"), kCovered);
}

// A stamp that a program laid on the page, a typed remark, and a form's field.
TEST_F(Unseen, StampsAndRemarksLaidOnThePageAreNoTextAndFieldsAre) {
  MakePdf pdf;
  pdf.page("/Annots[8 0 R 9 0 R 10 0 R]");
  pdf.chinese(100, 100, 10, "看得见的正文");
  const auto annotation = [](std::string_view kind, int y, int look) {
    return fmt::format("<</Type/Annot/Subtype/{}/F 4/Rect[100 {} 300 {}]/AP<</N {} 0 R>>>>", kind,
                       y, y + 20, look);
  };
  const auto look = [](std::string_view text) {
    const std::string paint = fmt::format("BT /F2 10 Tf 0 5 Td ({}) Tj ET", text);
    return fmt::format(
        "<</Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F2 "
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Length {}>>stream\n"
        "{}\nendstream",
        paint.size(), paint);
  };
  ASSERT_EQ(pdf.first_more(), 8u);
  pdf.more = {annotation("Stamp", 500, 11),
              annotation("FreeText", 460, 12),
              annotation("Widget/FT/Tx/T(a)", 420, 13),
              look("Approved copy"),
              look("ask him again"),
              look("Paid in full")};
  const Document document = read_pdf(pdf);
  EXPECT_EQ(document.text, "看得见的正文\nPaid in full");
  EXPECT_EQ(flags_of(document, "Approved copy"), kStamp);
  EXPECT_EQ(flags_of(document, "ask him again"), kComment);
}

TEST_F(Unseen, APageThatStandsAskewIsReadAndItsBoxesLieWhereTheLinesAre) {
  MakePdf pdf;
  pdf.page();
  pdf.paint("q 0.990268 0.139173 -0.139173 0.990268 20 -40 cm");  // 8 degrees
  pdf.chinese(100, 300, 12, "本院认为，依法成立的合同对当事人具有约束力，双方应当依约");
  pdf.chinese(100, 320, 12, "履行。");
  pdf.chinese(124, 340, 12, "被告没有交货。");
  pdf.paint("Q");
  const Document document = read_pdf(pdf);
  EXPECT_EQ(document.text,
            "本院认为，依法成立的合同对当事人具有约束力，双方应当依约履行。\n被告没有交货。");
  // The first line begins at (100, 400) in the turned frame and runs upwards on the page.
  const Line& line = document.lines.at(0);
  const double x = 0.990268 * 100 - 0.139173 * 400 + 20, y = 0.139173 * 100 + 0.990268 * 400 - 40;
  EXPECT_NEAR(line.box.x0, x, 6);
  EXPECT_NEAR(line.box.y1, 700 - y, 6);
  EXPECT_LT(line.box.y0, line.box.y1 - 40);
}

}  // namespace
}  // namespace proviso::ingest
