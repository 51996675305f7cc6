// Who is meant, how many, by which short name, and how they are liable. All documents are invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "tasks/checks/checks.h"
#include "tests/tasks/invented.h"

namespace proviso::tasks {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<Finding> check(const Invented& judgment) {
  return run_checks(judgment.text, judgment.structure);
}

// The one finding of a judgment: its kind and the quote of its place.
std::pair<std::string, std::string> only(const Invented& judgment) {
  const std::vector<Finding> findings = check(judgment);
  EXPECT_EQ(findings.size(), 1U);
  if (findings.size() != 1) return {};
  const Finding& found = findings.front();
  return {found.kind, judgment.text.substr(found.place.start, found.place.size())};
}

Invented guarantee(std::string_view reasoning, std::string_view order) {
  Invented judgment;
  judgment.head({{"原告", "林知远"}, {"被告", "沈文柏"}, {"被告", "顾清和"}})
      .reasoning("本院认为，被告沈文柏应偿还借款。" + std::string(reasoning))
      .disposition({"一、被告沈文柏偿还原告林知远借款。", order});
  return judgment;
}

TEST(JointLiabilityCheck, ComparesTheOrderWithTheReasoning) {
  constexpr std::string_view kJoint = "被告顾清和作为保证人，应当对上述债务承担连带清偿责任。";
  const auto [kind, place] = only(guarantee(kJoint, "二、被告顾清和承担补充清偿责任。"));
  EXPECT_EQ(kind, "joint_liability");
  EXPECT_THAT(place, HasSubstr("补充清偿责任"));
  EXPECT_EQ(only(guarantee(kJoint, "二、被告顾清和承担按份清偿责任。")).first, "joint_liability");
  EXPECT_EQ(
      only(guarantee("被告顾清和应当承担补充清偿责任。", "二、被告顾清和承担连带清偿责任。")).first,
      "joint_liability");
}

TEST(JointLiabilityCheck, ReadsADecisionBehindTheStatuteItRestsOn) {
  EXPECT_EQ(only(guarantee("根据《担保办法》第二条的规定，故被告顾清和应当承担连带清偿责任。",
                           "二、被告顾清和承担补充清偿责任。"))
                .first,
            "joint_liability");
}

TEST(JointLiabilityCheck, TellsWhoseLiabilityItIs) {
  EXPECT_EQ(
      only(guarantee("被告顾清和应对上述债务承担连带清偿责任。保证人沈文松应承担补充清偿责任。",
                     "二、被告顾清和对上述债务承担补充清偿责任。"))
          .first,
      "joint_liability");
}

TEST(JointLiabilityCheck, AcceptsTheSameWayOtherPeopleDenialsAndStatutes) {
  for (const auto& [reasoning, order] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"被告顾清和应当承担连带清偿责任。", "二、被告顾清和承担连带清偿责任。"},
           {"被告顾清和应当承担连带清偿责任，被告沈文柏承担补充清偿责任。",
            "二、被告沈文柏承担补充清偿责任，被告顾清和承担连带清偿责任。"},
           {"被告顾清和不应承担连带清偿责任。", "二、被告顾清和承担补充清偿责任。"},
           {"法律规定保证人应当承担连带清偿责任。", "二、被告顾清和承担补充清偿责任。"},
           {"原告认为被告顾清和应当承担连带清偿责任。", "二、被告顾清和承担补充清偿责任。"},
       }) {
    EXPECT_THAT(check(guarantee(reasoning, order)), IsEmpty()) << reasoning;
  }
}

Invented reasoned(std::string_view reasoning) {
  Invented judgment;
  judgment.reasoning(reasoning);
  return judgment;
}

TEST(ShareCheck, AddsUpTheSharesOfBothSides) {
  const auto [kind, place] =
      only(reasoned("本院认为，原告自行承担30%的责任，被告承担60%的赔偿责任。"));
  EXPECT_EQ(kind, "share");
  EXPECT_THAT(place, HasSubstr("60%"));
  EXPECT_EQ(
      only(reasoned("本院酌定被告甲承担50%的责任，被告乙承担20%的责任，原告自负20%的责任。")).first,
      "share");
}

TEST(ShareCheck, ReadsSharesOverStops) {
  EXPECT_EQ(only(reasoned("本院酌定被告承担60%的责任；原告自行承担30%的责任。")).first, "share");
  EXPECT_EQ(only(reasoned("被告应承担60%的责任。原告自行承担30%的责任。")).first, "share");
  EXPECT_THAT(check(reasoned("被告应承担60%的责任。原告自行承担40%的责任。")), IsEmpty());
  EXPECT_THAT(check(reasoned("被告甲承担60%的责任，被告乙承担30%的责任。")), IsEmpty());
}

TEST(ShareCheck, AcceptsWholesRestsInsuranceAndOtherPercents) {
  for (const std::string_view innocent : {
           "本院认为，原告自行承担30%的责任，被告承担70%的赔偿责任。",
           "本院认为，被告甲承担50%的责任，被告乙承担20%的责任，其余由原告自负。",
           "本院认为，被告承担70%的责任，原告自负20%的责任，剩余10%由案外人承担。",
           "本院认为，保险公司在商业险范围内承担70%的责任，免赔率15%的责任由被告承担，原告自负。",
           "本院认为，被告甲、乙各承担30%的责任，原告自负40%的责任。",
           "本院认为，被告承担70%的责任，年利率为6%，原告自行承担利息。",
       }) {
    EXPECT_THAT(check(reasoned(innocent)), IsEmpty()) << innocent;
  }
}

TEST(PartyCountCheck, CountsTheHead) {
  EXPECT_EQ(only(guarantee("三被告应共同还款。", "二、驳回原告林知远的其他诉讼请求。")).first,
            "party_count");
  for (const std::string_view innocent :
       {"二被告应共同还款。", "两被告应共同还款。", "第三被告应当还款。", "另案中三被告已经还款。",
        "被告应还款。"}) {
    EXPECT_THAT(check(guarantee(innocent, "二、驳回原告林知远的其他诉讼请求。")), IsEmpty())
        << innocent;
  }
}

TEST(PartyCountCheck, CountsInAHeadThatIsRunTogether) {
  Invented judgment = guarantee("两被告应共同还款。", "二、驳回原告林知远的其他诉讼请求。");
  judgment.structure.parties.pop_back();  // the reader has found one of the two
  EXPECT_THAT(check(judgment), IsEmpty());
}

TEST(UnknownPartyCheck, KnowsWhomTheDocumentKnows) {
  const auto [kind, place] = only(guarantee("保证人有责任。", "二、被告郑宏图于十日内支付利息。"));
  EXPECT_EQ(kind, "unknown_party");
  EXPECT_THAT(place, HasSubstr("郑宏图"));
  for (const std::string_view innocent :
       {"二、被告顾清和于十日内支付利息。", "二、被告应于十日内支付利息。",
        "二、被告顾某于十日内支付利息。", "二、被告共同向原告支付利息。",
        "二、查获的钢材由公安机关返还原告。", "二、向施工的人员支付利息，查扣的车辆返还原告。"}) {
    EXPECT_THAT(check(guarantee("保证人有责任。", innocent)), IsEmpty()) << innocent;
  }
  // Who is met in the finding is known; without a head names are met by chance.
  EXPECT_THAT(check(guarantee("保证人郑宏图有责任。", "二、被告郑宏图于十日内支付利息。")),
              IsEmpty());
  Invented headless;
  headless.reasoning("本院认为，被告应还款。").disposition({"被告郑宏图于十日内支付利息。"});
  EXPECT_THAT(check(headless), IsEmpty());
}

Invented named(std::string_view reasoning) {
  Invented judgment;
  judgment.facts("经审理查明，江海市远帆机械有限公司（以下简称远帆公司）供货。远帆公司交货后开票。")
      .reasoning("本院认为，远帆公司已经履行义务。" + std::string(reasoning));
  return judgment;
}

TEST(AliasCheck, KnowsTheShortNameThatWasIntroduced) {
  for (const std::string_view wrong : {"被告应向帆远公司付款。", "被告应向远公司付款。"}) {
    EXPECT_EQ(only(named(wrong)).first, "alias") << wrong;
  }
  for (const std::string_view innocent :
       {"被告应向远帆公司付款。", "被告应向恒远公司付款。", "帆远公司付款，帆远公司收货。"}) {
    EXPECT_THAT(check(named(innocent)), IsEmpty()) << innocent;
  }
  Invented branch;
  branch.facts("经审理查明，远帆机械有限公司江海分公司（以下简称江海分公司）供货。江海分公司开票。")
      .reasoning("本院认为，江海分公司已经履行义务，江海公司无关。");
  EXPECT_THAT(check(branch), IsEmpty());
}

// Processor time, the best of three.
double seconds(const Invented& judgment) {
  double least = 1e9;
  for (int i = 0; i < 3; ++i) {
    const std::clock_t begin = std::clock();
    check(judgment);
    least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return least;
}

// An order of four times as many items. To look through the whole text for each of them would take
// sixteen times as long.
TEST(Checks, TimeGrowsWithTheNumberOfItems) {
  constexpr std::size_t kItems = 500;
  const auto ordered = [](std::size_t items) {
    return guarantee("保证人有责任。", "二、驳回原告林知远的其他诉讼请求。")
        .disposition(std::vector<std::string_view>(items, "一、被告支付原告货款1000元；"));
  };
  constexpr double kTick = 0.01;  // what is shorter tells nothing
  EXPECT_LT(seconds(ordered(4 * kItems)), 10 * seconds(ordered(kItems)) + kTick);
}

TEST(Checks, TimeGrowsWithTheNumberOfSums) {
  constexpr std::size_t kSums = 4000;
  const auto told = [](std::size_t sums) {
    std::string line;
    for (std::size_t i = 0; i < sums; ++i) line += "双方签订合同，约定货款为五万元整。";
    Invented judgment;
    judgment.facts(line);
    return judgment;
  };
  constexpr double kTick = 0.01;
  EXPECT_LT(seconds(told(4 * kSums)), 8 * seconds(told(kSums)) + kTick);
}

}  // namespace
}  // namespace proviso::tasks
