// Files of every kind, through the worker.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "ingest/ocr/memory.h"
#include "ingest/reader.h"
#include "tests/ingest/make_zip.h"
#include "tests/ingest/temporary_folder.h"

namespace proviso::ingest {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Formats : public Folder {};

constexpr const char* kBody = "<document><body><p><r><t>原告甲</t></r></p></body></document>";

TEST_F(Formats, BytesCountBeforeTheName) {
  const std::string docx =
      make_zip({{"[Content_Types].xml", "<Types/>"}, {"word/document.xml", kBody}});
  for (const char* name : {"a.docx", "a.zip", "a.ofd", "a.txt", "noname"}) {
    const Document document = read(put(name, docx), {});
    EXPECT_EQ(document.text, "原告甲") << name << ": " << document.reason;
    EXPECT_EQ(document.source_kind, "docx") << name;
  }
  EXPECT_EQ(read(put("a.html", "<html><p>甲</p></html>"), {}).source_kind, "html");
  EXPECT_EQ(read(put("b.txt", "<!DOCTYPE html><p>甲</p>"), {}).text, "甲");
}

TEST_F(Formats, WhatAZipFileIsNotHasItsReason) {
  EXPECT_THAT(read(put("a.docx", make_zip({{"xl/workbook.xml", "<x/>"}})), {}).reason,
              HasSubstr("Excel"));
  EXPECT_THAT(read(put("b.docx", make_zip({{"a.txt", "x"}})), {}).reason, HasSubstr("neither"));
}

TEST_F(Formats, ALongTextIsReadInTheWorkerAsInTheParent) {
  std::string text;
  for (int i = 0; text.size() < (std::size_t{9} << 20); ++i) {
    text += "第" + std::to_string(i) + "行，被告应当支付。\n";
  }
  text += std::string(std::size_t{9} << 20, 'a');
  const Document document = read(put("long.txt", text), {});
  EXPECT_EQ(document.status, DocumentStatus::kOk) << document.reason;
  EXPECT_EQ(document.text, text);
  EXPECT_EQ(document.source_kind, "text");
  EXPECT_EQ(document.pages.size(), 1u);
}

TEST_F(Formats, ACopyUnderWayIsLeftForTheNextRun) {
  const fs::path path = put("growing.pdf", "%PDF-1.4\nno end yet");
  std::jthread copier([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      std::ofstream(path, std::ios::app) << "more";
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  const Document document = read(path, {});
  EXPECT_EQ(document.reason, "still being written: left for the next run");
  EXPECT_TRUE(document.sha256.empty() || document.status == DocumentStatus::kFailed);
}

TEST(OcrMemoryTest, APageComesOutAsItWentIn) {
  OcrPage page;
  page.language = "chi_sim";
  page.confidence = 0.875F;
  page.turn = Turn::kClockwise;
  Glyph glyph;
  glyph.character = U'判';
  glyph.x0 = 1.25F;
  glyph.baseline = 1.0F / 3;
  glyph.source = TextSource::kOcr;
  page.glyphs = {glyph, glyph};
  const auto back = decode_ocr(encode_ocr(page));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->language, "chi_sim");
  EXPECT_EQ(back->turn, Turn::kClockwise);
  ASSERT_EQ(back->glyphs.size(), 2u);
  EXPECT_EQ(back->glyphs[1].character, U'判');
  EXPECT_EQ(back->glyphs[1].baseline, 1.0F / 3);
  EXPECT_EQ(encode_ocr(*back), encode_ocr(page));
  EXPECT_FALSE(decode_ocr("nonsense!"));
  EXPECT_FALSE(decode_ocr(encode_ocr(page).substr(0, 40)));
}

TEST(OcrMemoryTest, TheKeyChangesWithThePicture) {
  Raster raster{2, 1, 200, {0, 255}};
  const std::string key = ocr_key(raster);
  EXPECT_EQ(key.size(), 64u);
  EXPECT_EQ(ocr_key(raster), key);
  raster.dpi = 100;
  EXPECT_NE(ocr_key(raster), key);
  raster.dpi = 200;
  raster.pixels[0] = 1;
  EXPECT_NE(ocr_key(raster), key);
}

}  // namespace
}  // namespace proviso::ingest
