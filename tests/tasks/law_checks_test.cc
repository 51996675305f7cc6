// The checks that know the law's tables: statutes, fees, courts, places, terms of imprisonment.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tasks/checks/case_number.h"
#include "tasks/checks/court.h"
#include "tasks/checks/fee.h"
#include "tasks/checks/interest.h"
#include "tasks/checks/numbering.h"
#include "tasks/checks/place.h"
#include "tasks/checks/sentence_term.h"
#include "tasks/checks/statute.h"
#include "tasks/checks/unit.h"
#include "tasks/mentions/case_number.h"
#include "tasks/mentions/period.h"
#include "tasks/mentions/place.h"
#include "tasks/mentions/statute.h"
#include "tests/tasks/told.h"

namespace proviso::tasks {
namespace {

using segmenter::Level;
using segmenter::Tag;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A judgment of that day with this basis.
Invented dated(std::string_view basis, std::string_view day = "二〇一六年五月十日") {
  Invented judgment;
  judgment.part(Tag::kBasis, basis)
      .part(Tag::kSignature, std::string("审判员　闻知远\n") + std::string(day));
  return judgment;
}
Invented delay(std::string_view notice, std::string_view day = "二〇一六年五月十日") {
  Invented judgment;
  judgment.part(Tag::kNotice, notice);
  if (!day.empty()) judgment.part(Tag::kSignature, day);
  return judgment;
}

std::vector<std::string> cited(std::string_view text) {
  std::vector<std::string> list;
  for (const Citation& each : find_citations(fold(text))) {
    list.push_back(each.law + " " + std::to_string(each.article) +
                   (each.inserted > 0 ? "-" + std::to_string(each.inserted) : "") +
                   (each.paragraph > 0 ? " p" + std::to_string(each.paragraph) : "") +
                   (each.item > 0 ? " i" + std::to_string(each.item) : "") +
                   (each.carried ? " +" : ""));
  }
  return list;
}

TEST(Citations, AreReadWithParagraphsItemsAndInsertedArticles) {
  EXPECT_THAT(cited("《中华人民共和国合同法》第六十条第一款、第一百零七条"),
              ElementsAre("合同法 60 p1", "合同法 107 +"));
  EXPECT_THAT(cited("《中华人民共和国刑法》第一百三十三条之一第一款第（二）项、第六十七条第三款"),
              ElementsAre("刑法 133-1 p1 i2", "刑法 67 p3 +"));
  EXPECT_THAT(cited("《最高人民法院关于适用〈中华人民共和国合同法〉若干问题的解释（二）》第29条"),
              ElementsAre("最高人民法院关于适用合同法若干问题的解释(二) 29"));
  EXPECT_THAT(cited("依照民法典第五百七十七条、五百七十九条"),
              ElementsAre("民法典 577", "民法典 579 +"));
  EXPECT_THAT(cited("《中华人民共和国民事诉讼法》（2012年修正）第六十四条"),
              ElementsAre("民事诉讼法 64"));
}

TEST(Citations, KnowTheSizeOfALawOnADay) {
  EXPECT_EQ(articles_of("合同法", 0), 428);
  EXPECT_EQ(articles_of("民事诉讼法", 20160510), 284);
  EXPECT_EQ(articles_of("民事诉讼法", 20240510), 306);
  EXPECT_EQ(articles_of("民法典", 20160510), 0);
  EXPECT_EQ(articles_of("江海市道路停车条例", 0), std::nullopt);
}

TEST(StatuteCheck, TellsAnArticleBeyondTheLaw) {
  EXPECT_THAT(
      kind_told(check_statute, dated("依照《中华人民共和国合同法》第四百六十条之规定，判决如下：")),
      ElementsAre("statute 《中华人民共和国合同法》第四百六十条"));
  EXPECT_THAT(
      kind_told(check_statute,
                dated("依照《中华人民共和国合同法》第六十条、第五百零七条之规定，判决如下：")),
      ElementsAre("statute 第五百零七条"));
  // 第二百九十条 came with a later version.
  EXPECT_THAT(kind_told(check_statute,
                        dated("依照《中华人民共和国民事诉讼法》第二百九十条之规定，判决如下：")),
              ElementsAre("statute 《中华人民共和国民事诉讼法》第二百九十条"));
}

TEST(StatuteCheck, TellsALawThatDidNotApplyYet) {
  EXPECT_THAT(kind_told(check_statute,
                        dated("依照《中华人民共和国民法典》第五百七十七条之规定，判决如下：")),
              ElementsAre("statute_version 《中华人民共和国民法典》第五百七十七条"));
}

TEST(StatuteCheck, AcceptsRightCitations) {
  for (const std::string_view innocent : {
           "依照《中华人民共和国合同法》第六十条、第四百二十八条之规定，判决如下：",
           "依照《中华人民共和国民事诉讼法》第二百八十四条之规定，判决如下：",
           "依照《江海市道路停车条例》第四百条之规定，判决如下：",
           "依照《江海市中华人民共和国合同法实施细则》第五百条之规定，判决如下：",
           "根据双方合同第五百条的约定，判决如下：",
           "依照该法第六百条之规定，判决如下：",
           "依照《中华人民共和国合同法》第六十条，《中华人民共和国侵权责任法》第九十二条之规定，判"
           "决如下：",
       }) {
    EXPECT_THAT(kind_told(check_statute, dated(innocent)), IsEmpty()) << innocent;
  }
  EXPECT_THAT(
      kind_told(check_statute, dated("依照《中华人民共和国合同法》第六十条之规定，判决如下：",
                                     "二〇二三年五月十日")),
      IsEmpty());  // old facts
}

constexpr std::string_view kDelay = "之规定，加倍支付迟延履行期间的债务利息。";

TEST(StatuteCheck, KnowsWhereDoubleInterestStands) {
  const auto notice = [](std::string_view law) {
    return "如果未按本判决指定的期间履行给付金钱义务，应当依照" + std::string(law) +
           std::string(kDelay);
  };
  EXPECT_THAT(kind_told(check_statute, delay(notice("《中华人民共和国民事诉讼法》第二百五十二条"))),
              ElementsAre("statute 《中华人民共和国民事诉讼法》第二百五十二条"));
  EXPECT_THAT(kind_told(check_statute, delay(notice("《中华人民共和国合同法》第二百五十三条"))),
              ElementsAre("statute_name 《中华人民共和国合同法》第二百五十三条"));
  EXPECT_THAT(kind_told(check_statute, delay(notice("《中华人民共和国民事诉讼法》第二百二十九条"))),
              ElementsAre("statute_version 《中华人民共和国民事诉讼法》第二百二十九条"));
  EXPECT_THAT(kind_told(check_statute, delay(notice("《中华人民共和国民事诉讼法》第二百五十三条"),
                                             "二〇二四年三月一日")),
              ElementsAre("statute_version 《中华人民共和国民事诉讼法》第二百五十三条"));
  EXPECT_THAT(kind_told(check_statute, delay(notice("《中华人民共和国民事诉讼法》第二百五十三条"))),
              IsEmpty());
  EXPECT_THAT(kind_told(check_statute, delay(notice("《中华人民共和国民事诉讼法》第二百六十四条"),
                                             "二〇二四年三月一日")),
              IsEmpty());
  EXPECT_THAT(kind_told(check_statute, delay(notice("《中华人民共和国民事诉讼法》第二百二十九条"),
                                             "二〇一二年十二月三十一日")),
              IsEmpty());
  // Without a day every version may be meant.
  EXPECT_THAT(
      kind_told(check_statute, delay(notice("《中华人民共和国民事诉讼法》第二百二十九条"), "")),
      IsEmpty());
  // The lower court's own notice.
  Invented quoted;
  quoted.part(Tag::kNotice, notice("《中华人民共和国民事诉讼法》第二百二十九条"), Level::kFirst)
      .part(Tag::kSignature, "二〇一六年五月十日");
  EXPECT_THAT(kind_told(check_statute, quoted), IsEmpty());
}

TEST(StatuteCheck, LearnsFromTheFactsThatAVersionIsPast) {
  Invented judgment;
  judgment.facts("经审理查明，2014年8月22日作出仲裁裁决。")
      .part(Tag::kNotice,
            "应当依照《中华人民共和国民事诉讼法》第二百二十九条之规定，加倍支付迟延履行期间的债务利"
            "息。");
  EXPECT_THAT(kind_told(check_statute, judgment),
              ElementsAre("statute_version 《中华人民共和国民事诉讼法》第二百二十九条"));
  Invented due;
  due.facts("经审理查明，双方约定2014年8月22日前还款。")
      .part(Tag::kNotice,
            "应当依照《中华人民共和国民事诉讼法》第二百二十九条之规定，加倍支付迟延履行期间的债务利"
            "息。");
  EXPECT_THAT(kind_told(check_statute, due), IsEmpty());
}

TEST(StatuteCheck, MissesTheNameOfTheLaw) {
  EXPECT_THAT(kind_told(check_statute, dated("综上，依照第一百零七条之规定，判决如下：")),
              ElementsAre("statute_name 第一百零七条"));
  Invented absent;
  absent.reasoning("本院认为，被告经传票传唤无正当理由拒不到庭，依法缺席判决。")
      .part(Tag::kBasis,
            "依照《中华人民共和国合同法》第六十条、第二百零七条、第一百四十四条之规定，判决如下：")
      .part(Tag::kSignature, "二〇一六年五月十日");
  EXPECT_THAT(kind_told(check_statute, absent), ElementsAre("statute_name 第一百四十四条"));
  EXPECT_THAT(kind_told(check_statute, delay("应当依照第二百五十三条" + std::string(kDelay))),
              ElementsAre("statute_name 第二百五十三条"));
  EXPECT_THAT(
      kind_told(check_statute, dated("依照《中华人民共和国合同法》第六十条、第一百零七条及第六十"
                                     "四条第一款之规定，判决如下：")),
      ElementsAre("statute_name 第六十四条第一款"));
  EXPECT_THAT(
      kind_told(
          check_statute,
          dated("依照《中华人民共和国合同法》第四十四条、第六十条、第六十四条之规定，判决如下：")),
      IsEmpty());
  Invented named;
  named.reasoning("本院认为，被告经传票传唤无正当理由拒不到庭，依法缺席判决。")
      .part(Tag::kBasis,
            "依照《中华人民共和国合同法》第六十条、第二百零七条、《中华人民共和国民事诉讼法》第一百"
            "四十四条之规定，判决如下：")
      .part(Tag::kSignature, "二〇一六年五月十日");
  EXPECT_THAT(kind_told(check_statute, named), IsEmpty());
}

TEST(FeeCheck, AddsSharesAndHalves) {
  Invented wrong_half;
  wrong_half.costs("案件受理费4268元，减半收取2143元，由被告负担。");
  EXPECT_THAT(kind_told(check_fee, wrong_half), ElementsAre("fee 2143元"));
  Invented wrong_sum;
  wrong_sum.costs("案件受理费4268元，由原告负担1268元，由被告负担3300元。");
  EXPECT_THAT(kind_told(check_fee, wrong_sum),
              ElementsAre("fee 由原告负担1268元，由被告负担3300元"));
  Invented apart;
  apart.costs("案件受理费4268元。由原告负担268元，由被告负担3000元。");
  EXPECT_THAT(kind_told(check_fee, apart), ElementsAre("fee 由原告负担268元，由被告负担3000元"));
  Invented each;
  each.costs("案件受理费3000元，由原告负担1100元，由被告甲、乙各负担1001.5元。");
  EXPECT_THAT(kind_told(check_fee, each),
              ElementsAre("fee 由原告负担1100元，由被告甲、乙各负担1001.5元"));
}

TEST(FeeCheck, AcceptsWhatCourtsDo) {
  for (const std::string_view innocent : {
           "案件受理费4268元，减半收取2134元，由被告负担。",
           "案件受理费4267元，减半收取2134元，由被告负担。",  // rounded
           "案件受理费25元（已减半收取），由被告负担。",
           "案件受理费4268元，由原告负担1268元，由被告负担3000元。",
           "案件受理费4268元，减半收取2134元，由原告负担1134元，由被告负担1000元。",
           "案件受理费4268元，保全费1000元，由原告负担1268元，由被告负担4000元。",
           "案件受理费4268元，减半收取2134元，保全费1000元，由原告负担134元，被告负担3000元。",
           "案件受理费3000元，由原告负担1000元，由被告甲、乙各负担1000元。",
           "案件受理费4268元（原告已预交4000元），由原告负担268元，由被告负担4000元。",
           "本诉受理费1153元，由原告负担；反诉受理费220，由原告负担177元，被告负担43元。",
           "案件受理费4268元。由原告负担268元，由被告负担4000元。",
           "案件受理费4268元，由原告负担268元，其余由被告甲负担1000元、被告乙负担3000元。",
           "案件受理费4268元，反诉费100元，由原告负担268元、被告负担4000元；反诉费由被告负担。",
       }) {
    Invented judgment;
    judgment.costs(innocent);
    EXPECT_THAT(kind_told(check_fee, judgment), IsEmpty()) << innocent;
  }
}

Invented sentence(std::string_view item, std::string_view facts = "被告人闻某因本案被取保候审。") {
  Invented judgment;
  judgment.facts(facts).disposition({item});
  return judgment;
}

TEST(Periods, CountMonthsAsTheCalendarDoes) {
  const std::vector<Term> terms =
      find_terms(fold("判处有期徒刑一年零九个月；拘役五个月；管制二年"));
  ASSERT_EQ(terms.size(), 3U);
  EXPECT_EQ(terms[0].months, 21);
  EXPECT_EQ(terms[1].months, 5);
  EXPECT_TRUE(terms[2].control);
  Date end;
  end.year = 2015;
  end.month = 8;
  end.day = 31;
  end = after_months(end, 6);
  EXPECT_EQ(end.month, 2);
  EXPECT_EQ(end.day, 29);
}

constexpr std::string_view kCounted =
    "（刑期从判决执行之日起计算。判决执行以前先行羁押的，羁押一日折抵刑期一日，即";

Invented in_custody(std::string_view head, std::string_view item) {
  Invented judgment;
  judgment.part(Tag::kParties, head).disposition({item});
  return judgment;
}

TEST(SentenceTermCheck, CountsTheEnd) {
  const std::string year = "被告人闻某犯盗窃罪，判处有期徒刑四年，并处罚金五千元" +
                           std::string(kCounted) + "自2014年5月23日起至2019年5月22日止）。";
  EXPECT_THAT(kind_told(check_sentence_term, sentence(year)),
              ElementsAre("sentence_term 自2014年5月23日起至2019年5月22日止"));
  // Eleven days off: sure only where custody began on that day and never stopped.
  const std::string days = "被告人闻某犯盗窃罪，判处拘役五个月" + std::string(kCounted) +
                           "自2014年5月23日起至2014年11月2日止）。";
  EXPECT_THAT(
      kind_told(check_sentence_term, in_custody("被告人闻某，曾因盗窃被判处有期徒刑，2010年5月1"
                                                "日刑满释放。因涉嫌盗窃于2014年5月23日被刑事"
                                                "拘留，同年6月1日被逮捕。现羁押于江海市看守所。",
                                                days)),
      ElementsAre("sentence_term 自2014年5月23日起至2014年11月2日止"));
  EXPECT_THAT(
      kind_told(
          check_sentence_term,
          in_custody("被告人闻某，因涉嫌盗窃于2014年5月23日被刑事拘留，同年6月1日被取保候审。",
                     days)),
      IsEmpty());
  EXPECT_THAT(
      kind_told(check_sentence_term,
                in_custody("被告人闻某，因涉嫌盗窃于2014年5月12日被抓获，2014年5月23日被刑事拘留。",
                           days)),
      IsEmpty());
}

TEST(SentenceTermCheck, AcceptsCreditBailAndJointTerms) {
  for (const std::string_view period : {
           "判处有期徒刑四年（刑期自2014年5月23日起至2018年5月22日止）。",
           "判处拘役五个月（刑期自2014年5月23日起至2014年9月20日止）。",  // credit unsaid
           "判处有期徒刑四年（刑期从判决执行之日起计算，扣除先行羁押的35日，自2014年5月23日起至2018"
           "年4月17日止）。",
           "判处有期徒刑一年（刑期自2014年5月23日起至2015年4月22日止）。",  // 30 days of custody
                                                                            // before bail
           "犯盗窃罪，判处有期徒刑二年；犯诈骗罪，判处有期徒刑三年，决定执行有期徒刑四年（刑期自201"
           "4年5月23日起至2018年5月22日止）。",
           "判处有期徒刑十年，与原判有期徒刑十二年并罚，决定执行有期徒刑十七年（刑期自2010年10月14"
           "日起至2025年11月9日止）。",
           "将罪犯闻某减去有期徒刑九个月（刑期自2009年2月22日起至2019年11月21日止）。",
           "判处有期徒刑三年，缓刑四年（缓刑考验期限从判决确定之日起计算）。",
       }) {
    EXPECT_THAT(kind_told(check_sentence_term, sentence(period)), IsEmpty()) << period;
  }
}

Invented ordered(const std::vector<std::string_view>& lines) {
  Invented judgment;
  judgment.disposition(lines);
  return judgment;
}

TEST(NumberingCheck, MissesANumberAndSeesOneTwice) {
  EXPECT_THAT(kind_told(check_numbering, ordered({"一、撤销判决；", "三、驳回请求。"})),
              ElementsAre("numbering 三、驳回请求"));
  EXPECT_THAT(
      kind_told(check_numbering, ordered({"一、撤销判决；", "二、支付货款；", "二、驳回请求。"})),
      ElementsAre("numbering 二、驳回请求"));
  EXPECT_THAT(kind_told(check_numbering,
                        ordered({"一、撤销判决；二、支付货款；四、支付利息；五、驳回请求。"})),
              ElementsAre("numbering 四、支付利息"));
}

TEST(NumberingCheck, AcceptsRunOnItemsQuotedOrdersAndOtherMarks) {
  for (const std::vector<std::string_view>& innocent : std::vector<std::vector<std::string_view>>{
           {"一、撤销；", "二、支付；", "三、驳回。"},
           {"一、撤销；二、变更；", "三、驳回。"},
           {"一、支付：1、货款；3、利息；", "二、驳回。"},
           {"一、甲付；", "二、乙付；", "一、丙付。"},
           {"驳回上诉，维持原判。"},
           {"一、支付（已付）二、支付；", "三、驳回。"},
           {"一、支付；", "二，支付；", "三、驳回。"},
           {"一、支付", "二驳回；", "三、驳回。"},
           {"一、维持判决第二项，即“二、支付货款”；", "二、驳回上诉。"},
           {"一、维持判决第三项，即：三、支付货款；", "二、驳回上诉。"},
       }) {
    EXPECT_THAT(kind_told(check_numbering, ordered(innocent)), IsEmpty()) << innocent.front();
  }
}

Invented appeal(std::string_view procedure, std::string_view order) {
  Invented judgment;
  judgment.part(Tag::kProcedure, procedure).disposition({order});
  return judgment;
}

TEST(CaseNumberCheck, ComparesWhatIsSetAsideWithWhatWasAppealed) {
  EXPECT_THAT(
      kind_told(check_case_number,
                appeal("闻知远不服江海市人民法院（2015）江民初字第1177号民事判决，向本院提起上诉。",
                       "撤销江海市人民法院（2014）江民初字第1177号民事判决；")),
      ElementsAre("case_number （2014）江民初字第1177号"));
  EXPECT_THAT(
      kind_told(check_case_number,
                appeal("闻知远不服江海市人民法院（2015）江民初字第1177号民事判决，向本院提起上诉。",
                       "维持江海市人民法院（2015）江民初字第1717号民事判决；")),
      ElementsAre("case_number （2015）江民初字第1717号"));
}

TEST(CaseNumberCheck, KnowsALongSerialAnywhere) {
  Invented judgment;
  judgment.facts("江海市人民法院作出（2016）苏0102民初11773号民事判决。")
      .reasoning("上述事实，有（2015）苏0102民初11773号民事判决书为证。");
  EXPECT_THAT(kind_told(check_case_number, judgment),
              ElementsAre("case_number （2015）苏0102民初11773号"));
  Invented instances;
  instances.facts(
      "江海市人民法院作出（2015）江民初字第11773号民事判决，现有（2015）江民终字第11773号民事裁定"
      "。");
  EXPECT_THAT(kind_told(check_case_number, instances), IsEmpty());
}

TEST(CaseNumberCheck, AcceptsOtherCases) {
  EXPECT_THAT(
      kind_told(check_case_number,
                appeal("闻知远不服江海市人民法院（2015）江民初字第1177号民事判决，向本院提起上诉。",
                       "维持江海市人民法院（2015）江民初字第01177号民事判决；")),
      IsEmpty());
  EXPECT_THAT(
      kind_told(
          check_case_number,
          appeal("不服江海市人民法院（2015）江民初字第1177号、（2015）江民初字第1178号民事判决。",
                 "撤销江海市人民法院（2015）江民初字第1178号民事判决；")),
      IsEmpty());
  // Sister cases in the reasoning.
  Invented sisters;
  sisters
      .facts(
          "江海市人民法院（2015）江民初字第1177号民事判决认定合同有效。江海市人民法院（2015）江民初"
          "字第1177号民事判决已生效。")
      .reasoning("江海市人民法院（2015）江民初字第1178号民事判决另案处理。");
  EXPECT_THAT(kind_told(check_case_number, sisters), IsEmpty());
  EXPECT_THAT(kind_told(check_case_number, appeal("不服（2015）江民初字第1177号民事判决。",
                                                  "撤销（2015）江民初字第2964号民事判决；")),
              IsEmpty());
}

TEST(CaseNumbers, AreReadInBothForms) {
  const auto numbers =
      find_case_numbers(fold("不服江海市人民法院（2016）苏0102民初00123号民事判决和(2015)"
                             "江执字第88号之二执行裁定、（2014）江民初字第××号"));
  ASSERT_EQ(numbers.size(), 2U);
  EXPECT_EQ(numbers[0].code, "苏0102民初");
  EXPECT_EQ(numbers[0].serial, "123");
  EXPECT_EQ(numbers[0].court, "江海市人民法院");
  EXPECT_EQ(numbers[0].act, "民事判决");
}

Invented interest(std::string_view reasoning, std::string_view item) {
  Invented judgment;
  judgment.reasoning(reasoning).disposition({item});
  return judgment;
}

TEST(InterestCheck, ComparesStartAndRate) {
  EXPECT_THAT(
      kind_told(check_interest,
                interest("本院认为，被告应自2018年3月12日起按年利率6%支付逾期利息。",
                         "被告支付逾期利息（自2019年3月12日起按年利率6%计算至付清之日止）；")),
      ElementsAre("interest 被告支付逾期利息（自2019年3月12日起按年利率6%计算至付清之日止）"));
  EXPECT_THAT(
      kind_told(check_interest,
                interest("本院认为，被告应自2018年3月12日起按年利率6%支付逾期利息。",
                         "被告支付逾期利息（自2018年3月12日起按年利率16%计算至付清之日止）；")),
      ElementsAre("interest 被告支付逾期利息（自2018年3月12日起按年利率16%计算至付清之日止）"));
}

TEST(InterestCheck, AcceptsNextDaysOtherUnitsAndCaps) {
  EXPECT_THAT(
      kind_told(check_interest,
                interest("本院认为，被告应自2018年3月11日起按月利率2%支付逾期利息。",
                         "被告支付逾期利息（自2018年3月12日起按年利率24%计算至付清之日止）；")),
      IsEmpty());
  EXPECT_THAT(
      kind_told(check_interest,
                interest("本院认为，约定的年利率36%过高，调整为法律保护的上限，利息应予支持。",
                         "被告支付利息（按年利率24%计算至付清之日止）；")),
      IsEmpty());
  EXPECT_THAT(
      kind_told(
          check_interest,
          interest(
              "本院认为，被告应自2018年3月12日起支付第一笔利息，自2019年3月12日起支付第二笔利息。",
              "被告支付利息（自2018年3月12日起计算）、利息（自2019年3月12日起计算）；")),
      IsEmpty());
  EXPECT_THAT(
      kind_told(check_interest,
                interest("本院认为，截至2018年3月2日的利息应予支持。",
                         "被告支付截至2018年3月16日的利息500元，自2018年3月17日起的利息另计；")),
      IsEmpty());
}

TEST(UnitCheck, FindsALostTenThousand) {
  Invented lent;
  lent.facts("经审理查明，原告出借款项，被告收到借款50万元。")
      .reasoning("本院认为，被告应返还借款50元。");
  EXPECT_THAT(kind_told(check_unit, lent), ElementsAre("unit 被告应返还借款50元"));
  Invented moved;
  moved.facts("经审理查明，原告主张50万元，实际向被告转账50元。");
  EXPECT_THAT(kind_told(check_unit, moved), ElementsAre("unit 实际向被告转账50元"));
}

TEST(UnitCheck, AcceptsSmallFiguresOfTheirOwn) {
  for (const std::string_view innocent : {
           "经审理查明，货款5万元，每件5元。",
           "经审理查明，被告借款50万元，支付工本费50元。",
           "经审理查明，借款50万元，即借款500000元。",
           "经审理查明，补偿3万元，交通费3元。",
           "经审理查明，被告垫付挂号费10元，赔偿10万元。",
       }) {
    Invented judgment;
    judgment.facts(innocent);
    EXPECT_THAT(kind_told(check_unit, judgment), IsEmpty()) << innocent;
  }
}

TEST(PlaceCheck, KnowsWhatLiesWhere) {
  Invented wrong;
  wrong.facts("被告住所地为安徽省南京市。");
  EXPECT_THAT(kind_told(check_place, wrong), ElementsAre("place 安徽省南京市"));
  Invented county;
  county.facts("货物运至四川省射阳县。");
  EXPECT_THAT(kind_told(check_place, county), ElementsAre("place 四川省射阳县"));
}

TEST(PlaceCheck, AcceptsRightMovedAndUnknownPlaces) {
  for (const std::string_view innocent : {
           "住江苏省南京市。",
           "住江苏省昆山市。",
           "住四川省重庆市。",
           "住安徽省南京路5号。",
           "住江海省远帆市。",
           "住安徽省、江苏省南京市。",
           "住广东省广州市东山区。",
           "住吉林省吉林市。",
           "住河北省石家庄市长安区。",
       }) {
    Invented judgment;
    judgment.facts(innocent);
    EXPECT_THAT(kind_told(check_place, judgment), IsEmpty()) << innocent;
  }
  EXPECT_THAT(provinces_of("南京市"), ElementsAre("江苏省"));
}

Invented court(std::string_view own, std::string_view notice) {
  Invented judgment;
  judgment.structure.court = own;
  judgment.part(Tag::kTitle, own).part(Tag::kNotice, notice);
  return judgment;
}

TEST(CourtCheck, KnowsTheCourtAbove) {
  EXPECT_THAT(
      kind_told(check_court, court("江苏省南京市玄武区人民法院", "上诉于江苏省高级人民法院。")),
      ElementsAre("court 江苏省高级人民法院"));
  EXPECT_THAT(kind_told(check_court,
                        court("江苏省南京市玄武区人民法院", "上诉于江苏省苏州市中级人民法院。")),
              ElementsAre("court 江苏省苏州市中级人民法院"));
  EXPECT_THAT(
      kind_told(check_court, court("江苏省南京市中级人民法院", "上诉于安徽省高级人民法院。")),
      ElementsAre("court 安徽省高级人民法院"));
}

TEST(CourtCheck, MeasuresLevelAndProvinceOfAdministrativeCases) {
  const auto told_of = [](std::string_view own, std::string_view notice) {
    Invented judgment = court(own, notice);
    judgment.structure.kind = segmenter::Kind::kZhAdministrative;
    return kind_told(check_court, judgment);
  };
  EXPECT_THAT(told_of("江苏省南京市玄武区人民法院", "上诉于江苏省高级人民法院。"),
              ElementsAre("court 江苏省高级人民法院"));
  EXPECT_THAT(told_of("江苏省南京市玄武区人民法院", "上诉于安徽省合肥市中级人民法院。"),
              ElementsAre("court 安徽省合肥市中级人民法院"));
  EXPECT_THAT(told_of("江苏省南京市玄武区人民法院", "上诉于江苏省苏州市中级人民法院。"), IsEmpty());
}

TEST(CourtCheck, AcceptsTheRightAndTheSpecialCourts) {
  EXPECT_THAT(kind_told(check_court,
                        court("江苏省南京市玄武区人民法院", "上诉于江苏省南京市中级人民法院。")),
              IsEmpty());
  EXPECT_THAT(
      kind_told(check_court, court("南京市玄武区人民法院", "上诉于江苏省南京市中级人民法院。")),
      IsEmpty());
  EXPECT_THAT(
      kind_told(check_court, court("江苏省南京市中级人民法院", "上诉于江苏省高级人民法院。")),
      IsEmpty());
  EXPECT_THAT(
      kind_told(check_court, court("北京市海淀区人民法院", "上诉于北京市第一中级人民法院。")),
      IsEmpty());
  EXPECT_THAT(kind_told(check_court, court("南京铁路运输法院", "上诉于江苏省苏州市中级人民法院。")),
              IsEmpty());
  EXPECT_THAT(
      kind_told(check_court, court("江苏省昆山市人民法院", "上诉于江苏省苏州市中级人民法院。")),
      IsEmpty());
}

}  // namespace
}  // namespace proviso::tasks
