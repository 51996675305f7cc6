// One clear line that names the thing, the exit code of the table, and nothing stored is lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sqlite3.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>

#include "tests/e2e/program.h"

namespace proviso::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

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

// Root may write anywhere unless it gives that up.
void obey_permissions() {
  if (geteuid() != 0) return;
  for (const int capability : {CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH})
    prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
}

TEST(BadInput, ADatabaseInAFolderThatMayNotBeWritten) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  std::filesystem::create_directory(desk / "locked");
  std::filesystem::permissions(
      desk / "locked", std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  const Output output =
      desk.run({"ingest", "a.txt", "--db", "locked/p.db"}, {.in_child = obey_permissions});
  expect_one_line(output, 6, "locked/p.db");
  EXPECT_THAT(output.err, HasSubstr("Permission denied"));
  EXPECT_THAT(output.err, Not(HasSubstr("No such file")));
}

TEST(BadInput, ADatabaseThatMayNotBeRead) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  ASSERT_EQ(desk.run({"ingest", "a.txt"}).code, 0);
  std::filesystem::permissions(desk / "proviso.db", std::filesystem::perms::none);
  const Output output = desk.run({"export", "documents"}, {.in_child = obey_permissions});
  expect_one_line(output, 6, "Permission denied");
}

// A limit that is no full disk is not called one.
TEST(BadInput, AWriteThatIsRefusedKeepsWhatIsStored) {
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
  expect_one_line(desk.run({"ingest", "large.txt"}, {.in_child = limit}), 6, "File too large");
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

TEST(BadInput, BytesThatAreNoTextWhateverTheirName) {
  const Desk desk;
  std::mt19937 random(11);
  std::string noise;
  for (int i = 0; i < 20'000; ++i) noise.push_back(static_cast<char>(random() & 0xFF));
  for (const char* name : {"noise.txt", "noise.pdf", "noise.dat", "noise.docx", "noise"}) {
    desk.write(name, noise);
    EXPECT_EQ(desk.run({"ingest", name}).code, 4) << name;
  }
}

TEST(BadInput, AProgramWithoutItsParts) {
  const Desk desk;
  const std::filesystem::path build = PROVISO_BINARY_DIR;
  std::filesystem::copy_file(build / "proviso", desk / "proviso");
  const How alone{.program = desk / "proviso"};
  expect_one_line(desk.run({"version"}, alone), 7, "libproviso.so must lie beside proviso");
  std::filesystem::copy_file(build / "libproviso.so", desk / "libproviso.so");
  desk.write("a.pdf", "%PDF-1.4\n");
  expect_one_line(desk.run({"ingest", "a.pdf"}, alone), 7,
                  "proviso-worker, which reads files, must lie beside proviso");
}

TEST(BadInput, AKindThatThereIsNot) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"analyze", "a.txt", "--disable", "amuont"},
           {"analyze", "a.txt", "--disable", "sum,amuont", "--no-model"}}) {
    const Output output = desk.run(words);
    expect_one_line(output, 2, "amuont");
    EXPECT_THAT(output.err, HasSubstr(" capital_figure "));
  }
  ASSERT_EQ(desk.run({"analyze", "a.txt", "--disable", "sum,amount", "--no-model"}).code, 0);
  expect_one_line(desk.run({"export", "flags", "--disable", "amuont"}), 2, " capital_figure ");
}

TEST(BadInput, AKindInFrontOfAFileDoesNotSwallowIt) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  const Output output = desk.run({"analyze", "--no-model", "--disable", "ammount", "a.txt"});
  expect_one_line(output, 2, "there is no kind 'ammount'");
  EXPECT_EQ(
      desk.run({"analyze", "--no-model", "--disable", "sum", "a.txt", "--disable", "date"}).code,
      0);
}

TEST(BadInput, AFileThatLooksLikeAnOption) {
  const Desk desk;
  desk.write("-x.txt", judgment(1));
  expect_one_line(desk.run({"analyze", "-x.txt"}), 2,
                  "'-x.txt' is a file here: give it as ./-x.txt");
  EXPECT_THAT(desk.run({"analyze", "-x.txt", "--lang", "zh"}).err, HasSubstr("请写作 ./-x.txt"));
  EXPECT_EQ(desk.run({"ingest", "./-x.txt"}).code, 0);
}

TEST(BadInput, AFolderWithoutAModel) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  desk.write("empty/note", "");
  expect_one_line(desk.run({"analyze", "a.txt", "--model", "empty"}), 5, "empty holds no model");
}

TEST(BadInput, ResultsThatCannotBeWrittenAreToldBeforeTheWork) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  ASSERT_EQ(desk.run({"analyze", "a.txt", "--no-model"}).code, 0);
  expect_one_line(desk.run({"report", "--out", "nosuch/x.html"}), 2, "there is no folder nosuch");
  expect_one_line(desk.run({"draft", "--prompt", "a.txt", "--out", "nosuch/x.txt"}), 2,
                  "there is no folder nosuch");
  expect_one_line(desk.run({"inspect", "--structure", "a.txt", "--html", "."}), 2, "is a folder");
}

// What a Chinese user meets most is told in Chinese.
TEST(BadInput, IsToldInChinese) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  desk.write("empty.txt", "");
  desk.write("letter.db", std::string(5000, 'x'));
  execute(desk / "other.db", "CREATE TABLE their_table (a)");
  ASSERT_EQ(desk.run({"ingest", "a.txt", "--db", "newer.db"}).code, 0);
  execute(desk / "newer.db", "PRAGMA user_version = 77");
  desk.write("model/tokenizer.model", "not a vocabulary");
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"ingest", "absent.txt"}, "没有 absent.txt；请检查路径"},
      {{"ingest", "a.txt", "--frob"}, "不认识的参数：--frob"},
      {{"ingest"}, "缺少 PATH"},
      {{"analyze", "a.txt", "--disable", "x"}, "没有“x”这一类别"},
      {{"export", "flags"}, "没有数据库 proviso.db"},
      {{"ingest", "a.txt", "--db", "other.db"}, "其他程序的数据库"},
      {{"ingest", "a.txt", "--db", "newer.db"}, "结构版本为 77"},
      {{"ingest", "a.txt", "--db", "letter.db"}, "不是数据库"},
      {{"ingest", "a.txt", "--db", "absent/p.db"}, "没有文件夹 absent"},
      {{"analyze", "a.txt", "--model", "no-model"}, "没有模型文件夹 no-model"},
      {{"analyze", "a.txt", "--model", "model"}, "不是 SentencePiece 模型"},
      {{"ingest", "a.txt", "--config", "absent.toml"}, "无法读取配置文件"},
  };
  for (auto [words, said] : cases) {
    words.insert(words.end(), {"--lang", "zh"});
    EXPECT_THAT(desk.run(words).err, HasSubstr(said));
  }
  EXPECT_THAT(desk.run({"ingest", "empty.txt", "--lang", "zh"}).out, HasSubstr("空文件"));
  EXPECT_THAT(desk.run({"analyze", "empty.txt", "--no-model", "--lang", "zh"}).out,
              HasSubstr("未能读取：空文件"));
  const How chinese{.environment = {"LC_ALL=zh_CN.UTF-8"}};
  EXPECT_THAT(desk.run({"ingest", "absent.txt"}, chinese).err, HasSubstr("没有 absent.txt"));
}

TEST(BadInput, AnEmptyFileIsNoDatabaseAndStaysAsItIs) {
  const Desk desk;
  desk.write("notes.db", "");
  expect_one_line(desk.run({"export", "flags", "--db", "notes.db"}), 6, "notes.db");
  EXPECT_EQ(bytes_of(desk / "notes.db"), "");
}

TEST(BadInput, AFolderThatHoldsAModelIsNotTaughtOver) {
  const Desk desk;
  desk.write("mine/model.safetensors", "mine");
  const Output output = desk.run({"finetune", "labels.jsonl", "--out", "mine", "--lang", "zh"});
  EXPECT_EQ(output.code, 2);
  EXPECT_THAT(output.err, HasSubstr("mine 中已有模型"));
  EXPECT_EQ(bytes_of(desk / "mine/model.safetensors"), "mine");
}

TEST(BadInput, ANumberBelowTheLeast) {
  const Desk desk;
  const std::vector<std::vector<std::string>> cases{
      {"report", "--out", "r.html", "--pictures", "-1"},
      {"draft", "--prompt", "a.txt", "--seed", "-1"},
      {"export", "flags", "--run", "0"}};
  for (const auto& words : cases) {
    const Output output = desk.run(words);
    EXPECT_EQ(output.code, 2);
    EXPECT_THAT(output.err, HasSubstr("is too small; the least is"));
  }
}

TEST(BadInput, IsToldAsJsonWhenJsonWasAskedFor) {
  const Desk desk;
  const Output output = desk.run({"ingest", "absent.txt", "--json"});
  EXPECT_EQ(output.code, 4);
  EXPECT_EQ(nlohmann::json::parse(output.err)["exit_code"], 4);
}

}  // namespace
}  // namespace proviso::e2e
