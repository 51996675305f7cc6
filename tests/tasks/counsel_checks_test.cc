// What a careful opponent notices: sentences that the law does not know, ages, degrees of injury,
// what can be worked out, who went to court. Each error stands beside the same judgment without it.
// All documents are invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tasks/checks/amount.h"
#include "tasks/checks/date.h"
#include "tasks/checks/event_date.h"
#include "tasks/checks/formula.h"
#include "tasks/checks/opposite.h"
#include "tasks/checks/outcome.h"
#include "tasks/checks/role.h"
#include "tasks/checks/sentence_term.h"
#include "tasks/checks/sum.h"
#include "tests/tasks/told.h"

namespace proviso::tasks {
namespace {

using segmenter::Tag;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<std::string> sentenced(std::string_view item, std::string_view reasons = "") {
  Invented judgment;
  judgment.head({{"被告人", "乌力罕"}}).reasoning(reasons).disposition({item});
  return told(check_sentence_term, judgment);
}

TEST(Sentences, AJointTermLiesBetweenTheLongestAndTheTotal) {
  const auto of = [](std::string_view joint) {
    return sentenced(
        "被告人乌力罕犯诈骗罪，判处有期徒刑三年；犯抢夺罪，判处有期徒刑二年六个月。"
        "数罪并罚，决定执行有期徒刑" +
        std::string(joint) + "。");
  };
  EXPECT_THAT(of("四年六个月"), IsEmpty());
  EXPECT_THAT(of("六年"), ElementsAre("有期徒刑六年"));
  EXPECT_THAT(of("二年十个月"), ElementsAre("有期徒刑二年十个月"));
  EXPECT_THAT(
      sentenced("一、撤销对被告人乌力罕的缓刑，与前罪并罚；被告人乌力罕犯诈骗罪，判处有期徒刑一年；"
                "犯抢夺罪，判处有期徒刑一年，决定执行有期徒刑三年。"),
      IsEmpty())
      << "the term before is added";
}

TEST(Sentences, TheTotalIsThatOfTheTerms) {
  const auto of = [](std::string_view total) {
    return sentenced(
        "被告人乌力罕犯诈骗罪，判处有期徒刑三年；犯抢夺罪，判处有期徒刑二年，总和刑期有期徒刑" +
        std::string(total) + "，决定执行有期徒刑四年。");
  };
  EXPECT_THAT(of("五年"), IsEmpty());
  EXPECT_THAT(of("六年"), ElementsAre("有期徒刑六年"));
}

TEST(Sentences, AreSuspendedForAsLongAsTheLawSays) {
  const auto of = [](std::string_view sentence) {
    return sentenced("被告人乌力罕犯诈骗罪，判处" + std::string(sentence) + "，并处罚金二千元。");
  };
  EXPECT_THAT(of("有期徒刑一年，缓刑一年六个月"), IsEmpty());
  EXPECT_THAT(of("有期徒刑二年，缓刑一年六个月"), ElementsAre("缓刑一年六个月"));
  EXPECT_THAT(of("有期徒刑八个月，缓刑十个月"), ElementsAre("缓刑十个月"));
  EXPECT_THAT(of("拘役三个月，缓刑五个月"), IsEmpty());
  EXPECT_THAT(of("有期徒刑四年，缓刑五年"), ElementsAre("缓刑五年"));
  EXPECT_THAT(of("有期徒刑四个月"), ElementsAre("有期徒刑四个月"));
  EXPECT_THAT(of("拘役八个月"), ElementsAre("拘役八个月"));
  EXPECT_THAT(of("拘役五个月"), IsEmpty());
}

TEST(Sentences, OfRecidivistsAreNotSuspended) {
  const auto of = [](std::string_view what) {
    return sentenced(
        "被告人乌力罕犯诈骗罪，判处有期徒刑一年，缓刑二年。",
        "被告人乌力罕曾因犯罪被判刑，刑满后五年内再犯，" + std::string(what) + "，应予惩处。");
  };
  EXPECT_THAT(of("系累犯"), SizeIs(1));
  EXPECT_THAT(of("但前罪系未成年时所犯，不构成累犯"), IsEmpty());
}

TEST(Sentences, ARecidivistWasReleasedWithinFiveYears) {
  const auto of = [](std::string_view crime) {
    Invented judgment;
    judgment.text = "被告人乌力罕，2011年5月8日因犯抢夺罪被判处有期徒刑，2013年6月20日刑满释放。\n";
    segmenter::Party party;
    party.name = "乌力罕";
    party.roles = {"被告人"};
    party.span = {9, 18};
    judgment.structure.parties.push_back(party);
    judgment.structure.sections.push_back(
        {Tag::kParties, segmenter::Level::kThis, {0, judgment.text.size()}, {}});
    judgment.facts("经审理查明，" + std::string(crime) + "，被告人乌力罕在江海市骗取他人财物。")
        .reasoning("被告人乌力罕刑满后五年内再犯，系累犯。")
        .disposition({"被告人乌力罕犯诈骗罪，判处有期徒刑一年。"});
    return told(check_sentence_term, judgment);
  };
  EXPECT_THAT(of("2017年11月3日"), IsEmpty());
  EXPECT_THAT(of("2019年11月3日"), ElementsAre("系累犯"));
}

TEST(Surrender, IsNotThatOfOneWhoWasCaught) {
  const auto of = [](std::string_view facts, std::string_view reasons) {
    Invented judgment;
    judgment.head({{"被告人", "乌力罕"}}).facts(facts).reasoning(reasons);
    return told(check_opposite, judgment);
  };
  EXPECT_THAT(of("当日夜间，被告人乌力罕在车站候车时被公安机关抓获。",
                 "被告人乌力罕案发后自动投案，如实供述罪行，系自首。"),
              ElementsAre("被告人乌力罕案发后自动投案"));
  EXPECT_THAT(of("当日夜间，被告人乌力罕在车站候车时被民警抓获。",
                 "被告人乌力罕起次要作用，系从犯；犯罪后主动投案，系自首。"),
              SizeIs(1));
  EXPECT_THAT(of("当日夜间，被告人乌力罕到派出所投案。",
                 "被告人乌力罕案发后自动投案，如实供述罪行，系自首。"),
              IsEmpty());
  EXPECT_THAT(of("当日夜间，被告人乌力罕在车站候车时被公安机关抓获。",
                 "被告人乌力罕的辩护人提出其自动投案的意见，与事实不符。"),
              IsEmpty());
}

TEST(Particulars, OneInjuryHasOneDegree) {
  const auto of = [](std::string_view degree) {
    Invented judgment;
    judgment.facts("经鉴定，石磊的损伤属" + std::string(degree) + "。")
        .reasoning("被告人故意伤害他人身体，致一人轻伤一级，其行为已构成故意伤害罪。");
    return told(check_opposite, judgment);
  };
  EXPECT_THAT(of("轻伤一级"), IsEmpty());
  EXPECT_THAT(of("轻伤二级"), SizeIs(1));
  EXPECT_THAT(of("轻伤一级，另一人为轻伤二级"), IsEmpty());
}

TEST(Particulars, ADisabilityIsPaidByItsDegree) {
  const auto of = [](std::string_view share) {
    Invented judgment;
    judgment.facts("鉴定意见为闵芳构成八级伤残。")
        .reasoning("残疾赔偿金249600元（41600元×20年×" + std::string(share) + "）。");
    return told(check_opposite, judgment);
  };
  EXPECT_THAT(of("30%"), IsEmpty());
  EXPECT_THAT(of("20%"), ElementsAre("20%"));
  EXPECT_THAT(of("32%"), IsEmpty()) << "more than one place was hurt";
}

TEST(Particulars, NobodyIsOlderThanHeIs) {
  const auto of = [](std::string_view age) {
    Invented judgment;
    judgment.facts("双方于2012年9月1日生育女儿闵小禾，现随原告生活。")
        .reasoning("闵小禾已年满" + std::string(age) + "周岁，其意见应予尊重。")
        .part(Tag::kSignature, "审判员　梅江\n二〇二一年三月二日");
    return told(check_opposite, judgment);
  };
  EXPECT_THAT(of("八"), IsEmpty());
  EXPECT_THAT(of("九"), ElementsAre("闵小禾已年满九周岁"));
}

TEST(Particulars, ADaughterIsNoSon) {
  const auto of = [](std::string_view word) {
    Invented judgment;
    judgment.claims({"2.女儿闵小禾由原告抚养；"})
        .facts("婚生女闵小禾现随原告生活。")
        .reasoning("女儿闵小禾由原告抚养为宜。")
        .disposition({"二、婚生" + std::string(word) + "闵小禾由原告抚养；"});
    return told(check_opposite, judgment);
  };
  EXPECT_THAT(of("女"), IsEmpty());
  EXPECT_THAT(of("子"), SizeIs(1));
}

TEST(Particulars, CareIsReckonedByTheDaysFound) {
  const auto of = [](std::string_view days, std::string_view cost) {
    Invented judgment;
    judgment.facts("鉴定意见为误工期150日、护理期75日、营养期60日。")
        .reasoning("护理费" + std::string(cost) + "元（" + std::string(days) + "天×120元/天）。");
    return told(check_opposite, judgment);
  };
  EXPECT_THAT(of("75", "9000"), IsEmpty());
  EXPECT_THAT(of("85", "10200"), SizeIs(1));
}

TEST(Particulars, LeaveIsPaidForItsMonths) {
  const auto of = [](std::string_view months) {
    Invented judgment;
    judgment.facts("停工留薪期为四个月。")
        .reasoning("停工留薪期工资20000元（5000元×" + std::string(months) + "个月）。");
    return told(check_opposite, judgment);
  };
  EXPECT_THAT(of("4"), IsEmpty());
  EXPECT_THAT(of("6"), SizeIs(1));
}

std::vector<std::string> worked_out(std::string_view facts) {
  Invented judgment;
  judgment.facts(facts);
  return told(check_formula, judgment);
}

TEST(Employment, OfTheSameTimeIsOneOfTwoDefendants) {
  const auto of = [](std::string_view last) {
    Invented judgment;
    judgment
        .head({{"原告", "岳小满"},
               {"被告", "江海市春和制衣有限公司"},
               {"被告", "江海市秋实劳务有限公司"}})
        .reasoning("岳小满与江海市秋实劳务有限公司在2016年4月1日至2019年3月31日期间存在劳动关系。")
        .disposition(
            {"一、确认原告岳小满与被告江海市秋实劳务有限公司在二〇一六年四月一日至二〇一九年" +
             std::string(last)});
    return told(check_opposite, judgment).size();
  };
  EXPECT_EQ(of("三月三十一日期间存在劳动关系；"), 0U);
  EXPECT_EQ(of("三月三十一日期间不存在劳动关系；"), 1U);
}

TEST(WorkedOut, SoManyAtAPriceMakeTheTotal) {
  EXPECT_THAT(worked_out("原告供应钢管35吨，每吨4200元，货款共计147000元。"), IsEmpty());
  EXPECT_THAT(worked_out("原告供应钢管35吨，每吨4200元，货款共计174000元。"),
              ElementsAre("174000元"));
  EXPECT_THAT(worked_out("厂房面积860平方米，单价900元/平方米，总价774000元。"), IsEmpty());
  EXPECT_THAT(worked_out("厂房面积680平方米，单价900元/平方米，总价774000元。"),
              ElementsAre("774000元"));
  EXPECT_THAT(worked_out("原告供应钢管35吨，退回5吨，按每吨4200元计算，货款共计126000元。"),
              IsEmpty());
  EXPECT_THAT(worked_out("钢管35吨，每吨4200元，含运费货款共计150000元。"), IsEmpty());
}

TEST(WorkedOut, WhatIsLeftIsTheRest) {
  EXPECT_THAT(worked_out("原告交付门窗90扇，被告验收后退回16扇，其余74扇已安装。"), IsEmpty());
  EXPECT_THAT(worked_out("原告交付门窗90扇，被告验收后退回16扇，其余84扇已安装。"),
              ElementsAre("84扇"));
  EXPECT_THAT(
      worked_out("原告交付门窗90扇，约定价款3000元。途中车辆侧翻，损毁16扇。其余84扇已交付。"),
      ElementsAre("84扇"));
  EXPECT_THAT(worked_out("原告交付门窗90扇，被告退回16扇，后又退回8扇，其余66扇已安装。"),
              IsEmpty());
}

TEST(WorkedOut, PartsOfANumberMakeIt) {
  EXPECT_THAT(worked_out("原告共交付水泥90吨，其中3月交付40吨、4月交付35吨、5月交付15吨。"),
              IsEmpty());
  EXPECT_THAT(worked_out("原告共交付水泥90吨，其中3月交付40吨、4月交付35吨、5月交付25吨。"),
              ElementsAre("90吨"));
  EXPECT_THAT(worked_out("原告共交付水泥90吨，其中3月交付40吨、4月交付35吨，已全部验收。"),
              IsEmpty());
}

TEST(WorkedOut, AYearHasTwelveMonths) {
  EXPECT_THAT(worked_out("双方约定月利率1.5%，折合年利率18%。"), IsEmpty());
  EXPECT_THAT(worked_out("双方约定月利率1.5%，折合年利率15%。"), ElementsAre("15%"));
}

TEST(WorkedOut, AFeeIsBorneInFull) {
  EXPECT_THAT(worked_out("评估费6000元，由原告承担2400元，被告承担3600元。"), IsEmpty());
  EXPECT_THAT(worked_out("评估费6000元，由原告承担2400元，被告承担3000元。"), SizeIs(1));
}

std::vector<std::string> days(std::string_view facts) {
  Invented judgment;
  judgment.facts(facts);
  return told(check_event_date, judgment);
}

TEST(DueDay, IsAsFarFromItsBeginningAsTheTimeIsLong) {
  const auto of = [](std::string_view last) {
    return days("锅炉于2019年4月12日验收合格。质量保证金自验收合格之日起满三年即" +
                std::string(last) + "应予返还。");
  };
  EXPECT_THAT(of("2022年4月12日"), IsEmpty());
  EXPECT_THAT(of("2022年4月11日"), IsEmpty());
  EXPECT_THAT(of("2021年4月12日"), SizeIs(1));
  EXPECT_THAT(days("保证期间为到期之次日起两年，即2015年10月17日至2017年10月17日。"), IsEmpty())
      << "the whole time, not its last day";
}

TEST(DueDay, ATimeHasRunOutOrNot) {
  EXPECT_THAT(days("被告应于2019年3月5日付款，原告于2021年2月8日起诉，未超过二年，应予受理。"),
              IsEmpty());
  EXPECT_THAT(days("被告应于2019年3月5日付款，原告于2021年9月8日起诉，未超过二年，应予受理。"),
              SizeIs(1));
  EXPECT_THAT(
      days("被告应于2019年3月5日付款，原告于2021年9月8日起诉，期间中断，未超过二年，应予受理。"),
      IsEmpty());
}

TEST(DueDay, ATimeInDaysHasRunOutOrNot) {
  EXPECT_THAT(days("原告于2019年3月20日提出异议，距2019年3月5日收货已超过十日，异议不能成立。"),
              IsEmpty());
  EXPECT_THAT(days("原告于2019年3月20日提出异议，距2019年3月5日收货未超过十日，异议能够成立。"),
              SizeIs(1));
}

TEST(DueDay, WhatIsDueWithinATimeIsDueAtItsEnd) {
  const auto of = [](std::string_view last) {
    return days("设备于2020年3月9日安装完毕，价款应于三个月内即" + std::string(last) + "前付清。");
  };
  EXPECT_THAT(of("2020年6月9日"), IsEmpty());
  EXPECT_THAT(of("2020年7月9日"), SizeIs(1));
}

TEST(DueDay, AStayInHospitalIsCountedFromWhenOneWentIn) {
  EXPECT_THAT(days("原告于2020年3月9日入住江海市医院治疗，2020年4月8日出院，住院30天。"),
              IsEmpty());
  EXPECT_THAT(days("原告于2020年3月9日入住江海市医院治疗，2020年4月8日出院，住院50天。"),
              SizeIs(1));
}

TEST(DueDay, YearsOfServiceAreThoseOfTheWork) {
  const auto of = [](std::string_view years) {
    return days("原告自2013年3月1日入职至2020年8月31日离职，工作年限为" + std::string(years) +
                "。");
  };
  EXPECT_THAT(of("七年六个月"), IsEmpty());
  EXPECT_THAT(of("七年半"), IsEmpty());
  EXPECT_THAT(of("八年"), IsEmpty()) << "half a year counts as one";
  EXPECT_THAT(of("九年"), SizeIs(1));
  EXPECT_THAT(of("六年"), SizeIs(1));
}

Invented award(std::string_view told_again) {
  Invented judgment;
  judgment.head({{"原告", "岳小满"}, {"被告", "江海市春和制衣有限公司"}})
      .claims({"岳小满向本院提出诉讼请求：被告支付工资9000元。"})
      .facts(told_again);
  return judgment;
}

TEST(Proceedings, WhoeverIsPlaintiffWentToCourt) {
  EXPECT_THAT(told(check_role, award("岳小满不服该裁决，诉至本院。")), IsEmpty());
  EXPECT_THAT(told(check_role, award("江海市春和制衣有限公司不服该裁决，诉至本院。")), SizeIs(1));
  EXPECT_THAT(told(check_role, award("双方均不服该裁决，均诉至本院。")), IsEmpty());
  EXPECT_THAT(told(check_role, award("裁决书送达后，岳小满未起诉。")), SizeIs(1));
}

TEST(Proceedings, ACostIsBorneBySomebody) {
  const auto of = [](std::string_view side) {
    Invented judgment;
    judgment.head({{"原告", "岳小满"}, {"被告", "江海市春和制衣有限公司"}})
        .reasoning("评估费8000元，因评估系被告原因所致，由被告负担。")
        .costs("评估费8000元，由" + std::string(side) + "负担。");
    return told(check_role, judgment);
  };
  EXPECT_THAT(of("被告江海市春和制衣有限公司"), IsEmpty());
  EXPECT_THAT(of("原告岳小满"), SizeIs(1));
}

TEST(Proceedings, APleaIsThatOfWhoMadeIt) {
  const auto of = [](std::string_view who) {
    Invented judgment;
    judgment.head({{"原告", "岳小满"}, {"被告", "贺春生"}})
        .claims({"岳小满向本院提出诉讼请求：贺春生返还借款60000元。"})
        .part(Tag::kDefence, "贺春生辩称，借款后已用两头耕牛抵偿借款8000元，应予扣除。")
        .reasoning(std::string(who) + "主张已用两头耕牛抵偿借款8000元，未提供证据，不予采信。");
    return told(check_role, judgment);
  };
  EXPECT_THAT(of("贺春生"), IsEmpty());
  EXPECT_THAT(of("岳小满"), SizeIs(1));
}

TEST(Proceedings, APleaMayReportTheOther) {
  const auto of = [](std::string_view lead) {
    Invented judgment;
    judgment.head({{"原告", "岳小满"}, {"被告", "贺春生"}})
        .claims({"岳小满向本院提出诉讼请求：贺春生返还借款60000元。"})
        .part(Tag::kDefence, "贺春生辩称，借款属实；" + std::string(lead) +
                                 "已用两头耕牛抵偿借款8000元后转付他人。")
        .reasoning(
            "岳小满还称已用两头耕牛抵偿借款8000元后转付他人，其主张已用两头耕牛抵偿借款8000元"
            "后转付他人未提供证据。岳小满主张已用两头耕牛抵偿借款8000元后转付他人，不予采信。");
    return told(check_role, judgment);
  };
  EXPECT_THAT(of("岳小满还称其"), IsEmpty());
  EXPECT_THAT(of("贺春生"), SizeIs(1));
}

TEST(ToldThings, TheOrderSpeaksOfThingsThatWereTold) {
  const auto of = [](std::string_view thing) {
    Invented judgment;
    judgment.facts("涉案房屋为柳苑小区7号楼，登记在被告名下。")
        .reasoning("柳苑小区7号楼应予腾退。")
        .disposition({"一、被告腾退柳苑小区" + std::string(thing) + "；"});
    return told(check_amount, judgment);
  };
  EXPECT_THAT(of("7号楼"), IsEmpty());
  EXPECT_THAT(of("1号楼"), ElementsAre("1号楼"));
}

TEST(ToldThings, ASumIsToldAgainAsItWasFound) {
  const auto of = [](std::string_view sum) {
    Invented judgment;
    judgment.facts("闵芳于2020年5月支出家电维修费3740元，交通费210元。")
        .reasoning("闵芳所支出的家电维修费" + std::string(sum) + "元，系合理支出。");
    return told(check_amount, judgment);
  };
  EXPECT_THAT(of("3740"), IsEmpty());
  EXPECT_THAT(of("3470"), SizeIs(1));
  EXPECT_THAT(of("3950"), IsEmpty()) << "with the fares";
}

TEST(ToldThings, TheftsMakeTheirTotal) {
  const auto of = [](std::string_view total) {
    Invented judgment;
    judgment.facts(
        "1.被告人乌力罕盗走羊一只，价值人民币1200元。2.被告人乌力罕盗走马鞍一副，价值人民币900元。"
        "3.被告人乌力罕盗走摩托车一辆，价值人民币3100元。被告人乌力罕盗窃三次，财物价值共计人民币" +
        std::string(total) + "元。");
    return told(check_amount, judgment);
  };
  EXPECT_THAT(of("5200"), IsEmpty());
  EXPECT_THAT(of("5700"), ElementsAre("5700元"));
}

TEST(ToldThings, FraudsMakeTheirTotal) {
  const auto of = [](std::string_view second) {
    Invented judgment;
    judgment.facts("1.被告人乌力罕骗取被害人石磊人民币12000元。2.被告人乌力罕骗取被害人闵芳人民币" +
                   std::string(second) + "元。综上，被告人乌力罕诈骗二次，金额共计人民币20500元。");
    return told(check_amount, judgment);
  };
  EXPECT_THAT(of("8500"), IsEmpty());
  EXPECT_THAT(of("5800"), ElementsAre("20500元"));
}

TEST(ToldThings, WhoeverLostItGetsItBack) {
  const auto of = [](std::string_view victim) {
    Invented judgment;
    judgment
        .facts(
            "1.被告人盗走被害人石磊的手机，价值人民币2650元。\n2."
            "被告人盗走被害人闵芳的相机，价值人民币4180元。")
        .disposition({"二、责令被告人退赔被害人" + std::string(victim) + "人民币4180元。"});
    return told(check_amount, judgment);
  };
  EXPECT_THAT(of("闵芳"), IsEmpty());
  EXPECT_THAT(of("石磊"), SizeIs(1));
}

TEST(Remainder, WhatWasPaidIsTheWholeLessWhatIsLeft) {
  const auto of = [](std::string_view paid) {
    Invented judgment;
    judgment.facts("货款共计2016000元。被告支付货款" + std::string(paid) + "元，尚欠1176000元。")
        .reasoning("货款为2016000元，扣除已付的840000元，被告还应支付1176000元。");
    return told(check_sum, judgment);
  };
  EXPECT_THAT(of("840000"), IsEmpty());
  EXPECT_THAT(of("480000"), SizeIs(1));
}

TEST(Course, AnAwardFollowsItsApplication) {
  const auto of = [](std::string_view day) {
    Invented judgment;
    judgment.facts("2020年4月12日，岳小满向江海市劳动人事争议仲裁委员会申请仲裁，该委于2020年" +
                   std::string(day) + "作出裁决。");
    return told(check_date_order, judgment);
  };
  EXPECT_THAT(of("6月18日"), IsEmpty());
  EXPECT_THAT(of("3月18日"), SizeIs(1));
}

TEST(VerdictGround, WhatTheOtherSideDidHasNoGround) {
  Invented judgment;
  judgment.reasoning("原告主张工资9000元，被告以其请假为由拒付，没有法律依据，本院予以支持。")
      .disposition({"被告于本判决生效之日起十日内支付原告工资9000元。"});
  EXPECT_THAT(told(check_outcome, judgment), IsEmpty());
}

}  // namespace
}  // namespace proviso::tasks
