// Which files are opened, and what is said about the others. Nothing that is not ours is ever
// changed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "db/database.h"
#include "db/journal_copy.h"
#include "db/schema.h"
#include "tests/db/sample.h"

namespace proviso::db {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

std::string bytes_of(const fs::path& file) {
  std::ostringstream all;
  all << std::ifstream(file, std::ios::binary).rdbuf();
  return all.str();
}

void expect_refused(const fs::path& file, DbError::Code code, const std::string& reason) {
  const std::string before = bytes_of(file);
  try {
    Database::open(file);
    FAIL() << "opened";
  } catch (const DbError& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    EXPECT_THAT(error.what(), HasSubstr(file.string()));
    EXPECT_THAT(error.what(), HasSubstr(reason));
  }
  EXPECT_EQ(bytes_of(file), before);
}

TEST(Opening, MakesADatabaseThatSaysWhoseItIs) {
  const TempFolder folder;
  { Database::open(folder / "new.db"); }
  const std::string bytes = bytes_of(folder / "new.db");
  EXPECT_EQ(bytes.substr(68, 4), "PrVs");  // the application id in SQLite's header
  Database again = Database::open(folder / "new.db", Database::Access::kExisting);
  Statement version(again.connection(), "PRAGMA user_version");
  version.step();
  EXPECT_EQ(version.integer(0), schema_version());
}

TEST(Opening, LeavesNothingBesideADatabaseThatIsOnlyRead) {
  const TempFolder folder;
  const fs::path file = folder / "a?b#c.db";
  { begin(*std::make_unique<Database>(Database::open(file))); }
  const std::string before = bytes_of(file);
  const Connection shown(file, Connection::Mode::kReadOnly);
  Statement runs(shown, "SELECT count(*) FROM runs");
  runs.step();
  EXPECT_EQ(runs.integer(0), 1);
  EXPECT_EQ(bytes_of(file), before);
  EXPECT_FALSE(fs::exists(file.string() + "-wal"));
  EXPECT_FALSE(fs::exists(file.string() + "-shm"));
}

TEST(Opening, ShowsADatabaseInAFolderThatCannotBeWritten) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  const TempFolder folder;
  const fs::path file = folder / "shown.db";
  { begin(*std::make_unique<Database>(Database::open(file))); }
  fs::permissions(file.parent_path(), fs::perms::owner_read | fs::perms::owner_exec);
  Database shown = Database::open(file, Database::Access::kExisting);
  EXPECT_EQ(shown.runs().size(), 1U);
  EXPECT_THROW(begin(shown), DbError);
  fs::permissions(file.parent_path(), fs::perms::owner_all);
}

TEST(Opening, ShowsWhatAKilledRunLeftInItsJournalFromACopy) {
  const TempFolder folder;
  const fs::path file = folder / "p.db", left = folder / "left.db";
  {
    Database database = Database::open(file);
    begin(database);
    // As the disk looks when the writer is killed now.
    fs::copy_file(file, left);
    fs::copy_file(file.string() + "-wal", left.string() + "-wal");
  }
  ASSERT_TRUE(has_journal_beside(left));
  const std::string before = bytes_of(left);
  Connection shown = open_copy_with_journal(left);
  Statement runs(shown, "SELECT count(*) FROM runs");
  runs.step();
  EXPECT_EQ(runs.integer(0), 1);
  EXPECT_THROW(shown.execute("DELETE FROM runs"), DbError);
  EXPECT_FALSE(fs::exists(shown.file().parent_path())) << "the copy goes with the connection";
  EXPECT_EQ(bytes_of(left), before);
  EXPECT_TRUE(has_journal_beside(left));
}

TEST(Opening, AcceptsAnEmptyFile) {
  const TempFolder folder;
  std::ofstream(folder / "empty.db").close();
  begin(*std::make_unique<Database>(Database::open(folder / "empty.db")));
}

TEST(Opening, RefusesTheDatabaseOfAnotherProgram) {
  const TempFolder folder;
  {
    Connection other(folder / "other.db", Connection::Mode::kCreate);
    other.execute("CREATE TABLE runs (id INTEGER)");
  }
  expect_refused(folder / "other.db", DbError::Code::kForeign, "another program");
  {
    Connection other(folder / "marked.db", Connection::Mode::kCreate);
    other.execute("PRAGMA application_id = 7");
  }
  expect_refused(folder / "marked.db", DbError::Code::kForeign, "another program");
}

TEST(Opening, RefusesANewerSchema) {
  const TempFolder folder;
  {
    Database database = Database::open(folder / "newer.db");
    database.connection().execute("PRAGMA journal_mode = DELETE");
    database.connection().execute("PRAGMA user_version = 99");
  }
  expect_refused(folder / "newer.db", DbError::Code::kNewer, "99");
}

TEST(Opening, RefusesWhatIsNoDatabase) {
  const TempFolder folder;
  std::ofstream(folder / "letter.txt") << std::string(5000, 'x');
  expect_refused(folder / "letter.txt", DbError::Code::kNotOurs, "not a database");
}

TEST(Opening, RefusesFoldersAndPathsThatCannotBe) {
  const TempFolder folder;
  fs::create_directory(folder / "folder");
  EXPECT_THROW(Database::open(folder / "folder"), DbError);
  try {
    Database::open(folder / "no" / "such.db");
    FAIL();
  } catch (const DbError& error) {
    EXPECT_EQ(error.code(), DbError::Code::kUnwritable) << error.what();
  }
}

TEST(Opening, ForReadingDoesNotMakeAFile) {
  const TempFolder folder;
  try {
    Database::open(folder / "absent.db", Database::Access::kExisting);
    FAIL();
  } catch (const DbError& error) {
    EXPECT_EQ(error.code(), DbError::Code::kMissing);
  }
  EXPECT_FALSE(fs::exists(folder / "absent.db"));
}

TEST(Migration, RunsTheStepsInOrderAndOnlyOnce) {
  Connection connection(":memory:", Connection::Mode::kCreate);
  const std::vector<std::string_view> one{"CREATE TABLE t (a INTEGER)"};
  const std::vector<std::string_view> three{one[0], "ALTER TABLE t ADD COLUMN b INTEGER",
                                            "INSERT INTO t VALUES (1, 2)"};
  migrate(connection, one);
  migrate(connection, three);
  migrate(connection, three);
  Statement row(connection, "SELECT count(*), sum(b) FROM t");
  row.step();
  EXPECT_EQ(row.integer(0), 1);
  EXPECT_EQ(row.integer(1), 2);
}

TEST(Migration, ThatFailsLeavesTheVersionBeforeIt) {
  Connection connection(":memory:", Connection::Mode::kCreate);
  const std::vector<std::string_view> steps{"CREATE TABLE t (a INTEGER)",
                                            "CREATE TABLE u (a INTEGER); SELECT broken"};
  EXPECT_THROW(migrate(connection, steps), DbError);
  Statement row(
      connection,
      "SELECT (SELECT user_version FROM pragma_user_version), count(*) FROM sqlite_schema");
  row.step();
  EXPECT_EQ(row.integer(0), 1);
  EXPECT_EQ(row.integer(1), 1);  // u is not there
}

TEST(Writing, OnAFullDiskKeepsWhatIsStored) {
  const TempFolder folder;
  Database database = Database::open(folder / "full.db");
  const RunId run = begin(database);
  database.store_document(run, "/d/a.pdf", sample_document(), sample_segmentation());
  Statement pages(database.connection(), "PRAGMA page_count");
  pages.step();
  database.connection().execute("PRAGMA max_page_count = " + std::to_string(pages.integer(0)));
  pages.reset();
  ingest::Document large = sample_document(std::string(64, 'c'));
  large.text = std::string(1'000'000, 'x');
  try {
    database.store_document(run, "/d/large.pdf", large, {});
    FAIL();
  } catch (const DbError& error) {
    EXPECT_EQ(error.code(), DbError::Code::kFull) << error.what();
    EXPECT_THAT(error.what(), HasSubstr("no room left"));
  }
  EXPECT_TRUE(database.find(std::string(64, 'a')).has_value());
  EXPECT_FALSE(database.find(std::string(64, 'c')).has_value());
}

TEST(Writing, WhileAnotherProcessWritesSaysSo) {
  const TempFolder folder;
  Database first = Database::open(folder / "shared.db");
  Database second = Database::open(folder / "shared.db");
  second.connection().execute("PRAGMA busy_timeout = 10");
  Transaction writing(first.connection());
  try {
    begin(second);
    FAIL();
  } catch (const DbError& error) {
    EXPECT_EQ(error.code(), DbError::Code::kBusy) << error.what();
  }
}

TEST(Transactions, RollBackUnlessCommitted) {
  Connection connection(":memory:", Connection::Mode::kCreate);
  connection.execute("CREATE TABLE t (a INTEGER)");
  {
    Transaction lost(connection);
    connection.execute("INSERT INTO t VALUES (1)");
  }
  {
    Transaction kept(connection);
    connection.execute("INSERT INTO t VALUES (2)");
    kept.commit();
  }
  Statement row(connection, "SELECT sum(a) FROM t");
  row.step();
  EXPECT_EQ(row.integer(0), 2);
}

TEST(Statements, TellNullFromEmpty) {
  Connection connection(":memory:", Connection::Mode::kCreate);
  Statement row(connection, "SELECT ?1, ?2, ?3");
  row.bind("", std::optional<std::int64_t>(), std::vector<std::uint8_t>());
  ASSERT_TRUE(row.step());
  EXPECT_FALSE(row.is_null(0));
  EXPECT_TRUE(row.is_null(1));
  EXPECT_FALSE(row.is_null(2));
}

// What SQLite says when it gets no page more.
TEST(Refusals, AFullDatabaseIsToldAsNoRoom) {
  const TempFolder folder;
  Connection connection(folder / "small.db", Connection::Mode::kCreate);
  connection.execute("PRAGMA max_page_count = 4");
  connection.execute("CREATE TABLE t (a)");
  try {
    connection.execute("INSERT INTO t VALUES (zeroblob(100000))");
    FAIL() << "written";
  } catch (const DbError& error) {
    EXPECT_EQ(error.code(), DbError::Code::kFull);
    EXPECT_THAT(error.what(), HasSubstr("no room left"));
  }
}

TEST(Refusals, SayWhatIsWrongWithThePath) {
  const TempFolder folder;
  std::ofstream(folder / "file").close();
  const auto said = [](const fs::path& file) -> std::string {
    try {
      Database::open(file);
    } catch (const DbError& error) {
      EXPECT_EQ(error.code(), DbError::Code::kUnwritable);
      return error.what();
    }
    return "opened";
  };
  EXPECT_THAT(said(folder / "absent/a.db"), HasSubstr("there is no folder"));
  EXPECT_THAT(said(folder / "file/a.db"), HasSubstr("is no folder"));
  EXPECT_THAT(said(folder / "."), HasSubstr("is a folder"));
}

}  // namespace
}  // namespace proviso::db
