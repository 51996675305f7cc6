// Rows as programs and spreadsheets want them.
#include "tasks/rows.h"

#include <gtest/gtest.h>

#include <sstream>

namespace proviso::tasks {
namespace {

using Json = nlohmann::ordered_json;

std::string csv(const Json& row, std::vector<std::string> columns) {
  std::ostringstream out;
  csv_writer(out, std::move(columns))->write(row);
  const std::string text = out.str();
  return text.substr(text.find("\r\n") + 2);
}

TEST(JsonLines, PutTheSchemaVersionFirst) {
  std::ostringstream out;
  json_lines_writer(out)->write({{"z", 1}, {"a", "判"}});
  EXPECT_EQ(out.str(), "{\"schema_version\":1,\"z\":1,\"a\":\"判\"}\n");
}

TEST(JsonLines, ReplaceWhatIsNoUtf8) {
  std::ostringstream out;
  json_lines_writer(out)->write({{"a", "x\xFF"}});
  EXPECT_EQ(out.str(), "{\"schema_version\":1,\"a\":\"x\xEF\xBF\xBD\"}\n");
}

TEST(Csv, BeginsWithBomAndHeading) {
  std::ostringstream out;
  csv_writer(out, {"quote", "other.quote"});
  EXPECT_EQ(out.str(), "\xEF\xBB\xBFschema_version,quote,other_quote\r\n");
}

TEST(Csv, QuotesWhatNeedsIt) {
  EXPECT_EQ(csv({{"a", "x,y"}, {"b", "he said \"no\""}, {"c", "two\nlines"}}, {"a", "b", "c"}),
            "1,\"x,y\",\"he said \"\"no\"\"\",\"two\nlines\"\r\n");
}

TEST(Csv, DisarmsFormulasButNotNumbers) {
  EXPECT_EQ(csv({{"a", "=1+1"}, {"b", "+86"}, {"c", "-5"}, {"d", "@x"}, {"e", -5}},
                {"a", "b", "c", "d", "e"}),
            "1,'=1+1,'+86,'-5,'@x,-5\r\n");
}

TEST(Csv, DisarmsWideSignsAndControlsToo) {
  EXPECT_EQ(csv({{"a", "＝1＋1"}, {"b", "＠甲"}, {"c", "－5元"}, {"d", "\t=1"}, {"e", "甲=乙"}},
                {"a", "b", "c", "d", "e"}),
            "1,'＝1＋1,'＠甲,'－5元,'\t=1,甲=乙\r\n");
}

TEST(Csv, FlattensObjectsAndLeavesListsAsJson) {
  const Json row{{"other", {{"quote", "x"}, {"boxes", {{{"page", 1}}}}}}, {"none", nullptr}};
  EXPECT_EQ(csv(row, {"other.quote", "other.boxes", "none"}), "1,x,\"[{\"\"page\"\":1}]\",\r\n");
  EXPECT_EQ(csv({{"other", nullptr}}, {"other.quote"}), "1,\r\n");
}

}  // namespace
}  // namespace proviso::tasks
