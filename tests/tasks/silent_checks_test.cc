// What differs in a judgment and contradicts nothing, each beside a twin that does. All documents
// are invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/amount.h"
#include "tasks/checks/case_number.h"
#include "tasks/checks/dropped_claim.h"
#include "tasks/checks/event_date.h"
#include "tasks/checks/formula.h"
#include "tasks/checks/opposite.h"
#include "tasks/checks/party_count.h"
#include "tasks/checks/sentence_term.h"
#include "tasks/checks/unknown_party.h"
#include "tests/tasks/told.h"

namespace proviso::tasks {
namespace {

using segmenter::Tag;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Invented facts(std::string_view words) {
  Invented judgment;
  judgment.facts(words);
  return judgment;
}

TEST(Silence, OfSumsInTwoCurrencies) {
  EXPECT_THAT(told(check_formula, facts("合计人民币300000元（人民币200000元＋欧元10000元）。")),
              IsEmpty());
  EXPECT_THAT(told(check_formula, facts("合计人民币300000元（人民币200000元＋人民币10000元）。")),
              SizeIs(1));
}

TEST(Silence, OfMonthsAndDaysAddedUp) {
  EXPECT_THAT(told(check_formula, facts("误工期为2个月另4天（住院22天＋1月另12天）。")), IsEmpty());
  EXPECT_THAT(told(check_formula, facts("误工期为44天（住院22天＋休息12天）。")),
              ElementsAre("44天"));
}

TEST(Silence, OfAPartThatABracketCalculates) {
  EXPECT_THAT(told(check_formula, facts("领取补偿金91300元（其中2450元=150元×3棚＋10元×200棵）。")),
              IsEmpty());
  EXPECT_THAT(told(check_formula, facts("领取补偿金91300元（150元×3棚＋10元×200棵）。")),
              ElementsAre("91300元"));
}

TEST(Silence, OfSeveralRulingsUnderOneNumber) {
  const auto made = [](std::string_view act, std::string_view day) {
    return facts("2013年8月12日，江海县人民法院作出（2013）江民执字第1011号" + std::string(act) +
                 "，划拨存款。" + std::string(day) +
                 "，江海县人民法院作出（2013）江民执字第1011号" + std::string(act) + "。");
  };
  EXPECT_THAT(told(check_event_date, made("民事裁定书", "2013年8月24日")), IsEmpty());
  EXPECT_THAT(told(check_event_date, made("民事判决书", "2013年8月24日")), SizeIs(1));
  EXPECT_THAT(told(check_event_date, made("民事判决书", "2013年8月12日")), IsEmpty());
}

TEST(Silence, OfPapersOfTwoDaysInOneBreath) {
  EXPECT_THAT(
      told(check_event_date,
           facts("2013年1月16日，江海公安局作出江公鉴（2013）12号鉴定意见认定书。原分别于2012年7月1"
                 "5日、2013年1月16日作出的江公鉴（2013）12号鉴定意见认定书被吸收。")),
      IsEmpty());
}

TEST(Silence, OfLossesThatTheReasonsAddUp) {
  const auto judged_so = [](std::string_view total) {
    Invented judgment;
    judgment.head({{"原告", "杨启明"}, {"被告", "李远航"}})
        .reasoning(
            "本院认为，原告请求赔偿住院伙食补助费1350元，本院予以支持。原告请求赔偿交通费6000"
            "元，本院予以支持。" +
            std::string(total) + "被告应当赔偿。")
        .disposition(
            {"一、被告李远航赔偿原告杨启明交通费6000元；", "二、驳回原告杨启明的其他诉讼请求。"});
    return judgment;
  };
  EXPECT_THAT(told(check_dropped_claim, judged_so("以上各项损失共计87350元。")), IsEmpty());
  EXPECT_THAT(told(check_dropped_claim, judged_so("")), SizeIs(1));
}

TEST(Silence, OfWhatIsGrantedInPart) {
  const auto returned = [](std::string_view why) {
    Invented judgment;
    judgment.claims({"1.判令被告返还彩礼80000元；"})
        .facts("被告收受彩礼150000元。")
        .reasoning("本院认为，双方同居期间花掉彩礼合计80000元。原告诉请返还彩礼80000元，" +
                   std::string(why))
        .disposition({"一、被告返还原告彩礼60000元；"});
    return judgment;
  };
  EXPECT_THAT(told(check_amount, returned("应不予全部支持。")), IsEmpty());
  EXPECT_THAT(told(check_amount, returned("本院予以支持。")), SizeIs(1));
}

TEST(Silence, OfTheTermsOfSeveralInOneBracket) {
  const auto counted = [](std::string_view whose) {
    Invented judgment;
    judgment.disposition(
        {"被告人苗文柏犯妨害公务罪，判处拘役五个月。（刑期从判决执行之日起计算，判决执行以前先行羁"
         "押"
         "的，羁押一日折抵刑期一日。" +
         std::string(whose) + "自2013年11月21日起至2014年7月20日止）"});
    return judgment;
  };
  EXPECT_THAT(told(check_sentence_term, counted("殷知远刑期即")), IsEmpty());
  EXPECT_THAT(told(check_sentence_term, counted("刑期即")), SizeIs(1));
}

TEST(Silence, OfAccomplicesWhomTheChargeNames) {
  const auto charged = [](Tag tag) {
    Invented judgment;
    judgment.head({{"被告人", "王知远"}}).part(tag, "二被告人系共同犯罪，被告人王知远起次要作用。");
    return judgment;
  };
  EXPECT_THAT(told(check_party_count, charged(Tag::kClaims)), IsEmpty());
  EXPECT_THAT(told(check_party_count, charged(Tag::kReasoning)), ElementsAre("二被告人系共同犯罪"));
}

TEST(Silence, OfThingsInAList) {
  const auto confiscated = [](std::string_view list) {
    Invented judgment;
    judgment.head({{"被告人", "刘知远"}})
        .facts("经查，被告人刘知远实施盗窃。")
        .disposition({"一、扣押的" + std::string(list) + "、假发等作案工具，予以没收。"});
    return judgment;
  };
  EXPECT_THAT(told(check_unknown_party, confiscated("鞋子、钱包")), IsEmpty());
}

TEST(Silence, OfReportsOfExpertsInSeries) {
  EXPECT_THAT(
      told(
          check_case_number,
          facts(
              "江公（司）鉴（法活）字［2015］2610号鉴定书证实杨某之伤；江公（司）鉴（法活）字［2015"
              "］2608号鉴定书证实毕某之伤；\n江公（司）鉴（法活）字［2015］2601号鉴定书证实马某之伤"
              "。")),
      IsEmpty());
}

TEST(Silence, OfPleasHeededAndNotAndOfDeedsOfNoName) {
  for (const std::string_view reasons :
       {"辩护人关于被告人积极退赔全部赃款应当从轻处罚的辩护意见予以采纳。辩护人关于被告人积极退赔全"
        "部赃款应当免予处罚的辩护意见不予采纳。",
        "被告人在实施强奸过程中未能得逞，其行为应属犯罪未遂。被告人在抢劫中主动放弃，其行为应属犯罪"
        "中"
        "止。"}) {
    Invented judgment;
    judgment.reasoning(reasons);
    EXPECT_THAT(told(check_opposite, judgment), IsEmpty()) << reasons;
  }
}

TEST(Silence, OnASlipThatADocumentRepeats) {
  const std::string first = "2013年8月12日，江海县人民法院作出（2013）江民初字第1011号民事判决书。";
  const std::string second =
      "2013年8月24日，江海县人民法院作出（2013）江民初字第1011号民事判决书。";
  Invented judgment;
  judgment.part(Tag::kClaims, first + second).facts(second);
  std::vector<Severity> told_as;
  for (const Finding& each : run_checks(judgment.text, judgment.structure))
    if (each.kind == "date") told_as.push_back(each.severity);
  EXPECT_THAT(told_as, ElementsAre(Severity::kError)) << "once, in the court's own words";
}

}  // namespace
}  // namespace proviso::tasks
