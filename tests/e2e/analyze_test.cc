// Findings with both places, and being stopped in the middle loses nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include "tests/e2e/program.h"

namespace proviso::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kAnalyses = "SELECT count(*) FROM analyses";
constexpr std::array kTables{"documents", "sections", "items", "segments", "flags"};

// Every second one contradicts itself.
void write_judgments(const Desk& desk, int count) {
  for (int i = 1; i <= count; ++i) {
    desk.write("in/" + std::to_string(1000 + i) + ".txt",
               i % 2 == 0 ? contradicting_judgment(i) : judgment(i));
  }
}

void expect_same_rows(const Desk& desk, const std::string& a, const std::string& b) {
  for (const char* table : kTables) {
    const auto rows = desk.export_rows(table, a);
    EXPECT_FALSE(rows.empty()) << table;
    EXPECT_EQ(without_run_columns(rows), without_run_columns(desk.export_rows(table, b))) << table;
  }
}

TEST(Analyze, FlagsWhatTheTableShows) {
  const Desk desk;
  write_judgments(desk, 2);
  const Output output = desk.run({"analyze", "in", "--no-model", "--lang", "zh"});
  EXPECT_EQ(output.code, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("532200元"));
  const auto flags = desk.export_rows("flags");
  ASSERT_FALSE(flags.empty());
  for (const auto& flag : flags)
    EXPECT_THAT(flag["document"].get<std::string>(), HasSubstr("1002.txt"));
}

TEST(Analyze, ExplainsInTheLanguageAskedForAndStoresTheDocuments) {
  const Desk desk;
  desk.write("a.txt", contradicting_judgment(1));
  const std::vector<std::string> words{"analyze", "a.txt", "--no-model", "--lang"};
  const auto in = [&](const char* language) {
    std::vector<std::string> all = words;
    all.emplace_back(language);
    return desk.run(all).out;
  };
  EXPECT_THAT(in("en"), HasSubstr("ordered"));
  EXPECT_THAT(in("zh"), Not(HasSubstr("ordered")));
  for (const auto& flag : desk.export_rows("flags", "proviso.db", {"--lang", "en"}))
    EXPECT_THAT(flag["explanation"].get<std::string>(), Not(HasSubstr("ordered")));
}

TEST(Analyze, GivesTheEvidenceOfEachFlagThatExportGives) {
  const Desk desk;
  desk.write("a.txt", contradicting_judgment(1));
  const auto result =
      nlohmann::json::parse(desk.run({"analyze", "a.txt", "--no-model", "--json"}).out);
  std::vector<std::string> told;
  for (const auto& flag : result["documents"][0]["flags"]) {
    for (const auto& one : flag["evidence"])
      told.push_back(flag["id"].get<std::string>() + one["quote"].get<std::string>());
  }
  std::vector<std::string> exported;
  for (const auto& row : desk.export_rows("evidence"))
    exported.push_back(row["flag"].get<std::string>() + row["quote"].get<std::string>());
  EXPECT_FALSE(told.empty());
  EXPECT_EQ(told, exported);
}

TEST(Analyze, ShowsInTheExportTheFindingsOfBothDraftsOfACase) {
  const Desk desk;
  desk.write("in/a.txt", contradicting_judgment(1));
  desk.write("in/b.txt", contradicting_judgment(1) + "附：本案证据目录。\n");
  const Output shown = desk.run({"analyze", "in", "--no-model", "--json"});
  std::size_t flags = 0;
  const auto result = nlohmann::json::parse(shown.out);
  for (const auto& document : result["documents"]) flags += document["flags"].size();
  EXPECT_GE(flags, 2U);
  EXPECT_EQ(desk.export_rows("flags").size(), flags);
}

TEST(Analyze, KilledInTheMiddleAndRunAgainGivesTheRowsOfAnUndisturbedRun) {
  const Desk desk;
  constexpr int kCount = 12;
  write_judgments(desk, kCount);
  ASSERT_EQ(desk.run({"analyze", "in", "--db", "whole.db", "--threads", "1"}).code, 0);

  const pid_t child = desk.start({"analyze", "in", "--db", "killed.db", "--threads", "1"});
  EXPECT_TRUE(wait_for_more(desk / "killed.db", kAnalyses, 0));
  kill(-child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status)) << "too fast to be killed in the middle: give it more documents";

  ASSERT_EQ(desk.run({"analyze", "in", "--db", "killed.db", "--threads", "1"}).code, 0);
  expect_same_rows(desk, "whole.db", "killed.db");
}

TEST(Analyze, InterruptedSaysWhatIsDoneAndGoesOnFromThere) {
  const Desk desk;
  constexpr int kCount = 300;
  write_judgments(desk, kCount);
  const std::vector<std::string> command{"analyze", "in", "--no-model"};
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::filesystem::path database = desk / "proviso.db";
    std::filesystem::remove(database);
    const Output output = desk.run(command, {.meanwhile = [&](pid_t child) {
                                     EXPECT_TRUE(wait_for_more(database, kAnalyses, 0));
                                     kill(child, signal);
                                   }});
    EXPECT_EQ(output.code, 130);
    EXPECT_THAT(output.err, HasSubstr("Interrupted: 300 of 300 documents are stored, "));
    EXPECT_THAT(output.out, HasSubstr("not analysed: interrupted"));
    EXPECT_THAT(output.out, Not(HasSubstr("not read: ")));
    EXPECT_THAT(output.err, HasSubstr("The same command goes on from there."));
    EXPECT_EQ(desk.export_rows("runs").back()["status"], "interrupted");
  }
  const auto done = desk.export_rows("flags", "proviso.db", {"--run", "1"});
  ASSERT_EQ(desk.run(command).code, 0);
  const auto all = desk.export_rows("flags");
  EXPECT_LT(done.size(), all.size());
  EXPECT_EQ(without_run_columns(done),
            without_run_columns({all.begin(), all.begin() + std::ssize(done)}));
}

}  // namespace
}  // namespace proviso::e2e
