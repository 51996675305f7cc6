// Short names, strangers, counts, case numbers and shares as judgments really write them. All
// documents are invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/alias.h"
#include "tasks/checks/case_number.h"
#include "tasks/checks/case_view.h"
#include "tasks/checks/checks.h"
#include "tasks/checks/party_count.h"
#include "tasks/checks/share.h"
#include "tasks/checks/unknown_party.h"
#include "tests/tasks/told.h"

namespace proviso::tasks {
namespace {

using segmenter::Tag;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Invented suit(std::string_view reasoning) {
  Invented judgment;
  judgment
      .part(
          Tag::kProcedure,
          "申请人江海市云岭机械有限公司（以下简称云岭机械公司）与被申请人江海市清和商贸有限公司（以"
          "下简称清和公司）一案，不服江海市中级人民法院（以下简称江海中院）判决。申请人云岭机械公司"
          "、清和公司到庭，江海中院已审结，云岭机械公司申请再审。")
      .reasoning(reasoning);
  return judgment;
}

TEST(AliasCheck, ReadsEachOfTwoDefinitionsInOneSentence) {
  EXPECT_THAT(told(check_alias, suit("本院认为，由岭云机械公司付款。")),
              ElementsAre(HasSubstr("岭云机械公司")));
  EXPECT_THAT(told(check_alias, suit("本院认为，由和清公司付款。")),
              ElementsAre(HasSubstr("和清公司")));
}

TEST(AliasCheck, KnowsALostCharacterBehindWhatLeadsToTheRightName) {
  EXPECT_THAT(told(check_alias, suit("本院认为，申请人云机械公司的主张成立。")),
              ElementsAre(HasSubstr("云机械公司")));
  EXPECT_THAT(told(check_alias, suit("本院认为，江中院的裁定正确，江海中院认定无误。")),
              ElementsAre(HasSubstr("江中院")));
  // The ending of another name, and a word.
  EXPECT_THAT(told(check_alias, suit("本院认为，案外人白云机械公司与此无关。")), IsEmpty());
}

TEST(AliasCheck, ReadsShortNamesOfPapersAndForeignCompanies) {
  Invented judgment;
  judgment
      .facts(
          "双方签订《设备转让及保密协议》（以下简称转让协议），与Norvik,Inc."
          "（以下简称诺维克公司）无关。"
          "转让协议有效，转让协议已履行，转让协议约定了价款。")
      .reasoning("本院认为，依据转协议，由诺克维公司付款。");
  EXPECT_THAT(told(check_alias, judgment),
              ElementsAre(HasSubstr("转协议"), HasSubstr("诺克维公司")));
}

Invented order(std::string_view line) {
  Invented judgment;
  judgment.head({{"原告", "林知远"}, {"被告", "沈文柏"}, {"被告", "顾清和"}})
      .reasoning("本院认为，被告沈文柏、顾清和应偿还借款。")
      .disposition({line});
  return judgment;
}

TEST(UnknownPartyCheck, ReadsWhoStandsInAListOfNames) {
  EXPECT_THAT(told(check_unknown_party, order("一、被告沈文柏、苗若溪共同偿还原告林知远借款。")),
              ElementsAre(HasSubstr("苗若溪")));
  EXPECT_THAT(told(check_unknown_party, order("一、被告苗若溪每月支付原告林知远600元。")),
              ElementsAre(HasSubstr("苗若溪")));
  EXPECT_THAT(told(check_unknown_party, order("一、被告沈文柏、顾清和共同偿还原告林知远借款。")),
              IsEmpty());
  // What stands behind a name need not be one.
  EXPECT_THAT(told(check_unknown_party, order("一、被告沈文柏、施工费及安装费由被告顾清和负担。")),
              IsEmpty());
}

TEST(UnknownPartyCheck, KnowsATradeFromAName) {
  Invented judgment = order("一、其中500元退回东岭市卓远物流有限公司。");
  judgment.facts("货物由某物流公司承运。");
  EXPECT_THAT(told(check_unknown_party, judgment), ElementsAre(HasSubstr("卓远物流")));
}

TEST(PartyCountCheck, CountsTheAccusedApartFromCompanies) {
  Invented judgment;
  judgment.head({{"被告单位", "云岭公司"}, {"被告人", "沈文柏"}, {"被告人", "顾清和"}})
      .reasoning("本院认为，被告单位、三名被告人构成犯罪。");
  EXPECT_THAT(told(check_party_count, judgment), ElementsAre(HasSubstr("三名被告人")));
  Invented right;
  right.head({{"被告单位", "云岭公司"}, {"被告人", "沈文柏"}, {"被告人", "顾清和"}})
      .reasoning("本院认为，被告单位、二名被告人构成犯罪。第一、三被告到庭。");
  EXPECT_THAT(told(check_party_count, right), IsEmpty());
}

Invented numbered(std::string_view procedure, std::string_view costs = "") {
  Invented judgment;
  judgment.part(Tag::kCaseNumber, "（2031）江01民初1234号").part(Tag::kProcedure, procedure);
  if (!costs.empty()) judgment.costs(costs);
  return judgment;
}

TEST(OwnCaseNumber, IsToldWhereItsDigitsAreExchanged) {
  EXPECT_THAT(told(check_case_number, numbered("本案（2031）江01民初1243号审理终结。")),
              ElementsAre("（2031）江01民初1243号"));
  EXPECT_THAT(
      told(check_case_number, numbered("本院作出（2031）江01民初1243号民事裁定，冻结存款。")),
      ElementsAre("（2031）江01民初1243号"));
  EXPECT_THAT(
      told(check_case_number, numbered("审理终结。", "本案（2031）江01民初1324号案件受理费50元。")),
      ElementsAre("（2031）江01民初1324号"));
  EXPECT_THAT(told(check_case_number, numbered("本案（2031）江01民初1234号审理终结。")), IsEmpty());
}

TEST(OwnCaseNumber, LeavesOtherCasesAlone) {
  for (const std::string_view other : {"本院作出（2031）江01财保1243号民事裁定，冻结存款。",
                                       "本院（2031）江01民初1243号民事判决已经生效。",
                                       "本案与（2031）江01民初1243号案件合并审理。",
                                       "本院另案作出（2031）江01民初1243号民事裁定，冻结存款。",
                                       "本院作出（2031）江01民初1235号民事裁定，冻结存款。",
                                       "不服江海市人民法院（2030）江0102民初1234号民事判决。"})
    EXPECT_THAT(told(check_case_number, numbered(other)), IsEmpty()) << other;
}

TEST(OwnCaseNumber, BearsTheCodeOfThisCourtAndOneYear) {
  Invented judgment;
  judgment.part(Tag::kCaseNumber, "（2031）江0606民督8号")
      .part(Tag::kProcedure, "本院（2031）江0660民督8号支付令自行失效。");
  EXPECT_THAT(told(check_case_number, judgment), ElementsAre("（2031）江0660民督8号"));
  EXPECT_THAT(told(check_case_number, numbered("答辩人请求将（2013）江01民初1234号案中止诉讼。")),
              ElementsAre("（2013）江01民初1234号"));
}

TEST(OwnCaseNumber, IsOneInTitleAndHead) {
  Invented judgment;
  judgment.part(Tag::kTitle, "（2031）江09刑初7号刑事判决书")
      .part(Tag::kCaseNumber, "（2031）江08刑初7号");
  EXPECT_THAT(told(check_case_number, judgment), ElementsAre("（2031）江08刑初7号"));
}

TEST(CaseNumberCheck, KnowsTheDecisionWhoseRulingIsQuoted) {
  Invented judgment;
  judgment
      .part(Tag::kProcedure,
            "清和公司不服江海省高级人民法院作出的（2031）江民二初字第7号民事判决，提起上诉。")
      .facts("原审法院作出（2031）江民二初字第1号民事判决，判决：一、付款。")
      .disposition({"撤销江海省高级人民法院（2031）江民二初字第7号民事判决。"});
  EXPECT_THAT(told(check_case_number, judgment), ElementsAre("（2031）江民二初字第1号"));
  Invented padded;
  padded
      .part(Tag::kProcedure,
            "清和公司不服江海省高级人民法院（2031）江民管字第0004号民事裁定，提起上诉。")
      .disposition({"驳回上诉，维持江海省高级人民法院（2031）江民管字第0404号民事裁定。"});
  EXPECT_THAT(told(check_case_number, padded), ElementsAre("（2031）江民管字第0404号"));
}

TEST(CaseNumberCheck, KnowsExchangedDigitsOfALongNumberInAList) {
  Invented judgment;
  judgment.facts(
      "原告提交（2030）江0112民初4061号民事判决书1份、（2030）江0112民初0461号民事裁定书1份。");
  EXPECT_THAT(told(check_case_number, judgment), ElementsAre("（2030）江0112民初0461号"));
  Invented notary;
  notary.facts(
      "原告提交（2030）江清证字第19545号公证书。上述事实有（2030）江清证字第91545号公证书。");
  EXPECT_THAT(told(check_case_number, notary), ElementsAre("（2030）江清证字第91545号"));
  Invented series;
  series.facts(
      "原告提交（2030）江0112民初4061号民事判决书、（2030）江0112民初4062号民事判决书。另有（2030）"
      "江清"
      "证字第19545号公证书。还有（2030）江清证字第19546号公证书。");
  EXPECT_THAT(told(check_case_number, series), IsEmpty());
}

Invented reasoned(std::string_view reasoning) {
  Invented judgment;
  judgment.reasoning(reasoning);
  return judgment;
}

TEST(ShareCheck, ComparesAShareWithItsCalculation) {
  EXPECT_THAT(told(check_share, reasoned("由被告按80%的责任比例赔偿原告7840元（11200元×70%）。")),
              ElementsAre(HasSubstr("80%")));
  EXPECT_THAT(told(check_share, reasoned("由被告按70%的责任比例赔偿原告7840元（11200元×70%）。")),
              IsEmpty());
  EXPECT_THAT(told(check_share, reasoned("被告应承担责任的50%。超出限额的57781.67元，按责任比例60%"
                                         "即28890.84元由被告承担。")),
              ElementsAre(HasSubstr("60%")));
  EXPECT_THAT(told(check_share, reasoned("甲出资1200万元，持股比例为70%；乙出资800万元，持股比例为4"
                                         "0%。")),
              ElementsAre(HasSubstr("70%")));
  EXPECT_THAT(told(check_share, reasoned("甲出资1200万元，持股比例为60%；乙出资800万元，持股比例为4"
                                         "0%。")),
              IsEmpty());
}

TEST(ShareCheck, KnowsTwoWhoBearMoreOrLessThanTheWhole) {
  EXPECT_THAT(told(check_share, reasoned("双方各承担投资损失的40%。")),
              ElementsAre(HasSubstr("40%")));
  EXPECT_THAT(told(check_share, reasoned("双方各承担投资损失的40%，其余由第三人承担。")),
              IsEmpty());
  EXPECT_THAT(told(check_share, reasoned("按责任大小承担按份责任，沈文柏承担70%，顾清和承担40%。")),
              ElementsAre(HasSubstr("40%")));
  EXPECT_THAT(told(check_share, reasoned("被告承担70%的责任，原告应当承担20%的责任。")),
              ElementsAre(HasSubstr("20%")));
  EXPECT_THAT(
      told(check_share, reasoned("被告承担70%的责任，原告应当承担20%的责任。保险公司另行赔付。")),
      IsEmpty());
}

TEST(Checks, TellOneSlipOfACapitalFigureOnce) {
  Invented judgment;
  judgment.head({{"原告", "林知远"}, {"被告", "沈文柏"}})
      .facts("被告向原告借款，双方确认尚欠借款本金125000元。")
      .reasoning("本院认为，被告应偿还借款本金125000元。")
      .disposition({"一、被告沈文柏偿还原告林知远借款本金123000元（大写：壹拾贰万伍仟元整）；"});
  const std::vector<Finding> findings = run_checks(judgment.text, judgment.structure);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings.front().kind, "capital_figure");
}

TEST(Checks, QuoteWholeBrackets) {
  Invented judgment;
  judgment.head({{"原告", "林知远"}, {"被告", "沈文柏"}})
      .facts("被告向原告借款，双方确认尚欠借款本金125000元。")
      .reasoning("本院认为，被告应偿还借款本金125000元。")
      .disposition({"一、被告沈文柏偿还原告林知远借款本金123000元（已扣除：零）；"});
  const std::vector<Finding> findings = run_checks(judgment.text, judgment.structure);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings.front().kind, "amount");
  const std::string quote =
      judgment.text.substr(findings.front().place.start, findings.front().place.size());
  EXPECT_EQ(quote.find("（") == std::string::npos, quote.find("）") == std::string::npos);
}

TEST(AliasCheck, TakesNoLineEndForALetterOfTheName) {
  Invented judgment;
  judgment
      .facts(
          "原告诉至江海市云岭区人民法院（以下简称云岭法\n院），云岭法院受理。云岭法\n院作出裁定。")
      .reasoning("本院认为，根据云岭法院\n移送的材料，原告的主张成立。");
  EXPECT_THAT(told(check_alias, judgment), IsEmpty());
}

TEST(ShareCheck, CountsAShareThatIsSaidAgainOnce) {
  const auto judgment = [](std::string_view words) {
    Invented out;
    out.head({{"原告", "林知远"}, {"被告", "沈文柏"}}).reasoning(words);
    return out;
  };
  EXPECT_THAT(told(check_share, judgment("本院认为，机动车方依法应当承担60%的赔偿责任，即被告沈文柏"
                                         "对于原告的损失承担60%的赔偿责任。")),
              IsEmpty());
  EXPECT_THAT(told(check_share, judgment("本院认为，被告沈文柏应当承担60%的赔偿责任，原告林知远"
                                         "承担60%的赔偿责任。")),
              ElementsAre(HasSubstr("60%")));
}

TEST(UnknownPartyCheck, KnowsACompanyByItsNameWithoutItsSeat) {
  Invented judgment;
  judgment.head({{"原告", "林知远"}, {"被告", "沈文柏"}})
      .facts("车辆的所有人为天麓煤业公司。")
      .reasoning("本院认为，天麓煤业公司作为被挂靠人，应当承担连带责任。")
      .disposition({"一、被告江海省云岭市天麓煤业有限公司与被告沈文柏承担连带赔偿责任。"});
  EXPECT_THAT(told(check_unknown_party, judgment), IsEmpty());
}

}  // namespace
}  // namespace proviso::tasks
