// Reading is done once, and being killed in the middle changes nothing but the time it takes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include "tests/e2e/program.h"

namespace proviso::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr std::array kTables{"documents", "pages",   "lines", "paragraphs",
                             "sections",  "parties", "items", "segments"};

constexpr const char* kDocuments = "SELECT count(*) FROM documents";

TEST(Ingest, StoresEveryDocumentOfAFolder) {
  const Desk desk;
  desk.write("in/a.txt", judgment(1));
  desk.write("in/deep/b.txt", judgment(2));
  desk.write("in/notes.xyz", "not a document");
  const Output output = desk.run({"ingest", "in"});
  EXPECT_EQ(output.code, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("in/a.txt"));
  EXPECT_THAT(output.err, HasSubstr("1 other files ignored: in/notes.xyz"));
  const auto rows = desk.export_rows("documents");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0]["kind"], "zh_civil");
  EXPECT_EQ(rows[0]["status"], "ok");
}

TEST(Ingest, ReadsNothingASecondTime) {
  const Desk desk;
  desk.write("in/a.txt", judgment(1));
  ASSERT_EQ(desk.run({"ingest", "in"}).code, 0);
  const std::string before = without_run_columns(desk.export_rows("lines"));
  const Output again = desk.run({"ingest", "in", "--json"});
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(nlohmann::json::parse(again.out)["known"], true);
  EXPECT_EQ(without_run_columns(desk.export_rows("lines")), before);
}

TEST(Ingest, KnowsACopyByItsBytes) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  desk.write("b.txt", judgment(1));
  const Output output = desk.run({"ingest", "a.txt", "b.txt"});
  EXPECT_EQ(output.code, 0);
  EXPECT_THAT(output.out, HasSubstr("the same bytes as a.txt"));
  EXPECT_THAT(output.err, HasSubstr("2 documents (0 stored before)"));
  EXPECT_EQ(desk.export_rows("documents").size(), 1U);
}

TEST(Ingest, ShowsTheNewVersionOfADraftAndKeepsTheOldOne) {
  const Desk desk;
  desk.write("draft.txt", judgment(1));
  ASSERT_EQ(desk.run({"ingest", "draft.txt"}).code, 0);
  desk.write("draft.txt", judgment(2));
  ASSERT_EQ(desk.run({"ingest", "draft.txt"}).code, 0);
  const auto latest = desk.export_rows("documents");
  ASSERT_EQ(latest.size(), 1U);
  EXPECT_THAT(latest[0]["text"].get<std::string>(), HasSubstr("2000元"));
  EXPECT_TRUE(latest[0]["supersedes"].is_string());
  EXPECT_EQ(desk.export_rows("documents", "proviso.db", {"--all"}).size(), 2U);
}

TEST(Ingest, KeepsTwoDraftsOfACaseSideBySideAndSaysSo) {
  const Desk desk;
  desk.write("in/draft.txt", judgment(1));
  desk.write("in/draft-final.txt", judgment(1) + "附：本案证据目录。\n");
  const Output output = desk.run({"ingest", "in"});
  EXPECT_EQ(output.code, 0);
  EXPECT_THAT(output.err, HasSubstr("（2021）测01民初1号 stands on 2 different documents: "
                                    "in/draft-final.txt, in/draft.txt"));
  const auto rows = desk.export_rows("documents");
  ASSERT_EQ(rows.size(), 2U);
  for (const auto& row : rows) EXPECT_TRUE(row["supersedes"].is_null());
  EXPECT_THAT(desk.run({"ingest", "in/draft.txt"}).err, Not(HasSubstr("stands on")));
}

TEST(Ingest, KilledInTheMiddleAndRunAgainGivesTheRowsOfAnUndisturbedRun) {
  const Desk desk;
  constexpr int kCount = 300;
  for (int i = 1; i <= kCount; ++i)
    desk.write("in/" + std::to_string(1000 + i) + ".txt", judgment(i));
  ASSERT_EQ(desk.run({"ingest", "in", "--db", "whole.db"}).code, 0);

  const pid_t child = desk.start({"ingest", "in", "--db", "killed.db"});
  EXPECT_TRUE(wait_for_more(desk / "killed.db", kDocuments, 0));
  kill(-child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_LT(desk.export_rows("documents", "killed.db").size(), kCount)
      << "too fast to be killed in the middle: give it more documents";

  ASSERT_EQ(desk.run({"ingest", "in", "--db", "killed.db"}).code, 0);
  for (const char* table : kTables) {
    EXPECT_EQ(without_run_columns(desk.export_rows(table, "whole.db")),
              without_run_columns(desk.export_rows(table, "killed.db")))
        << table;
  }
}

TEST(Ingest, InterruptedKeepsItsWorkAndSaysSo) {
  const Desk desk;
  constexpr int kCount = 400;
  for (int i = 1; i <= kCount; ++i)
    desk.write("in/" + std::to_string(1000 + i) + ".txt", judgment(i));
  const Output output = desk.run({"ingest", "in"}, {.meanwhile = [&](pid_t child) {
                                   EXPECT_TRUE(wait_for_more(desk / "proviso.db", kDocuments, 0));
                                   kill(child, SIGINT);
                                 }});
  EXPECT_EQ(output.code, 130);
  EXPECT_THAT(output.err, HasSubstr("Interrupted: "));
  EXPECT_THAT(output.err, HasSubstr(" of 400 documents are stored in proviso.db. The same command "
                                    "goes on from there."));
  EXPECT_EQ(desk.export_rows("runs").back()["status"], "interrupted");
  EXPECT_GT(desk.export_rows("documents").size(), 0U);
  EXPECT_EQ(desk.run({"ingest", "in"}).code, 0);
  EXPECT_EQ(desk.export_rows("documents").size(), static_cast<std::size_t>(kCount));
}

TEST(Ingest, SpeaksChinese) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  const Output output = desk.run({"ingest", "a.txt"}, {.environment = {"LC_ALL=zh_CN.UTF-8"}});
  EXPECT_THAT(output.out, HasSubstr("文书"));
  EXPECT_THAT(desk.run({"ingest", "a.txt", "--lang", "en"}).out, HasSubstr("document"));
}

TEST(Ingest, SaysNothingOnStandardErrorWhenQuiet) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  const Output output = desk.run({"ingest", "a.txt", "--quiet"});
  EXPECT_THAT(output.err, IsEmpty());
}

}  // namespace
}  // namespace proviso::e2e
