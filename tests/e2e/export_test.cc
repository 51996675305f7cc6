// The tables, field for field.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
    ASSERT_EQ(desk_.run({"ingest", "in"}).code, 0);
  }
  std::vector<std::string> fields(const std::string& table) {
    const std::string line = desk_.run({"export", table}).out;
    std::vector<std::string> names;
    const auto row = nlohmann::ordered_json::parse(line.substr(0, line.find('\n')));
    for (const auto& [key, value] : row.items()) names.push_back(key);
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
}

TEST_F(Export, PointsIntoTheTextByBytes) {
  const auto document = desk_.export_rows("documents").at(0);
  const std::string text = document["text"];
  for (const char* table : {"paragraphs", "items"}) {
    const auto rows = desk_.export_rows(table);
    ASSERT_FALSE(rows.empty()) << table;
    for (const auto& row : rows) {
      const std::size_t start = row["start"], end = row["end"];
      EXPECT_EQ(text.substr(start, end - start), row["text"]) << table;
    }
  }
  std::size_t before = 0;
  for (const auto& row : desk_.export_rows("sections")) {
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
