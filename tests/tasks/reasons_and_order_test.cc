// What the order says against what the reasons say: payee, kind of liability, crime, name, sums,
// days. Each slip beside its right twin. All documents are invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/amount.h"
#include "tasks/checks/checks.h"
#include "tasks/checks/conviction.h"
#include "tasks/checks/date.h"
#include "tasks/checks/death_day.h"
#include "tasks/checks/dropped_claim.h"
#include "tasks/checks/joint_liability.h"
#include "tasks/checks/outcome.h"
#include "tasks/checks/part_of.h"
#include "tasks/checks/renamed.h"
#include "tasks/checks/role.h"
#include "tasks/checks/sentence_term.h"
#include "tasks/checks/sum.h"
#include "tests/tasks/told.h"

namespace proviso::tasks {
namespace {

using segmenter::Tag;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> reasons_told(Check check, const Invented& judgment) {
  std::vector<std::string> list;
  for (const Finding& each : check(judgment)) list.push_back(each.explanation);
  return list;
}

Invented estate(std::string_view payee) {
  const std::string order =
      "一、原告闻秀兰于本判决生效之日起三十日内补偿" + std::string(payee) + "120000元；";
  Invented judgment;
  judgment.head({{"原告", "闻秀兰"}, {"原告", "闻志强"}, {"被告", "闻志刚"}, {"被告", "闻丽华"}})
      .reasoning("本院认为，房屋归闻秀兰所有为宜，超出120000元，应由闻秀兰补偿给闻志强。")
      .disposition({order});
  return judgment;
}

TEST(PayeeCheck, NamesThePayeeAndNoDirectionWhereOnePlaintiffIsToPayTheOther) {
  EXPECT_THAT(reasons_told(check_role, estate("被告闻志刚")), ElementsAre(HasSubstr("受款人")));
  EXPECT_THAT(reasons_told(check_role, estate("原告闻志强")), IsEmpty());
}

Invented surety(std::string_view order) {
  Invented judgment;
  judgment.head({{"原告", "江海市恒远饲料有限公司"}, {"被告", "沈文柏"}, {"被告", "罗开平"}})
      .claims({"1.判令沈文柏支付货款386400元；", "2.判令罗开平承担连带保证责任。"})
      .reasoning(
          "本院认为，罗开平自愿提供连带责任保证，原告在保证期间内要求其承担连带清偿责任，本院予以"
          "支持。")
      .disposition({"一、被告沈文柏于本判决生效之日起十日内支付原告江海市恒远饲料有限公司货款386400"
                    "元；",
                    order, "三、驳回原告江海市恒远饲料有限公司的其他诉讼请求。"});
  return judgment;
}

TEST(JointLiabilityCheck, ReadsTheWishBehindThePromiseOfASurety) {
  for (const std::string_view way : {"一般保证责任", "补充清偿责任"}) {
    const std::string order = "二、被告罗开平对上述第一项债务承担" + std::string(way) + "；";
    EXPECT_THAT(reasons_told(check_joint_liability, surety(order)),
                ElementsAre(HasSubstr("却不是连带责任")));
    EXPECT_THAT(reasons_told(check_dropped_claim, surety(order)), IsEmpty()) << "told above";
  }
  EXPECT_THAT(reasons_told(check_joint_liability,
                           surety("二、被告罗开平对上述第一项债务承担连带清偿责任；")),
              IsEmpty());
}

Invented lawyer(std::string_view matter, std::string_view second) {
  Invented judgment;
  judgment.head({{"原告", "江海市恒远饲料有限公司"}, {"被告", "沈文柏"}})
      .reasoning("本院认为，被告应支付货款386400元。" + std::string(matter))
      .disposition({"一、被告沈文柏于本判决生效之日起十日内支付原告江海市恒远饲料有限公司货款386400"
                    "元；",
                    second});
  return judgment;
}

TEST(OutcomeCheck, TakesThatClaimForTheMatterThatOpensTheSentence) {
  const std::string_view ordered =
      "二、被告沈文柏于本判决生效之日起十日内支付原告江海市恒远饲料有限公司律师费15000元。";
  const std::string_view refused = "关于律师费，双方未作约定，原告的该项请求本院不予支持。";
  EXPECT_THAT(reasons_told(check_outcome, lawyer(refused, ordered)),
              ElementsAre(HasSubstr("律师费")));
  EXPECT_THAT(reasons_told(check_outcome,
                           lawyer(refused, "二、驳回原告江海市恒远饲料有限公司的其他诉讼请求。")),
              IsEmpty());
  EXPECT_THAT(
      reasons_told(
          check_outcome,
          lawyer("关于律师费，原告主张过高，没有依据的部分，该项请求本院不予支持。", ordered)),
      IsEmpty())
      << "a part alone is refused";
}

Invented wages(std::string_view reasoned) {
  Invented judgment;
  judgment.head({{"原告", "温晓芸"}, {"被告", "江海市锦绣酒店管理有限公司"}})
      .claims({"1.判令被告支付2023年3月至5月工资19500元；"})
      .facts("经审理查明，被告未支付原告2023年3月至5月工资，每月6500元，共计19500元。")
      .reasoning("本院认为，被告拖欠三个月工资" + std::string(reasoned) + "，应予支付。")
      .disposition({"一、被告江海市锦绣酒店管理有限公司支付原告温晓芸2023年3月至5月工资19500元。"});
  return judgment;
}

TEST(AmountCheck, KnowsTheTwinOfASumThatFindingsClaimAndOrderHave) {
  EXPECT_THAT(told(check_amount, wages("15900元")), ElementsAre(HasSubstr("19500元")));
  EXPECT_THAT(told(check_amount, wages("19500元")), IsEmpty());
}

Invented assault(std::string_view accused, std::string_view crime, std::string_view food,
                 std::string_view total) {
  Invented judgment;
  judgment.structure.kind = segmenter::Kind::kZhCriminal;
  const std::string sentence = "一、被告人" + std::string(accused) + "犯" + std::string(crime) +
                               "，判处有期徒刑一年二个月。";
  const std::string damages =
      "二、被告人闻远于本判决生效之日起十日内赔偿附带民事诉讼原告人秦保国医疗费、误工费、护理费、住"
      "院"
      "伙食补助费、交通费共计" +
      std::string(total) + "。";
  judgment.head({{"附带民事诉讼原告人", "秦保国"}, {"被告人", "闻远"}})
      .facts("经审理查明，被告人闻远持酒瓶击打秦保国头部，致其轻伤。")
      .reasoning(
          "本院认为，被告人闻远故意伤害他人身体，其行为已构成故意伤害罪。应当赔偿：医疗费23860"
          "元、误工费9000元（60天×150元）、护理费4500元（30天×150元）、住院伙食补助费" +
          std::string(food) + "（30天×50元）、交通费800元，共计39660元。")
      .disposition({sentence, damages});
  return judgment;
}

TEST(ConvictionCheck, ConvictsOfTheCrimeThatTheReasonsFind) {
  EXPECT_THAT(reasons_told(check_conviction, assault("闻远", "寻衅滋事罪", "1500元", "39660元")),
              ElementsAre("理由部分认定构成“故意伤害罪”，主文却判其犯“寻衅滋事罪”。"));
  EXPECT_THAT(reasons_told(check_conviction, assault("闻远", "故意伤害罪", "1500元", "39660元")),
              IsEmpty());
  Invented accused_of;
  accused_of.reasoning("公诉机关指控的行为构成抢劫罪不当，被告人闻远其行为已构成寻衅滋事罪。")
      .disposition({"一、被告人闻远犯寻衅滋事罪，判处拘役三个月。"});
  EXPECT_THAT(reasons_told(check_conviction, accused_of), IsEmpty());
}

TEST(RenamedCheck, KnowsTheAccusedAndTheFormOfACompany) {
  EXPECT_THAT(reasons_told(check_renamed, assault("闻运", "故意伤害罪", "1500元", "39660元")),
              ElementsAre("主文中的当事人名称为“闻运”，首部为“闻远”，二者不一致。"));
  EXPECT_THAT(reasons_told(check_renamed, assault("闻远", "故意伤害罪", "1500元", "39660元")),
              IsEmpty());
  Invented works;
  works.head({{"原告", "江海市恒远饲料有限公司"}, {"被告", "沈文柏"}})
      .reasoning("本院认为，被告应支付货款。")
      .disposition({"一、被告沈文柏支付原告江海市恒远饲料厂货款386400元。"});
  EXPECT_THAT(reasons_told(check_renamed, works), ElementsAre(HasSubstr("恒远饲料厂")));
  Invented known;
  known.head({{"原告", "江海市恒远饲料有限公司"}, {"被告", "沈文柏"}})
      .reasoning("本院认为，被告应向原告及江海市恒远饲料厂支付货款。")
      .disposition({"一、被告沈文柏支付第三人江海市恒远饲料厂货款386400元。"});
  EXPECT_THAT(reasons_told(check_renamed, known), IsEmpty()) << "the works stands in the reasons";
}

TEST(SumCheck, LeavesAWrongResultToItsCalculation) {
  EXPECT_THAT(told(check_sum, assault("闻远", "故意伤害罪", "1800元", "39660元")), IsEmpty());
  EXPECT_THAT(kinds_of(assault("闻远", "故意伤害罪", "1800元", "39660元")), ElementsAre("amount"));
}

TEST(AmountCheck, SetsTheOrderedTotalAgainstTheReasonedOne) {
  EXPECT_THAT(told(check_amount, assault("闻远", "故意伤害罪", "1500元", "36960元")),
              ElementsAre(HasSubstr("36960元")));
  EXPECT_THAT(told(check_amount, assault("闻远", "故意伤害罪", "1500元", "39660元")), IsEmpty());
}

TEST(PartOfCheck, FiguresHalvesQuartersAndMonths) {
  const auto parts = [](std::string_view half, std::string_view rest, std::string_view each) {
    Invented judgment;
    judgment.reasoning("本院认为，案涉财产共计960000元，其中一半即" + std::string(half) +
                       "为方秀兰所有，其余" + std::string(rest) +
                       "为程长远的遗产。遗产由四人继承，每人继承四分之一，即" + std::string(each) +
                       "。");
    return judgment;
  };
  EXPECT_THAT(told(check_part_of, parts("460000元", "480000元", "120000元")),
              ElementsAre("460000元"));
  EXPECT_THAT(told(check_part_of, parts("480000元", "460000元", "115000元")),
              ElementsAre("460000元"));
  EXPECT_THAT(told(check_part_of, parts("480000元", "480000元", "160000元")),
              ElementsAre("160000元"));
  EXPECT_THAT(told(check_part_of, parts("480000元", "480000元", "120000元")), IsEmpty());
  const auto pay = [](std::string_view total) {
    Invented judgment;
    judgment.facts("被告未支付原告2023年3月至5月工资，每月6500元，共计" + std::string(total) +
                   "。");
    return judgment;
  };
  EXPECT_THAT(told(check_part_of, pay("19000元")), ElementsAre("19000元"));
  EXPECT_THAT(told(check_part_of, pay("19500元")), IsEmpty());
  EXPECT_THAT(told(check_part_of, pay("13000元")), IsEmpty()) << "another count of months";
}

TEST(DateOrderCheck, HearsACaseAfterItWasFiled) {
  const auto filed = [](std::string_view hearing) {
    Invented judgment;
    judgment.part(Tag::kProcedure, "本院于2023年8月15日立案后，依法适用简易程序，于" +
                                       std::string(hearing) + "公开开庭进行了审理。");
    return judgment;
  };
  EXPECT_THAT(told(check_date_order, filed("2023年7月20日")), ElementsAre(HasSubstr("7月20日")));
  EXPECT_THAT(told(check_date_order, filed("2023年9月20日")), IsEmpty());
}

Invented death(std::string_view claimed, std::string_view found) {
  const std::string wish =
      "依法分割被继承人程长远的遗产，程长远于" + std::string(claimed) + "去世。";
  Invented judgment;
  judgment.part(Tag::kProcedure, "本院于2023年7月3日立案后，公开开庭进行了审理。")
      .claims({wish})
      .facts("经审理查明，程长远于" + std::string(found) + "因病去世，生前未立遗嘱。");
  return judgment;
}

TEST(DeathDayCheck, HasOneDayForEachPersonAndBeforeTheSuitOverTheEstate) {
  EXPECT_THAT(reasons_told(check_death_day, death("2023年1月16日", "2023年1月26日")),
              ElementsAre(HasSubstr("死亡日期前后不一")));
  EXPECT_THAT(reasons_told(check_death_day, death("2023年10月16日", "2023年10月16日")),
              ElementsAre(HasSubstr("晚于立案日期2023年7月3日")));
  EXPECT_THAT(reasons_told(check_death_day, death("2023年1月16日", "2023年1月16日")), IsEmpty());
}

TEST(SentenceTermCheck, NamesTheLastDayItself) {
  const auto term = [](std::string_view last) {
    Invented judgment;
    const std::string item =
        "一、被告人闻远犯故意伤害罪，判处有期徒刑一年二个月。（刑期从判决执行之日起计算，即自2023年"
        "5月"
        "3日起至" +
        std::string(last) + "止。）";
    judgment.disposition({item});
    return judgment;
  };
  EXPECT_THAT(reasons_told(check_sentence_term, term("2025年7月2日")),
              ElementsAre(HasSubstr("应至2024年7月2日止")));
  EXPECT_THAT(reasons_told(check_sentence_term, term("2024年7月2日")), IsEmpty());
}

}  // namespace
}  // namespace proviso::tasks
