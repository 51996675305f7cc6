// Picture files, alone and in an OFD, read by OCR in the worker; and read once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <leptonica/allheaders.h>

#include <map>
#include <mutex>

#include "ingest/image/image.h"
#include "ingest/pdf/file.h"
#include "ingest/reader.h"
#include "tests/ingest/make_pdf.h"
#include "tests/ingest/make_zip.h"
#include "tests/ingest/temporary_folder.h"

namespace proviso::ingest {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

Pix* page_of(std::string_view sentence) {
  MakePdf pdf;
  pdf.page();
  for (int i = 0; i < 6; ++i) pdf.latin(60, 100 + 22 * i, 13, sentence);
  const std::string bytes = pdf.bytes();
  const Raster raster = PdfFile::open(bytes)->render(1, 200);
  Pix* pix = pixCreate(raster.width, raster.height, 8);
  pixSetResolution(pix, 200, 200);
  for (int y = 0; y < raster.height; ++y) {
    for (int x = 0; x < raster.width; ++x) {
      pixSetPixel(
          pix, x, y,
          raster.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(raster.width) +
                        static_cast<std::size_t>(x)]);
    }
  }
  return pix;
}

constexpr std::string_view kFirst = "The plaintiff delivered the goods on the day agreed,";
constexpr std::string_view kSecond = "The costs of the proceedings are borne by the defendant,";

class Pictures : public Folder {
 protected:
  void SetUp() override {
    Folder::SetUp();
    first_ = page_of(kFirst);
    second_ = page_of(kSecond);
  }
  void TearDown() override {
    pixDestroy(&first_);
    pixDestroy(&second_);
    Folder::TearDown();
  }

  Pix* first_ = nullptr;
  Pix* second_ = nullptr;
};

TEST_F(Pictures, PngAndJpegAreOnePage) {
  const fs::path png = root_ / "scan.png", jpeg = root_ / "scan.jpg";
  pixWrite(png.c_str(), first_, IFF_PNG);
  pixWrite(jpeg.c_str(), first_, IFF_JFIF_JPEG);
  for (const fs::path& path : {png, jpeg}) {
    const Document document = read(path, {});
    EXPECT_THAT(document.text, HasSubstr("delivered the goods")) << path;
    EXPECT_EQ(document.source_kind, "image");
    ASSERT_EQ(document.pages.size(), 1u);
    EXPECT_EQ(document.pages[0].method, Method::kOcr);
    EXPECT_NEAR(document.lines.at(0).box.x0, 60, 3);  // points of the sheet that was scanned
  }
}

TEST_F(Pictures, ATiffHasAllItsPages) {
  const fs::path path = root_ / "scan.tif";
  pixWriteTiff(path.c_str(), first_, IFF_TIFF_LZW, "w");
  pixWriteTiff(path.c_str(), second_, IFF_TIFF_LZW, "a");
  const Document document = read(path, {});
  ASSERT_EQ(document.pages.size(), 2u) << document.reason;
  EXPECT_THAT(document.text, HasSubstr("delivered the goods"));
  EXPECT_THAT(document.text, HasSubstr("costs of the proceedings"));
}

TEST_F(Pictures, APictureInAnOfdIsReadInItsPlace) {
  l_uint8* data = nullptr;
  std::size_t size = 0;
  ASSERT_EQ(pixWriteMemPng(&data, &size, first_, 0), 0);
  const std::string png(reinterpret_cast<char*>(data), size);
  lept_free(data);
  const std::string ofd = make_zip(
      {{"OFD.xml", "<OFD><DocBody><DocRoot>D/Document.xml</DocRoot></DocBody></OFD>"},
       {"D/Document.xml",
        "<Document><CommonData><PageArea><PhysicalBox>0 0 210 297</PhysicalBox></PageArea>"
        "<DocumentRes>Res.xml</DocumentRes></CommonData><Pages><Page ID=\"1\" BaseLoc=\"P.xml\"/>"
        "</Pages></Document>"},
       {"D/Res.xml",
        "<Res BaseLoc=\"Res\"><MultiMedias><MultiMedia ID=\"5\"><MediaFile>a.png</MediaFile>"
        "</MultiMedia></MultiMedias></Res>"},
       {"D/Res/a.png", png},
       {"D/P.xml",
        "<Page><Content><Layer><ImageObject ResourceID=\"5\" Boundary=\"10 20 180 240\" "
        "CTM=\"180 0 0 240 0 0\"/></Layer></Content></Page>"}});
  const Document document = read(put("scan.ofd", ofd), {});
  EXPECT_THAT(document.text, HasSubstr("delivered the goods"));
  EXPECT_EQ(document.pages.at(0).method, Method::kOcr);
  EXPECT_GT(document.lines.at(0).box.y0, 20 * 72 / 25.4);
}

TEST_F(Pictures, AFileThatIsNoPictureAndOneTooLargeHaveTheirReason) {
  EXPECT_THAT(read(put("a.png", "\x89PNG\r\n\x1A\n and no more"), {}).reason, HasSubstr("decoded"));
  const fs::path png = root_ / "large.png";
  pixWrite(png.c_str(), first_, IFF_PNG);
  ReadOptions options;
  options.limits.max_megapixels = 0.1;
  EXPECT_THAT(read(png, options).reason, HasSubstr("too large"));
}

class Kept final : public OcrCache {
 public:
  std::optional<std::string> find(const std::string& key) override {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(key);
    if (found == kept_.end()) return std::nullopt;
    ++found_;
    return found->second;
  }
  void keep(const std::string& key, const std::string& value) override {
    const std::lock_guard lock(mutex_);
    kept_[key] = value;
  }
  std::size_t kept() const { return kept_.size(); }
  int found() const { return found_; }

 private:
  std::mutex mutex_;
  std::map<std::string, std::string> kept_;
  int found_ = 0;
};

TEST_F(Pictures, WhatOcrHasReadIsNotReadAgain) {
  const fs::path path = root_ / "scan.tif";
  pixWriteTiff(path.c_str(), first_, IFF_TIFF_LZW, "w");
  pixWriteTiff(path.c_str(), second_, IFF_TIFF_LZW, "a");
  Kept cache;
  ReadOptions options;
  options.cache = &cache;
  const Document once = read(path, options);
  EXPECT_EQ(cache.kept(), 2u);
  EXPECT_EQ(cache.found(), 0);
  const Document again = read(path, options);
  EXPECT_EQ(cache.found(), 2);
  EXPECT_EQ(again.text, once.text);
  ASSERT_EQ(again.lines.size(), once.lines.size());
  for (std::size_t i = 0; i < once.lines.size(); ++i) {
    EXPECT_EQ(again.lines[i].edges, once.lines[i].edges);
  }
}

}  // namespace
}  // namespace proviso::ingest
