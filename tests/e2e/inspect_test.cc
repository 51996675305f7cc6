// `proviso inspect --structure`: the outline for people, for programs, and as a page.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "tests/e2e/program.h"

namespace proviso::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<nlohmann::json> lines_of(const std::string& out) {
  std::vector<nlohmann::json> rows;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) rows.push_back(nlohmann::json::parse(line));
  return rows;
}

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Inspect, ShowsAnOutlineThatLinesUp) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  const Output output = desk.run({"inspect", "--structure", "a.txt", "--lang", "zh"});
  EXPECT_EQ(output.code, 0) << output.err;
  EXPECT_THAT(output.out, StartsWith("a.txt\n  民事裁判文书 · 一审 · 测试市人民法院 · "
                                     "（2021）测01民初1号 · 中文 · 1 页\n"));
  // The longest name, 案件由来和审理经过, takes 18 cells.
  EXPECT_THAT(output.out, HasSubstr("\n   1  案号                （2021）测01民初1号\n"));
  EXPECT_THAT(output.out, HasSubstr("\n   1  案件由来和审理经过  原告钱塘江与被告"));
  EXPECT_THAT(output.out, HasSubstr("\n        被告  测试市青山贸易有限公司\n"));
  EXPECT_THAT(output.out, HasSubstr("\n          法定代表人：孙大圣\n"));
  EXPECT_THAT(output.out, HasSubstr("\n        2.诉讼费由被告负担。\n"));
  EXPECT_FALSE(std::filesystem::exists(desk / "proviso.db"));
}

TEST(Inspect, GivesOffsetsIntoTheTextThatExportShows) {
  const Desk desk;
  // Indents and blank lines are not carried into the text.
  std::string text;
  std::istringstream in(judgment(2));
  for (std::string line; std::getline(in, line);) text += "　　" + line + "\r\n\r\n";
  desk.write("a.txt", text);
  const Output output = desk.run({"inspect", "--structure", "a.txt", "--json", "--text"});
  ASSERT_EQ(output.code, 0) << output.err;
  const auto rows = lines_of(output.out);
  ASSERT_EQ(rows.size(), 1U);
  ASSERT_EQ(desk.run({"ingest", "a.txt"}).code, 0);
  EXPECT_EQ(rows[0]["text"], desk.export_rows("documents")[0]["text"]);
  const auto sections = desk.export_rows("sections");
  ASSERT_EQ(rows[0]["sections"].size(), sections.size());
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const auto& shown = rows[0]["sections"][i];
    EXPECT_EQ(shown["tag"], sections[i]["section"]);
    for (const char* field : {"level", "start", "end", "page"})
      EXPECT_EQ(shown[field], sections[i][field]) << field;
  }
}

TEST(Inspect, SaysTheSameAsTheReaderOfTheMeasures) {
  const Desk desk;
  desk.write("a.txt", judgment(3));
  const std::filesystem::path reader = std::filesystem::path(PROVISO_BINARY_DIR) / "read_structure";
  const auto shown =
      lines_of(desk.run({"inspect", "--structure", "a.txt", "--json", "--text"}).out);
  EXPECT_TRUE(shown == lines_of(desk.run({"a.txt"}, {.program = reader}).out));
  EXPECT_EQ(shown.size(), 1U);
}

TEST(Inspect, WritesAPage) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  desk.write("b.txt", judgment(2));
  const Output output =
      desk.run({"inspect", "--structure", "a.txt", "b.txt", "--html", "s.html", "--lang", "zh"});
  EXPECT_EQ(output.code, 0) << output.err;
  EXPECT_THAT(output.out, IsEmpty());
  const std::string page = bytes_of(desk / "s.html");
  EXPECT_THAT(page, StartsWith("<!doctype html>\n<html lang=\"zh\">"));
  EXPECT_THAT(page, HasSubstr("裁判主文"));
  EXPECT_THAT(page, HasSubstr("2000元"));
  // Its own page may be written anew.
  EXPECT_EQ(desk.run({"inspect", "--structure", "a.txt", "--html", "s.html"}).code, 0);
  EXPECT_THAT(bytes_of(desk / "s.html"), Not(HasSubstr("2000元")));
}

TEST(Inspect, NeverWritesAPageOverAnotherFile) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  desk.write("b.txt", judgment(2));
  const Output output = desk.run({"inspect", "--structure", "a.txt", "--html", "b.txt"});
  EXPECT_EQ(output.code, 2);
  EXPECT_THAT(output.err, HasSubstr("b.txt"));
  EXPECT_EQ(bytes_of(desk / "b.txt"), judgment(2));
}

TEST(Inspect, SaysWhatCouldNotBeRead) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  desk.write("empty.txt", "");
  const Output some = desk.run({"inspect", "--structure", "a.txt", "empty.txt"});
  EXPECT_EQ(some.code, 3);
  EXPECT_THAT(some.out, HasSubstr("empty.txt\n  not read: empty file\n"));
  EXPECT_EQ(desk.run({"inspect", "--structure", "empty.txt"}).code, 4);
  EXPECT_EQ(desk.run({"inspect", "--structure", "nowhere.txt"}).code, 4);
  EXPECT_EQ(desk.run({"inspect", "a.txt"}).code, 2);
  EXPECT_EQ(desk.run({"inspect", "--structure", "a.txt", "--text"}).code, 2);
  const auto rows = lines_of(desk.run({"inspect", "--structure", "empty.txt", "--json"}).out);
  EXPECT_EQ(rows.at(0)["status"], "failed");
  EXPECT_EQ(rows.at(0)["sections"].size(), 0U);
}

}  // namespace
}  // namespace proviso::e2e
