// What words that point back point to, in invented judgments.
#include "tasks/mentions/reference.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "segmenter/segmenter.h"
#include "tasks/checks/case_view.h"

namespace proviso::tasks {
namespace {

using std::string;
using std::string_view;
using Words = std::vector<string>;

// What the reference that begins at the last `words` of the text refers to.
Words refers(string_view text, string_view words) {
  const segmenter::Structure structure = segmenter::read_structure(text);
  const CaseView view(text, structure);
  const std::size_t place = text.rfind(words);
  for (const Reference& each : resolve_references(view)) {
    if (each.span.start != place) continue;
    Words found;
    for (const segmenter::Span& span : each.refers)
      found.emplace_back(text.substr(span.start, span.size()));
    return found;
  }
  return {};
}

constexpr string_view kAppeal =
    "江海市中级人民法院\n民事判决书\n（2031）某01民终7号\n"
    "上诉人（原审被告）：江海远帆贸易有限公司，住所地江海市。\n"
    "被上诉人（原审原告）：陈甲海，男，汉族，住江海市。\n"
    "上诉人江海远帆贸易有限公司（以下简称远帆公司）因与被上诉人陈甲海买卖合同纠纷一案，不服江海市城"
    "北区人民法院"
    "（2030）某0101民初9号民事判决，向本院提起上诉。本案现已审理终结。\n";

TEST(Reference, ShortNameMeansTheNameItWasIntroducedFor) {
  const string text = string(kAppeal) + "远帆公司上诉请求：撤销原判。\n";
  EXPECT_EQ(refers(text, "远帆公司上诉"), Words{"江海远帆贸易有限公司"});
}

TEST(Reference, RoleOfTheCourtBelowMeansWhoHeldItThere) {
  const string text =
      string(kAppeal) +
      "一审法院认定事实：2030年1月5日，原告向被告交付货物。\n本院认为，上诉人的理由不能成立。\n";
  EXPECT_EQ(refers(text, "原告向被告"), Words{"陈甲海"});
  EXPECT_EQ(refers(text, "被告交付"), Words{"远帆公司"});
  EXPECT_EQ(refers(text, "上诉人的理由"), Words{"远帆公司"});
}

TEST(Reference, CountedDefendantsAreAllOfThem) {
  const string text =
      "经审理查明，被告李某甲、王某乙共同向原告张某借款。\n本院认为，二被告应当返还借款。\n";
  EXPECT_EQ(refers(text, "二被告"), (Words{"李某甲", "王某乙"}));
}

TEST(Reference, ItsMeansTheSubjectAndNotWhoIsActedOn) {
  const string text =
      "经审理查明，被告人赵某驾驶车辆撞伤被害人孙某。\n本院认为，被告人赵某违反交通管理法规，其行为"
      "已构成交通肇事罪。\n";
  EXPECT_EQ(refers(text, "其行为"), Words{"赵某"});
}

TEST(Reference, ItsAsAnObjectMeansTheOther) {
  const string text = "经审理查明，原告张某与被告李某约定价款。李某未付款，张某多次要求其付款。\n";
  EXPECT_EQ(refers(text, "其付款"), Words{"李某"});
}

TEST(Reference, ItsBehindASpeakerMeansTheSpeaker) {
  const string text = "经审理查明，原告张某向被告李某交付货物。被告李某主张其已付清价款。\n";
  EXPECT_EQ(refers(text, "其已付清"), Words{"李某"});
}

TEST(Reference, ItsInASpeechWithoutTheSpeakersNameIsTheSpeakers) {
  const string text =
      "原告张某诉称，其与被告李某签订合同。李某多次拖欠货款。其已分三次催要。\n"
      "被告李某辩称，已付清。\n";
  EXPECT_EQ(refers(text, "其已分三次"), Words{"张某"});
}

TEST(Reference, ItsThatIsToBeDismissedIsTheOpponents) {
  const string text =
      "原告张某诉称，李某欠款。\n被告李某辩称，张某所述不实，请求驳回其诉讼请求。\n";
  EXPECT_EQ(refers(text, "其诉讼请求"), Words{"张某"});
}

TEST(Reference, ItsBehindABlowIsTheOneWhoWasHit) {
  const string text = "经审理查明，被告人赵某持棍击打孙某头部致其轻伤。\n";
  EXPECT_EQ(refers(text, "其轻伤"), Words{"孙某"});
}

TEST(Reference, ThatConvictIsTheOneNamedBefore) {
  const string text = "经审理查明，罪犯赵某在服刑期间认罪悔罪。执行机关对该犯提出减刑建议书。\n";
  EXPECT_EQ(refers(text, "该犯"), Words{"赵某"});
}

TEST(Reference, TheLawsAboveAreNoContract) {
  const string text =
      "本院认为，《甲地招标条例》第三条要求公开招标，《合作协议》违反了上述法律规定。\n";
  EXPECT_EQ(refers(text, "上述法律"), Words{"《甲地招标条例》"});
}

TEST(Reference, WhoIsCalledARoleInTheTextAloneHoldsIt) {
  const string text =
      "江海市中级人民法院\n刑事裁定书\n（2031）某01刑更7号\n罪犯赵某，男，现在江海监狱服刑。\n"
      "本院于2029年5月1日作出判决，认定被告人赵某犯盗窃罪。被告人不服，提出上诉。\n";
  EXPECT_EQ(refers(text, "被告人不服"), Words{"赵某"});
}

TEST(Reference, BothAreTheTwoThatSignedTogether) {
  const string text = "经审理查明，原告张某与被告李某签订买卖合同，双方约定价款五万元。\n";
  EXPECT_EQ(refers(text, "双方"), (Words{"张某", "李某"}));
}

TEST(Reference, ThatContractIsTheContractNamedLast) {
  const string text =
      "经审理查明，双方签订《钢材买卖合同》。2030年3月2日，被告支付定金。该合同约定货到付款。\n";
  EXPECT_EQ(refers(text, "该合同"), Words{"《钢材买卖合同》"});
}

TEST(Reference, ThatCompanyIsTheCompanyNamedLast) {
  const string text = "经审理查明，货物由江海宏运物流有限公司承运，该公司于次日送达。\n";
  EXPECT_EQ(refers(text, "该公司"), Words{"江海宏运物流有限公司"});
}

TEST(Reference, FactsAboveAreTheSentenceThatToldThem) {
  const string text =
      "经审理查明，2030年5月1日，被告人赵某窃得现金三千元。\n上述事实，有证人孙某的证言证实。\n";
  EXPECT_EQ(refers(text, "上述事实"), Words{"经审理查明，2030年5月1日，被告人赵某窃得现金三千元"});
}

TEST(Reference, ConclusionRestsOnTheVerdictsBefore) {
  const string text =
      string(kAppeal) +
      "本院认为，远帆公司关于货物有瑕疵的主张没有证据，不能成立。\n综上，上诉请求应予驳回。\n";
  EXPECT_EQ(refers(text, "综上"),
            Words{"本院认为，远帆公司关于货物有瑕疵的主张没有证据，不能成立"});
}

TEST(Reference, WordsThatOnlyLookLikePointersAreNone) {
  const string text = "经审理查明，被告李某应该支付其他费用，与第三人无关。\n";
  EXPECT_TRUE(refers(text, "其他").empty());
  EXPECT_TRUE(refers(text, "该支付").empty());
  EXPECT_TRUE(refers(text, "三人").empty());
}

TEST(Reference, OtherLanguagesHaveNone) {
  const string text = "The buyer paid the price. It was late.\n";
  const segmenter::Structure structure = segmenter::read_structure(text);
  EXPECT_TRUE(resolve_references(CaseView(text, structure)).empty());
}

}  // namespace
}  // namespace proviso::tasks
