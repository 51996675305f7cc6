// The sum that the reasoning decides, and another one ordered in its place: each slip beside the
// same judgment without it, or with a reason for the other sum. All documents are invented.
#include "tasks/checks/other_sum.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/tasks/told.h"

namespace proviso::tasks {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Lines = std::vector<std::string_view>;

Invented sale(std::string_view reasoning, const Lines& order) {
  Invented judgment;
  judgment.head({{"原告", "云岭木业有限公司"}, {"被告", "春江家具有限公司"}})
      .claims({"1.判令被告支付货款372000元；", "2.判令被告支付利息（以372000元为基数）。"})
      .facts("双方签订供货合同，总价590000元。被告付款218000元。")
      .reasoning("本院认为，" + std::string(reasoning))
      .disposition(order)
      .costs("案件受理费6880元，由被告负担。");
  return judgment;
}

constexpr std::string_view kLeft = "合同总价590000元，扣除已付的218000元，被告尚应支付372000元。";
constexpr std::string_view kInterest =
    "二、被告支付原告逾期利息（以372000元为基数，自2021年5月1日起计算）；";

TEST(OtherSum, IsToldThoughTheRightOneIsTheBaseOfInterest) {
  for (const std::string_view wrong :
       {"一、被告支付原告货款365120元；", "一、被告支付原告货款372万元；",
        "一、被告支付原告货款37.2元；"})
    EXPECT_THAT(told(other_sums, sale(kLeft, {wrong, kInterest, "三、驳回原告其他诉讼请求。"})),
                ElementsAre(HasSubstr("货款")))
        << wrong;
  EXPECT_THAT(told(other_sums, sale(kLeft, {"一、被告支付原告货款372000元；", kInterest,
                                            "三、驳回原告其他诉讼请求。"})),
              IsEmpty());
  // Both in one item.
  EXPECT_THAT(kinds_of(sale(kLeft, {"一、被告支付原告货款327000元及利息（以372000元为基数，自2021年"
                                    "5月1日起计算）。"})),
              ElementsAre("amount"));
}

TEST(OtherSum, MayFollowFromTheDecidedOne) {
  // Paid in part, and said so, before or after.
  EXPECT_THAT(
      told(other_sums, sale("被告应支付货款372000元。庭审后被告付款50000元，上述货款应予扣除。",
                            {"一、被告支付原告货款322000元；", kInterest})),
      IsEmpty());
  EXPECT_THAT(told(other_sums, sale("被告应支付货款372000元。",
                                    {"一、被告支付原告货款322000元（已扣除庭审后付款50000元）；"})),
              IsEmpty());
  // Held to what was asked.
  EXPECT_THAT(
      told(other_sums, sale("经核算，被告应支付货款391540元，原告仅主张372000元，系其处分权利。",
                            {"一、被告支付原告货款372000元；"})),
      IsEmpty());
  EXPECT_THAT(kinds_of(sale("被告应支付货款合计391540元，原告所主张的金额低于391540元，属其处分权利"
                            "。",
                            {"一、被告支付原告货款372000元；"})),
              IsEmpty());
  // The first sum only names the debt.
  EXPECT_THAT(told(other_sums, sale("被告共应支付372000元货款的余款61000元。",
                                    {"一、被告支付原告货款61000元；"})),
              IsEmpty());
  // Several sums in one.
  EXPECT_THAT(told(other_sums, sale("被告应支付货款372000元。被告应支付运费4300元。",
                                    {"一、被告支付原告货款、运费合计376300元；"})),
              IsEmpty());
  // Two debtors, a half each.
  EXPECT_THAT(told(other_sums, sale("被告应支付货款372000元，由二被告平均分担。",
                                    {"一、被告支付原告货款186000元；"})),
              IsEmpty());
  // A sum of another kind.
  EXPECT_THAT(told(other_sums, sale("被告应返还372000元。", {"一、被告支付原告鉴定费4100元。"})),
              IsEmpty());
}

TEST(OtherSum, MayNotBeATermOfTheCalculation) {
  EXPECT_THAT(
      told(other_sums, sale("代付的运费18000元应当从货款中扣除，被告还应支付货款354000元（372000"
                            "元-18000元）。",
                            {"一、被告支付原告货款390000元；"})),
      ElementsAre(HasSubstr("390000元")));
  EXPECT_THAT(
      told(other_sums, sale("代付的运费18000元应当从货款中扣除，被告还应支付货款354000元（372000"
                            "元-18000元）。",
                            {"一、被告支付原告货款354000元；"})),
      IsEmpty());
}

Invented accident(std::string_view order) {
  Invented judgment;
  judgment.head({{"原告", "罗秋月"}, {"被告", "韩石"}, {"被告", "安泰财产保险有限公司"}})
      .facts("韩石垫付医疗费21000元。")
      .reasoning(
          "本院认为，被告安泰财产保险有限公司共应赔偿98600元。韩石垫付的21000元，扣除其应承担的鉴定"
          "费"
          "1900元后，余款19100元由保险公司返还。因此，被告安泰财产保险有限公司应支付原告罗秋月79500"
          "元，"
          "返还被告韩石19100元。")
      .disposition({"一、被告安泰财产保险有限公司赔偿原告罗秋月79500元；", order});
  return judgment;
}

TEST(OtherSum, IsToldOfTheSecondOfTwoPayments) {
  EXPECT_THAT(told(other_sums, accident("二、被告安泰财产保险有限公司返还被告韩石垫付款21000元。")),
              ElementsAre(HasSubstr("21000元")));
  EXPECT_THAT(told(other_sums, accident("二、被告安泰财产保险有限公司返还被告韩石垫付款19100元。")),
              IsEmpty());
  // The item is gone altogether.
  EXPECT_THAT(kinds_of(accident("二、驳回原告的其他诉讼请求。")), ElementsAre("dropped_claim"));
}

Invented support(std::string_view order) {
  Invented judgment;
  judgment.head({{"原告", "许兰"}, {"被告", "郑平"}})
      .reasoning("本院认为，婚生女由原告抚养为宜。原告主张被告每月支付抚养费1700元，本院予以支持。")
      .disposition({"一、婚生女由原告许兰抚养；", order});
  return judgment;
}

TEST(OtherSum, IsToldOfWhatIsPaidEveryMonth) {
  EXPECT_THAT(told(other_sums, support("二、被告郑平每月支付抚养费1200元。")),
              ElementsAre(HasSubstr("1200元")));
  EXPECT_THAT(told(other_sums, support("二、被告郑平每年支付抚养费1700元。")),
              ElementsAre(HasSubstr("每年")));
  EXPECT_THAT(told(other_sums, support("二、被告郑平每月支付抚养费1700元。")), IsEmpty());
  // A year's support in one sum is no slip.
  EXPECT_THAT(told(other_sums, support("二、被告郑平每年支付抚养费20400元。")), IsEmpty());
}

TEST(BaseOfInterest, ShowsThePrincipalThatWasMeant) {
  // No slip of a digit, found in the facts alone.
  const auto owing = [](std::string_view order) {
    Invented judgment;
    judgment.facts("被告出具欠条，确认欠原告石材款513280元。")
        .reasoning("本院认为，被告应当按照欠条付款。")
        .disposition({order});
    return judgment;
  };
  EXPECT_THAT(kinds_of(owing("一、被告支付原告石材款691470元及利息（以513280元为基数）。")),
              ElementsAre("amount"));
  EXPECT_THAT(kinds_of(owing("一、被告支付原告石材款513280元及利息（以513280元为基数）。")),
              IsEmpty());
  // Interest reckoned up is no principal.
  EXPECT_THAT(kinds_of(owing("一、被告支付原告利息69147元，此后的利息以513280元为基数计算。")),
              IsEmpty());
}

TEST(OrderedSum, IsMeantByWhatIsLeftAndClaimed) {
  EXPECT_THAT(
      told(other_sums, sale("被告归还40000元，尚欠货款332000元，原告要求被告支付，本院予以支持。"
                            "约定的利率未超过法律规定。",
                            {"一、被告支付原告货款33.2元。"})),
      ElementsAre(HasSubstr("33.2元")));
  EXPECT_THAT(
      told(other_sums, sale("被告归还40000元，尚欠货款332000元，原告要求被告支付，本院予以支持。",
                            {"一、被告支付原告货款332000元。"})),
      IsEmpty());
}

TEST(BaseOfInterest, OrdersNothing) {
  // The item that orders the principal is lost.
  EXPECT_THAT(
      kinds_of(sale(kLeft, {"一、被告支付原告逾期利息（以372000元为基数，自2021年5月1日起计算"
                            "）；",
                            "二、驳回原告其他诉讼请求。"})),
      ElementsAre("dropped_claim"));
}

}  // namespace
}  // namespace proviso::tasks
