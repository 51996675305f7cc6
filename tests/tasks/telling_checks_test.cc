// Events told twice, findings turned round, courts named wrongly, strangers in the order. All
// documents are invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tasks/checks/checks.h"
#include "tests/tasks/invented.h"

namespace proviso::tasks {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Kind and quote of each finding, "kind: quote".
std::vector<std::string> told(const Invented& judgment) {
  std::vector<std::string> list;
  for (const Finding& each : run_checks(judgment.text, judgment.structure)) {
    list.push_back(each.kind + ": " + judgment.text.substr(each.place.start, each.place.size()));
  }
  return list;
}

MATCHER_P2(OneFlag, kind, quote, "") {
  return arg.size() == 1 && arg[0].starts_with(std::string(kind) + ": ") &&
         arg[0].find(quote) != std::string::npos;
}

Invented telling(std::string_view facts, std::string_view reasoning) {
  Invented judgment;
  judgment.facts(facts).reasoning(reasoning);
  return judgment;
}

TEST(EventDateCheck, TellsOneEventWithTwoDays) {
  EXPECT_THAT(told(telling("经审理查明，2018年3月5日，原被告签订设备租赁合同。",
                           "本院认为，双方于2018年3月15日签订的设备租赁合同有效。")),
              OneFlag("date", "2018年3月15日"));
  EXPECT_THAT(told(telling("经审理查明，被告自2017年1月1日至2017年12月31日未交纳物业服务费。",
                           "本院认为，被告应交纳2016年1月1日至2017年12月31日的物业服务费。")),
              OneFlag("date", "2016年1月1日"));
}

TEST(EventDateCheck, AcceptsOtherEventsPeriodsThatGoOnAndWishes) {
  for (const auto& [facts, reasoning] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"2018年3月5日，原被告签订设备租赁合同。", "双方于2018年3月5日签订的设备租赁合同有效。"},
           {"2018年3月5日，原被告签订设备租赁合同。", "被告于2018年3月15日支付押金。"},
           {"2018年3月5日，被告支付货款30000元。", "被告于2018年4月5日支付货款20000元。"},
           {"2018年3月5日，双方签订《设备租赁合同》。", "双方于2018年3月6日签订《设备维修合同》。"},
           {"租金已付至2018年3月31日的设备租赁合同。", "自2018年4月1日起的设备租赁合同租金未付。"},
           {"利息暂计至2018年3月5日为3000元。", "自2018年3月6日起的利息另计。"},
           {"2018年3月5日签订设备租赁合同。2019年3月5日签订设备租赁合同。",
            "双方于2018年3月5日及2019年3月5日签订的设备租赁合同有效。"},
           // Things of a list, debts of other sums, what was to be and what came.
           {"双方另案查明。",
            "证据有与恒岳公司2018年3月7日签订的设备租赁合同补充条款；与沈文柏2018年3月3日签订的设备"
            "租"
            "赁合同补充条款；收条一张。"},
           {"甲厂为2018年5月9日至2020年5月9日期间签订的主合同项下的债务在最高限额1500万元范围内提供"
            "担"
            "保。",
            "乙厂为2018年5月10日至2020年5月10日期间签订的主合同项下的债务在最高限额550万元范围内提"
            "供担"
            "保。"},
           {"远帆轮应在2018年3月20日到天津港装载煤炭钢材。",
            "远帆轮于2018年3月27日在天津港装载煤炭钢材。"},
       }) {
    EXPECT_THAT(told(telling(facts, reasoning)), IsEmpty()) << reasoning;
  }
}

TEST(DateOrderCheck, ReadsAPeriodWithoutALead) {
  EXPECT_THAT(told(telling("租期为2017年12月24日至2016年12月24日。", "本院认为，租约有效。")),
              OneFlag("date_order", "2016年12月24日"));
  EXPECT_THAT(told(telling("2012年9月28日至同年3月9日期间，原告供货。", "本院认为，合同有效。")),
              OneFlag("date_order", "同年3月9日"));
  EXPECT_THAT(told(telling("2016年12月24日至2017年12月24日，以及2015年1月1日，原告供货。",
                           "本院认为，合同有效。")),
              IsEmpty());
}

TEST(OppositeCheck, TellsAFindingTurnedRound) {
  EXPECT_THAT(told(telling("经查明，现承诺期已届满，被告仍未支付锅炉安装工程款。",
                           "本院认为，被告已支付锅炉安装工程款。")),
              OneFlag("semantic", "已支付"));
  EXPECT_THAT(told(telling("交警认定沈文柏负此次事故的主要责任。",
                           "本院认为，沈文柏负此次事故的次要责任。")),
              OneFlag("semantic", "次要责任"));
}

TEST(OppositeCheck, AcceptsOtherPeoplePartsAndReportedWords) {
  for (const auto& [facts, reasoning] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"被告未支付锅炉安装工程款。", "被告未支付锅炉安装工程款。"},
           {"沈文柏负此次事故的主要责任。", "林知远负此次事故的次要责任。"},
           {"被告尚未支付锅炉安装工程款。", "被告辩称已支付锅炉安装工程款。"},
           {"被告已付锅炉安装工程款3000元。", "被告未付锅炉安装工程款2000元。"},
           {"被告未支付锅炉安装工程款。", "如被告已支付锅炉安装工程款则不承担责任。"},
           {"被告未支付其余锅炉安装工程款。", "被告已支付锅炉安装工程款。"},
           {"双方确认被告已支付的锅炉安装工程款。", "被告尚未支付的锅炉安装工程款为2000元。"},
       }) {
    EXPECT_THAT(told(telling(facts, reasoning)), IsEmpty()) << reasoning;
  }
}

TEST(CourtNameCheck, TellsExchangedCharactersAndAnothersNumber) {
  EXPECT_THAT(told(telling("江苏省苏州市中级人民法院受理后，江苏省州苏市中级人民法院作出判决。",
                           "本院认为，判决生效。")),
              OneFlag("court", "州苏市"));
  EXPECT_THAT(told(telling("广东省深圳市中级人民法院（2021）浙03民终18号民事判决。",
                           "本院认为，判决生效。")),
              OneFlag("court", "广东省深圳市中级人民法院"));
  EXPECT_THAT(told(telling("江苏省苏州市中级人民法院（2021）苏05民终18号民事判决。"
                           "浙江省杭州市中级人民法院另有判决。",
                           "本院认为，判决生效。")),
              IsEmpty());
}

Invented without_head(std::string_view order) {
  Invented judgment;
  judgment.facts("经查明，原告林知远与被告沈文柏签订合同。原告林知远向被告沈文柏交货。")
      .reasoning("本院认为，原告林知远要求被告沈文柏付款，应予支持。")
      .disposition({order});
  return judgment;
}

TEST(CastOfAJudgmentWithoutHead, IsWhoTheTextNames) {
  EXPECT_THAT(told(without_head("被告沈文柏于十日内付清原告林知远货款。")), IsEmpty());
  EXPECT_THAT(told(without_head("被告沈文松于十日内付清原告林知远货款。")),
              OneFlag("party", "沈文松"));
  EXPECT_THAT(told(without_head("被告沈文柏于十日内付清被告林知远货款。")),
              OneFlag("role", "被告林知远"));
  EXPECT_THAT(told(without_head("被告骆一鸣于十日内付清原告林知远货款。")),
              OneFlag("unknown_party", "骆一鸣"));
  EXPECT_THAT(told(without_head("被告湖城市天穹能源有限公司于十日内付清原告林知远货款。")),
              OneFlag("unknown_party", "天穹"));
}

TEST(CastOfAJudgmentWithoutHead, LeavesMaskedAndUnnamedPartiesAlone) {
  Invented masked;
  masked.facts("经查明，原告林某与被告沈某签订合同。原告林某向被告沈某交货。")
      .reasoning("本院认为，原告林某要求被告沈某付款，应予支持。")
      .disposition({"被告沈文柏于十日内付清原告林某货款。"});
  EXPECT_THAT(told(masked), IsEmpty());  // 沈某 written out
  Invented unnamed;
  unnamed.facts("经查明，原告与被告签订合同。")
      .reasoning("本院认为，被告应当付款。")
      .disposition({"被告沈文柏于十日内付清原告林知远货款。"});
  EXPECT_THAT(told(unnamed), IsEmpty());
}

TEST(DroppedClaimCheck, TellsWhatTheOrderForgets) {
  Invented ending;
  ending.reasoning("本院认为，原告林知远要求解除租赁合同，符合法律规定，本院予以支持。")
      .disposition(
          {"一、被告沈文柏支付原告林知远租金5000元；", "二、驳回原告林知远的其他诉讼请求。"});
  EXPECT_THAT(told(ending), OneFlag("dropped_claim", "解除租赁合同"));
  Invented sum;
  sum.facts("经查明，原告为被告垫付90000元。")
      .reasoning("本院认为，原告林知远要求被告返还90000元，本院予以支持。")
      .disposition(
          {"一、被告沈文柏支付原告林知远鉴定费5000元；", "二、驳回原告林知远的其他诉讼请求。"});
  EXPECT_THAT(told(sum), OneFlag("dropped_claim", "90000元"));
  Invented defendant;
  defendant.head({{"原告", "林知远"}, {"被告", "沈文柏"}, {"被告", "顾清和"}})
      .reasoning("本院认为，原告要求被告顾清和承担还款责任，本院予以支持。")
      .disposition({"一、被告沈文柏偿还原告林知远借款5000元。"});
  EXPECT_THAT(told(defendant), OneFlag("dropped_claim", "顾清和"));
}

TEST(DroppedClaimCheck, AcceptsOrdersUnderOtherWordsDeductionsAndPartialVerdicts) {
  for (const auto& [reasoning, order] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"原告要求解除租赁合同，本院予以支持。", "一、确认租赁合同终止。"},
           {"原告要求被告返还90000元，本院予以支持，扣除已付50000元。", "一、被告返还40000元。"},
           {"原告要求被告返还90000元，本院支持60000元。", "一、被告返还60000元。"},
           {"原告要求二被告返还90000元，本院予以支持。", "一、二被告按附表返还款项。"},
       }) {
    Invented judgment;
    judgment.reasoning(reasoning).disposition({order});
    EXPECT_THAT(told(judgment), IsEmpty()) << reasoning;
  }
}

TEST(OutcomeCheck, TakesTheLastWordOnAnAppeal) {
  Invented judgment;
  judgment.structure.instance = "second";
  judgment
      .reasoning(
          "本院认为，上诉人关于利息的上诉理由不能成立。综上，林知远的上诉请求成立，本院予以支持。")
      .disposition({"驳回上诉，维持原判。"});
  EXPECT_THAT(told(judgment), OneFlag("outcome", "驳回上诉"));
}

TEST(AliasCheck, KnowsShortNamesThatAreNoOrganisations) {
  constexpr std::string_view kDefined =
      "双方签订技术合作协议（以下简称案涉协议），案涉协议约定价款，案涉协议已生效。";
  EXPECT_THAT(told(telling(kDefined, "本院认为，案涉协议有效，案协涉议应当履行。")),
              OneFlag("alias", "案协涉议"));
  EXPECT_THAT(told(telling(kDefined, "本院认为，案涉协议有效，涉案协议应当履行。")), IsEmpty());
}

}  // namespace
}  // namespace proviso::tasks
