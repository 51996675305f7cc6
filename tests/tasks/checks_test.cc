#include "tasks/checks/checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tasks/checks/explained_by.h"
#include "tests/tasks/invented.h"

namespace proviso::tasks {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<Finding> check(const Invented& judgment) {
  return run_checks(judgment.text, judgment.structure);
}

std::string words(const Invented& judgment, segmenter::Span span) {
  return judgment.text.substr(span.start, span.size());
}

// The one finding of a judgment, with both quotes.
struct Told {
  std::string kind, place, other, explanation;
};
Told only(const Invented& judgment) {
  const std::vector<Finding> findings = check(judgment);
  EXPECT_EQ(findings.size(), 1U);
  if (findings.size() != 1) return {};
  const Finding& found = findings.front();
  return {found.kind, words(judgment, found.place),
          found.other ? words(judgment, *found.other) : "", found.explanation};
}

Invented reasoned(std::string_view reasoning) {
  Invented judgment;
  judgment.reasoning(reasoning);
  return judgment;
}

TEST(Checks, SayNothingOfACleanJudgment) {
  EXPECT_THAT(check(sale_judgment()), IsEmpty());
}

TEST(Checks, AreNamedForTheCoverageLine) {
  EXPECT_THAT(check_names(segmenter::Kind::kZhCivil),
              ::testing::Contains(std::string_view("checks/formula")));
  EXPECT_THAT(check_names(segmenter::Kind::kZhCivil),
              ::testing::Contains(std::string_view("checks/outcome")));
}

TEST(Checks, WeighThisCourtsWordsMoreThanWhatItReports) {
  constexpr std::string_view kWrong = "护理费为120元／天×31天＝3270元。";
  Invented own;
  own.reasoning(kWrong);
  Invented reported;
  reported.part(segmenter::Tag::kFacts, kWrong, segmenter::Level::kFirst);
  ASSERT_EQ(check(own).size(), 1U);
  ASSERT_EQ(check(reported).size(), 1U);
  EXPECT_EQ(check(own)[0].severity, Severity::kError);
  EXPECT_EQ(check(reported)[0].severity, Severity::kWarning);
}

TEST(FormulaCheck, TellsTheRightResult) {
  const Told told = only(reasoned("本院认为，护理费为120元／天×31天＝3270元。"));
  EXPECT_EQ(told.kind, "amount");
  EXPECT_EQ(told.place, "3270元");
  EXPECT_EQ(told.other, "120元／天×31天");
  EXPECT_THAT(told.explanation, HasSubstr("3720元"));
}

TEST(FormulaCheck, ReadsAnAmountWithItsBracket) {
  const Told told = only(reasoned("本院认为，差额为4812.60元（9641.20元-4828.40元）。"));
  EXPECT_EQ(told.kind, "sum");
  EXPECT_THAT(told.explanation, HasSubstr("4812.8元"));
}

TEST(FormulaCheck, FindsALostWan) {
  EXPECT_EQ(only(reasoned("本院认为，应付1962705元（6542350万元×30%）。")).kind, "unit");
}

TEST(FormulaCheck, AcceptsWhatCourtsDo) {
  for (const std::string_view innocent : {
           "本院认为，误工费42874元／年÷365天×32天＝3758.82元。",  // rounding
           "本院认为，租金为11.4万元＋12.5／25＝11.9万元。",       // 万 dropped inside
           "本院认为，护理费11874.04元（58569元／年×74天）。",     // ÷365 unsaid
           "本院认为，补偿款793910元（384750元÷570天＋377409.58元÷570天＋304000元÷480天）×403天。",
           "本院认为，工资14400元／月×30天＝14400元。",
           "本院认为，本金10万元×6%＝约0.6万元。",
           "本院认为，直径500182×190的阀门单价为2400元。",
           "本院认为，现场有标记1（17cm×19cm）和标记2（4cm×12cm）。",
       }) {
    EXPECT_THAT(check(reasoned(innocent)), IsEmpty()) << innocent;
  }
}

TEST(SumCheck, AddsUpTheHeadsOfOneSentence) {
  const Told told = only(reasoned(
      "本院认为，原告的损失为医疗费18214.30元、护理费3720元、交通费600元，合计22634.30元。"));
  EXPECT_EQ(told.kind, "sum");
  EXPECT_THAT(told.explanation, HasSubstr("22534.3元"));
  EXPECT_THAT(told.place, HasSubstr("合计22634.30元"));
  EXPECT_THAT(told.other, HasSubstr("医疗费18214.30元、护理费3720元、交通费600元"));
}

TEST(SumCheck, FindsAHeadLeftOut) {
  EXPECT_EQ(only(reasoned("本院认为，损失为医疗费18214."
                          "30元、护理费3720元、营养费900元、交通费600元，共计22534.30元。"))
                .kind,
            "sum");
}

TEST(SumCheck, AddsUpHeadsWithTheirOwnCalculations) {
  const Told told =
      only(reasoned("本院认为，原告的损失为：1.医疗费18214.30元；2.护理费150元/天×60天=9000元；"
                    "3.残疾赔偿金52000元×20年×10%=104000元；4.交通费600元，合计131184.30元。"));
  EXPECT_EQ(told.kind, "sum");
  EXPECT_THAT(told.explanation, HasSubstr("131814.3元"));
}

TEST(SumCheck, AddsUpTheListOfTheSentenceBefore) {
  constexpr std::string_view kList =
      "本院认为，损失为：1.医疗费18214.30元；2.护理费3720元；3.交通费600元。";
  EXPECT_EQ(only(reasoned(std::string(kList) + "以上各项损失合计22354.30元。")).kind, "sum");
  EXPECT_THAT(check(reasoned(std::string(kList) + "以上各项损失合计22534.30元。")), IsEmpty());
  EXPECT_THAT(check(reasoned(std::string(kList) + "被告已付合计22354.30元。")), IsEmpty());
}

TEST(SumCheck, FindsTheTotalOfALongListWithoutTheWord) {
  const Told told =
      only(reasoned("本院认为，被告少发2月工资586.98元、3月工资612.43元、4月工资582."
                    "98元、5月工资630.06元，故被告应补发工资2422.45元。"));
  EXPECT_EQ(told.kind, "sum");
  EXPECT_THAT(told.explanation, HasSubstr("2412.45元"));
}

TEST(SumCheck, AcceptsPartsDeductionsSubtotalsAndUnitPrices) {
  for (const std::string_view innocent : {
           "本院认为，医疗费18214.30元、护理费3720元、交通费600元，合计22534.30元。",
           "本院认为，借款本金50000元，其中现金20000元、转账31000元，合计51000元。",
           "本院认为，货款80000元，扣除已付的20000元、30000元，合计尚欠31000元。",
           "本院认为，护理费3720元、交通费600元，小计4320元，医疗费18000元，合计22320元。",
           "本院认为，钢管每根35元，数量20根，扣件每个4元，合计780元。",
           "本院认为，医疗费1万元、误工费8466元，合计18466元。",
       }) {
    EXPECT_THAT(check(reasoned(innocent)), IsEmpty()) << innocent;
  }
}

TEST(AmountCheck, ComparesTheOrderWithTheReasoning) {
  Invented judgment;
  judgment.facts("经审理查明，被告尚欠货款186432.50元。")
      .reasoning("本院认为，被告应支付货款186432.50元。")
      .disposition({"一、被告于本判决生效之日起十日内支付原告货款186342.50元。"});
  const Told told = only(judgment);
  EXPECT_EQ(told.kind, "amount");
  EXPECT_THAT(told.place, HasSubstr("186342.50元"));
  EXPECT_THAT(told.other, HasSubstr("被告应支付货款186432.50元"));
}

TEST(AmountCheck, ComparesThePrincipalWithTheBaseOfItsInterest) {
  Invented judgment;
  judgment.facts("经审理查明，原告出借650000元，被告归还126800元。")
      .reasoning("本院认为，被告尚欠借款本金523200元，应予偿还。")
      .disposition({"一、被告偿还原告借款本金532200元；",
                    "二、被告以523200元为基数，按年利率12%支付利息。"});
  EXPECT_EQ(only(judgment).kind, "amount");
}

TEST(AmountCheck, FindsTheOddFigureOfTheReasoning) {
  Invented judgment;
  judgment.facts("经审理查明，双方约定律师代理费为24950元。")
      .reasoning("本院认为，律师代理费29450元属双方约定，被告应予支付。")
      .disposition({"一、被告支付原告律师代理费24950元。"});
  EXPECT_EQ(only(judgment).kind, "amount");
}

TEST(AmountCheck, AcceptsWhatTheCourtCalculatesInTheDisposition) {
  for (const std::string_view order : {
           "一、被告支付原告货款91216.25元。",   // half
           "一、被告支付原告货款126432.50元。",  // less what was paid
           "一、被告支付原告货款及违约金共计198432.50元。",
           "一、被告支付原告货款186433元。",  // rounded
           "一、被告支付原告货款的30%即55929.75元。",
       }) {
    Invented judgment;
    judgment
        .facts(
            "经审理查明，被告应付货款182432.50元，另付运费4000元，共计186432."
            "50元，后付60000元，违约金12000元。")
        .reasoning("本院认为，双方应按比例承担。")
        .disposition({order});
    EXPECT_THAT(check(judgment), IsEmpty()) << order;
  }
}

TEST(ExplainedBy, KnowsTheWaysToAFigure) {
  Terms terms;
  terms.amounts = {Exact(50000), Exact(12000), *Exact::parse("7013.16"), Exact(8000)};
  terms.rates = {Exact::ratio(6, 100), Exact::ratio(30, 100)};
  terms.counts = {Exact(90)};
  EXPECT_EQ(explained_by(Exact(50000), terms), Reading::kEqual);
  EXPECT_EQ(explained_by(*Exact::parse("69013.16"), terms), Reading::kSum);
  EXPECT_EQ(explained_by(Exact(38000), terms), Reading::kDifference);
  EXPECT_EQ(explained_by(Exact(15000), terms), Reading::kShare);
  EXPECT_EQ(explained_by(*Exact::parse("739.73"), terms),
            Reading::kInterest);  // 50000 at 6 % for 90 days of 365
  EXPECT_EQ(explained_by(*Exact::parse("33217.45"), terms), Reading::kNone);
}

TEST(CapitalFigureCheck, ComparesBothSpellings) {
  const Told told = only(reasoned("本院认为，借条载明借款人民币叁万伍仟元整（￥53000元）。"));
  EXPECT_EQ(told.kind, "capital_figure");
  EXPECT_THAT(told.explanation, HasSubstr("35000元"));
  EXPECT_THAT(check(reasoned("本院认为，借条载明借款人民币叁万伍仟元整（￥35000元）。")),
              IsEmpty());
  EXPECT_THAT(check(reasoned("本院认为，借款叁万元整，利息5000元。")), IsEmpty());
}

TEST(DateCheck, KnowsTheCalendar) {
  EXPECT_EQ(only(reasoned("本院认为，合同于2019年2月29日签订。")).kind, "date");
  EXPECT_THAT(check(reasoned("本院认为，合同于2020年2月29日签订。")), IsEmpty());
  // One month or the other is no month of its own.
  for (const std::string_view vague : {"2014年四五月份", "2011年九十月份", "2013年七八月"})
    EXPECT_THAT(check(reasoned("本院认为，双方于" + std::string(vague) + "相识。")), IsEmpty());
  EXPECT_EQ(only(reasoned("本院认为，合同于二〇一九年十三月一日签订。")).kind, "date");
}

TEST(DateOrderCheck, APeriodEndsAfterItsBeginning) {
  EXPECT_EQ(only(reasoned("本院认为，租期自2019年3月1日起至2018年2月28日止。")).kind, "date_order");
  EXPECT_THAT(check(reasoned("本院认为，租期自2018年3月1日起至2019年2月28日止。")), IsEmpty());
  EXPECT_THAT(check(reasoned("本院认为，2019年3月1日续签，租期自2018年3月1日起至同年12月1日止。")),
              IsEmpty());
}

TEST(DateOrderCheck, NoJudgmentBeforeItsHearing) {
  Invented judgment;
  judgment
      .part(segmenter::Tag::kProcedure,
            "原告与被告合同纠纷一案，本院于2021年3月5日立案后，公开开庭进行了审理。")
      .part(segmenter::Tag::kSignature, "二〇二〇年六月十日");
  EXPECT_EQ(only(judgment).kind, "date_order");
}

Invented ordered(std::string_view item, std::string_view costs) {
  Invented judgment;
  judgment
      .head({{"原告", "江海市远帆机械有限公司"},
             {"被告", "沈文柏"},
             {"被告", "柳河县长青木业有限责任公司"}})
      .facts(
          "经审理查明，江海市远帆机械有限公司与沈文柏签订合同，柳河县长青木业有限责任公司提供担保"
          "。")
      .reasoning("本院认为，合同有效。")
      .disposition({item})
      .costs(costs);
  return judgment;
}

TEST(PartyCheck, KnowsTheNamesOfTheHead) {
  EXPECT_THAT(check(ordered(
                  "一、被告沈文柏、柳河县长青木业有限责任公司返还原告江海市远帆机械有限公司货款。",
                  "案件受理费50元，由沈文柏、柳河县长青木业有限责任公司负担。")),
              IsEmpty());
}

TEST(PartyCheck, FindsACharacterTooManyOrTooFew) {
  const Told told = only(ordered("一、被告沈文柏返还原告江海市远帆机械有限公司货款。",
                                 "案件受理费50元，由柳河长青木业有限责任公司负担。"));
  EXPECT_EQ(told.kind, "party");
  EXPECT_THAT(told.place, HasSubstr("柳河长青木业有限责任公司"));
  EXPECT_EQ(told.other, "柳河县长青木业有限责任公司");
  EXPECT_EQ(only(ordered("一、被告柳河县长青木业有限公司返还原告江海市远帆机械有限公司货款。",
                         "案件受理费50元。"))
                .kind,
            "party");
}

TEST(PartyCheck, FindsAPersonsWrongCharacter) {
  EXPECT_EQ(
      only(ordered("一、被告沈文伯返还原告江海市远帆机械有限公司货款。", "案件受理费50元。")).kind,
      "party");
}

TEST(PartyCheck, FindsExchangedRoles) {
  const Told told = only(ordered("一、原告沈文柏返还货款。", "案件受理费50元。"));
  EXPECT_EQ(told.kind, "role");
  EXPECT_EQ(told.other, "沈文柏");
}

TEST(PartyCheck, LeavesCounterclaimsMasksAndBranchesAlone) {
  Invented judgment;
  judgment
      .head({{"原告（反诉被告）", "江海市远帆机械有限公司"},
             {"被告（反诉原告）", "柳河县长青木业有限公司"}})
      .facts(
          "经审理查明，江海市远帆机械有限公司一分公司、柳河县长青林业有限公司均为案外人。江海市远帆"
          "机械有限公司一分公司已注销。"
          "柳河县长青林业有限公司已停业。")
      .disposition({"一、原告柳河县长青木业有限公司返还货款；",
                    "二、被告江海市远帆机械有限公司一分公司、柳河县长青林业有限公司不承担责任。"})
      .costs("案件受理费50元。");
  EXPECT_THAT(check(judgment), IsEmpty());
}

TEST(OutcomeCheck, NoDismissalOfWhatTheReasoningSupports) {
  Invented judgment;
  judgment
      .reasoning("本院认为，被告逾期未付。原告要求被告支付货款36820元的诉讼请求，本院予以支持。")
      .disposition({"驳回原告的诉讼请求。"});
  const Told told = only(judgment);
  EXPECT_EQ(told.kind, "outcome");
  EXPECT_EQ(told.place, "驳回原告的诉讼请求。");
  EXPECT_THAT(told.other, HasSubstr("本院予以支持"));
}

TEST(OutcomeCheck, NoOrderOfWhatTheReasoningRefuses) {
  Invented judgment;
  judgment
      .reasoning("本院认为，原告要求被告支付违约金12000元的诉讼请求，没有合同依据，本院不予支持。")
      .disposition({"一、被告支付原告货款36820元；", "二、被告支付原告违约金12000元。"});
  const Told told = only(judgment);
  EXPECT_EQ(told.kind, "outcome");
  EXPECT_THAT(told.place, HasSubstr("二、被告支付原告违约金12000元"));
}

TEST(OutcomeCheck, NoSilenceOnWhatTheReasoningSupports) {
  Invented judgment;
  judgment
      .reasoning(
          "本院认为，被告应支付货款36820元。原告要求被告支付律师费4000元的请求，符合约定，本院予以"
          "支持。")
      .disposition({"一、被告支付原告货款36820元；", "二、驳回原告的其他诉讼请求。"});
  const Told told = only(judgment);
  EXPECT_EQ(told.kind, "dropped_claim");
  EXPECT_THAT(told.place, HasSubstr("律师费4000元"));
}

TEST(OutcomeCheck, NoDismissalByNameOfAHeadThatTheReasoningSupports) {
  // 双回 and the rest are how OCR reads 驳回.
  for (const std::string_view dismissed : {"驳回", "双回", "双国", "马又回"}) {
    const std::string item =
        "二、" + std::string(dismissed) + "原告要求被告支付违约金12000元的诉讼请求。";
    Invented judgment;
    judgment
        .reasoning(
            "本院认为，被告应支付货款36820元。原告要求被告支付违约金12000元的诉讼请求，本院予以支持"
            "。")
        .disposition({"一、被告于本判决生效之日起十日内支付原告货款36820元；", item});
    const Told told = only(judgment);
    EXPECT_EQ(told.kind, "outcome");
    EXPECT_EQ(told.place, item);
    EXPECT_THAT(told.other, HasSubstr("违约金12000元的诉讼请求，本院予以支持"));
  }
}

TEST(OutcomeCheck, NoAffirmationOnAWellFoundedAppeal) {
  Invented judgment;
  judgment.reasoning("本院认为，一审认定有误，上诉人的上诉请求成立，本院予以支持。")
      .disposition({"驳回上诉，维持原判。"});
  EXPECT_EQ(only(judgment).kind, "outcome");
}

TEST(OutcomeCheck, AcceptsPartsSurplusesDefencesAndTakingBack) {
  struct Case {
    std::string_view reasoning, order;
  };
  for (const Case& each : {
           Case{"本院认为，原告要求支付违约金12000元过高，超出部分本院不予支持。",
                "一、被告支付原告违约金3000元。"},
           Case{"本院认为，被告关于违约金过高的抗辩，本院不予支持。",
                "一、被告支付原告违约金12000元。"},
           Case{"本院认为，原告要求支付保证金利息的请求，本院不予支持。",
                "一、被告返还原告保证金5000元。"},
           Case{"本院认为，原告要求支付延时加班工资的请求，本院不予支持。",
                "一、被告支付原告节假日加班工资5000元。"},
           Case{"本院认为，原告要求赔偿损失，于法有据，应予支持。但其未能证明损失数额，故该项诉讼请"
                "求，本院不予支持。",
                "驳回原告的诉讼请求。"},
           Case{"本院认为，原告要求被告支付2019年3月1日后的利息的请求，本院不予支持。",
                "一、被告支付原告利息300元。"},
           Case{"本院认为，原告主张利息为3373元与事实不符，不予支持。",
                "一、被告支付原告利息3193元。"},
           Case{"本院认为，原告要求支付律师费4000元，本院予以支持。",
                "一、被告赔偿原告各项损失共计36820元。"},
       }) {
    Invented judgment;
    judgment.reasoning(each.reasoning).disposition({each.order});
    EXPECT_THAT(check(judgment), IsEmpty()) << each.reasoning << each.order;
  }
}

TEST(SumCheck, LeavesEachAndProductsAlone) {
  for (const std::string_view innocent : {
           "本院认为，5月被扣工资1036.36元，6月至11月各月均被扣工资1200元，以上合计8236.36元。",
           "本院认为，缺失架杆4713米乘以15元等于70695元，缺失卡扣2791个乘以5元等于13955元，合计8465"
           "0元。",
           "本院认为，本金3000000元，另有：利息231306.12元，罚息780658.16元，复利281166."
           "90元，合计4293131.18元。",
       }) {
    EXPECT_THAT(check(reasoned(innocent)), IsEmpty()) << innocent;
  }
}

// A total that is not what its list adds up to, with the quotes of both.
void expect_wrong_total(std::string_view reasoning, std::string_view sum, std::string_view total,
                        std::string_view head) {
  const Told told = only(reasoned(reasoning));
  EXPECT_EQ(told.kind, "sum") << reasoning;
  EXPECT_THAT(told.explanation, HasSubstr(std::string(sum))) << reasoning;
  EXPECT_THAT(told.place, HasSubstr(std::string(total))) << reasoning;
  EXPECT_THAT(told.other, HasSubstr(std::string(head))) << reasoning;
}

TEST(SumCheck, AddsUpTheCommonFormsOfLists) {
  expect_wrong_total("本院认为，三批货款分别为50000元、40000元、30000元，合计125000元。",
                     "120000元", "合计125000元", "50000元、40000元、30000元");
  expect_wrong_total(
      "本院认为，被告应付的有：石材款50000元、运费40000元、安装费30000元，以上共计125000元。",
      "120000元", "以上共计125000元", "石材款50000元、运费40000元、安装费30000元");
  expect_wrong_total(
      "本院认为，原告的损失包括：①医疗费3000元；②误工费2000元；③护理费1000元。三项总计6500元。",
      "6000元", "三项总计6500元", "①医疗费3000元；②误工费2000元；③护理费1000元");
  expect_wrong_total("本院认为，损失为（1）车辆修理费8600元，（2）施救费400元，小计9400元。",
                     "9000元", "小计9400元", "车辆修理费8600元，（2）施救费400元");
  expect_wrong_total("本院认为，第一，拖欠的租金42000元，第二，水电费1800元，合计48000元。",
                     "43800元", "合计48000元", "租金42000元");
}

TEST(SumCheck, AddsUpListsThatGoOverLines) {
  constexpr std::string_view kList =
      "本院认为，原告的各项损失为：\n1.医疗费3000元；\n2.误工费2000元；\n3."
      "护理费100元/天×10天=1000元；\n";
  const std::string list(kList);
  expect_wrong_total(list + "以上合计6600元。", "6000元", "以上合计6600元", "1.医疗费3000元");
  expect_wrong_total(list +
                         "4.营养费，没有医嘱，不予支持；\n5.交通费500元。\n综上，以上损失共计"
                         "人民币6600元。",
                     "6500元", "共计人民币6600元", "交通费500元");
  EXPECT_THAT(check(reasoned(list + "以上合计6000元。")), IsEmpty());
}

TEST(SumCheck, LeavesRightTotalsAndWhatIsNoPlainListAlone) {
  for (const std::string_view innocent : {
           "本院认为，三批货款分别为50000元、40000元、30000元，合计120000元。",
           // deductions stop the list
           "本院认为，货款分别为50000元、40000元，扣除已付的15000元，合计75000元。",
           "本院认为，1.货款50000元；2.运费4000元；3.减去质保金5000元。以上合计49000元。",
           // interest, shares, ranges, prices, several of one kind
           "本院认为，应付：本金50000元、按年利率6%计算的利息3000元、律师费2000元，合计57123元。",
           "本院认为，损失为：医疗费50000元、护理费8000元的30%、交通费600元，合计53000元。",
           "本院认为，费用有：评估费3000元至5000元、公证费800元，合计5800元。",
           "本院认为，费用有：定金30000元两张、首付款484100元，共计544100元。",
           "本院认为，二原告的损失为：医疗费每人5000元、交通费300元，合计10300元。",
           "本院认为，二原告的损失为：医疗费各5000元、交通费300元，合计10300元。",
           // a total of one part, of other people, with something else besides
           "本院认为，有：医疗费3000元、误工费2000元、护理费1000元，医疗费和误工费合计5000元。",
           "本院认为，有：医疗费3000元、误工费2000元，加上前案已认定的损失共计9000元。",
           "本院认为，有：医疗费3000元、误工费2000元，三人损失共计15000元。",
           "本院认为，有：医疗费3000元、误工费2000元，被告应赔偿合计4000元。",
           // totals of totals
           "本院认为，甲车医疗费3000元、误工费2000元，小计5000元；乙车医疗费1000元、误工费900元，"
           "小计1900元；总计6900元。",
           // currencies, rounding, 万元
           "本院认为，货款分别为50000美元、40000元、30000元，合计370000元。",
           "本院认为，损失分别为1033.333元、1033.333元、1033.333元，合计3100元。",
           "本院认为，损失分别为3.25万元、4186元、23元，合计3.67万元。",
           "本院认为，工程款分别为12.5万元、30000元，合计15.5万元。",
           // the first head stands in the sentence before
           "本院认为，被告欠本金80000元。另有：利息3000元、罚息2000元，合计85000元。",
           // the first digits belong to masked names
           "本院认为，补偿费分别为：赵某395209.93元、赵某195209.93元，合计190419.86元。",
           // figures of a calculation are its own
           "本院认为，原告的损失为：1.误工费100元/天×30天=3000元；2.护理费120元/天×10天=1200元。"
           "以上合计4200元。",
       }) {
    EXPECT_THAT(check(reasoned(innocent)), IsEmpty()) << innocent;
  }
}

TEST(AmountCheck, ComparesABaseOfInterestWithItsPrincipal) {
  // Both figures are ordered; the base stands nowhere else and is one digit off.
  Invented judgment;
  judgment.facts("经审理查明，原告出借3402000元。")
      .reasoning("本院认为，借款应按实际出借数额3402000元计算。")
      .disposition(
          {"一、被告偿还原告借款本金3402000元及利息（以3402100元为基数，按月利率2%计算）；"});
  const Told told = only(judgment);
  EXPECT_EQ(told.kind, "amount");
  EXPECT_THAT(told.place, HasSubstr("3402100元"));
}

TEST(AmountCheck, ComparesASumThatTheReasoningFixedWithHeadsInOtherWords) {
  Invented judgment;
  judgment.facts("经审理查明，被告销售侵权商品。")
      .reasoning("本院认为，本院酌情确定被告应赔偿原告的经济损失及合理支出共计3000元。")
      .disposition({"一、被告赔偿原告经济损失及合理开支共计3900元；", "二、驳回其他诉讼请求。"});
  const Told told = only(judgment);
  EXPECT_EQ(told.kind, "amount");
  EXPECT_THAT(told.place, HasSubstr("3900元"));
  EXPECT_THAT(told.other, HasSubstr("3000元"));
}

TEST(AmountCheck, TakesNoShareOfSomethingElseForTheReasonOfATypedDigit) {
  // 53456.05 is a half of 106912.10; that is chance where 55456.05 was meant.
  Invented judgment;
  judgment.facts("经审理查明，原告的损失为106912.10元。")
      .reasoning("本院认为，被告应当赔偿原告经济损失55456.05元。")
      .disposition({"一、被告赔偿原告经济损失53456.05元。"});
  EXPECT_EQ(only(judgment).kind, "amount");
}

TEST(AmountCheck, AcceptsBasesThatFallWithPayments) {
  Invented judgment;
  judgment.facts("经审理查明，原告出借5000000元，被告归还1000000元。")
      .reasoning("本院认为，被告应偿还借款本金4000000元。")
      .disposition(
          {"一、被告偿还原告借款本金4000000元及利息（以5000000元为基数，自2018年1月1日计至6月1日；"
           "以4000000元为基数，自次日起计）。"});
  EXPECT_THAT(check(judgment), IsEmpty());
}

TEST(OutcomeCheck, NoGroundAgainstItsOwnVerdict) {
  const Told refused = only([] {
    Invented judgment;
    judgment.reasoning("本院认为，原告要求解除合同的诉讼请求，符合法律规定，本院不予支持。")
        .disposition({"一、解除原告与被告签订的租赁合同。"});
    return judgment;
  }());
  EXPECT_EQ(refused.kind, "outcome");
  EXPECT_THAT(refused.place, HasSubstr("一、解除")) << "the order tells which of the two is meant";
  EXPECT_THAT(refused.other, HasSubstr("符合法律规定，本院不予支持"));
  for (const std::string_view ground :
       {"符合法律规定", "与查明的事实相符", "未超过合同约定", "并无不当", "理由成立"}) {
    Invented judgment;
    judgment
        .reasoning("本院认为，原告要求返还公章的诉讼请求，" + std::string(ground) +
                   "，本院不予支持。")
        .disposition({"一、被告支付原告货款36820元。"});
    const Told told = only(judgment);
    EXPECT_EQ(told.kind, "outcome") << ground;
    EXPECT_THAT(told.place, HasSubstr("本院不予支持")) << ground;
    EXPECT_THAT(told.other, HasSubstr(std::string(ground))) << ground;
  }
  const Told granted = only([] {
    Invented judgment;
    judgment.reasoning("本院认为，原告要求支付搬迁补助的请求，没有合同依据，本院予以支持。")
        .disposition({"一、被告支付原告货款36820元。"});
    return judgment;
  }());
  EXPECT_EQ(granted.kind, "outcome");
}

TEST(OutcomeCheck, ReadsTheGroundBeforeItsVerdict) {
  for (const std::string_view innocent : {
           "原告请求排除妨害，其占有和使用缺乏依据，本院不予支持。",
           "原告请求支付违约金，不符合合同约定，本院不予支持。",
           "原告请求支付违约金，没有法律依据，本院不予支持。",
           "原告请求支付违约金，违反协议约定，本院不予支持。",
           "原告请求支付加班费，根据上述条例第二条之规定，本院不予支持。",
           "原告请求支付违约金，符合合同约定，本院予以支持。",
           "原告请求支付违约金，虽有合同依据，但明显过高，本院不予支持。",
       }) {
    Invented judgment;
    judgment.reasoning(std::string("本院认为，") + std::string(innocent))
        .disposition({"一、被告支付原告货款36820元及违约金。"});
    for (const Finding& each : check(judgment))
      EXPECT_THAT(each.explanation, ::testing::Not(HasSubstr("紧接着"))) << innocent;
  }
}

TEST(OutcomeCheck, NoDismissalOfASupportedSumBecauseAnotherHeadIsRefused) {
  Invented judgment;
  judgment
      .reasoning(
          "本院认为，原告要求被告赔偿损失199437元，本院予以支持。原告要求被告承担律师费，没有约定，"
          "本院不予支持。")
      .disposition({"驳回原告的全部诉讼请求。"});
  EXPECT_EQ(only(judgment).kind, "outcome");
}

TEST(OutcomeCheck, NoSilenceOnSecurityThatTheReasoningGrants) {
  constexpr std::string_view kReasoning =
      "本院认为，被告应偿还借款本息。原告请求对上述土地享有优先受偿权，本院予以支持。";
  Invented silent;
  silent.reasoning(kReasoning)
      .disposition({"一、被告偿还原告借款本息合计36820元；", "二、驳回原告的其他诉讼请求。"});
  EXPECT_EQ(only(silent).kind, "dropped_claim");
  Invented dealt_with;
  dealt_with.reasoning(kReasoning)
      .disposition(
          {"一、被告偿还原告借款本息合计36820元；", "二、原告有权以拍卖上述土地所得受偿。"});
  EXPECT_THAT(check(dealt_with), IsEmpty());
}

// Finding, reasoning and order alone, without the head that lists the parties.
Invented headless(std::string_view reasoning, std::string_view item,
                  std::string_view costs = "案件受理费50元，由被告沈文柏负担。") {
  Invented judgment;
  judgment.facts("经审理查明，原告林知远与被告沈文柏签订合同，被告沈文柏未付货款36820元。")
      .reasoning(reasoning)
      .disposition({item})
      .costs(costs);
  return judgment;
}
constexpr std::string_view kOwes =
    "本院认为，被告沈文柏应向原告林知远支付货款36820元，原告林知远的请求本院予以支持。";

TEST(PartyCheck, LearnsThePartiesFromTheReasoningWhereThereIsNoHead) {
  EXPECT_THAT(check(headless(kOwes, "一、被告沈文柏向原告林知远支付货款36820元。")), IsEmpty());
  const Told misspelt = only(headless(kOwes, "一、被告沈文伯向原告林知远支付货款36820元。"));
  EXPECT_EQ(misspelt.kind, "party");
  EXPECT_THAT(misspelt.explanation, HasSubstr("沈文柏"));
  EXPECT_EQ(only(headless(kOwes, "一、被告沈文柏向原告林知远支付货款36820元。",
                          "案件受理费50元，由沈文伯负担。"))
                .kind,
            "party");
  const Told exchanged = only(headless(kOwes, "一、原告沈文柏向原告林知远支付货款36820元。"));
  EXPECT_EQ(exchanged.kind, "role");
  EXPECT_THAT(exchanged.place, HasSubstr("原告沈文柏"));
}

TEST(PartyCheck, FindsThePaymentInTheWrongDirection) {
  const Told told =
      only(headless(kOwes, "一、原告林知远于本判决生效后十日内向被告沈文柏支付货款36820元。"));
  EXPECT_EQ(told.kind, "role");
  EXPECT_THAT(told.place, HasSubstr("原告林知远于本判决生效后十日内向被告沈文柏支付"));
  EXPECT_THAT(told.other, HasSubstr("被告沈文柏应向原告林知远支付"));
}

TEST(PartyCheck, AcceptsOtherRolesElsewhereRelativesAndPaymentsBothWays) {
  constexpr std::string_view kBoth =
      "本院认为，被告沈文柏应向原告林知远支付货款36820元，原告林知远应向被告沈文柏返还押金500元。";
  for (const Finding& each :
       check(headless(kBoth, "一、原告林知远于本判决生效后十日内向被告沈文柏返还500元。")))
    EXPECT_NE(each.kind, "role") << "the price is forgotten, but nobody is taken for another";
  // A sister beside him is another person.
  EXPECT_THAT(check(headless(kOwes, "一、被告沈文柏、被告沈文莉向原告林知远支付货款36820元。")),
              IsEmpty());
  // In an earlier case the plaintiff was the defendant.
  Invented judgment;
  judgment.facts("经审理查明，另案中被告林知远赔偿他人36820元，被告林知远已经履行。")
      .reasoning("本院认为，林知远赔偿后有权追偿。")
      .disposition({"一、被告沈文柏偿还原告林知远36820元；", "二、驳回原告林知远的其他诉讼请求。"})
      .costs("案件受理费50元。");
  EXPECT_THAT(check(judgment), IsEmpty());
}

TEST(AmountCheck, ComparesTheInterestBesideOnePrincipal) {
  Invented judgment;
  judgment.facts("本院查明，原告代偿了借款本金88036.41元，利息3697.12元，共计91733.53元。")
      .reasoning("本院认为，原告代被告偿还的借款本金88036.41元，利息3730.13元，有权追偿。")
      .disposition({"一、被告偿还原告代偿借款本金88036.41元、利息3730.13元，并支付违约金。"});
  const Told told = only(judgment);
  EXPECT_EQ(told.kind, "amount");
  EXPECT_THAT(told.place, HasSubstr("3730.13元"));
  EXPECT_THAT(told.other, HasSubstr("3697.12元"));
  Invented days;
  days.facts("本院查明，被告欠借款本金88036.41元，利息3697.12元（截至2018年1月1日）。")
      .reasoning("本院认为，被告欠借款本金88036.41元，利息3730.13元（截至2018年2月1日）。")
      .disposition({"一、被告偿还原告借款本金88036.41元、利息3730.13元（截至2018年2月1日）。"});
  EXPECT_THAT(check(days), IsEmpty());
}

TEST(OutcomeCheck, NoTwoVerdictsOnOneSum) {
  Invented judgment;
  judgment
      .reasoning(
          "本院认为，原告诉请被告偿还垫付的工人工资27980元，有收据为证，本院予以支持。该工人工资279"
          "80元已与押金作抵销处理，因此原告的该项诉请，理由不充分，本院不予支持。")
      .disposition({"一、被告支付原告厂房使用费7920元。"});
  const Told told = only(judgment);
  EXPECT_EQ(told.kind, "outcome");
  EXPECT_THAT(told.place, HasSubstr("不予支持"));
  EXPECT_THAT(told.other, HasSubstr("本院予以支持"));
  // Against another defendant, or beyond what is granted, the second verdict is its own.
  for (const std::string_view second : {"对原告要求被告丙连带赔偿27980元的诉讼请求，本院不予支持。",
                                        "原告主张工人工资超过27980元的部分，本院不予支持。"}) {
    Invented innocent;
    innocent
        .reasoning("本院认为，原告诉请被告偿还工人工资27980元，本院予以支持。" +
                   std::string(second))
        .disposition({"一、被告支付原告工人工资27980元。"});
    EXPECT_THAT(check(innocent), IsEmpty()) << second;
  }
}

}  // namespace
}  // namespace proviso::tasks
