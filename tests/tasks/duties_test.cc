// Duties that the reasoning fixes against the order: sums, rights, ways of being liable, who pays
// whom. All documents are invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/checks.h"
#include "tasks/checks/sorts.h"
#include "tests/tasks/told.h"

namespace proviso::tasks {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Case {
  std::string_view reasoning;
  std::vector<std::string_view> orders;
};

std::vector<std::string> kinds_of(const Case& each) {
  Invented judgment;
  judgment.reasoning("本院认为，" + std::string(each.reasoning)).disposition(each.orders);
  return kinds_of(judgment);
}

TEST(DutiesOfTheReasoning, AreMissedInTheOrder) {
  for (const Case& each : std::vector<Case>{
           {"被告应支付原告货款81230元。被告还应支付原告拓展费3250元。",
            {"一、被告支付原告货款81230元；", "二、驳回原告的其他诉讼请求。"}},
           {"被告应支付原告拓展费3250元。被告应支付原告货款81230元。",
            {"一、被告支付原告货款81230元；", "二、驳回原告的其他诉讼请求。"}},
           {"本院酌定被告赔偿原告损失53120元。被告应返还原告图纸。",
            {"一、被告返还原告图纸；", "二、驳回原告的其他诉讼请求。"}},
           {"原告支出律师费4120元，该律师费应由被告承担。被告应返还货款81230元。",
            {"一、被告返还货款81230元；", "二、驳回原告的其他诉讼请求。"}},
           {"被告应退还原告定金21370元，第三人应退还原告定金3120元。",
            {"一、第三人退还原告定金3120元；", "二、驳回原告的其他诉讼请求。"}},
           {"本院支持由被告支付尚欠工程款385855元。",
            {"一、被告乙公司在欠付工程款范围内承担责任；", "二、驳回原告的其他诉讼请求。"}},
       })
    EXPECT_THAT(kinds_of(each), ElementsAre("dropped_claim")) << each.reasoning;
}

TEST(DutiesOfTheReasoning, AreMissedWhereAClaimIsSupportedInASecondSentence) {
  EXPECT_THAT(
      kinds_of({"原告主张其在休息日提供劳动而被告未付加班工资，经核算，被告应支付加班工资8640元。"
                "对该项请求，本院予以支持。被告应支付原告交通费1260元。",
                {"一、被告支付原告交通费1260元；", "二、驳回原告的其他诉讼请求。"}}),
      ElementsAre("dropped_claim"));
  EXPECT_THAT(
      kinds_of({"原告请求被告支付停运损失。车辆停运二十日，有修理厂证明为据。对该项请求，本院"
                "予以支持。",
                {"一、被告交付原告车辆；", "二、驳回原告的其他诉讼请求。"}}),
      ElementsAre("dropped_claim"));
}

TEST(DutiesOfTheReasoning, AreOrderedInOtherFiguresUnderOtherNamesOrNotAtAll) {
  for (const Case& each : std::vector<Case>{
           {"被告应支付医疗费3120元、护理费2240元，合计5360元。", {"一、被告赔偿原告5360元。"}},
           {"被告应支付原告货款81230元，扣除已付的30000元，还应支付51230元。",
            {"一、被告支付原告货款51230元。"}},
           {"被告应赔偿原告81230元的70%即56861元。", {"一、被告赔偿原告56861元。"}},
           {"被告应支付违约金81230元。该数额过高，本院调整为30000元。",
            {"一、被告支付原告违约金30000元。"}},
           {"合同约定被告应支付违约金81230元。被告应返还图纸。", {"一、被告返还图纸。"}},
           {"被告应支付原告货款81230元。被告已支付81230元。被告应返还图纸。",
            {"一、被告返还图纸。"}},
           {"被告应以81230元为基数支付利息。", {"一、被告支付原告利息。"}},
           {"被告应支付原告81230元。原告仅主张50000元，以诉请为限。",
            {"一、被告支付原告50000元。"}},
           {"被告应支付利息8123元。", {"一、被告支付原告利息（按年利率6%计算）。"}},
           {"被告辩称原告应支付拓展费3250元。被告应返还图纸。", {"一、被告返还图纸。"}},
           {"林知远提出，拓展费3250元应由沈文柏赔偿。被告应返还图纸。", {"一、被告返还图纸。"}},
           {"每延期一天，乙方应向甲方支付3250元违约金。被告应返还图纸。", {"一、被告返还图纸。"}},
       })
    EXPECT_THAT(kinds_of(each), IsEmpty()) << each.reasoning;
}

TEST(DutiesOfTheReasoning, AreRightsToo) {
  for (const Case& each : std::vector<Case>{
           {"原、被告感情已破裂，应准予离婚。", {"一、婚生子由原告抚养；", "二、房屋归原告。"}},
           {"原告起诉离婚，难以共同生活，本院予以照准。", {"一、婚生子由原告抚养。"}},
           {"婚生子由原告抚养为宜。原告要求离婚，本院予以支持。", {"一、准予原告与被告离婚。"}},
           {"原告有权就抵押房屋优先受偿。被告应返还借款。", {"一、被告返还原告借款。"}},
       })
    EXPECT_THAT(kinds_of(each), ElementsAre("dropped_claim")) << each.reasoning;
  for (const Case& each : std::vector<Case>{
           {"如感情确已破裂，应准予离婚。原告要求分割房屋。", {"一、房屋归原告。"}},
           {"原告要求离婚，应准予离婚。", {"一、解除原告与被告的婚姻关系。"}},
           {"约定债权人有权优先受偿的，从其约定。", {"一、被告返还原告借款。"}},
           {"婚生子由原告抚养为宜。", {"一、婚生子随原告共同生活。"}},
       })
    EXPECT_THAT(kinds_of(each), IsEmpty()) << each.reasoning;
}

TEST(DutiesOfTheReasoning, AreLostWhereOnlyOtherClaimsAreDismissed) {
  EXPECT_THAT(kinds_of({"原告要求返还图纸，本院予以支持。原告的其他请求，本院不予支持。",
                        {"驳回原告的其他诉讼请求。"}}),
              ElementsAre("outcome"));
  EXPECT_THAT(kinds_of({"被告应支付原告货款81230元。", {"驳回原告的其他诉讼请求。"}}),
              ElementsAre("dropped_claim"));
  EXPECT_THAT(kinds_of({"原告要求返还图纸，证据不足。", {"驳回原告的诉讼请求。"}}), IsEmpty());
}

Invented guarantee(std::string_view reasoning, const std::vector<std::string_view>& orders,
                   std::string_view claim = "判令被告偿还借款") {
  Invented judgment;
  judgment.head({{"原告", "林知远"}, {"被告", "沈文柏"}, {"被告", "顾清和"}})
      .claims({claim})
      .reasoning("本院认为，" + std::string(reasoning))
      .disposition(orders);
  return judgment;
}

TEST(JointLiability, IsMissedInTheOrder) {
  constexpr std::string_view kDecided =
      "被告沈文柏应偿还借款。被告顾清和应对被告沈文柏的债务承担连带清偿责任。";
  EXPECT_THAT(kinds_of(guarantee(kDecided, {"一、被告沈文柏偿还原告林知远借款。"})),
              ElementsAre("joint_liability"));
  EXPECT_THAT(kinds_of(guarantee("被告沈文柏、被告顾清和应承担连带偿还责任。",
                                 {"一、被告沈文柏、被告顾清和偿还原告林知远借款。"},
                                 "判令二被告连带偿还借款")),
              ElementsAre("joint_liability"));
  EXPECT_THAT(kinds_of(guarantee(kDecided, {"一、被告沈文柏偿还原告林知远借款；",
                                            "二、被告顾清和承担连带清偿责任。"})),
              IsEmpty());
  EXPECT_THAT(kinds_of(guarantee("被告沈文柏、被告顾清和应承担连带偿还责任。",
                                 {"一、被告沈文柏、被告顾清和偿还原告林知远借款。"})),
              IsEmpty())
      << "not asked for, and both pay in one item";
  EXPECT_THAT(kinds_of(guarantee("双方争议的是被告顾清和应否承担连带责任的问题。"
                                 "被告顾清和不应对被告沈文柏、案外人的债务承担连带责任。",
                                 {"一、被告沈文柏偿还原告林知远借款。"})),
              IsEmpty());
}

TEST(JointLiability, IsRefusedAgainstTheReasoning) {
  constexpr std::string_view kDecided = "被告顾清和应对被告沈文柏的债务承担连带清偿责任。";
  EXPECT_THAT(kinds_of(guarantee(kDecided, {"一、被告沈文柏偿还原告林知远借款；",
                                            "二、被告顾清和不承担连带责任。"})),
              ElementsAre("joint_liability"));
  Invented judgment =
      guarantee(kDecided, {"一、被告沈文柏偿还原告林知远借款；", "二、驳回原告的其他诉讼请求。"});
  judgment.costs("案件受理费1400元，由被告沈文柏、顾清和共同负担。");
  EXPECT_THAT(kinds_of(judgment), ElementsAre("joint_liability")) << "who pays costs owes no debt";
}

TEST(JointLiability, IsOrderedInAnItemAboutAFeeToo) {
  Invented judgment =
      guarantee("被告顾清和应对被告沈文柏的债务承担连带清偿责任。",
                {"一、被告沈文柏偿还原告林知远借款；", "二、驳回原告的其他诉讼请求。"});
  judgment.costs("三、被告沈文柏支付原告林知远鉴定费1400元，被告顾清和承担连带责任。");
  EXPECT_THAT(kinds_of(judgment), IsEmpty());
}

TEST(JointLiability, KnowsACompanyByItsShortName) {
  Invented judgment;
  judgment.head({{"原告", "林知远"}, {"被告", "沈文柏"}, {"被告", "望潮公司"}})
      .reasoning("本院认为，被告沈文柏应返还借款。被告望潮公司应承担连带保证责任。")
      .disposition({"一、被告沈文柏返还原告林知远借款；",
                    "二、被告江海市望潮仓储有限公司对上述债务承担连带责任。"});
  EXPECT_THAT(kinds_of(judgment), ::testing::Not(::testing::Contains("joint_liability")));
}

TEST(JointLiability, IsDecidedByAWishThatIsFoundRight) {
  constexpr std::string_view kWish = "原告要求被告顾清和承担连带清偿责任符合合同约定。";
  EXPECT_THAT(kinds_of(guarantee(kWish, {"一、被告沈文柏偿还原告林知远借款；",
                                         "二、被告顾清和承担按份清偿责任。"})),
              ElementsAre("joint_liability"));
  EXPECT_THAT(kinds_of(guarantee(
                  "原告要求被告顾清和承担连带清偿责任符合合同约定和法律规定，本院予以支持。",
                  {"一、被告沈文柏偿还原告林知远借款；", "二、被告顾清和承担补充清偿责任。"})),
              ElementsAre("joint_liability"));
  EXPECT_THAT(kinds_of(guarantee(
                  "被告顾清和应按照保证合同约定对借款承担补充清偿责任。",
                  {"一、被告沈文柏偿还原告林知远借款；", "二、被告顾清和承担连带清偿责任。"})),
              ElementsAre("joint_liability"));
  EXPECT_THAT(kinds_of(guarantee(
                  "原告要求被告顾清和承担连带清偿责任缺乏依据。",
                  {"一、被告沈文柏偿还原告林知远借款；", "二、被告顾清和承担按份清偿责任。"})),
              IsEmpty());
}

Invented sale(std::string_view reasoning, std::string_view order) {
  Invented judgment;
  judgment.head({{"原告", "林知远"}, {"被告", "沈文柏"}})
      .reasoning("本院认为，" + std::string(reasoning))
      .disposition({order});
  return judgment;
}

TEST(Payer, IsTheOneWhoOwes) {
  for (const auto& [reasoning, order] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"被告沈文柏应向原告林知远支付货款81230元。",
            "原告林知远于本判决生效之日起十日内向被告沈文柏支付货款81230元。"},
           {"沈文柏应返还林知远货款81230元。", "林知远于十日内返还沈文柏货款81230元。"},
           {"原告林知远应支付被告沈文柏经济补偿81230元。",
            "被告沈文柏于十日内支付原告林知远经济补偿81230元。"},
           {"被告应支付原告货款。", "原告于十日内支付货款81230元给被告。"},
       })
    EXPECT_THAT(kinds_of(sale(reasoning, order)), ElementsAre("role")) << order;
  for (const auto& [reasoning, order] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"被告沈文柏应向原告林知远支付货款81230元。",
            "被告沈文柏于十日内向原告林知远支付货款81230元。"},
           {"被告应停止侵害原告的商标权。",
            "被告停止侵害原告林知远的商标权，并在报上向被告沈文柏的客户澄清。"},
           {"双方应互相返还。被告应返还货款。", "原告于十日内返还被告货物。"},
           {"被告反诉称原告应赔偿。被告应支付货款81230元。", "原告支付被告3120元。"},
       })
    EXPECT_THAT(kinds_of(sale(reasoning, order)), ::testing::Not(::testing::Contains("role")))
        << order;
}

TEST(Sides, ChangeInACounterclaimThatTheBodyReports) {
  Invented judgment;
  judgment.head({{"原告", "林知远"}, {"被告", "沈文柏"}})
      .facts("审理中沈文柏提出反诉，要求林知远赔偿。")
      .reasoning("本院认为，双方均有过错。")
      .disposition({"一、驳回反诉原告沈文柏的反诉请求；", "二、反诉被告林知远领回货物。"});
  EXPECT_THAT(kinds_of(judgment), IsEmpty());
}

TEST(Sides, OfHusbandAndWifeDiffer) {
  EXPECT_THAT(kinds_of({"夫妻感情已破裂，应准予离婚。", {"准予原告林某甲与原告沈某乙离婚。"}}),
              ElementsAre("role"));
  EXPECT_THAT(kinds_of({"夫妻感情已破裂，应准予离婚。", {"准予原告林某甲与被告沈某乙离婚。"}}),
              IsEmpty());
}

TEST(Outcome, TellsTheVerySumRefusedWhateverElseIsGranted) {
  EXPECT_THAT(kinds_of({"原告要求支付利息，本院予以支持。原告另主张支付经济补偿金30370元，本院不予"
                        "支持。",
                        {"一、被告支付原告利息；", "二、被告支付原告经济补偿金30370元。"}}),
              ElementsAre("outcome"));
}

TEST(Outcome, KnowsTheSortsOfOneHead) {
  EXPECT_TRUE(of_other_sorts("支付法定节假日加班工资", "支付双休日加班工资"));
  EXPECT_FALSE(of_other_sorts("支付法定节假日、双休日加班工资", "支付双休日加班工资"));
  EXPECT_FALSE(of_other_sorts("支付加班工资", "支付双休日加班工资"));
  EXPECT_THAT(kinds_of({"原告主张法定节假日的加班工资，本院不予支持。",
                        {"一、被告支付原告双休日的加班工资3170元。"}}),
              IsEmpty());
}

TEST(Opposites, OfAClauseThatStandsTwiceNeedNoFinding) {
  Invented judgment;
  judgment.facts("双方约定，逾期两期时，出租方有权要求承租方提前支付全部剩余租金及违约金。")
      .reasoning(
          "本院认为，双方约定，逾期两期时，出租方无权要求承租方提前支付全部剩余租金及违约金。")
      .disposition({"一、被告支付原告租金。"});
  EXPECT_THAT(kinds_of(judgment), ElementsAre("semantic"));
}

TEST(Opposites, AreNoQuestionAndItsAnswer) {
  Invented judgment;
  judgment
      .reasoning(
          "本院认为，争议焦点为：被告在约定的交货时间未足量供应咖啡豆是否构成违约。"
          "被告在约定的交货时间未足量供应咖啡豆不构成违约。")
      .disposition({"一、驳回原告的诉讼请求。"});
  EXPECT_THAT(kinds_of(judgment), IsEmpty());
}

}  // namespace
}  // namespace proviso::tasks
