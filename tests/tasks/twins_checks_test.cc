// Errors that a reader of drafts missed, each beside the same judgment without it: numbers that
// cannot be, shares beside sums, days of what happens once, lengths of time, hidden strangers. All
// documents are invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tasks/checks/amount.h"
#include "tasks/checks/case_number.h"
#include "tasks/checks/event_date.h"
#include "tasks/checks/interest.h"
#include "tasks/checks/party_count.h"
#include "tasks/checks/share.h"
#include "tasks/checks/sum.h"
#include "tasks/checks/unknown_party.h"
#include "tests/tasks/told.h"

namespace proviso::tasks {
namespace {

using segmenter::Level;
using segmenter::Tag;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Invented appeal(std::string_view own, std::string_view procedure) {
  Invented judgment;
  judgment.part(Tag::kCaseNumber, own)
      .part(Tag::kProcedure, procedure)
      .part(Tag::kSignature, "审判长　梅江\n二〇二〇年十一月九日");
  return judgment;
}

TEST(CaseNumberTwins, NoNumberIsYoungerThanTheJudgment) {
  EXPECT_THAT(told(check_case_number, appeal("（2021）江15民终3472号", "现已审理终结。")),
              ElementsAre("（2021）江15民终3472号"));
  EXPECT_THAT(told(check_case_number, appeal("（2020）江15民终3472号", "现已审理终结。")),
              IsEmpty());
  EXPECT_THAT(told(check_case_number, appeal("（2020）江15民终3472号",
                                             "经查询，案号为（2022）江15执387号，现已审理终结。")),
              ElementsAre("（2022）江15执387号"));
}

TEST(CaseNumberTwins, WhatIsAppealedIsOlderAndOfThisDistrict) {
  const auto of = [](std::string_view below) {
    return told(check_case_number, appeal("（2019）江15民终3472号",
                                          "上诉人不服江海省远山县人民法院" + std::string(below) +
                                              "民事判决，向本院提起上诉。"));
  };
  EXPECT_THAT(of("（2019）江1522民初1108号"), IsEmpty());
  EXPECT_THAT(of("（2020）江1522民初1108号"), ElementsAre("（2020）江1522民初1108号"));
  EXPECT_THAT(of("（2019）江1622民初1108号"), ElementsAre("（2019）江1622民初1108号"));
  // Courts of railways have their own codes.
  EXPECT_THAT(of("（2019）江7101民初1108号"), IsEmpty());
}

TEST(CaseNumberTwins, TheYearIsThatOfTheAcceptance) {
  EXPECT_THAT(told(check_case_number,
                   appeal("（2019）江15民终3472号", "本院于2020年9月14日立案后，依法审理。")),
              ElementsAre("（2019）江15民终3472号"));
  // Around the turn of the year the two may differ.
  EXPECT_THAT(told(check_case_number,
                   appeal("（2019）江15民终3472号", "本院于2020年1月4日立案后，依法审理。")),
              IsEmpty());
}

TEST(CaseNumberTwins, AwardsAndDecisionsOfOfficesAreNumberedOnce) {
  const auto of = [](std::string_view again) {
    Invented judgment;
    judgment.facts("仲裁委员会作出江劳人仲案字〔2021〕第318号仲裁裁决书。")
        .reasoning("原告不服" + std::string(again) + "仲裁裁决，诉至本院。");
    return told(check_case_number, judgment);
  };
  EXPECT_THAT(of("江劳人仲案字〔2021〕第318号"), IsEmpty());
  EXPECT_THAT(of("江劳人仲案字〔2021〕第381号"), ElementsAre("人仲案字〔2021〕第381号"));
  EXPECT_THAT(of("江劳人仲案字〔2021〕第328号"), ElementsAre("人仲案字〔2021〕第328号"));
  EXPECT_THAT(of("江劳人仲案字〔2021〕第319号"), IsEmpty()) << "the colleague's case";
  Invented papers;
  papers.facts("公证处出具（2021）江证字第318号公证书。")
      .reasoning("江证字〔2021〕第381号公证书有效。");
  EXPECT_THAT(told(check_case_number, papers), IsEmpty()) << "notaries number in series";
}

TEST(CaseNumberTwins, TheFeesAreThoseOfThisCase) {
  const auto of = [](std::string_view again) {
    Invented judgment;
    judgment.part(Tag::kCaseNumber, "（2021）江0304民初1867号")
        .costs(std::string(again) + "案件受理费5200元，由被告负担。");
    return told(check_case_number, judgment);
  };
  EXPECT_THAT(of("（2021）江0304民初1867号"), IsEmpty());
  EXPECT_THAT(of("（2021）江0304民初1687号"), ElementsAre("（2021）江0304民初1687号"));
}

Invented of_three() {
  Invented judgment;
  judgment.head({{"原告", "费玉梅"}, {"原告", "费玉兰"}, {"被告", "费玉成"}});
  return judgment;
}

TEST(CaseNumberTwins, ADeathSentenceIsConfirmedByItsNumber) {
  const auto of = [](std::string_view confirmed) {
    Invented judgment;
    judgment
        .part(Tag::kProcedure,
              "江海省高级人民法院于2014年3月10日以（2013）江高刑一终字第47号刑事裁定，驳回上诉。")
        .disposition({"核准江海省高级人民法院" + std::string(confirmed) +
                      "维持第一审以故意杀人罪判处被告人隋某死刑，剥夺政治权利终身的刑事裁定。"});
    return told(check_case_number, judgment);
  };
  EXPECT_THAT(of("（2013）江高刑一终字第47号"), IsEmpty());
  EXPECT_THAT(of("（2013）江高刑一终字第49号"), ElementsAre("（2013）江高刑一终字第49号"));
}

TEST(UnknownPartyTwins, WhoIsSentencedStandsInTheHead) {
  const auto of = [](std::string_view who) {
    Invented judgment;
    judgment.head({{"被告人", "隋某"}})
        .facts("被告人隋某杀害一人。")
        .disposition({"核准以故意杀人罪判处被告人" + std::string(who) + "死刑的刑事裁定。"});
    return told(check_unknown_party, judgment).size();
  };
  EXPECT_EQ(of("隋某"), 0U);
  EXPECT_EQ(of("钟书远"), 1U);
}

TEST(ShareTwins, EqualPartsOfSeveralMakeTheWhole) {
  const auto of = [](std::string_view fraction) {
    Invented judgment = of_three();
    judgment.reasoning("遗产由费玉梅、费玉兰、费玉成各占" + std::string(fraction) + "。")
        .disposition(
            {"一、存款由原告费玉梅、费玉兰及被告费玉成各继承" + std::string(fraction) + "；"});
    return told(check_share, judgment).size();
  };
  EXPECT_EQ(of("三分之一"), 0U);
  EXPECT_EQ(of("二分之一"), 2U);
  // Less than the whole may leave a part to others, where nothing says that the parts are equal.
  EXPECT_EQ(of("四分之一"), 0U);
  Invented equal = of_three();
  equal.reasoning("遗产由三人均等分割，三人各占四分之一。");
  EXPECT_THAT(told(check_share, equal), ElementsAre("各占四分之一"));
}

TEST(ShareTwins, AFractionMakesItsSum) {
  const auto of = [](std::string_view fraction) {
    Invented judgment = of_three();
    judgment.reasoning("共同债务80000元，由双方各承担" + std::string(fraction) + "，即各40000元。");
    return told(check_share, judgment);
  };
  EXPECT_THAT(of("二分之一"), IsEmpty());
  EXPECT_THAT(of("三分之一"), ElementsAre("由双方各承担三分之一"));
}

TEST(ShareTwins, PerCentMakeTheirSums) {
  const auto of = [](std::string_view first) {
    Invented judgment;
    judgment.reasoning("二人应赔偿损失43000元，其中林甲承担" + std::string(first) +
                       "即25800元，林乙承担40%即17200元，并互负连带责任。");
    return told(check_share, judgment).size();
  };
  EXPECT_EQ(of("60%"), 0U);
  EXPECT_EQ(of("70%"), 1U);
}

TEST(ShareTwins, PropertyIsDividedWhole) {
  const auto of = [](std::string_view second) {
    Invented judgment;
    judgment.head({{"原告", "申雅琴"}, {"被告", "骆文博"}})
        .reasoning("房屋由申雅琴分得60%，骆文博分得" + std::string(second) + "，债务各半。");
    return told(check_share, judgment).size();
  };
  EXPECT_EQ(of("40%"), 0U);
  EXPECT_EQ(of("50%"), 1U);
  EXPECT_EQ(of("30%"), 1U);
}

TEST(DateTwins, AContractEndsOnOneDay) {
  const auto of = [](std::string_view ordered) {
    Invented judgment;
    judgment.facts("出租人于2022年11月25日发出解除合同通知书。")
        .reasoning("通知已送达，双方租赁合同于2022年11月30日解除。")
        .disposition({"一、确认双方的租赁合同于" + std::string(ordered) + "解除；"});
    return told(check_event_date, judgment).size();
  };
  EXPECT_EQ(of("2022年11月30日"), 0U);
  EXPECT_EQ(of("2022年11月25日"), 1U) << "the day of the notice";
}

TEST(DateTwins, WhatALetterEndsIsNoEvent) {
  Invented judgment;
  judgment
      .facts(
          "原告发函称，根据合同第十七条，于2018年4月16日解除双方于2016年3月18日签订的租赁合同，"
          "收回房产。被告于2018年4月24日签收。")
      .reasoning("本院确认双方签订的租赁合同于2018年4月24日解除。");
  EXPECT_THAT(told(check_event_date, judgment), IsEmpty());
}

TEST(DateTwins, AnotherContractEndsOnAnotherDay) {
  Invented judgment;
  judgment.reasoning("双方劳动关系于2022年11月30日解除。")
      .disposition({"一、保险合同于2022年12月31日解除；"});
  EXPECT_THAT(told(check_event_date, judgment), IsEmpty());
}

TEST(DateTwins, ATermRunsOutOnItsLastDay) {
  const auto of = [](std::string_view day, std::string_view more) {
    Invented judgment;
    judgment.facts("借款期限自2018年8月1日起至2019年7月31日止，年利率12%。" + std::string(more))
        .reasoning("借款期限已于" + std::string(day) + "届满。");
    return told(check_event_date, judgment).size();
  };
  EXPECT_EQ(of("2019年7月31日", ""), 0U);
  EXPECT_EQ(of("2019年1月31日", ""), 1U);
  EXPECT_EQ(of("2019年1月31日", "双方同意展期。"), 0U);
}

TEST(DateTwins, ADecisionIsMadeOnOneDay) {
  const auto of = [](std::string_view day, std::string_view act) {
    Invented judgment;
    judgment
        .facts("被告于2021年4月12日作出江公行罚决字〔2021〕第1204号行政处罚决定书，处罚款500元。")
        .reasoning(std::string(day) + "，被告作出江公行罚决字〔2021〕第1204号行政处罚" +
                   std::string(act) + "，程序合法。");
    return told(check_event_date, judgment).size();
  };
  EXPECT_EQ(of("2021年4月12日", "决定书"), 0U);
  EXPECT_EQ(of("2021年5月2日", "决定书"), 1U);
  EXPECT_EQ(of("2021年5月2日", "通知书"), 0U) << "another act under one number";
}

TEST(DateTwins, DaysInHospitalAreThoseBetween) {
  const auto of = [](std::string_view days, std::string_view earlier) {
    Invented judgment;
    judgment.facts(std::string(earlier) + "原告于2021年6月18日入院治疗，2021年7月12日出院，住院" +
                   std::string(days) + "天。");
    return told(check_event_date, judgment).size();
  };
  EXPECT_EQ(of("24", ""), 0U);
  EXPECT_EQ(of("25", ""), 0U) << "both days counted";
  EXPECT_EQ(of("34", ""), 1U);
  EXPECT_EQ(of("34", "原告先住院十天后出院。"), 0U) << "of two stays";
}

TEST(DateTwins, ATermIsAsLongAsItsDays) {
  const auto of = [](std::string_view term) {
    Invented judgment;
    judgment.facts("双方约定租期" + std::string(term) + "，自2020年12月1日起至2023年11月30日止。");
    return told(check_event_date, judgment);
  };
  EXPECT_THAT(of("三年"), IsEmpty());
  EXPECT_THAT(of("五年"), ElementsAre("五年"));
  EXPECT_THAT(of("36个月"), IsEmpty());
  Invented credit;
  credit.facts("单笔贷款期限12个月，自2015年5月19日起至2018年5月18日止，贷款可循环使用。");
  EXPECT_THAT(told(check_event_date, credit), IsEmpty());
}

TEST(DateTwins, AnAppealMeasuresReasonsByTheFactsItAdopts) {
  const auto of = [](std::string_view day, std::string_view adopted) {
    Invented judgment;
    judgment
        .part(Tag::kFacts, "2018年12月10日，远山厂交付全部轴承，恒岳公司验收入库。", Level::kFirst)
        .part(Tag::kFacts, adopted)
        .reasoning("恒岳公司于" + std::string(day) + "验收入库全部轴承后未提出异议。");
    return told(check_event_date, judgment).size();
  };
  constexpr std::string_view kAdopted = "本院对一审法院查明的事实予以确认。";
  EXPECT_EQ(of("2018年12月10日", kAdopted), 0U);
  EXPECT_EQ(of("2018年12月11日", "本院另行查明事实。"), 0U);
}

TEST(InterestTwins, OneStartIsReasonedAndOrdered) {
  const auto of = [](std::string_view ordered) {
    Invented judgment;
    judgment.facts("2018年8月1日，被告借款260000元。")
        .reasoning("被告应当偿还借款本金260000元，并自2019年8月1日起按年利率12%支付利息。")
        .disposition({"一、被告偿还原告借款本金260000元及利息（以260000元为基数，自" +
                      std::string(ordered) + "起至清偿之日止，按年利率12%计算）；"});
    return told(check_interest, judgment).size();
  };
  EXPECT_EQ(of("2019年8月1日"), 0U);
  EXPECT_EQ(of("2018年8月1日"), 1U) << "the day of the loan stands in the findings";
}

TEST(InterestTwins, AQuestionReasonsNothing) {
  Invented judgment;
  judgment
      .reasoning(
          "关于被告是否应支付劳务费484934元，并承担此款自2016年4月6日起至履行完毕之日止按月利率"
          "1%计算的利息的问题。双方没有约定利息，只能从起诉之日起计算。")
      .disposition(
          {"一、被告支付原告劳务费484934元，并承担此款自2018年7月13日起至履行完毕之日止按中国"
           "人民银行同期贷款利率计算的利息；"});
  EXPECT_THAT(told(check_interest, judgment), IsEmpty());
}

TEST(SumTwins, WhatIsLeftIsTheWholeLessWhatWasPaid) {
  const auto of = [](std::string_view left, std::string_view more) {
    Invented judgment;
    judgment
        .facts("确认工程总价款19860000元，已付14000000元，尚欠" + std::string(left) +
               std::string(more) + "。")
        .reasoning("被告应支付工程款5860000元。");
    return told(check_sum, judgment).size();
  };
  EXPECT_EQ(of("5860000元", ""), 0U);
  EXPECT_EQ(of("5680000元", ""), 1U);
  EXPECT_EQ(of("3000000元", "和质保金2860000元"), 0U) << "of two parts";
}

TEST(PartyCountTwins, NamesThatFollowAreCounted) {
  const auto of = [](std::string_view count) {
    Invented judgment = of_three();
    judgment.facts("费长根生育子女" + std::string(count) + "，即费玉梅、费玉兰、费玉成。");
    return told(check_party_count, judgment);
  };
  EXPECT_THAT(of("三人"), IsEmpty());
  EXPECT_THAT(of("四人"), ElementsAre("四人，即"));
}

TEST(PartyCountTwins, MoreAreAskedThanTheHeadHas) {
  const auto of = [](std::string_view count, std::string_view more) {
    Invented judgment;
    judgment.head({{"原告", "费玉梅"}, {"被告", "费玉兰"}, {"被告", "费玉成"}})
        .part(Tag::kProcedure, "本院立案后依法审理。" + std::string(more))
        .claims({"1.判令" + std::string(count) + "被告共同偿还借款；"});
    return told(check_party_count, judgment).size();
  };
  EXPECT_EQ(of("二", ""), 0U);
  EXPECT_EQ(of("三", ""), 1U);
  EXPECT_EQ(of("三", "审理中，原告撤回对被告晏大海的起诉。"), 0U);
}

TEST(PartyCountTwins, ACompanyHasTwoNamesAndIsOne) {
  Invented judgment;
  judgment
      .facts(
          "被告江海银力建设集团有限公司承包工程。被告江海银力建设集团有限公司与被告银力公司签订协议"
          "。")
      .reasoning("被告银力公司欠款，被告林知远担保，被告林知远未付。两被告应付款。两被告未答辩。")
      .disposition({"一、三被告付款10000元；"});
  EXPECT_THAT(told(check_party_count, judgment), ElementsAre("一、三被告付款10000元"));
}

TEST(UnknownPartyTwins, AHiddenNameHasAFamilyNameOfTheParties) {
  const auto of = [](std::string_view who) {
    Invented judgment;
    judgment.head({{"原告", "阮某平"}, {"被告", "隋某兰"}})
        .reasoning("隋某兰欠款属实。")
        .costs("案件受理费1663元，由" + std::string(who) + "负担。");
    return told(check_unknown_party, judgment).size();
  };
  EXPECT_EQ(of("被告隋某兰"), 0U);
  EXPECT_EQ(of("被告谭某强"), 1U);
  EXPECT_EQ(of("被告谭××"), 1U);
  EXPECT_EQ(of("被告隋某"), 0U);
}

TEST(UnknownPartyTwins, ACompanyOfAnotherNameInOnePlaceIsAStranger) {
  const auto of = [](std::string_view who) {
    Invented judgment;
    judgment.head({{"原告", "北塘晨曦纺织有限公司"}, {"被告", "桂海燕"}})
        .costs("案件受理费5元，由原告" + std::string(who) + "负担。");
    return told(check_unknown_party, judgment).size();
  };
  EXPECT_EQ(of("北塘晨曦纺织有限公司"), 0U);
  EXPECT_EQ(of("北塘旭日纺织有限公司"), 1U);
}

TEST(AmountTwins, TheExplanationNamesTheSumThatWasExpected) {
  Invented judgment;
  judgment
      .reasoning(
          "原告的损失为医疗费46215元、护理费3600元、误工费9021元，本院确认被告应赔偿58863元。")
      .disposition({"一、被告赔偿原告58836元；"});
  const auto findings = check_amount(CaseView(judgment.text, judgment.structure));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_THAT(findings[0].explanation, HasSubstr("等于46215元+3600元+9021元"));
}

}  // namespace
}  // namespace proviso::tasks
