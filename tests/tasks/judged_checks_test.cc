// Reasons against order, family by family: care of children, payer and payee, responsibility for an
// accident, acts besides paying, defendants let go. Each error has its clean twin. All documents
// are invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tasks/checks/cast.h"
#include "tasks/checks/checks.h"
#include "tasks/checks/sides.h"
#include "tests/tasks/told.h"

namespace proviso::tasks {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Judged {
  std::string_view claims, facts, reasoning;
  std::vector<std::string_view> orders;
};

Invented judgment(const Judged& each,
                  const std::vector<std::pair<std::string_view, std::string_view>>& head) {
  Invented made;
  made.head(head);
  if (!each.claims.empty()) made.claims({each.claims});
  if (!each.facts.empty()) made.facts(each.facts);
  made.reasoning("本院认为，" + std::string(each.reasoning)).disposition(each.orders);
  return made;
}

Invented spouses(std::string_view reasoning, std::string_view order) {
  Invented made;
  made.head({{"原告", "林知秋"}, {"被告", "沈文柏"}})
      .reasoning("本院认为，" + std::string(reasoning))
      .disposition({"一、准予原告林知秋与被告沈文柏离婚；", order});
  return made;
}

TEST(CareOfAChild, GoesToWhomTheReasonsGiveIt) {
  constexpr std::string_view kGrant = "感情确已破裂，准予离婚。";
  struct {
    std::string_view reasoning, wrong, right;
  } const families[] = {
      {"婚生女沈青由原告抚养为宜。", "二、婚生女沈青由被告沈文柏抚养；",
       "二、婚生女沈青由原告林知秋抚养；"},
      {"婚生女沈青一直随原告生活，应由原告直接抚养。", "二、婚生女沈青随被告沈文柏共同生活；",
       "二、婚生女沈青随原告林知秋共同生活；"},
      {"原告要求婚生女沈青由其抚养，符合法律规定，本院予以支持。", "二、婚生女沈青归被告抚养；",
       "二、婚生女沈青归原告抚养；"},
      {"长子沈山宜随被告生活，次子沈海宜随原告生活。",
       "二、长子沈山由原告抚养，次子沈海由被告抚养；",
       "二、长子沈山由被告抚养，次子沈海由原告抚养；"},
  };
  for (const auto& each : families) {
    const std::string reasoning = std::string(kGrant) + std::string(each.reasoning);
    EXPECT_THAT(kinds_of(spouses(reasoning, each.wrong)), ElementsAre("outcome")) << each.wrong;
    EXPECT_THAT(kinds_of(spouses(reasoning, each.right)), IsEmpty()) << each.right;
  }
}

TEST(CareOfAChild, IsNotDecidedByWhatWasOrIsWished) {
  for (const std::string_view reasoning :
       {"婚生女沈青现随原告生活。", "被告主张婚生女沈青由被告抚养。",
        "原告要求婚生女沈青由其抚养，本院不予支持。", "双方约定婚生女沈青由原告抚养，后未履行。"})
    EXPECT_THAT(kinds_of(spouses("感情确已破裂，准予离婚。" + std::string(reasoning),
                                 "二、婚生女沈青由被告沈文柏抚养；")),
                IsEmpty())
        << reasoning;
}

TEST(CareOfAChild, OfAllChildrenLeavesNoneToTheOther) {
  constexpr std::string_view kReasons =
      "感情确已破裂，准予离婚。沈青、沈山两名子女均由原告抚养较为适宜。";
  EXPECT_THAT(kinds_of(spouses(kReasons, "二、沈青由原告林知秋抚养，沈山由被告沈文柏抚养；")),
              ElementsAre("outcome"));
  EXPECT_THAT(kinds_of(spouses(kReasons, "二、沈青、沈山均由原告林知秋抚养；")), IsEmpty());
}

TEST(CareOfAChild, IsPaidForByWhoDoesNotHaveIt) {
  constexpr std::string_view kReasons =
      "感情确已破裂，准予离婚。沈青由被告抚养为宜，原告应支付抚养费。";
  EXPECT_THAT(
      kinds_of(spouses(kReasons, "二、沈青由被告沈文柏抚养，被告沈文柏每月支付抚养费900元；")),
      Contains("role"));
  EXPECT_THAT(
      kinds_of(spouses(kReasons, "二、沈青由被告沈文柏抚养，原告林知秋每月支付抚养费900元；")),
      IsEmpty());
  EXPECT_THAT(
      kinds_of(spouses(kReasons,
                       "二、沈青由被告沈文柏抚养，原告林知秋每月向被告沈文柏支付抚养费900元；")),
      IsEmpty());
}

TEST(AnInheritance, GoesToWhomTheReasonsGiveIt) {
  const Judged wrong{"",
                     "",
                     "公证遗嘱有效，槐树街15号房屋应由原告继承。",
                     {"槐树街15号房屋由被告沈文柏继承所有。"}};
  Judged right = wrong;
  right.orders = {"槐树街15号房屋由原告林知秋继承所有。"};
  EXPECT_THAT(kinds_of(judgment(wrong, {{"原告", "林知秋"}, {"被告", "沈文柏"}})),
              ElementsAre("outcome"));
  EXPECT_THAT(kinds_of(judgment(right, {{"原告", "林知秋"}, {"被告", "沈文柏"}})), IsEmpty());
}

TEST(Payer, IsKnownByThePayeeByTheSumAndByAShortName) {
  const std::vector<std::pair<std::string_view, std::string_view>> insured{
      {"原告", "林知秋"}, {"被告", "沈文柏"}, {"被告", "江海市恒安财产保险有限公司"}};
  struct {
    std::string_view reasoning, wrong, right;
  } const families[] = {
      {"原告的损失首先由被告保险公司在交强险限额内赔偿67000元。",
       "原告林知秋于十日内赔偿被告江海市恒安财产保险有限公司67000元。",
       "被告江海市恒安财产保险有限公司于十日内赔偿原告林知秋67000元。"},
      {"沈文柏垫付的8400元，由原告在获得赔偿后返还。被告保险公司应赔偿原告67000元。",
       "被告沈文柏于三日内返还原告林知秋8400元。", "原告林知秋于三日内返还被告沈文柏8400元。"},
      {"沈文柏取走的存款81230元，应返还原告。", "原告林知秋返还被告沈文柏81230元。",
       "被告沈文柏返还原告林知秋81230元。"},
      {"沈文柏的行为构成欺诈，应按价款的三倍赔偿81230元。",
       "原告林知秋于十日内赔偿被告沈文柏81230元。", "被告沈文柏于十日内赔偿原告林知秋81230元。"},
      {"原告未能证明被告严重违反规章，应支付被告赔偿金81230元。",
       "被告沈文柏于十日内支付原告林知秋赔偿金81230元。",
       "原告林知秋于十日内支付被告沈文柏赔偿金81230元。"},
  };
  for (const auto& each : families) {
    EXPECT_THAT(kinds_of(judgment({"", "", each.reasoning, {each.wrong}}, insured)),
                Contains("role"))
        << each.wrong;
    EXPECT_THAT(kinds_of(judgment({"", "", each.reasoning, {each.right}}, insured)),
                ::testing::Not(Contains("role")))
        << each.right;
  }
}

TEST(Payer, IsTheDefendantWhomTheReasonsName) {
  const std::vector<std::pair<std::string_view, std::string_view>> head{
      {"原告", "林知秋"}, {"被告", "沈文柏"}, {"被告", "顾清和"}};
  constexpr std::string_view kReasons = "停运损失由沈文柏赔偿30120元；修理费由顾清和赔偿43500元。";
  EXPECT_THAT(kinds_of(judgment({"",
                                 "",
                                 kReasons,
                                 {"一、被告沈文柏赔偿原告林知秋43500元；",
                                  "二、被告顾清和赔偿原告林知秋30120元。"}},
                                head)),
              Contains("role"));
  EXPECT_THAT(kinds_of(judgment({"",
                                 "",
                                 kReasons,
                                 {"一、被告沈文柏赔偿原告林知秋30120元；",
                                  "二、被告顾清和赔偿原告林知秋43500元。"}},
                                head)),
              IsEmpty());
}

TEST(Payer, PaysBothPlaintiffs) {
  const std::vector<std::pair<std::string_view, std::string_view>> head{
      {"原告", "林知秋"}, {"原告", "顾清和"}, {"被告", "江海市云山置业有限公司"}};
  for (const std::string_view reasoning : {"经计算，被告应向两原告支付的逾期交房违约金为138225元。",
                                           "经计算，被告应付给二原告逾期交房违约金138225元。"})
    EXPECT_THAT(kinds_of(judgment({"",
                                   "",
                                   reasoning,
                                   {"一、被告江海市云山置业有限公司于十日内向原告林知秋、顾清和支付"
                                    "逾期交楼违约金138225元；"}},
                                  head)),
                IsEmpty())
        << reasoning;
}

TEST(Payer, MayBeEitherInACounterclaim) {
  Invented made;
  made.head({{"原告", "林知秋"}, {"被告", "沈文柏"}})
      .part(segmenter::Tag::kDefence, "沈文柏反诉称，林知秋应返还保管款81230元。")
      .reasoning("本院认为，反诉被告林知秋应返还反诉原告沈文柏81230元。")
      .disposition({"反诉原告沈文柏于十日内返还反诉被告林知秋81230元。"});
  EXPECT_THAT(kinds_of(made), Contains("role"));
  Invented twin;
  twin.head({{"原告", "林知秋"}, {"被告", "沈文柏"}})
      .part(segmenter::Tag::kDefence, "沈文柏反诉称，林知秋应返还保管款81230元。")
      .reasoning("本院认为，反诉被告林知秋应返还反诉原告沈文柏81230元。")
      .disposition({"反诉被告林知秋于十日内返还反诉原告沈文柏81230元。"});
  EXPECT_THAT(kinds_of(twin), IsEmpty());
}

TEST(Payer, WhoHasToActIsToldToo) {
  const std::vector<std::pair<std::string_view, std::string_view>> head{{"原告", "林知秋"},
                                                                        {"被告", "沈文柏"}};
  const Judged wrong{"判令被告拆除围墙",
                     "",
                     "被告在通道上砌筑围墙，妨碍通行，应予拆除并恢复原状。",
                     {"原告林知秋于十日内拆除围墙，恢复通道原状。"}};
  Judged right = wrong;
  right.orders = {"被告沈文柏于十日内拆除围墙，恢复通道原状。"};
  EXPECT_THAT(kinds_of(judgment(wrong, head)), ElementsAre("role"));
  EXPECT_THAT(kinds_of(judgment(right, head)), IsEmpty());
}

TEST(HusbandAndWife, StandOnTwoSidesInACounterclaimToo) {
  Invented made;
  made.head({{"原告", "林知秋"}, {"被告", "沈文柏"}})
      .facts("沈文柏提出反诉。")
      .reasoning("本院认为，感情确已破裂，准予离婚。")
      .disposition({"准予原告（反诉被告）林知秋与被告（反诉原告）沈文柏离婚。"});
  EXPECT_THAT(kinds_of(made), IsEmpty());
}

TEST(Responsibility, IsTheSameInFindingsAndReasons) {
  const std::vector<std::pair<std::string_view, std::string_view>> head{{"原告", "林知秋"},
                                                                        {"被告", "沈文柏"}};
  constexpr std::string_view kFound =
      "经审理查明，发生交通事故，交警认定沈文柏负事故的全部责任，林知秋无责任。";
  const auto told_of = [&](std::string_view facts, std::string_view reasoning) {
    return kinds_of(judgment({"", facts, reasoning, {"被告沈文柏赔偿原告林知秋81230元。"}}, head));
  };
  EXPECT_THAT(told_of(kFound, "沈文柏未让行，应负事故主要责任，被告应赔偿81230元。"),
              ElementsAre("semantic"));
  EXPECT_THAT(told_of(kFound, "沈文柏未让行，应负事故全部责任，被告应赔偿81230元。"), IsEmpty());
  EXPECT_THAT(told_of("经审理查明，发生交通事故，交警认定林知秋、沈文柏负事故的同等责任。",
                      "沈文柏负事故主要责任，林知秋负事故次要责任，被告应赔偿81230元。"),
              ElementsAre("semantic"));
  EXPECT_THAT(told_of(kFound,
                      "事故认定书未考虑原告违章，本院不予采信，沈文柏应负事故主要责任，"
                      "被告应赔偿81230元。"),
              IsEmpty());
}

TEST(Responsibility, FitsTheShare) {
  const std::vector<std::pair<std::string_view, std::string_view>> head{{"原告", "林知秋"},
                                                                        {"被告", "沈文柏"}};
  const auto told_of = [&](std::string_view reasoning) {
    return kinds_of(judgment({"",
                              "经审理查明，发生交通事故，沈文柏负事故主要责任。",
                              reasoning,
                              {"被告沈文柏赔偿原告林知秋各项损失。"}},
                             head));
  };
  EXPECT_THAT(told_of("沈文柏负事故主要责任，本院酌定其承担30%的责任。"), ElementsAre("semantic"));
  EXPECT_THAT(told_of("沈文柏负事故主要责任，本院酌定其承担70%的责任。"), IsEmpty());
  EXPECT_THAT(told_of("沈文柏负事故主要责任，其有好意同乘情节，本院酌定其承担40%的责任。"),
              IsEmpty());
}

TEST(Acts, AreOrderedThatTheReasonsImpose) {
  const std::vector<std::pair<std::string_view, std::string_view>> head{{"原告", "林知秋"},
                                                                        {"被告", "沈文柏"}};
  struct {
    std::string_view claims, reasoning, right;
  } const families[] = {
      {"判令被告腾退商铺", "合同解除后，被告应将案涉商铺腾空并返还原告。",
       "二、被告沈文柏将案涉商铺腾空并返还原告林知秋；"},
      {"判令被告交付房屋", "房屋已具备交付条件，被告应向原告交付房屋。",
       "二、被告沈文柏将案涉房屋交付原告林知秋；"},
      {"判令被告协助过户", "原告已付清房款，被告应协助原告办理房屋所有权转移登记。",
       "二、被告沈文柏协助原告林知秋办理过户手续；"},
      {"判令被告赔礼道歉", "被告应当删除言论，并向原告赔礼道歉。",
       "二、被告沈文柏向原告林知秋赔礼道歉；"},
      {"判令被告修复漏水点", "被告应负责修复其卫生间防水层。",
       "二、被告沈文柏修复其卫生间防水层；"},
      {"判令被告出具离职证明", "被告应为原告出具解除劳动合同证明。",
       "二、被告沈文柏为原告林知秋出具解除劳动合同证明；"},
      {"判令被告办理股权变更登记", "原告要求办理股权变更登记的诉讼请求，合法有据，本院予以支持。",
       "二、被告沈文柏办理股权变更登记手续；"},
  };
  for (const auto& each : families) {
    const std::string reasoning = std::string(each.reasoning) + "被告应支付原告违约金3000元。";
    EXPECT_THAT(kinds_of(judgment({each.claims,
                                   "",
                                   reasoning,
                                   {"一、被告沈文柏支付原告林知秋违约金3000元；",
                                    "二、驳回原告林知秋的其他诉讼请求。"}},
                                  head)),
                ElementsAre("dropped_claim"))
        << each.claims;
    EXPECT_THAT(kinds_of(judgment({each.claims,
                                   "",
                                   reasoning,
                                   {"一、被告沈文柏支付原告林知秋违约金3000元；", each.right}},
                                  head)),
                IsEmpty())
        << each.claims;
  }
}

TEST(Acts, AreForgottenBesideAWrongSum) {
  EXPECT_THAT(
      kinds_of(judgment({"判令被告腾退商铺并支付租金",
                         "经审理查明，被告拖欠租金64000元。",
                         "合同解除后，被告应将案涉商铺腾空并返还原告。被告应支付拖欠租金64000元。",
                         {"一、被告沈文柏支付原告林知秋租金46000元；"}},
                        {{"原告", "林知秋"}, {"被告", "沈文柏"}})),
      ::testing::AllOf(Contains("amount"), Contains("dropped_claim")));
}

TEST(Acts, AreForgottenWhereAllIsDismissed) {
  const std::vector<std::pair<std::string_view, std::string_view>> head{{"原告", "林知秋"},
                                                                        {"被告", "沈文柏"}};
  Judged each{"判令被告拆除围墙并赔偿损失",
              "",
              "被告砌筑围墙妨碍通行，应予拆除。原告主张损失3120元，未提供证据，本院不予支持。",
              {"驳回原告林知秋的诉讼请求。"}};
  EXPECT_THAT(kinds_of(judgment(each, head)), ElementsAre("dropped_claim"));
  each.reasoning = "围墙未妨碍通行，原告要求拆除围墙的诉讼请求，本院不予支持。";
  EXPECT_THAT(kinds_of(judgment(each, head)), IsEmpty());
}

TEST(Acts, AreNotDueThatAContractSaysOrThatAreDone) {
  for (const std::string_view reasoning :
       {"合同约定被告应于2019年6月30日前交付房屋。", "被告已将房屋交付原告。",
        "原告要求交付房屋，因房屋尚未验收，本院不予支持。"})
    EXPECT_THAT(kinds_of(judgment({"判令被告交付房屋",
                                   "",
                                   std::string(reasoning) + "被告应支付原告违约金3000元。",
                                   {"一、被告沈文柏支付原告林知秋违约金3000元；"}},
                                  {{"原告", "林知秋"}, {"被告", "沈文柏"}})),
                IsEmpty())
        << reasoning;
}

TEST(Acts, AreNotOrderedThatTheReasonsRefuse) {
  const Judged wrong{"判令被告交付房屋",
                     "",
                     "房屋尚未验收，原告要求被告交付房屋的诉讼请求，本院不予支持。",
                     {"被告沈文柏于十日内将案涉房屋交付原告林知秋。"}};
  EXPECT_THAT(kinds_of(judgment(wrong, {{"原告", "林知秋"}, {"被告", "沈文柏"}})),
              ElementsAre("outcome"));
}

const std::vector<std::pair<std::string_view, std::string_view>> kGuarantors{
    {"原告", "林知秋"}, {"被告", "沈文柏"}, {"被告", "谭某强"}, {"被告", "宋某霞"}};

TEST(Defendants, AreNotLetGoWhomTheReasonsHoldLiable) {
  constexpr std::string_view kReasons =
      "沈文柏应偿还借款81230元。谭某强应当对上述借款承担连带清偿责任。宋某霞的签名并非其本人所签，"
      "宋某霞不承担保证责任，原告对宋某霞的诉讼请求，本院不予支持。";
  EXPECT_THAT(kinds_of(judgment({"",
                                 "",
                                 kReasons,
                                 {"一、被告沈文柏偿还原告林知秋借款81230元；",
                                  "二、被告谭某强对上述债务承担连带清偿责任；",
                                  "三、驳回原告林知秋对被告宋某霞的诉讼请求。"}},
                                kGuarantors)),
              IsEmpty());
  for (const std::vector<std::string_view>& orders : std::vector<std::vector<std::string_view>>{
           {"一、被告沈文柏偿还原告林知秋借款81230元；",
            "二、被告宋某霞对上述债务承担连带清偿责任；",
            "三、驳回原告林知秋对被告谭某强的诉讼请求。"},
           {"一、被告沈文柏偿还原告林知秋借款81230元；",
            "二、驳回原告林知秋对被告谭某强的诉讼请求；",
            "三、驳回原告林知秋对被告宋某霞的诉讼请求。"},
           {"一、被告沈文柏偿还原告林知秋借款81230元；",
            "二、被告谭某强、宋某霞对上述债务承担连带清偿责任。"},
           {"一、被告沈文柏偿还原告林知秋借款81230元；",
            "二、被告谭某强对上述债务承担连带清偿责任；",
            "三、驳回原告林知秋对被告谭某强的诉讼请求。"},
       })
    EXPECT_THAT(kinds_of(judgment({"", "", kReasons, orders}, kGuarantors)),
                ::testing::AnyOf(Contains("joint_liability"), Contains("outcome")))
        << orders.back();
}

TEST(Defendants, AreNotLetGoByWhatIsSaidOfSomebodyElse) {
  for (const std::string_view reasoning :
       {"交警部门认定谭某强负此次事故的全部责任，行人夏大海不承担责任。",
        "谭某强未尽注意义务，车主不承担赔偿责任。"})
    EXPECT_THAT(kinds_of(judgment({"", "", reasoning, {"一、被告谭某强赔偿原告林知秋81230元。"}},
                                  kGuarantors)),
                IsEmpty())
        << reasoning;
}

TEST(Defendants, AreNotLetGoByAPleaOrInPart) {
  for (const std::string_view reasoning :
       {"谭某强辩称其不承担保证责任，本院不予采信。谭某强应承担连带清偿责任。",
        "谭某强对转让后的部分不承担责任，谭某强应对不足部分承担连带清偿责任。"})
    EXPECT_THAT(kinds_of(judgment({"",
                                   "",
                                   "沈文柏应偿还借款81230元。" + std::string(reasoning),
                                   {"一、被告沈文柏偿还原告林知秋借款81230元；",
                                    "二、被告谭某强对上述债务承担连带清偿责任。"}},
                                  kGuarantors)),
                IsEmpty())
        << reasoning;
}

TEST(Contracts, AreValidThatViolateNothing) {
  const std::vector<std::pair<std::string_view, std::string_view>> head{{"原告", "林知秋"},
                                                                        {"被告", "沈文柏"}};
  const auto kinds = [&](const std::string& ground) {
    const std::string reasoning =
        "双方签订的合同" + ground + "，应属合法有效。被告应支付货款81230元。";
    return kinds_of(
        judgment({"", "", reasoning, {"一、被告沈文柏支付原告林知秋货款81230元。"}}, head));
  };
  for (const char* const ground : {"未有违反法律法规强制性规定", "不存在违反法律强制性规定之处",
                                   "没有违反法律法规的强制性规定"})
    EXPECT_THAT(kinds(ground), IsEmpty()) << ground;
  EXPECT_THAT(kinds("不符合法律规定的形式"), Contains("outcome"));
}

TEST(Contracts, DoNotGoOnThatTheReasonsEnd) {
  const std::vector<std::pair<std::string_view, std::string_view>> head{{"原告", "林知秋"},
                                                                        {"被告", "方文柏"}};
  Judged each{"判令解除合同",
              "",
              "合同目的落空，林知秋有权解除合同。",
              {"原告林知秋与被告方文柏继续履行设备买卖合同。"}};
  EXPECT_THAT(kinds_of(judgment(each, head)), ElementsAre("outcome"));
  each.orders = {"解除原告林知秋与被告方文柏的设备买卖合同。"};
  EXPECT_THAT(kinds_of(judgment(each, head)), IsEmpty());
}

TEST(Defendants, MayBeCalledFang) {
  const std::vector<std::pair<std::string_view, std::string_view>> head{
      {"原告", "林知秋"}, {"被告", "沈文柏"}, {"被告", "方湖"}};
  EXPECT_THAT(kinds_of(judgment({"",
                                 "",
                                 "沈文柏、方湖应按约返还投资款81230元。",
                                 {"一、被告沈文柏返还原告林知秋投资款81230元；",
                                  "二、驳回原告林知秋对被告方湖的诉讼请求。"}},
                                head)),
              ElementsAre("outcome"));
}

TEST(Debts, AreDueThoughAllIsDismissed) {
  const std::vector<std::pair<std::string_view, std::string_view>> head{{"原告", "林知秋"},
                                                                        {"被告", "沈文柏"}};
  EXPECT_THAT(kinds_of(judgment(
                  {"", "", "被告应支付原告货款81230元。", {"驳回原告林知秋的诉讼请求。"}}, head)),
              ElementsAre("dropped_claim"));
  EXPECT_THAT(kinds_of(judgment({"",
                                 "",
                                 "被告应支付原告货款81230元，被告已付清，原告的请求本院不予支持。",
                                 {"驳回原告林知秋的诉讼请求。"}},
                                head)),
              IsEmpty());
  EXPECT_THAT(kinds_of(judgment({"",
                                 "",
                                 "原告应支付被告赔偿金8123元。原告拖欠被告工资4800元，应予支付。",
                                 {"一、原告林知秋支付被告沈文柏赔偿金8123元；",
                                  "二、驳回原告林知秋的其他诉讼请求。"}},
                                head)),
              Contains("dropped_claim"));
}

TEST(Sides, ReadShortNamesAndCounterclaims) {
  Invented made;
  made.head({{"原告", "林知秋"}, {"被告", "江海市鼎丰置业有限公司"}})
      .reasoning("反诉原告鼎丰置业公司应赔偿反诉被告。被告与林知秋。");
  const CaseView view(made.text, made.structure);
  const Cast cast(view);
  const Sides sides(view, cast);
  const SidedText read = sides.read(view.spans(segmenter::Tag::kReasoning).front());
  EXPECT_EQ(read.said.substr(0, 19), "\x02应赔偿\x01。\x02与\x01");
  EXPECT_THAT(read.named, ElementsAre(true, false, false, true));
}

}  // namespace
}  // namespace proviso::tasks
