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

TEST_F(Pdf, ThePrintedTextOfASealLeavesTheLineBelowItWhole) {
  MakePdf pdf;
  pdf.page();
  pdf.chinese(100, 100, 12, "如不服本判决，可在判决书送达之日起十五日内提交上诉状。");
  pdf.paint("0.9 0.1 0.1 rg");
  pdf.chinese(205, 96, 14, "合同");
  pdf.chinese(205, 112, 14, "专用");
  pdf.paint("0 g");
  const Document document = read_pdf(pdf);
  EXPECT_EQ(document.text, "如不服本判决，可在判决书送达之日起十五日内提交上诉状。");
  const Line* seal = line_with(document, "合同");
  ASSERT_NE(seal, nullptr);
  EXPECT_NE(seal->flags & kStamp, 0);
}

TEST_F(Pdf, RedTextThatStandsByItselfIsText) {
  MakePdf pdf;
  pdf.page();
  pdf.paint("0.9 0.1 0.1 rg");
  pdf.chinese(140, 60, 24, "江州市某区人民法院");
  pdf.chinese(100, 100, 12, "注意");
  pdf.paint("0 g");
  pdf.chinese(100, 130, 12, "本院依法适用普通程序公开开庭进行了审理。");
  const Document document = read_pdf(pdf);
  EXPECT_THAT(document.text, HasSubstr("江州市某区人民法院"));
  EXPECT_THAT(document.text, HasSubstr("注意"));
}

// A browser's way: the text in many fonts, each with a few characters of its own numbering.
TEST_F(Pdf, ChineseSplitOverManySmallFontsIsText) {
  const std::u32string text = to_utf32(
      "本院认为，原告与被告签订的借款合同合法有效，被告应当按照约定返还本金并支付利息。"
      "依照民法典第六百七十五条的规定，判决如下：驳回原告的其他诉讼请求。");
  std::u32string distinct;
  for (const char32_t c : text) {
    if (distinct.find(c) == std::u32string::npos) distinct.push_back(c);
  }
  constexpr std::size_t kOfAFont = 4;
  const std::size_t count = (distinct.size() + kOfAFont - 1) / kOfAFont;
  MakePdf pdf;
  pdf.page();  // first_more() counts pages
  const std::size_t first = pdf.first_more();
  std::string fonts;
  for (std::size_t f = 0; f < count; ++f) {
    std::string procedures, differences, widths, map;
    for (std::size_t i = f * kOfAFont; i < std::min(distinct.size(), (f + 1) * kOfAFont); ++i) {
      const std::size_t code = i - f * kOfAFont;
      procedures += fmt::format("/g{} {} 0 R", code, first + 2 * count);
      differences += fmt::format("/g{}", code);
      widths += "1000 ";
      map += fmt::format("<{:02X}> <{:04X}>\n", code, static_cast<unsigned>(distinct[i]));
    }
    const std::size_t last = std::min(distinct.size(), (f + 1) * kOfAFont) - f * kOfAFont - 1;
    const std::string cmap = fmt::format(
        "/CIDInit /ProcSet findresource begin begincmap\n1 begincodespacerange <00> <FF> "
        "endcodespacerange\n{} beginbfchar\n{}endbfchar\nendcmap end",
        last + 1, map);
    pdf.more.push_back(
        fmt::format("<</Type/Font/Subtype/Type3/FontBBox[0 -140 1000 860]/FontMatrix[.001 0 0 .001 "
                    "0 0]/FirstChar 0/LastChar {}/Widths[{}]/CharProcs<<{}>>/Encoding<</Type"
                    "/Encoding/Differences[0{}]>>/ToUnicode {} 0 R>>",
                    last, widths, procedures, differences, first + 2 * f + 1));
    pdf.more.push_back(fmt::format("<</Length {}>>stream\n{}\nendstream", cmap.size(), cmap));
    fonts += fmt::format("/T{} {} 0 R", f, first + 2 * f);
  }
  const std::string shape = "1000 0 0 0 1000 860 d1 100 0 800 800 re f";
  pdf.more.push_back(fmt::format("<</Length {}>>stream\n{}\nendstream", shape.size(), shape));
  pdf.more_fonts = fonts;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t at = distinct.find(text[i]);
    pdf.paint(fmt::format("BT /T{} 12 Tf {} {} Td <{:02X}> Tj ET", at / kOfAFont,
                          60 + 12 * (i % 30), 600 - 20 * (i / 30), at % kOfAFont));
  }
  ASSERT_LT(pdf.bytes().size(), 60'000u);
  const Document document = read_pdf(pdf);
  ASSERT_EQ(document.status, DocumentStatus::kOk) << document.reason;
  EXPECT_EQ(document.pages[0].method, Method::kText);
  std::u32string got = to_utf32(document.text);
  std::erase(got, U'\n');
  EXPECT_EQ(got, text);
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

TEST_F(Pdf, AFileThatBreaksOffBeforeItsTrailerIsReadAsFarAsItGoes) {
  MakePdf pdf;
  for (int i = 0; i < 2; ++i) {
    pdf.page();
    pdf.chinese(100, 100, 10, i == 0 ? "第一页的正文" : "第二页的正文");
  }
  const std::string bytes = pdf.bytes();
  const Document whole = read(put("d.pdf", bytes.substr(0, bytes.rfind("xref\n0"))), {});
  EXPECT_EQ(whole.text, "第一页的正文\n第二页的正文");
  EXPECT_THAT(whole.reason, HasSubstr("recovered"));
  const Document half = read(put("e.pdf", bytes.substr(0, bytes.rfind("stream"))), {});
  EXPECT_THAT(half.text, HasSubstr("第一页的正文"));
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
