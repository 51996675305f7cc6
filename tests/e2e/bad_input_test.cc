// One clear line that names the thing, the exit code of the table, and nothing stored is lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "tests/e2e/program.h"

namespace proviso::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

void expect_one_line(const Output& output, int code, const std::string& names) {
  EXPECT_EQ(output.code, code) << output.err;
  EXPECT_THAT(output.out, IsEmpty());
  EXPECT_THAT(output.err, HasSubstr(names));
  EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
}

std::string bytes_of(const std::filesystem::path& file) {
  std::ostringstream all;
  all << std::ifstream(file, std::ios::binary).rdbuf();
  return all.str();
}

void execute(const std::filesystem::path& database, const char* sql) {
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open(database.c_str(), &handle), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr), SQLITE_OK)
      << sqlite3_errmsg(handle);
  sqlite3_close(handle);
}

TEST(BadInput, APathThatIsNotThere) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  expect_one_line(desk.run({"ingest", "a.txt", "absent.txt"}), 4, "absent.txt");
  EXPECT_FALSE(std::filesystem::exists(desk / "proviso.db"));
}

TEST(BadInput, AFolderWithoutDocuments) {
  const Desk desk;
  desk.write("folder/data.bin", "x");
  expect_one_line(desk.run({"ingest", "folder"}), 4, "folder");
}

TEST(BadInput, SomethingThatIsNoFile) {
  const Desk desk;
  ASSERT_EQ(mkfifo((desk / "pipe").c_str(), 0600), 0);
  expect_one_line(desk.run({"ingest", "pipe"}), 4, "pipe");
}

TEST(BadInput, ADocumentThatCannotBeRead) {
  const Desk desk;
  desk.write("empty.pdf", "");
  const Output alone = desk.run({"ingest", "empty.pdf"});
  EXPECT_EQ(alone.code, 4);
  EXPECT_THAT(alone.out, HasSubstr("empty"));
  desk.write("good.txt", judgment(1));
  const Output among = desk.run({"ingest", "empty.pdf", "good.txt"});
  EXPECT_EQ(among.code, 3);
  EXPECT_EQ(desk.export_rows("documents").size(), 2U);
}

TEST(BadInput, TheDatabaseOfAnotherProgram) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  execute(desk / "other.db", "CREATE TABLE their_table (a)");
  const std::string before = bytes_of(desk / "other.db");
  expect_one_line(desk.run({"ingest", "a.txt", "--db", "other.db"}), 6, "other.db");
  EXPECT_EQ(bytes_of(desk / "other.db"), before);
}

TEST(BadInput, ANewerDatabase) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  ASSERT_EQ(desk.run({"ingest", "a.txt"}).code, 0);
  execute(desk / "proviso.db", "PRAGMA user_version = 77");
  expect_one_line(desk.run({"ingest", "a.txt"}), 6, "77");
  expect_one_line(desk.run({"export", "documents"}), 6, "proviso.db");
}

TEST(BadInput, AFileThatIsNoDatabase) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  desk.write("letter.db", std::string(5000, 'x'));
  expect_one_line(desk.run({"ingest", "a.txt", "--db", "letter.db"}), 6, "letter.db");
}

TEST(BadInput, NoDatabaseToExport) {
  const Desk desk;
  expect_one_line(desk.run({"export", "flags"}), 6, "proviso.db");
  EXPECT_FALSE(std::filesystem::exists(desk / "proviso.db"));
}

TEST(BadInput, AModelThatIsNotThere) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  expect_one_line(desk.run({"ingest", "a.txt", "--model", "no-model"}), 5, "no-model");
}

TEST(BadInput, AModelOfAnotherFormat) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  desk.write("model/tokenizer.model", "not a vocabulary");
  expect_one_line(desk.run({"ingest", "a.txt", "--model", "model"}), 5, "tokenizer.model");
}

TEST(BadInput, AFullDiskKeepsWhatIsStored) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  ASSERT_EQ(desk.run({"ingest", "a.txt"}).code, 0);
  std::string large;
  for (int i = 0; i < 500; ++i) large += judgment(i);
  desk.write("large.txt", large);
  const auto limit = [] {
    const rlimit files{300'000, 300'000};  // bytes of any one file
    setrlimit(RLIMIT_FSIZE, &files);
  };
  expect_one_line(desk.run({"ingest", "large.txt"}, {.in_child = limit}), 6, "no room left");
  const auto rows = desk.export_rows("documents");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_THAT(rows[0]["document"].get<std::string>(), HasSubstr("a.txt"));
}

TEST(BadInput, ResultsThatCannotBeWritten) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  ASSERT_EQ(desk.run({"ingest", "a.txt"}).code, 0);
  expect_one_line(desk.run({"export", "lines"}, {.stdout_to = "/dev/full"}), 7, "standard output");
}

TEST(BadInput, IsToldAsJsonWhenJsonWasAskedFor) {
  const Desk desk;
  const Output output = desk.run({"ingest", "absent.txt", "--json"});
  EXPECT_EQ(output.code, 4);
  EXPECT_EQ(nlohmann::json::parse(output.err)["exit_code"], 4);
}

}  // namespace
}  // namespace proviso::e2e
