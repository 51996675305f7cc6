// The tables, field for field.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/e2e/program.h"

namespace proviso::e2e {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Export : public ::testing::Test {
 protected:
  void SetUp() override {
    desk_.write("in/a.txt", judgment(1));
    desk_.write("in/b.txt", contradicting_judgment(2));
    ASSERT_EQ(desk_.run({"analyze", "in"}).code, 0);
  }
  std::vector<std::string> fields(const std::string& table) {
    const std::string line = desk_.run({"export", table}).out;
    std::vector<std::string> names;
    const auto row = nlohmann::ordered_json::parse(line.substr(0, line.find('\n')));
    for (const auto& [key, value] : row.items()) names.push_back(key);
    return names;
  }
  // Headings of the CSV: "other.quote" of the JSON is "other_quote" there.
  std::vector<std::string> headings(const std::string& table) {
    const std::string csv = desk_.run({"export", table, "--format", "csv"}).out;
    EXPECT_THAT(csv, StartsWith("\xEF\xBB\xBF"));
    std::istringstream line(csv.substr(3, csv.find("\r\n") - 3));
    std::vector<std::string> names;
    for (std::string name; std::getline(line, name, ',');) names.push_back(name);
    return names;
  }
  Desk desk_;
};

TEST_F(Export, HasTheFieldsOfTheDesign) {
  EXPECT_THAT(
      fields("documents"),
      ElementsAre("schema_version", "document", "sha256", "kind", "language", "status", "reason",
                  "pages", "pages_doubtful", "pages_failed", "text", "supersedes"));
  EXPECT_THAT(fields("pages"),
              ElementsAre("schema_version", "document", "page", "label", "width", "height",
                          "rotation", "method", "status", "reason", "confidence"));
  EXPECT_THAT(fields("lines"), ElementsAre("schema_version", "document", "page", "text", "box",
                                           "source", "confidence", "flags"));
  EXPECT_THAT(fields("paragraphs"),
              ElementsAre("schema_version", "document", "page", "start", "end", "text"));
  EXPECT_THAT(fields("sections"),
              ElementsAre("schema_version", "document", "section_index", "section", "level",
                          "start", "end", "page", "heading"));
  EXPECT_THAT(fields("parties"), ElementsAre("schema_version", "document", "name", "aliases",
                                             "roles", "representatives", "start", "end"));
  EXPECT_THAT(fields("items"),
              ElementsAre("schema_version", "document", "item", "kind", "number", "parent",
                          "target", "section_index", "section", "level", "start", "end", "text"));
  EXPECT_THAT(fields("segments"),
              ElementsAre("schema_version", "document", "segment", "section_index", "section",
                          "level", "tokens", "start", "end", "text", "score", "depends_on"));
  EXPECT_THAT(fields("flags"),
              ElementsAre("schema_version", "id", "document", "sha256", "kind", "severity", "score",
                          "status", "check", "explanation", "section", "level", "segment", "quote",
                          "start", "end", "boxes", "other"));
  EXPECT_THAT(fields("evidence"),
              ElementsAre("schema_version", "document", "flag", "rank", "section", "level", "start",
                          "end", "quote", "quote_start", "quote_end"));
  EXPECT_THAT(fields("runs"),
              ElementsAre("schema_version", "run", "command", "arguments", "version", "revision",
                          "model_sha256", "configuration", "started_at", "finished_at", "status"));
}

TEST_F(Export, HasTheSameFieldsAsCsvFlattened) {
  for (const char* table : {"documents", "pages", "lines", "paragraphs", "sections", "parties",
                            "items", "segments", "runs"}) {
    EXPECT_EQ(headings(table), fields(table)) << table;
  }
  std::vector<std::string> flat = fields("flags");
  ASSERT_EQ(flat.back(), "other");
  flat.pop_back();
  for (const char* field : {"section", "level", "segment", "quote", "start", "end", "boxes"})
    flat.push_back(std::string("other_") + field);
  EXPECT_EQ(headings("flags"), flat);
}

TEST_F(Export, EvidenceNamesEarlierPassagesOfEachFlag) {
  const std::string text = desk_.export_rows("documents").at(1)["text"];
  std::map<std::string, std::size_t> flags;
  for (const auto& flag : desk_.export_rows("flags")) flags[flag["id"]] = flag["start"];
  const auto rows = desk_.export_rows("evidence");
  ASSERT_FALSE(rows.empty());
  int last = 0;
  for (const auto& row : rows) {
    ASSERT_TRUE(flags.contains(row["flag"]));
    EXPECT_TRUE(row["rank"] == 1 || row["rank"] == last + 1);
    last = row["rank"];
    const std::size_t start = row["quote_start"], end = row["quote_end"];
    EXPECT_EQ(text.substr(start, end - start), row["quote"]);
    EXPECT_GE(start, row["start"].get<std::size_t>());
    EXPECT_LE(end, row["end"].get<std::size_t>());
  }
}

TEST_F(Export, FlagsQuoteBothPlaces) {
  const auto flags = desk_.export_rows("flags");
  ASSERT_FALSE(flags.empty());
  const std::string text = desk_.export_rows("documents").at(1)["text"];
  for (const auto& flag : flags) {
    std::vector<nlohmann::json> places{flag};
    if (!flag["other"].is_null()) places.push_back(flag["other"]);
    for (const auto& place : places) {
      const std::size_t start = place["start"], end = place["end"];
      EXPECT_EQ(text.substr(start, end - start), place["quote"]);
      EXPECT_TRUE(place["segment"].is_number());
    }
  }
}

// Every table of one judgment as blessed in tests/golden/export, all but segments (there are none
// without a vocabulary) and runs. PROVISO_BLESS=1 rewrites the files.
TEST_F(Export, OfAnInventedJudgmentIsAsBlessed) {
  desk_.write("one/judgment.txt", contradicting_judgment(7));
  ASSERT_EQ(desk_.run({"analyze", "one", "--no-model", "--db", "one.db"}).code, 0);
  for (const char* table :
       {"documents", "pages", "lines", "paragraphs", "sections", "parties", "items", "flags"}) {
    std::string actual = desk_.run({"export", table, "--db", "one.db"}).out;
    const std::string folder = (desk_ / "").string();
    for (std::size_t at = 0; (at = actual.find(folder, at)) != std::string::npos;)
      actual.erase(at, folder.size());
    const std::filesystem::path golden = std::filesystem::path(PROVISO_SOURCE_DIR) /
                                         "tests/golden/export" / (std::string(table) + ".jsonl");
    if (std::getenv("PROVISO_BLESS") != nullptr) {
      std::filesystem::create_directories(golden.parent_path());
      std::ofstream(golden, std::ios::binary) << actual;
    }
    std::ostringstream blessed;
    blessed << std::ifstream(golden, std::ios::binary).rdbuf();
    EXPECT_EQ(actual, blessed.str()) << "run with PROVISO_BLESS=1 if the difference is right";
  }
}

TEST_F(Export, PointsIntoTheTextByBytes) {
  const auto document = desk_.export_rows("documents").at(0);
  const std::string path = document["document"], text = document["text"];
  for (const char* table : {"paragraphs", "items"}) {
    const auto rows = desk_.export_rows(table);
    ASSERT_FALSE(rows.empty()) << table;
    for (const auto& row : rows) {
      if (row["document"] != path) continue;
      const std::size_t start = row["start"], end = row["end"];
      EXPECT_EQ(text.substr(start, end - start), row["text"]) << table;
    }
  }
  std::size_t before = 0;
  for (const auto& row : desk_.export_rows("sections")) {
    if (row["document"] != path) continue;
    EXPECT_EQ(row["start"], before);
    before = row["end"];
  }
  EXPECT_EQ(before, text.size());
}

TEST_F(Export, WritesCsvThatASpreadsheetOpens) {
  const std::string csv = desk_.run({"export", "parties", "--format", "csv"}).out;
  EXPECT_THAT(
      csv,
      StartsWith("\xEF\xBB\xBF"
                 "schema_version,document,name,aliases,roles,representatives,start,end\r\n1,"));
  EXPECT_THAT(csv, HasSubstr("钱塘江"));
  const std::string flags = desk_.run({"export", "flags", "--format", "csv"}).out;
  EXPECT_THAT(flags, HasSubstr(",other_quote,"));
}

TEST_F(Export, MasksPersonsAndLeavesOrganisationsAndOffsets) {
  for (const char* table : {"documents", "lines", "paragraphs", "parties", "items"}) {
    const std::string masked = desk_.run({"export", table, "--mask"}).out;
    EXPECT_THAT(masked, Not(HasSubstr("钱塘江"))) << table;
    EXPECT_THAT(masked, Not(HasSubstr("孙大圣"))) << table;
  }
  EXPECT_THAT(desk_.run({"export", "parties", "--mask"}).out, HasSubstr("钱某某"));
  EXPECT_THAT(desk_.run({"export", "parties", "--mask"}).out, HasSubstr("测试市青山贸易有限公司"));
  const std::string plain = desk_.export_rows("documents").at(0)["text"];
  const std::string masked = desk_.export_rows("documents", "proviso.db", {"--mask"}).at(0)["text"];
  EXPECT_EQ(plain.size(), masked.size());
}

}  // namespace
}  // namespace proviso::e2e
