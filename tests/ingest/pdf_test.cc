// PDF files through the real worker.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ingest/pdf/file.h"
#include "ingest/reader.h"
#include "tests/ingest/make_pdf.h"
#include "tests/ingest/temporary_folder.h"

namespace proviso::ingest {
namespace {

using testing::HasSubstr;

class Pdf : public Folder {
 protected:
  Document read_pdf(const MakePdf& pdf, bool ocr = false) {
    ReadOptions options;
    options.ocr = ocr;
    return read(put("a.pdf", pdf.bytes()), options);
  }

  static const Line* line_with(const Document& document, std::string_view text) {
    for (const Line& line : document.lines) {
      if (line.text.find(text) != std::string::npos) return &line;
    }
    return nullptr;
  }
};

TEST_F(Pdf, GivesTextParagraphsAndBoxes) {
  MakePdf pdf;
  pdf.page();
  pdf.chinese(120, 100, 10, "原告诉称，双方于二〇二三年三月签订合同，被告未支付货款，");
  pdf.chinese(100, 120, 10, "请求判令被告支付货款十万元。");
  pdf.chinese(120, 140, 10, "被告辩称，原告交付的货物有质量问题，因此不同意支付货款的");
  pdf.chinese(100, 160, 10, "全部请求。");
  const Document document = read_pdf(pdf);
  EXPECT_EQ(document.status, DocumentStatus::kOk);
  EXPECT_EQ(document.text,
            "原告诉称，双方于二〇二三年三月签订合同，被告未支付货款，请求判令被告支付货款十万元。\n"
            "被告辩称，原告交付的货物有质量问题，因此不同意支付货款的全部请求。");
  ASSERT_EQ(document.pages.size(), 1u);
  EXPECT_EQ(document.pages[0].method, Method::kText);
  EXPECT_DOUBLE_EQ(document.pages[0].width, 500);
  const std::string quote = "货款，请求判令";  // wraps
  const std::size_t at = document.text.find(quote);
  const auto found = boxes(document, at, at + quote.size());
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(found[0].box.x0, 120 + 25 * 10, 0.1);
  EXPECT_NEAR(found[0].box.x1, 120 + 28 * 10, 0.1);
  EXPECT_LT(found[0].box.y0, 100);
  EXPECT_GT(found[0].box.y1, 100);
  EXPECT_NEAR(found[1].box.x0, 100, 0.1);
  EXPECT_NEAR(found[1].box.x1, 140, 0.1);
}

TEST_F(Pdf, BoxesAreInTheFrameOfTheRotatedCropBox) {
  MakePdf pdf;
  pdf.page("/CropBox[50 50 450 650]");
  pdf.chinese(100, 100, 10, "裁切");
  pdf.chinese(10, 100, 10, "外");  // outside
  pdf.page("/Rotate 180");
  pdf.chinese(100, 100, 10, "倒置的页面");
  const Document document = read_pdf(pdf);
  EXPECT_DOUBLE_EQ(document.pages.at(0).width, 400);
  EXPECT_DOUBLE_EQ(document.pages.at(0).height, 600);
  const Line* cropped = line_with(document, "裁切");
  ASSERT_NE(cropped, nullptr);
  EXPECT_NEAR(cropped->box.x0, 50, 0.1);
  EXPECT_EQ(line_with(document, "外"), nullptr);
  EXPECT_EQ(document.pages.at(1).rotation, 180);
  const Line* turned = line_with(document, "倒置");
  ASSERT_NE(turned, nullptr);
  EXPECT_EQ(turned->text, "倒置的页面");
  EXPECT_NEAR(turned->box.x1, 400, 0.1);
}

TEST_F(Pdf, KeepsPrintedLabelsBesidePhysicalNumbers) {
  MakePdf pdf;
  pdf.page();
  pdf.chinese(100, 100, 10, "封面");
  pdf.page();
  pdf.chinese(100, 100, 10, "正文");
  pdf.catalog = "/PageLabels<</Nums[0<</S/r>>1<</S/D>>]>>";
  const Document document = read_pdf(pdf);
  EXPECT_EQ(document.pages.at(0).label, "i");
  EXPECT_EQ(document.pages.at(1).label, "1");
  EXPECT_EQ(document.pages.at(1).number, 2);
}

TEST_F(Pdf, HiddenCoveredAndSameColouredTextStaysOutAndIsFlagged) {
  MakePdf pdf;
  pdf.page();
  pdf.chinese(100, 100, 10, "看得见的正文");
  pdf.chinese(100, 130, 10, "看不见的文字", 3);
  pdf.chinese(100, 160, 10, "被遮盖的姓名");
  pdf.box(95, 150, 80, 14, 0);
  pdf.box(95, 180, 80, 14, 0);
  pdf.chinese(100, 190, 10, "黑底上的黑字");
  pdf.box(95, 210, 80, 14, 0);
  pdf.paint("1 g");
  pdf.chinese(100, 220, 10, "黑底上的白字");
  pdf.chinese(100, 250, 10, "白纸上的白字");
  const Document document = read_pdf(pdf);
  EXPECT_EQ(document.text, "看得见的正文\n黑底上的白字");
  EXPECT_EQ(line_with(document, "看不见的文字")->flags, kHidden);
  EXPECT_EQ(line_with(document, "被遮盖的姓名")->flags, kCovered);
  EXPECT_EQ(line_with(document, "黑底上的黑字")->flags, kWhite);
  EXPECT_EQ(line_with(document, "白纸上的白字")->flags, kWhite);
  EXPECT_EQ(document.pages[0].status, PageStatus::kDoubtful);
}

TEST_F(Pdf, APageThatNeedsOcrFailsWithThatReasonWhenOcrIsOff) {
  MakePdf pdf;
  pdf.page();
  pdf.chinese(100, 100, 10, "文字层");
  pdf.page();
  pdf.picture();
  const Document document = read_pdf(pdf);
  EXPECT_EQ(document.status, DocumentStatus::kPartial);
  EXPECT_EQ(document.pages.at(1).status, PageStatus::kFailed);
  EXPECT_THAT(document.pages.at(1).reason, HasSubstr("switched off"));
}

TEST_F(Pdf, AFileWithoutWordsSaysSo) {
  MakePdf pdf;
  pdf.page();
  const Document document = read_pdf(pdf);
  EXPECT_EQ(document.status, DocumentStatus::kOk);
  EXPECT_EQ(document.reason, "no text on any page");
  EXPECT_EQ(document.pages.at(0).method, Method::kNone);
}

TEST_F(Pdf, ABrokenFileHasAReason) {
  const Document document = read(put("b.pdf", "%PDF-1.4\nnothing that follows is a PDF\n"), {});
  EXPECT_EQ(document.status, DocumentStatus::kFailed);
  EXPECT_THAT(document.reason, HasSubstr("broken"));
}

TEST_F(Pdf, ADamagedTableOfContentsIsRebuiltAndReported) {
  MakePdf pdf;
  pdf.page();
  pdf.chinese(100, 100, 10, "正文仍在");
  std::string bytes = pdf.bytes();
  bytes.replace(bytes.find("startxref\n") + 10, 1, "9");
  const Document document = read(put("c.pdf", bytes), {});
  EXPECT_EQ(document.text, "正文仍在");
  EXPECT_THAT(document.reason, HasSubstr("recovered"));
}

TEST_F(Pdf, PagesOverTheLimitAreNotRead) {
  MakePdf pdf;
  for (int i = 0; i < 4; ++i) {
    pdf.page();
    pdf.chinese(100, 100, 10, "页");
  }
  ReadOptions options;
  options.limits.max_pages = 2;
  const Document document = read(put("d.pdf", pdf.bytes()), options);
  EXPECT_EQ(document.status, DocumentStatus::kPartial);
  EXPECT_EQ(document.pages.size(), 2u);
  EXPECT_EQ(document.reason, "only the first 2 of 4 pages were read");
}

TEST_F(Pdf, ALimitOfMemoryIsTheReason) {
  MakePdf pdf;
  pdf.page();
  pdf.chinese(100, 100, 10, "页");
  ReadOptions options;
  options.limits.address_space = std::uint64_t{1} << 20;  // less than the program itself
  const Document document = read(put("e.pdf", pdf.bytes()), options);
  EXPECT_EQ(document.status, DocumentStatus::kFailed);
  EXPECT_FALSE(document.reason.empty());
}

TEST_F(Pdf, WithoutPopplersDataThePageIsDoubtfulAndSaysWhatToInstall) {
  MakePdf pdf;
  pdf.page();
  pdf.chinese(100, 100, 10, "需要字符映射");
  const std::string bytes = pdf.bytes();
  const auto with = PdfFile::open(bytes);
  ASSERT_TRUE(with);
  EXPECT_FALSE(with->content(1, 1000).missing_cmap);
  const auto without = PdfFile::open(bytes, (root_ / "no data here").string());
  ASSERT_TRUE(without);
  EXPECT_TRUE(without->content(1, 1000).missing_cmap);
  ASSERT_TRUE(PdfFile::open(bytes, "/usr/share/poppler"));  // for the tests that follow
}

}  // namespace
}  // namespace proviso::ingest
