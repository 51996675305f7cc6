// `proviso provisos`: the rule and what is taken out of it, for people and for programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/e2e/program.h"

namespace proviso::e2e {
namespace {

using ::testing::HasSubstr;

constexpr const char* kContract =
    "仓储合同\n甲方：测试市青山贸易有限公司\n乙方：测试市白水仓储有限公司\n"
    "第一条 乙方应当妥善保管货物。货物不得转移，但甲方书面同意的除外。\n"
    "第二条 保管费按月支付。双方另有约定的，从其约定。\n";

TEST(ProvisosCommand, ShowsTheRuleAndWhatIsTakenOutOfIt) {
  const Desk desk;
  desk.write("contract.txt", kContract);
  const Output output = desk.run({"provisos", "contract.txt", "--lang", "zh"});
  EXPECT_EQ(output.code, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("contract.txt：2 处但书\n"));
  EXPECT_THAT(output.out, HasSubstr("  第一条：货物不得转移\n    → 例外 [但] 甲方书面同意的\n"));
  EXPECT_THAT(output.out, HasSubstr("  第二条：保管费按月支付\n    → 优先 [从其约定] 双方另有约定的\n"));
}

TEST(ProvisosCommand, GivesOneObjectALineWithOffsets) {
  const Desk desk;
  desk.write("contract.txt", kContract);
  const Output output = desk.run({"provisos", "contract.txt", "--json"});
  ASSERT_EQ(output.code, 0) << output.err;
  const auto row = nlohmann::json::parse(output.out.substr(0, output.out.find('\n')));
  const std::string text = kContract;
  EXPECT_EQ(row["limits"], "货物不得转移");
  EXPECT_EQ(text.find("甲方书面同意的"), row["scope_start"]);
}

TEST(ProvisosCommand, StoresWhatItFindsForExportAndReport) {
  const Desk desk;
  desk.write("contract.txt", kContract);
  ASSERT_EQ(desk.run({"provisos", "contract.txt"}).code, 0);
  const auto rows = desk.export_rows("provisos");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1]["kind"], "priority");
  EXPECT_EQ(rows[1]["section"], "clause");
  EXPECT_EQ(rows[1]["clause"], "第二条");
  EXPECT_TRUE(rows[1]["boxes"].empty());
  ASSERT_EQ(desk.run({"report", "--out", "report.html", "--lang", "zh"}).code, 0);
  EXPECT_THAT(desk.run({"export", "provisos", "--format", "csv"}).out,
              HasSubstr("trigger_start,trigger_end,scope,"));
}

TEST(ProvisosCommand, SaysWhichDocumentCannotBeRead) {
  const Desk desk;
  desk.write("broken.pdf", "%PDF-1.7 nothing");
  EXPECT_EQ(desk.run({"provisos", "broken.pdf"}).code, 4);
  EXPECT_EQ(desk.run({"provisos", "nowhere.txt"}).code, 4);
}

}  // namespace
}  // namespace proviso::e2e
