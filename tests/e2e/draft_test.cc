// `proviso draft`: on the terminal, in a file, in the database.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "tests/e2e/program.h"

namespace proviso::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kLease =
    "房屋租赁合同\n出租人（以下简称“甲方”）：北岭物业管理有限公司\n承租人（以下简称“乙方”）：南溪餐"
    "饮有限公司\n"
    "第一条 房屋\n甲方将坐落于江临市长河路12号的房屋出租给乙方使用。\n"
    "第二条 租金\n每月租金为人民币12,000元，乙方应于每月5日前支付租金。\n";

TEST(DraftCommand, ContinuesThePromptAndKeepsWhatItDid) {
  const Desk desk;
  desk.write("lease.txt", kLease);
  const Output output = desk.run({"draft", "--prompt", "lease.txt", "--tokens", "120", "--encoder",
                                  "reader", "--anchor-every", "30", "--anchor-threshold", "1",
                                  "--out", "draft.txt", "--lang", "en"});
  ASSERT_EQ(output.code, 0) << output.err;
  EXPECT_FALSE(output.out.empty());
  EXPECT_THAT(output.err, HasSubstr("similarity to the prompt"));
  EXPECT_THAT(output.err, HasSubstr("reset to the prompt and the draft's outline"));
  std::ifstream file(desk / "draft.txt");
  const std::string whole{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(whole, StartsWith("房屋租赁合同\n"));
  EXPECT_THAT(whole, HasSubstr(output.out.substr(0, output.out.find('\n'))));

  for (const char* const taken : {"draft.txt", "lease.txt", ""}) {
    const Output refused = desk.run({"draft", "--prompt", "lease.txt", "--tokens", "5", "--encoder",
                                     "none", "--out", taken, "--lang", "en"});
    EXPECT_EQ(refused.code, 2) << taken << ": nothing that is there is overwritten";
    EXPECT_THAT(refused.err, HasSubstr("name"));
  }

  const Output rows = desk.run({"export", "continuations"});
  ASSERT_EQ(rows.code, 0) << rows.err;
  const auto row = nlohmann::json::parse(rows.out);
  EXPECT_EQ(row["prompt"].get<std::string>() + row["text"].get<std::string>(),
            whole.substr(0, row["prompt"].get<std::string>().size() +
                                row["text"].get<std::string>().size()));
  EXPECT_LE(row["tokens"], 120);
  EXPECT_GT(row["tokens"], 0);
  EXPECT_EQ(row["settings"]["encoder"], "reader");
  ASSERT_GE(row["anchors"].size(), 1U);
  EXPECT_EQ(row["anchors"][0]["reset"], "outline");
}

TEST(DraftCommand, GivesOneJsonDocument) {
  const Desk desk;
  desk.write("lease.txt", kLease);
  const Output output = desk.run({"draft", "--prompt", "lease.txt", "--section", "liability",
                                  "--tokens", "40", "--encoder", "none", "--json"});
  ASSERT_EQ(output.code, 0) << output.err;
  const auto row = nlohmann::json::parse(output.out);
  EXPECT_THAT(row["text"].get<std::string>(), StartsWith("\n第三条 违约责任\n"));
  EXPECT_TRUE(row["anchors"].empty());
}

TEST(DraftCommand, SaysNothingWithQuiet) {
  const Desk desk;
  desk.write("lease.txt", kLease);
  const Output output = desk.run(
      {"draft", "--prompt", "lease.txt", "--tokens", "10", "--encoders", "none", "--quiet"});
  EXPECT_EQ(output.code, 0);
  EXPECT_EQ(output.err, "");
}

TEST(DraftCommand, SaysThatThePromptIsSignedAlready) {
  const Desk desk;
  const auto draft = [&] {
    return desk
        .run({"draft", "--prompt", "a.txt", "--tokens", "10", "--encoder", "none", "--lang", "en"})
        .err;
  };
  desk.write("a.txt", judgment(1));
  EXPECT_THAT(draft(), HasSubstr("signed already"));
  desk.write("a.txt", kLease);
  EXPECT_THAT(draft(), Not(HasSubstr("signed already")));
}

TEST(DraftCommand, SaysWhatIsWrong) {
  const Desk desk;
  desk.write("lease.txt", kLease);
  desk.write("empty.txt", " \n");
  EXPECT_EQ(desk.run({"draft"}).code, 2);
  EXPECT_EQ(desk.run({"draft", "--prompt", "nowhere.txt"}).code, 4);
  EXPECT_EQ(desk.run({"draft", "--prompt", "empty.txt"}).code, 4);
  EXPECT_EQ(desk.run({"draft", "--prompt", "lease.txt", "--section", "poetry"}).code, 2);
  const Output hot = desk.run({"draft", "--prompt", "lease.txt", "--temperature", "9"});
  EXPECT_EQ(hot.code, 2);
  EXPECT_THAT(hot.err, HasSubstr("from 0 to 5"));
  const Output encoder = desk.run({"draft", "--prompt", "lease.txt", "--encoder", "e5",
                                   "--encoders", "nowhere", "--lang", "en"});
  EXPECT_EQ(encoder.code, 5);
  EXPECT_THAT(encoder.err, HasSubstr("./dev setup encoders"));
  const Output other =
      desk.run({"draft", "--prompt", "lease.txt", "--section", "disposition", "--encoder", "none"});
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("disposition"));
}

}  // namespace
}  // namespace proviso::e2e
