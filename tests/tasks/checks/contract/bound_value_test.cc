// One name with two values, and the values that a contract may well have for it. All contracts are
// invented.
#include "tests/tasks/checks/contract/told.h"
#include "tests/tasks/invented_contracts.h"

namespace proviso::tasks {
namespace {

using ::testing::Contains;
using ::testing::Field;
using ::testing::IsEmpty;

// The supply agreement with a clause of its own at the end of clause 8.
std::string supply_with(std::string_view words, std::string_view definition = "") {
  std::string text = changed(kSupply, "survives the end of this Agreement.",
                             "survives the end of this Agreement. " + std::string(words));
  return definition.empty() ? text
                            : changed(text, "\"Purchase Order\" means",
                                      std::string(definition) + "\n\"Purchase Order\" means");
}

std::string lease_with(std::string_view words) {
  return changed(kLease, "一方变更联系方式的", std::string(words) + "一方变更联系方式的");
}

TEST(ADefinedName, WithTwoValuesIsTold) {
  constexpr std::string_view kTerm = "\"Initial Term\" means the period of thirty-six (36) months.";
  EXPECT_THAT(
      told_of(supply_with("It goes on for an initial term of twenty-four (24) months.", kTerm)),
      tells("term", "twenty-four"));
  EXPECT_THAT(told_of(supply_with("The Initial Term is two years.", kTerm)),
              tells("term", "two years"));
  EXPECT_THAT(told_of(supply_with(
                  "Claims end twelve (12) months after the Delivery Date, when the "
                  "Survival Period expires.",
                  "\"Survival Period\" means eighteen (18) months after the Delivery Date.")),
              tells("term", "twelve"));
  EXPECT_THAT(told_of(supply_with("The Escrow Amount of $1,500,000 is then returned.",
                                  "\"Escrow Amount\" means $1,200,000.")),
              tells("amount", "$1,500,000"));
  const std::string deposit =
      "On signing, Buyer deposits with Seller eighteen thousand dollars "
      "($18,000) as security (the \"Security Deposit\"). ";
  EXPECT_THAT(told_of(supply_with(deposit + "The Security Deposit is $20,000.")),
              tells("amount", "$20,000"));
}

TEST(ADefinedName, KeepsItsValueInOtherUnitsAndWhereAnotherIsMeant) {
  constexpr std::string_view kTerm = "\"Initial Term\" means the period of thirty-six (36) months.";
  for (const char* words :
       {"The Initial Term is three (3) years.",
        "After the Initial Term this Agreement renews for periods of twelve (12) months.",
        "The Initial Term may be extended to forty-eight (48) months.",
        "If Buyer so asks, the Initial Term is twelve (12) months.",
        "A renewed Initial Term is twelve (12) months.",
        "The Initial Term shall be at least twelve (12) months."}) {
    EXPECT_THAT(told_of(supply_with(words, kTerm)), IsEmpty()) << words;
  }
}

TEST(ACap, OfOnePartysLiabilityIsToldTwice) {
  const std::string cap =
      "Seller's total liability under this Agreement shall not exceed $750,000. ";
  EXPECT_THAT(
      told_of(supply_with(cap + "The total liability of Seller shall not exceed $500,000.")),
      tells("amount", "$500,000"));
  EXPECT_THAT(
      told_of(supply_with(cap + "Buyer's total liability under this Agreement shall not "
                                "exceed $500,000. The liability for data breaches is limited "
                                "to $90,000. Seller's total liability for loss of property "
                                "shall not exceed $10,000.")),
      IsEmpty());
}

TEST(AChineseName, WithTwoValuesIsTold) {
  EXPECT_THAT(told_of(lease_with("押金为人民币80000元。")), Contains(Field(&Told::kind, "amount")));
  EXPECT_THAT(told_of(lease_with("保证期间为主债务履行期限届满之日起三年。保证期间为二年。")),
              tells("term", "二年"));
  EXPECT_THAT(told_of(lease_with("质量保证期为自验收之日起二十四个月。自验收之日起十二个月的质量保"
                                 "证期内，甲方免费修理。")),
              tells("term", "十二个月"));
  EXPECT_THAT(told_of(lease_with("甲方提供借款人民币2000000元（大写：贰佰万元整）（以下称“借款本金”"
                                 "）。借款本金为人民币3000000元。")),
              tells("amount", "3000000"));
  EXPECT_THAT(
      told_of(lease_with(
          "甲方的赔偿责任总额不超过人民币500000元。甲方的赔偿责任总额不超过人民币750000元。")),
      tells("amount", "750000"));
}

TEST(AChineseName, IsTheSameUnderItsOtherNames) {
  EXPECT_THAT(told_of(lease_with(
                  "质量保证期为自验收之日起计算的二十四个月。质保期为自验收合格之日起一年。")),
              tells("term", "一年"));
  EXPECT_THAT(told_of(lease_with("借款利率为年利率9.6%。借款年利率为12%。")),
              tells("share", "12%"));
}

TEST(AChineseName, MayHaveStepsConditionsAndOtherUnits) {
  for (const char* words :
       {"质量保证期为二十四个月。质量保证期为二年。",
        "质量保证期为二十四个月。经修理的部件，其质量保证期自修复之日起重新计算十二个月。",
        "质量保证期为二十四个月。如设备经改装，质量保证期为十二个月。",
        "质保金为人民币5000元。第二期质保金为人民币8000元。",
        "保证期间为三年。保证期间由三年变更为二年的，应当书面约定。",
        "投资金额为人民币5000元。剩余投资金额为人民币2000元。"}) {
    EXPECT_THAT(told_of(lease_with(words)), IsEmpty()) << words;
  }
}

TEST(Goods, CountedOtherwiseInTheScheduleAreTold) {
  const std::string bought = lease_with("乙方向甲方购买铁制书柜6组、木制书桌12张。");
  const auto with_row = [&](const char* row) {
    return changed(bought, "1. 钥匙三把。",
                   std::string("序号 名称 规格 数量\n") + row + "\n1. 钥匙三把。");
  };
  EXPECT_THAT(told_of(with_row("1 铁制书柜 A-2 4组")), tells("amount", "铁制书柜6组"));
  EXPECT_THAT(told_of(with_row("1 铁制书柜 A-2 6组")), IsEmpty());
  EXPECT_THAT(told_of(with_row("1 铁制书柜 A-2 4组\n2 铁制书柜 A-3 2组")), IsEmpty());
}

TEST(TheDayOfSigning, ToldOtherwiseInAScheduleIsTold) {
  const std::string dated = changed(kLease, "\n2031年2月20日\n", "\n签订日期：2031年2月20日\n");
  const auto with_note = [&](const char* day) {
    return changed(
        dated, "1. 钥匙三把。",
        "本附件为双方于" + std::string(day) + "签订的《房屋租赁合同》之附件。\n1. 钥匙三把。");
  };
  EXPECT_THAT(told_of(with_note("2031年2月28日")), tells("date", "2031年2月28日"));
  EXPECT_THAT(told_of(with_note("2031年2月20日")), IsEmpty());
}

}  // namespace
}  // namespace proviso::tasks
