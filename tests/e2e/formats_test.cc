// Archives, what OCR has read, and two programs at one database.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <filesystem>

#include "tests/e2e/program.h"
#include "tests/ingest/make_zip.h"

namespace proviso::e2e {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

TEST(Formats, DocumentsInAnArchiveAreDocumentsWithTheirPath) {
  const Desk desk;
  desk.write("cases.zip", ingest::make_zip({{"一/a.txt", judgment(1)},
                                            {"b.html", "<p>民事判决书</p><p>被告乙公司</p>"},
                                            {"copy.txt", judgment(1)},
                                            {"list.xlsx", "no document"}}));
  const Output output = desk.run({"ingest", "cases.zip"});
  EXPECT_EQ(output.code, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("cases.zip/一/a.txt"));
  const auto rows = desk.export_rows("documents");
  ASSERT_EQ(rows.size(), 2U);  // the copy is the same document
  EXPECT_THAT(rows[0]["document"].get<std::string>(), EndsWith("cases.zip/b.html"));
  EXPECT_THAT(desk.run({"ingest", "cases.zip", "--json"}).out, HasSubstr("\"known\":true"));
}

TEST(Formats, AnArchiveThatIsABombCostsNothingButItsOwnRow) {
  const Desk desk;
  desk.write("in/a.txt", judgment(1));
  std::vector<ingest::Entry> many;
  for (int i = 0; i < 4; ++i) {
    many.push_back({std::to_string(i) + ".txt", std::string(std::size_t{20} << 20, ' ')});
  }
  desk.write("in/bomb.zip", ingest::make_zip(many));
  const Output output = desk.run({"ingest", "in"});
  EXPECT_EQ(output.code, 3);
  EXPECT_THAT(output.out, HasSubstr("a bomb"));
  EXPECT_EQ(desk.export_rows("documents").size(), 1U);
}

TEST(Formats, WhatOcrHasReadOutlivesAKill) {
  const Desk desk;
  const std::string scan = std::string(PROVISO_SOURCE_DIR) + "/samples/rent-scan.pdf";
  if (!std::filesystem::exists(scan)) GTEST_SKIP() << "no scan among the samples";
  constexpr const char* kRead = "SELECT count(*) FROM ocr_cache";
  const pid_t child = desk.start({"ingest", scan, "--db", "killed.db"});
  EXPECT_TRUE(wait_for_more(desk / "killed.db", kRead, 0));
  kill(-child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(desk.run({"ingest", scan, "--db", "killed.db"}).code, 0);
  EXPECT_EQ(desk.run({"ingest", scan, "--db", "whole.db"}).code, 0);
  for (const char* table : {"documents", "pages", "lines", "paragraphs"}) {
    EXPECT_EQ(without_run_columns(desk.export_rows(table, "whole.db")),
              without_run_columns(desk.export_rows(table, "killed.db")))
        << table;
  }
}

TEST(Formats, OneProgramAtATimeWritesToADatabase) {
  const Desk desk;
  for (int i = 1; i <= 300; ++i) desk.write("in/" + std::to_string(i) + ".txt", judgment(i));
  const pid_t child = desk.start({"ingest", "in"});
  EXPECT_TRUE(wait_for_more(desk / "proviso.db", "SELECT count(*) FROM documents", 0));
  kill(-child, SIGSTOP);  // it holds the database however slow the second one starts
  const Output second = desk.run({"ingest", "in"});
  EXPECT_EQ(second.code, 6);
  EXPECT_THAT(second.err, HasSubstr("another process is writing to it"));
  kill(-child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(desk.run({"ingest", "in"}).code, 0);
}

}  // namespace
}  // namespace proviso::e2e
