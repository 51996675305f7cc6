// A changed setting redoes the stage that it touches, and no other.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "tests/e2e/program.h"

namespace proviso::e2e {
namespace {

// A scan without words: bars of ink, 240 x 240 pixels.
std::string bars() {
  constexpr std::uint32_t kSide = 240, kHead = 54;
  std::string bytes = "BM";
  const auto number = [&](std::uint32_t value, int size) {
    for (int i = 0; i < size; ++i) bytes.push_back(static_cast<char>(value >> (8 * i) & 0xFF));
  };
  number(kHead + 3 * kSide * kSide, 4), number(0, 4), number(kHead, 4);
  number(40, 4), number(kSide, 4), number(kSide, 4), number(1, 2), number(24, 2);
  for (int i = 0; i < 6; ++i) number(0, 4);
  for (std::uint32_t y = 0; y < kSide; ++y) {
    for (std::uint32_t x = 0; x < kSide; ++x) number(y % 60 < 8 && x > 40 ? 0 : 0xFFFFFF, 3);
  }
  return bytes;
}

std::string ask(const Desk& desk, const std::string& sql) {
  sqlite3* handle = nullptr;
  std::string answer;
  EXPECT_EQ(sqlite3_open((desk / "proviso.db").c_str(), &handle), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(
                handle, sql.c_str(),
                [](void* out, int, char** values, char**) {
                  *static_cast<std::string*>(out) += values[0] != nullptr ? values[0] : "";
                  return 0;
                },
                &answer, nullptr),
            SQLITE_OK)
      << sqlite3_errmsg(handle);
  sqlite3_close(handle);
  return answer;
}

// The run that read the scan last.
std::string read_in(const Desk& desk, const std::string& kind) {
  return ask(desk, "SELECT run FROM documents WHERE source_kind = '" + kind + "'");
}

TEST(ChangedSetting, RedoesOnlyItsStage) {
  const Desk desk;
  desk.write("in/scan.bmp", bars());
  desk.write("in/a.txt", judgment(1));
  EXPECT_EQ(desk.run({"ingest", "in", "--no-ocr"}).code, 3);
  EXPECT_EQ(ask(desk, "SELECT count(*) FROM pages WHERE reason LIKE '%switched off%'"), "1");
  EXPECT_EQ(ask(desk, "SELECT count(*) FROM ocr_cache"), "0");

  // OCR on: the scan is read, the text is not read again.
  desk.run({"ingest", "in"});
  EXPECT_EQ(ask(desk, "SELECT count(*) FROM pages WHERE reason LIKE '%switched off%'"), "0");
  EXPECT_EQ(read_in(desk, "image"), "2");
  EXPECT_EQ(read_in(desk, "text"), "1");
  const std::string cached = ask(desk, "SELECT count(*) FROM ocr_cache");
  EXPECT_NE(cached, "0");

  // Off again takes nothing away.
  desk.run({"ingest", "in", "--no-ocr"});
  EXPECT_EQ(read_in(desk, "image"), "2");

  // Read anew, OCR gives what it has kept.
  ask(desk, "UPDATE documents SET read_with = '{\"ocr\":false}'");
  desk.run({"ingest", "in"});
  EXPECT_EQ(read_in(desk, "image"), "4");
  EXPECT_EQ(read_in(desk, "text"), "1");
  EXPECT_EQ(ask(desk, "SELECT count(*) FROM ocr_cache"), cached);

  // Another vocabulary cuts other segments, from the stored text.
  const std::string segments = ask(desk, "SELECT count(*) FROM segments");
  ask(desk,
      "DELETE FROM scores; DELETE FROM segments; UPDATE documents SET tokenizer_sha256 = 'x' "
      "WHERE tokenizer_sha256 IS NOT NULL");
  desk.run({"ingest", "in"});
  EXPECT_EQ(ask(desk, "SELECT count(*) FROM segments"), segments);
  EXPECT_EQ(read_in(desk, "text"), "1");
  EXPECT_EQ(read_in(desk, "image"), "4");
}

}  // namespace
}  // namespace proviso::e2e
