// Tesseract on pages that are rendered here. A font for the Chinese is the machine's; skipped where
// it has none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "ingest/layout/lines.h"
#include "ingest/ocr/ocr.h"
#include "ingest/pdf/file.h"
#include "ingest/reader.h"
#include "tests/ingest/make_pdf.h"
#include "tests/ingest/temporary_folder.h"

namespace proviso::ingest {
namespace {

using testing::HasSubstr;

// The lines as the layout makes them.
std::string text_of(const OcrPage& page) {
  std::string text;
  for (const PageLine& line : build_lines(page.glyphs, {1, 500, 700}))
    text += line.line.text + "\n";
  return text;
}

void set_english(MakePdf& pdf) {
  constexpr std::string_view kLines[] = {
      "The plaintiff delivered the goods on the day that had been",
      "agreed, and the defendant accepted them without any reserve.",
      "No payment was made, although two reminders were received.",
      "The court finds that the agreement is valid and binding, and",
      "orders the defendant to pay the price with interest from the",
      "day on which it fell due. The claim for further damages is",
      "dismissed, since no evidence of any loss has been produced.",
      "The costs of the proceedings are borne by the defendant."};
  double y = 100;
  for (const std::string_view line : kLines) pdf.latin(60, y += 22, 13, line);
}

Raster render(const MakePdf& pdf) {
  const std::string bytes = pdf.bytes();
  return PdfFile::open(bytes)->render(1, 200);
}

MakePdf chinese_page() {
  MakePdf pdf;
  pdf.page();
  for (int i = 0; i < 8; ++i) {
    pdf.chinese(80, 100 + 30 * i, 15, "本院认为双方签订的合同合法有效被告应当支付");
  }
  return pdf;
}

class OcrTest : public Folder {};

TEST_F(OcrTest, ReadsChineseWithBoxesNearThePrint) {
  if (std::system("fc-list -q :lang=zh-cn") != 0) GTEST_SKIP() << "no Chinese font to draw with";
  const OcrPage page = Ocr().read(render(chinese_page()));
  EXPECT_EQ(page.language, "chi_sim");
  EXPECT_GT(page.confidence, 0.8);
  EXPECT_THAT(text_of(page), HasSubstr("合同合法有效"));
  EXPECT_EQ(page.turn, Turn::kUpright);
  int near = 0, han = 0;
  for (const Glyph& glyph : page.glyphs) {
    if (glyph.character != U'效') continue;
    ++han;
    if (std::abs(glyph.x0 - (80 + 15 * 15)) < 15) ++near;  // the 16th character of its line
  }
  EXPECT_GE(han, 6);
  EXPECT_EQ(near, han);
}

TEST_F(OcrTest, ReadsEnglishWithTheEnglishModel) {
  MakePdf pdf;
  pdf.page();
  set_english(pdf);
  const OcrPage page = Ocr().read(render(pdf));
  EXPECT_EQ(page.language, "eng");
  EXPECT_THAT(text_of(page), HasSubstr("the agreement is valid and binding"));
}

TEST_F(OcrTest, TurnsAPageThatStandsUpsideDown) {
  MakePdf pdf;
  pdf.page("/Rotate 180");
  set_english(pdf);
  const OcrPage page = Ocr().read(render(pdf));
  EXPECT_EQ(page.turn, Turn::kUpsideDown);
  EXPECT_THAT(text_of(page), HasSubstr("the agreement is valid and binding"));
}

TEST_F(OcrTest, EmptyPaperNeedsNoReading) {
  MakePdf pdf;
  pdf.page();
  pdf.picture();
  const Document document = read(put("blank.pdf", pdf.bytes()), {});
  EXPECT_EQ(document.status, DocumentStatus::kOk);
  EXPECT_EQ(document.pages.at(0).method, Method::kOcr);
  EXPECT_EQ(document.reason, "no text on any page");
}

}  // namespace
}  // namespace proviso::ingest
