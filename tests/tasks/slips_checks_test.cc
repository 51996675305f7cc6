// Slips of the hand in case numbers, short names, counts, days and amounts, each in the forms that
// judgments have, and what looks so and is none. All documents are invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tasks/checks/alias.h"
#include "tasks/checks/amount.h"
#include "tasks/checks/case_number.h"
#include "tasks/checks/checks.h"
#include "tasks/checks/date.h"
#include "tasks/checks/explained_by.h"
#include "tasks/checks/formula.h"
#include "tasks/checks/party.h"
#include "tasks/checks/party_count.h"
#include "tasks/checks/sentence_term.h"
#include "tasks/checks/sum.h"
#include "tasks/checks/unit.h"
#include "tests/tasks/told.h"

namespace proviso::tasks {
namespace {

using segmenter::Level;
using segmenter::Tag;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(CaseNumberCheck, KnowsTheDecisionUnderAttackInTheHistoryOfTheCase) {
  Invented judgment;
  judgment
      .part(Tag::kProcedure,
            "闻知远不服江海省高级人民法院（2013）江民一终字第170号民事判决，向本院申请再审。")
      .part(Tag::kReasoning,
            "江海省高级人民法院于2013年7月30日作出（2013）江民一终字第190号民事二审判决认为，"
            "上诉理由不成立。",
            Level::kSecond);
  EXPECT_THAT(told(check_case_number, judgment), ElementsAre("（2013）江民一终字第190号"));
  // Both under attack: even a neighbour is no other case.
  Invented upheld;
  upheld
      .part(Tag::kProcedure,
            "闻知远不服江海省高级人民法院（2015）江民管初字第00006号民事裁定，向本院提出上诉。")
      .disposition({"驳回上诉，维持江海高级人民法院（2015）江民管初字第00007号民事裁定。"});
  EXPECT_THAT(told(check_case_number, upheld), ElementsAre("（2015）江民管初字第00007号"));
}

TEST(CaseNumberCheck, NoCaseIsYoungerThanItsDecision) {
  Invented judgment;
  judgment.facts("江海市人民法院于2014年12月15日作出（2018）江民初字第7号民事判决，已经生效。");
  EXPECT_THAT(told(check_case_number, judgment), ElementsAre("（2018）江民初字第7号"));
  Invented right;
  right.facts("江海市人民法院于2015年1月15日作出（2014）江民初字第7号民事判决，已经生效。");
  EXPECT_THAT(told(check_case_number, right), IsEmpty());
}

TEST(CaseNumberCheck, LeavesAnotherCaseOfTheSameCourtAlone) {
  Invented judgment;
  judgment
      .part(Tag::kProcedure,
            "闻知远不服江海省高级人民法院（2013）江民一终字第170号民事判决，向本院申请再审。")
      .facts("另案江海省高级人民法院作出（2013）江民一终字第190号民事判决。");
  EXPECT_THAT(told(check_case_number, judgment), IsEmpty());
}

Invented with_short_name(std::string_view introduced, std::string_view reasoning) {
  Invented judgment;
  judgment.part(Tag::kProcedure, introduced)
      .facts("旺华公司供货，旺华公司开票。")
      .reasoning(reasoning);
  return judgment;
}

TEST(AliasCheck, MissesACharacterWhereverANameMayBegin) {
  constexpr std::string_view kIntroduced =
      "再审申请人江海旺华打捞工程有限公司（以下简称旺华公司）因与林知远合同纠纷一案，申请再审。";
  for (const std::string_view wrong :
       {"林知远与旺公司之间成立合同关系。", "林知远主张旺公司解除合同。",
        "经营者由旺公司变更为他人。", "如果旺公司违约，应当赔偿。", "旺公司无权解除合同。"}) {
    EXPECT_THAT(told(check_alias, with_short_name(kIntroduced, wrong)),
                ElementsAre(HasSubstr("旺公司")))
        << wrong;
  }
  constexpr std::string_view kBare =
      "再审申请人江海旺华打捞工程有限公司（旺华公司）因与林知远合同纠纷一案，申请再审。";
  EXPECT_THAT(told(check_alias, with_short_name(kBare, "林知远与旺公司之间有合同。")),
              ElementsAre(HasSubstr("旺公司")));
  for (const std::string_view innocent :
       {"兴旺公司是案外人。", "依照《旺公司法》处理。", "旺华公司无权解除合同。"}) {
    EXPECT_THAT(told(check_alias, with_short_name(kIntroduced, innocent)), IsEmpty()) << innocent;
  }
}

TEST(AliasCheck, KnowsAShortNameThatIsUsedOnceAndMisspelt) {
  Invented judgment;
  judgment
      .part(Tag::kProcedure,
            "上诉人江海益丰置业有限公司（以下简称益丰公司）与林知远借贷纠纷一案，提起上诉。")
      .reasoning("丰益公司撤回上诉的申请不违反法律规定。");
  EXPECT_THAT(told(check_alias, judgment), ElementsAre(HasSubstr("丰益公司")));
  Invented three;
  three
      .part(Tag::kProcedure,
            "上诉人江海三环工程有限公司（以下简称三环公司）与林知远纠纷一案，提起上诉。")
      .facts("三环公司付款，三环公司收货。")
      .reasoning("上述款项包括了三公司支付的股权款。");
  EXPECT_THAT(told(check_alias, three), IsEmpty());
}

Invented accused(std::string_view reasoning, std::vector<std::string_view> orders) {
  Invented judgment;
  judgment.structure.kind = segmenter::Kind::kZhCriminal;
  judgment.head({{"被告人", "闻知远"}, {"被告人", "林知秋"}}).reasoning(reasoning);
  judgment.disposition(orders);
  return judgment;
}

TEST(PartyCountCheck, CountsTheAccusedInEveryForm) {
  EXPECT_THAT(told(check_party_count, accused("综合三被告人的辩解，评判如下。", {"一、略。"})),
              ElementsAre(HasSubstr("三被告人")));
  EXPECT_THAT(told(check_party_count, accused("五名被告人均如实供述。", {"一、略。"})),
              ElementsAre(HasSubstr("五名被告人")));
  EXPECT_THAT(told(check_party_count,
                   accused("二被告人自愿认罪。", {"一、略。", "四、四被告人的罚金限十日内缴纳。"})),
              ElementsAre(HasSubstr("四被告人")));
  for (const std::string_view innocent :
       {"二被告人均如实供述。", "同案三被告人已另行判决。", "该案三被告人已经服刑。"}) {
    EXPECT_THAT(told(check_party_count, accused(innocent, {"一、略。"})), IsEmpty()) << innocent;
  }
}

TEST(SentenceTermCheck, ReadsAPeriodOnALineOfItsOwn) {
  Invented judgment;
  judgment.structure.kind = segmenter::Kind::kZhCriminal;
  judgment.disposition(
      {"一、被告人闻某犯盗窃罪，判处有期徒刑二年六个月。",
       "（刑期从判决执行之日起计算。判决执行以前先行羁押的，羁押一日折抵刑期一日，即自2015年8月19"
       "日起至2019年2月18日止。）",
       "二、被告人林某犯盗窃罪，判处有期徒刑一年。",
       "（刑期从判决执行之日起计算。判决执行以前先行羁押的，羁押一日折抵刑期一日，即自2015年8月19"
       "日起至2016年8月18日止。）"});
  EXPECT_THAT(told(check_sentence_term, judgment),
              ElementsAre("自2015年8月19日起至2019年2月18日止"));
}

TEST(SentenceTermCheck, LeavesBracketsForSeveralAndDaysAlone) {
  for (const std::string_view counted :
       {"（刑期从判决执行之日起计算，即被告人闻某的刑期自2015年8月19日起至2019年2月18日止；被告人"
        "林某的刑期自2015年8月19日起至2016年8月18日止。）",
        "（刑期从判决执行之日起计算，即自2015年8月19日起至2016年5月30日、又自2018年9月26日起至2018"
        "年"
        "11月7日止。）"}) {
    Invented judgment;
    judgment.structure.kind = segmenter::Kind::kZhCriminal;
    judgment.disposition({"一、被告人林某犯盗窃罪，判处有期徒刑一年。", counted});
    EXPECT_THAT(told(check_sentence_term, judgment), IsEmpty()) << counted;
  }
  Invented days;
  days.structure.kind = segmenter::Kind::kZhCriminal;
  days.disposition({"一、被告人林某犯盗窃罪，判处有期徒刑一年又六月。",
                    "（刑期从判决执行之日起计算，即自2017年8月26日起至2019年2月25日止。）"});
  EXPECT_THAT(told(check_sentence_term, days), IsEmpty());
}

TEST(AmountCheck, MeasuresNoFineByOtherSums) {
  EXPECT_THAT(told(check_amount,
                   judged("被告人盗窃手机一部。", "被告人闻某应当退赔被害人28500元，予以确认。",
                          "一、被告人闻某犯盗窃罪，并处罚金25000元。")),
              IsEmpty());
}

TEST(DateOrderCheck, NobodyLeavesBeforeHeCame) {
  EXPECT_THAT(
      told(check_date_order, judged("原告于2019年3月5日入院治疗，诊断为骨折，于2019年2月28日出院。",
                                    "应予赔偿。", "一、被告赔偿。")),
      ElementsAre(HasSubstr("2019年2月28日")));
  for (const std::string_view innocent :
       {"原告于2019年3月5日入院治疗，诊断为骨折，于2019年3月28日出院。",
        "原告于2019年3月5日再次入院治疗，曾于2019年2月28日出院。",
        "原告于2019年3月5日签订合同，2019年2月28日出院后在家休养。"}) {
    EXPECT_THAT(told(check_date_order, judged(innocent, "应予赔偿。", "一、被告赔偿。")), IsEmpty())
        << innocent;
  }
}

TEST(PartyCheck, FindsAPersonsWrongCharacterInTheReasons) {
  const auto owing = [](std::string_view reasoning) {
    Invented judgment;
    judgment.head({{"原告", "闻知远"}, {"被告", "林秋声"}})
        .facts("被告林秋声借款。林秋声出具借条，林秋声至今未还。")
        .reasoning(reasoning)
        .disposition({"一、被告林秋声偿还借款。"});
    return judgment;
  };
  EXPECT_THAT(told(check_party, owing("被告林秋生应当偿还借款。")),
              ElementsAre(HasSubstr("林秋生")));
  EXPECT_THAT(told(check_party, owing("借条真实。林秋生未按约还款，构成违约。")),
              ElementsAre(HasSubstr("林秋生")));
  EXPECT_THAT(told(check_party, owing("林秋生系其弟，与本案无关。")), IsEmpty());
}

TEST(AmountCheck, TakesNoChanceSumForAnExplanation) {
  // 420000 is 500000 − 50000 − 30000; none of the three has to do with the loan.
  constexpr std::string_view kFacts =
      "原告于2018年向被告出借款项。被告公司注册资本500000元，另有门面租金50000元，货款30000元，装修"
      "款"
      "120000元，运费80000元，押金200000元，水电费40000元，奖金150000元，车款90000元，会费60000元"
      "。";
  EXPECT_THAT(told(check_amount, judged(kFacts, "本院认为，被告应当偿还原告借款本金450000元。",
                                        "一、被告偿还原告借款本金420000元。")),
              ElementsAre(HasSubstr("420000元")));
  // The text itself takes something off.
  EXPECT_THAT(
      told(check_amount,
           judged(kFacts, "本院认为，被告应当偿还原告借款本金450000元，被告已付30000元应予扣除。",
                  "一、被告偿还原告借款本金420000元。")),
      IsEmpty());
}

TEST(AmountCheck, TakesTheFigureOfTheCourtBelowForWhatItIs) {
  EXPECT_THAT(
      told(check_amount, judged("被告人退出赃款。",
                                "原判认定违法所得为13803元不当，应予纠正。本院确认其违法所得。",
                                "一、追缴违法所得13802元。")),
      IsEmpty());
}

TEST(AmountCheck, ShowsThePlaceOfTheSameHead) {
  const Invented judgment =
      judged("双方约定违约金352000元。原告支付货款352000元。", "被告应当退还原告货款352000元。",
             "一、被告退还原告货款325000元。");
  const auto found = check_amount(CaseView(judgment.text, judgment.structure));
  ASSERT_EQ(found.size(), 1U);
  ASSERT_TRUE(found[0].other.has_value());
  EXPECT_THAT(judgment.text.substr(found[0].other->start, found[0].other->size()),
              HasSubstr("被告应当退还原告货款352000元"));
}

TEST(ExplainedBy, KnowsWhatAnExplanationIsWorth) {
  Terms few;
  few.amounts = {Exact(363528), Exact(40000)};
  EXPECT_EQ(explained_by(Exact(323528), few), Reading::kDifference);
  EXPECT_LT(explained_by_chance(Exact(323528), few), 0.1);
  Terms many;
  for (int i = 1; i <= 12; ++i) many.amounts.emplace_back(i * 10000);
  EXPECT_NE(explained_by(Exact(140000), many), Reading::kNone);
  EXPECT_GT(explained_by_chance(Exact(140000), many), 0.5);
}

TEST(FormulaCheck, LeavesLabelsMonthsAndWhatWasAskedAlone) {
  const auto found = [](std::string_view facts) {
    return told(check_formula, judged(facts, "应予支持。", "一、被告赔偿。"));
  };
  EXPECT_THAT(found("规格100200根×5元=1000元。"), IsEmpty());  // 200 pieces of size 100
  EXPECT_THAT(found("工资（2012.9-2013.9）=6000元。"), IsEmpty());
  EXPECT_THAT(found("误工费12000元（80元×180天），原告仅主张12000元。"), IsEmpty());
  EXPECT_THAT(found("误工费14400元（80元×180天，应为14000元）。"), IsEmpty());
  // The name is masked, the amount is not.
  EXPECT_THAT(found("被告赔偿原告闻某7860元（11200元×70%）。"), ElementsAre("7860元"));
  EXPECT_THAT(found("证人闻某7、闻某8作证，赔偿闻某7860元（11200元×70%）。"), IsEmpty());
}

TEST(SumCheck, ReadsAnItemThatCountsItsOwnParts) {
  EXPECT_THAT(told(check_sum, judged("被告人盗窃一次5000元，销赃一次2000元，3次计款8000元。",
                                     "应予惩处。", "一、略。")),
              IsEmpty());
  EXPECT_THAT(
      told(check_sum, judged("被告欠本金5090000元，利息7013995.81元，本息合计12103995.89元。",
                             "应予支持。", "一、被告还款。")),
      ElementsAre(HasSubstr("12103995.89元")));
}

TEST(UnitCheck, HearsTheCourtsOwnCorrection) {
  constexpr std::string_view kFacts = "合同约定货款178000元。";
  EXPECT_THAT(told(check_unit, judged(kFacts, "欠条写明货款178000万元。", "一、被告付款。")),
              ElementsAre(HasSubstr("178000万元")));
  EXPECT_THAT(told(check_unit,
                   judged(kFacts, "欠条写明货款178000万元（应为178000元）。", "一、被告付款。")),
              IsEmpty());
}

}  // namespace
}  // namespace proviso::tasks
