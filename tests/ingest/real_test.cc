// All PDF files of the shared test set end with a status in bounded time, and some facts about them
// hold.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "ingest/find.h"
#include "ingest/reader.h"

namespace proviso::ingest {
namespace {

namespace fs = std::filesystem;

fs::path shared_pdfs() {
  const char* shared = std::getenv("PROVISO_SHARED");
  return (shared != nullptr ? fs::path(shared) : fs::path(PROVISO_SOURCE_DIR) / ".." / "shared") /
         "pdfs";
}

class RealPdfs : public testing::Test {
 protected:
  // OCR is left out here but for the files that need it: what is asked is that each ends.
  static void SetUpTestSuite() {
    if (!fs::exists(shared_pdfs())) return;
    const std::vector<fs::path> roots{shared_pdfs()};
    std::vector<fs::path> files;
    for (const fs::path& file : find_documents(roots).documents) {
      if (file.extension() == ".pdf") files.push_back(file);
    }
    ReadOptions options;
    options.ocr = std::getenv("PROVISO_REAL_OCR") != nullptr;
    const auto start = std::chrono::steady_clock::now();
    read_all(files, options, 2, [&](std::size_t index, Document&& document) {
      const double seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      std::printf("%7.1f s  %-8s %4zu pages  %s  %s\n", seconds,
                  std::string(name(document.status)).c_str(), document.pages.size(),
                  files[index].filename().c_str(), document.reason.c_str());
      documents_[files[index].filename().string()] = std::move(document);
    });
    files_ = files.size();
  }

  void SetUp() override {
    if (files_ == 0) GTEST_SKIP() << "no shared/pdfs";
  }

  static const Document& of(const std::string& file) { return documents_.at(file); }
  static bool has(const std::string& file, std::string_view text) {
    return of(file).text.find(text) != std::string::npos;
  }

  static inline std::map<std::string, Document> documents_;
  static inline std::size_t files_ = 0;
};

TEST_F(RealPdfs, EachEndsWithAStatusAndAReasonWhereItFailed) {
  EXPECT_EQ(documents_.size(), files_);
  for (const auto& [file, document] : documents_) {
    EXPECT_TRUE(document.status == DocumentStatus::kOk || !document.reason.empty()) << file;
    EXPECT_TRUE(document.sha256.size() == 64) << file;
    std::size_t at = 0;
    for (const Paragraph& p : document.paragraphs) {
      EXPECT_EQ(p.start, at) << file;
      at = p.end + 1;
    }
    EXPECT_EQ(at, document.text.empty() ? 0 : document.text.size() + 1) << file;
  }
}

TEST_F(RealPdfs, HostileAndBrokenFilesHaveTheirReason) {
  EXPECT_EQ(of("empty.pdf").reason, "empty file");
  EXPECT_EQ(of("fake-jpg.pdf").reason, "not a PDF (JPEG)");
  EXPECT_EQ(of("shared-unnamed-field.pdf").reason, "timeout after 20 s of processor time");
  EXPECT_EQ(of("poppler-67295-0.pdf").status, DocumentStatus::kFailed);
  EXPECT_EQ(of("poppler-91414-0-53.pdf").status, DocumentStatus::kFailed);
  EXPECT_EQ(of("REDHAT-1531897-0.pdf").status, DocumentStatus::kFailed);
  EXPECT_EQ(of("Pages-tree-refs.pdf").status, DocumentStatus::kPartial);
  EXPECT_TRUE(has("Pages-tree-refs.pdf", "Testcase"));
  EXPECT_EQ(of("append-xref-loop.pdf").pages.size(), 30u);
  EXPECT_TRUE(has("append-xref-loop.pdf", "Potato 0 new"));
  EXPECT_TRUE(has("ContentStreamCycleType3insideType3.pdf", "ab"));
}

TEST_F(RealPdfs, OwnerPasswordsDoNotKeepAnybodyOut) {
  EXPECT_EQ(of("enc-R3,V2,O=master.pdf").pages.size(), 30u);
  EXPECT_EQ(of("enc-R3,V2,O=master.pdf").status, DocumentStatus::kOk);
  EXPECT_EQ(of("dmca.pdf").status, DocumentStatus::kOk);
  EXPECT_EQ(of("signed.pdf").status, DocumentStatus::kOk);
}

TEST_F(RealPdfs, PagesWithTrustworthyTextAreNotReadByOcr) {
  for (const char* file : {"ca8_.pdf", "missouri.pdf", "tagged.pdf", "signed.pdf",
                           "multi-column-2p.pdf", "test_4182.pdf", "chinese.pdf"}) {
    for (const Page& page : of(file).pages) EXPECT_EQ(page.method, Method::kText) << file;
  }
}

TEST_F(RealPdfs, PagesWithoutAreReadByOcr) {
  for (const char* file : {"pr-136-example.pdf", "gov.uscourts.cand.203070.27.0.pdf", "cmyk.pdf"}) {
    for (const Page& page : of(file).pages) EXPECT_EQ(page.method, Method::kOcr) << file;
  }
}

TEST_F(RealPdfs, WrongFontMapsAreRepairedOrDoubtedAndNeverTakenOnTrust) {
  for (const char* file : {"cid-font-no-tounicode.pdf", "has-bad-fonts.pdf", "XiaoBiaoSong.pdf"}) {
    for (const Page& page : of(file).pages) EXPECT_EQ(page.status, PageStatus::kDoubtful) << file;
  }
  EXPECT_TRUE(has("XiaoBiaoSong.pdf", "关于红军作战的原则"));
  EXPECT_TRUE(has("cid-font-no-tounicode.pdf", "quick"));
}

TEST_F(RealPdfs, TextIsInReadingOrder) {
  EXPECT_TRUE(has("issue2128r.pdf", "浅谈校长的魅力"));
  EXPECT_TRUE(has("test_4182.pdf", "为此，本文以虚拟偶像“洛天依”为案例研究对象"));
  EXPECT_TRUE(has("chinese.pdf", "本集團現金客戶"));
  EXPECT_TRUE(has("vector-pdf.pdf", "allocates water rights within the Red River basin among"));
  EXPECT_FALSE(has("vector-pdf.pdf", "Cite as: 569"));
  EXPECT_TRUE(has("issue-71-duplicate-chars.pdf", "负责四川省甘孜州丹巴磨子电站"));
}

TEST_F(RealPdfs, WatermarksCoversAndLabelsAreKnown) {
  const auto& watermark = of("pdf-example-watermarks.original.pdf");
  EXPECT_TRUE(std::any_of(watermark.lines.begin(), watermark.lines.end(),
                          [](const Line& line) { return (line.flags & kWatermark) != 0; }));
  const auto& redacted = of("rectangles_yes.pdf");
  EXPECT_TRUE(std::any_of(redacted.lines.begin(), redacted.lines.end(), [](const Line& line) {
    return (line.flags & (kCovered | kWhite)) != 0;
  }));
  const auto& labels = of("pagelabels.pdf").pages;
  ASSERT_EQ(labels.size(), 5u);
  EXPECT_EQ(labels[0].label, "iii");
  EXPECT_EQ(labels[2].label, "1");
}

}  // namespace
}  // namespace proviso::ingest
