// Provisos in invented Chinese rules, and the words that look like one and are none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tasks/provisos/in_full.h"
#include "tests/tasks/provisos/said.h"

namespace proviso::tasks {
namespace {

using segmenter::Kind;
using segmenter::Tag;
using std::string;
using ::testing::ElementsAre;
using testing::in_contract;
using testing::in_reasoning;
using ::testing::IsEmpty;
using testing::of;
using testing::said;
using ::testing::SizeIs;

TEST(Provisos, ButOpensAnExceptionAConditionALimitAndAReservation) {
  EXPECT_THAT(in_contract("样品不予退还，但双方另有约定的除外。"),
              ElementsAre("但|双方另有约定的|样品不予退还|exception"));
  EXPECT_THAT(in_contract("承租人可以转租，但应当提前十日通知出租人。"),
              ElementsAre("但|应当提前十日通知出租人|承租人可以转租|condition"));
  EXPECT_THAT(in_contract("试用期由双方约定，可以延长，但是最长不得超过六个月。"),
              ElementsAre("但是|最长不得超过六个月|试用期由双方约定，可以延长|limit"));
  EXPECT_THAT(in_contract("货物毁损的，风险由卖方承担，但是不影响买方请求赔偿的权利。"),
              ElementsAre("但是|不影响买方请求赔偿的权利|货物毁损的，风险由卖方承担|reservation"));
}

TEST(Provisos, ASentenceThatOpensWithButLimitsTheOneBefore) {
  EXPECT_THAT(in_contract("仓库应当上锁。但是，盘点期间除外。"),
              ElementsAre("但是|盘点期间|仓库应当上锁|exception"));
  EXPECT_THAT(in_contract("仓库由甲方看管。双方另有约定的，从其约定。"),
              ElementsAre("从其约定|双方另有约定的|仓库由甲方看管|priority"));
}

TEST(Provisos, AFrameInFrontLimitsWhatFollows) {
  EXPECT_THAT(in_contract("会员除章程另有规定外，享有表决权。"),
              ElementsAre("除|章程另有规定|享有表决权|exception"));
  EXPECT_THAT(in_contract("除非买方书面同意，否则卖方不得变更型号。"),
              ElementsAre("除非|买方书面同意|卖方不得变更型号|exception"));
  EXPECT_THAT(in_contract("卖方不得变更型号，除非买方书面同意。"),
              ElementsAre("除非|买方书面同意|卖方不得变更型号|exception"));
}

TEST(Provisos, OneInTheScopeOfAnotherHangsOnIt) {
  const string text = "股东可以查阅账簿。但是，除章程另有规定外，不得复制。";
  const auto found = find_provisos(text, of(text, Kind::kStatute, Tag::kOther));
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].parent, segmenter::kNone);
  EXPECT_EQ(found[1].parent, 0U);
}

TEST(Provisos, AdditionsAndOtherWordsAreNone) {
  EXPECT_THAT(in_contract("除支付货款外，买方还应当承担运费。"), IsEmpty());
  EXPECT_THAT(in_contract("费用包括但不限于检验费、仓储费。"), IsEmpty());
  EXPECT_THAT(in_contract("双方解除合同后，卖方应当退还定金以外的款项。"), IsEmpty());
  EXPECT_THAT(in_contract("本书但书部分应当单独成册。"), IsEmpty());
}

TEST(Provisos, ButWithinAHypothesisIsNone) {
  EXPECT_THAT(in_contract("定金未付，但货物已经交付，卖方请求付款的，买方应当付款。"), IsEmpty());
  EXPECT_THAT(in_contract("虽未签字，但已经履行的，合同成立。"), IsEmpty());
}

TEST(Provisos, AJudgmentArguesWithBut) {
  EXPECT_THAT(in_reasoning("被告称已还款，但未提交凭证，本院不予采信。"), IsEmpty());
  EXPECT_THAT(in_reasoning("被告未到庭，不影响本案的审理。"), IsEmpty());
  EXPECT_THAT(in_reasoning("除上述借条外，原告还提交了转账凭证。"), IsEmpty());
}

TEST(Provisos, AJudgmentQuotesNorms) {
  EXPECT_THAT(
      in_reasoning("《某办法》第八条规定：“经营者应当公示价格，但老顾客除外。”本院认为成立。"),
      ElementsAre("但|老顾客|经营者应当公示价格|exception"));
  EXPECT_THAT(said("一、被告给付原告违约金（以60000元为限）；", Kind::kZhCivil, Tag::kDisposition),
              ElementsAre("以|60000元|被告给付原告违约金|limit"));
}

TEST(Provisos, LinesThatATypewriterBrokeAreOneSentence) {
  EXPECT_THAT(
      in_contract("乙方应当按照图纸和规范施工并接受甲方派出人员的检查，除合同另有约定外，其费\n"
                  "用由甲方承担。"),
      ElementsAre("除|合同另有约定|其费\n用由甲方承担|exception"));
}

TEST(Provisos, ACapLimitsWhatFollowsItOrElseTheClauseBefore) {
  EXPECT_THAT(in_contract("保证人以保险金为限承担责任。"), ElementsAre("以|保险金|承担责任|limit"));
  EXPECT_THAT(in_contract("乙方可以抽样，检验费应当以五百元为限。"),
              ElementsAre("以|五百元|检验费|limit"));
  EXPECT_THAT(in_contract("货物灭失的，赔偿额应以货价为限，并扣除运费。"),
              ElementsAre("以|货价|货物灭失的，赔偿额|limit"));
  EXPECT_THAT(in_contract("查封仓库，以其货物足以清偿欠款为限。"),
              ElementsAre("以|其货物足以清偿欠款|查封仓库|limit"));
}

TEST(Provisos, AnArticleStandsByItself) {
  EXPECT_THAT(in_contract("第八条 会员可以查阅名册。\n第九条 章程对名册另有规定的，从其规定。"),
              IsEmpty());
  EXPECT_THAT(in_contract("第八条 会员可以查阅名册。章程另有规定的，从其规定。"),
              ElementsAre("从其规定|章程另有规定的|会员可以查阅名册|priority"));
  EXPECT_THAT(in_contract("禁止携带钥匙外出，馆长另有规定的从其规定。"),
              ElementsAre("从其规定|馆长另有规定的|禁止携带钥匙外出|priority"));
}

TEST(Provisos, AnExceptionMayBeASentenceOfItsOwn) {
  EXPECT_THAT(in_contract("货架由乙方提供。合同另有约定的除外。"),
              ElementsAre("除外|合同另有约定的|货架由乙方提供|exception"));
  EXPECT_THAT(in_contract("货架由乙方提供，并由甲方编号，双方另有约定的除外。"),
              ElementsAre("除外|双方另有约定的|货架由乙方提供，并由甲方编号|exception"));
}

TEST(Provisos, UnlessMayFollowARuleWithoutAModal) {
  EXPECT_THAT(in_contract("船舶就近靠泊，除非船长证明别处更近，或者风浪过大。"),
              ElementsAre("除非|船长证明别处更近，或者风浪过大|船舶就近靠泊|exception"));
  EXPECT_THAT(in_contract("仓库排除非工作人员进入。"), IsEmpty());
}

TEST(Provisos, WhatMayFollowAFrameAndWhatAddsToIt) {
  EXPECT_THAT(in_contract("检验费除已计入货款的，均由买方承担。"),
              ElementsAre("除|已计入货款的|均由买方承担|exception"));
  EXPECT_THAT(in_contract("职工除领取工资外，加班的，还享受补贴。"), IsEmpty());
  EXPECT_THAT(in_contract("除商店外的场所，经营者应当登记。"),
              ElementsAre("除|商店|场所|exception"));
}

TEST(Provisos, ACriterionLeavesNothingUntouched) {
  EXPECT_THAT(in_contract("在不影响营业的前提下，承租人可以装修。"), IsEmpty());
  EXPECT_THAT(in_contract("除锈、补漆等不影响通行的工程由乙方完成。"), IsEmpty());
  EXPECT_THAT(in_contract("证人拒绝签名的，不影响笔录的效力。"),
              ElementsAre("不影响|笔录的效力|证人拒绝签名的|reservation"));
}

TEST(Provisos, AJudgmentPrintsAndQuotesArticles) {
  EXPECT_THAT(in_reasoning("附：\n第九条 费用由寄件人负担。合同另有约定的，按照约定。"),
              ElementsAre("按照约定|合同另有约定的|费用由寄件人负担|priority"));
  EXPECT_THAT(in_reasoning("某法第九条规定，债权人可以主张抵销，但法律另有规定的除外。"),
              ElementsAre("但|法律另有规定的|债权人可以主张抵销|exception"));
  EXPECT_THAT(in_reasoning("某法第九条规定：债务人应当通知债权人，但债权人主张放弃的除外。"),
              ElementsAre("但|债权人主张放弃的|债务人应当通知债权人|exception"));
  EXPECT_THAT(in_reasoning("根据某法第九条的规定，被告应当还款，但被告未能还款。"), IsEmpty());
  EXPECT_THAT(
      in_reasoning("某法第八条“费用由寄件人负担。合同另有约定的，按照约定”的规定，可以适用。"),
      ElementsAre("按照约定|合同另有约定的|费用由寄件人负担|priority"));
  EXPECT_THAT(in_reasoning("玻璃不会向前倾倒，除非有人碰它。"), IsEmpty());
}

TEST(Provisos, AnExceptionMayStandWithinACondition) {
  const string text = "承租人可以转租，但应当提前十日通知出租人，情况紧急的除外。";
  EXPECT_THAT(in_contract(text), ElementsAre("但|应当提前十日通知出租人，情况紧急的除外|"
                                             "承租人可以转租|condition",
                                             "除外|情况紧急的|应当提前十日通知出租人|exception"));
  const auto found = find_provisos(text, of(text, Kind::kContract, Tag::kClause));
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[1].parent, 0U);
  // Two cases are one exception.
  EXPECT_THAT(in_contract("样品不予退还，但样品有瑕疵，或者双方另有约定的除外。"),
              ElementsAre("但|样品有瑕疵，或者双方另有约定的|样品不予退还|exception"));
}

TEST(Provisos, WhatARuleDoesNotApplyToIsTakenOutOfIt) {
  EXPECT_THAT(in_contract("货款应当在十日内付清。前款规定不适用于样品。"),
              ElementsAre("不适用于|样品|货款应当在十日内付清|exception"));
  EXPECT_THAT(in_contract("本合同不适用于零星采购。"),
              ElementsAre("不适用于|零星采购|本合同|exception"));
  EXPECT_THAT(in_contract("The Agent shall keep secrets. The foregoing shall not apply where a law "
                          "requires disclosure."),
              ElementsAre("shall not apply|where a law requires disclosure|The Agent shall keep "
                          "secrets|exception"));
  EXPECT_THAT(in_contract("This Section does not apply to spare parts or tools."),
              ElementsAre("does not apply|spare parts or tools|This Section|exception"));
  EXPECT_THAT(in_contract("The sales convention does not govern this sale."), IsEmpty());
}

TEST(Provisos, DeferenceHasManyForms) {
  for (const string closer : {"从其规定", "依照其规定", "按照有关规定", "按规定", "从规定"}) {
    EXPECT_THAT(in_contract("押金在三日内退还。法律另有规定的，" + closer + "执行。"),
                ElementsAre(closer + "|法律另有规定的|押金在三日内退还|priority"))
        << closer;
  }
  EXPECT_THAT(in_contract("押金在三日内退还。法律另有规定的依照其规定。"),
              ElementsAre("依照其规定|法律另有规定的|押金在三日内退还|priority"));
}

TEST(Provisos, DeferenceLimitsTheWholeSentenceBefore) {
  EXPECT_THAT(in_contract("果实归承包人所有；树木归发包人所有。双方另有约定的，从其约定。"),
              ElementsAre("从其约定|双方另有约定的|果实归承包人所有；树木归发包人所有|priority"));
  EXPECT_THAT(in_contract("果实归承包人所有；树木归发包人所有，双方另有约定的除外。"),
              ElementsAre("除外|双方另有约定的|树木归发包人所有|exception"));
  EXPECT_THAT(said("第三条 会员应当缴费。逾期的，停止服务。\n残疾会员不受前款规定的限制。",
                   Kind::kStatute, Tag::kOther),
              ElementsAre("不受前款规定的限制|残疾会员|会员应当缴费。逾期的，停止服务|exception"));
}

TEST(Provisos, ArgumentIsNoNormWhereverItStands) {
  EXPECT_THAT(in_reasoning("某法第八条规定了质量要求。但认为货物合格的，是被告。"), IsEmpty());
  EXPECT_THAT(in_reasoning("可以认定证人到过现场，但是否付款应综合全案认定。"), IsEmpty());
  EXPECT_THAT(in_reasoning("该约定系还款期限的约定，贷款何时发放不免除其还款义务。"), IsEmpty());
  EXPECT_THAT(in_reasoning("除查封的房屋无法处置外，暂未发现其他可供执行的财产。"), IsEmpty());
  EXPECT_THAT(in_reasoning("根据《仓储办法》的规定，原告起诉的，告知其申请复议，但撤诉的除外。"),
              ElementsAre("但|撤诉的|原告起诉的，告知其申请复议|exception"));
  EXPECT_THAT(in_reasoning("除非有明确约定，否则审计结论不得作为结算依据。"),
              ElementsAre("除非|有明确约定|审计结论不得作为结算依据|exception"));
}

TEST(Provisos, AStatuteOfProcedureSpeaksOfCourtsAndOfWhatTheyFind) {
  const auto in_statute = [](const string& text) {
    return said(text, Kind::kStatute, Tag::kClause);
  };
  EXPECT_THAT(in_statute("申诉人撤回申诉的，可以准许，但申诉人不是原审当事人的除外。"),
              ElementsAre("但|申诉人不是原审当事人的|申诉人撤回申诉的，可以准许|exception"));
  EXPECT_THAT(
      in_statute("在抗诉期满后撤回抗诉的，可以准许，但是认为原判确有错误的，应当不予准许。"),
      SizeIs(1));
  EXPECT_THAT(in_statute("原判决不清的，应当改判，但一审法院未经审理的，可以发回重审。"),
              SizeIs(1));
}

TEST(Provisos, AQuotedRuleBeginsBehindTheMark) {
  EXPECT_THAT(in_reasoning("依某规定第七条关于“庭审中认可的证据，法院应当予以确认，但有相反证据的"
                           "除外”的规定，本院不予采信。"),
              ElementsAre("但|有相反证据的|庭审中认可的证据，法院应当予以确认|exception"));
  EXPECT_THAT(in_reasoning(
                  "依某规定第七条关于\"利率有约定，从其约定，但以百分之十为限\"的规定，应予支持。"),
              ElementsAre("但|以百分之十为限|利率有约定，从其约定|limit"));
  EXPECT_THAT(in_reasoning("除遵守规约外，应当经业主同意。"), IsEmpty());
  EXPECT_THAT(in_contract("不得公开样品，法律要求公开的不在此限。"),
              ElementsAre("不在此限|法律要求公开的|不得公开样品|exception"));
}

TEST(Provisos, TheKindOfAConditionIsItsOwnWhateverStandsInIt) {
  EXPECT_THAT(in_contract("乙方可以分包，但应当提前通知甲方（情况紧急的除外）。"),
              ElementsAre("但|应当提前通知甲方（情况紧急的除外）|乙方可以分包|condition",
                          "除外|情况紧急的|应当提前通知甲方|exception"));
  EXPECT_THAT(in_contract("甲方有权停止供货，但除非乙方欠款，甲方不得解除合同。"),
              ElementsAre("但|除非乙方欠款，甲方不得解除合同|甲方有权停止供货|condition",
                          "除非|乙方欠款|甲方不得解除合同|exception"));
  EXPECT_THAT(in_contract("甲方可以退租，但应提前一个月告知乙方。"),
              ElementsAre("但|应提前一个月告知乙方|甲方可以退租|condition"));
}

TEST(Provisos, WhatPrevailsBehindButIsPriority) {
  EXPECT_THAT(in_contract("数量以送货单为准，但双方另有书面约定的，以书面约定为准。"),
              ElementsAre("但|双方另有书面约定的，以书面约定为准|数量以送货单为准|priority"));
  EXPECT_THAT(in_contract("双方可以另签附件，但与正文不一致的，以本合同为准。"),
              ElementsAre("但|与正文不一致的，以本合同为准|双方可以另签附件|priority"));
  // A norm of its own limits nothing.
  EXPECT_THAT(in_contract("中英文不一致的，以中文为准。"), IsEmpty());
}

TEST(Provisos, ASchedulePrevailsAsANormDoes) {
  EXPECT_THAT(in_contract("两者不一致的，以正文为准，但交货地点以附件三为准。"),
              ElementsAre("但|交货地点以附件三为准|两者不一致的，以正文为准|priority"));
  EXPECT_THAT(in_contract("数量以合同为准，但重量以实际过磅为准。"),
              ElementsAre("但|重量以实际过磅为准|数量以合同为准|exception"));
}

TEST(Provisos, ADutyBehindButIsACondition) {
  EXPECT_THAT(in_contract("借用人不支付使用费，但应承担维修费用。"),
              ElementsAre("但|应承担维修费用|借用人不支付使用费|condition"));
}

TEST(Provisos, ACapMayFollowARuleWithoutAModal) {
  EXPECT_THAT(in_contract("停车费以实际时数计算，但每日最高不超过五十元。"),
              ElementsAre("但|每日最高不超过五十元|停车费以实际时数计算|limit"));
  EXPECT_THAT(in_contract("余款于安装后十日内付清，但设备仍有缺陷的，买方有权扣留。"),
              ElementsAre("但|设备仍有缺陷的，买方有权扣留|余款于安装后十日内付清|exception"));
  // Two conditions of one rule.
  EXPECT_THAT(in_contract("余款未支付，但设备已经安装的，卖方有权取回。"), IsEmpty());
}

TEST(Provisos, AClauseThatOnlyDefersLimitsNoOtherClause) {
  EXPECT_THAT(in_contract("4.1 运费由买方承担。\n4.2 法律对包装另有规定的，从其规定。"), IsEmpty());
  EXPECT_THAT(in_contract("4.1 运费由买方承担。法律另有规定的，从其规定。"),
              ElementsAre("从其规定|法律另有规定的|运费由买方承担|priority"));
}

TEST(Provisos, TheRuleThatWinsOverAnotherIsTheScope) {
  EXPECT_THAT(in_contract("尽管有第五条的约定，雨季的租金应当减半。"),
              ElementsAre("尽管有|雨季的租金应当减半|第五条的约定|priority"));
  EXPECT_THAT(in_contract("尽管有困难，乙方应当按期完工。"), IsEmpty());
}

TEST(ProvisosInFull, ShowWhatTheirSpansLeaveOut) {
  const auto span = [](const string& text, const string& words) {
    const std::size_t at = text.find(words);
    return segmenter::Span{at, at + words.size()};
  };
  const string text =
      "2.1 The Tenant shall keep the yard clean and shall not use it except for parking.\n"
      "2.2 Nothing in this Lease limits liability for fraud.\n"
      "2.3 Subject to Clause 3, the Owner may sell.\n";
  EXPECT_EQ(rule_in_full(text, span(text, "shall not use it"), span(text, "except for")),
            "The Tenant … shall not use it");
  EXPECT_EQ(rule_in_full(text, span(text, "the Owner may sell"), span(text, "Subject to")),
            "the Owner may sell");
  EXPECT_EQ(connector_in_full(text, span(text, "Nothing"), span(text, "liability for fraud")),
            "Nothing in this Lease limits");
  EXPECT_EQ(connector_in_full(text, span(text, "Subject to"), span(text, "Clause 3")),
            "Subject to");

  const string list =
      "样品不退，但下列物品除外：\n（一）活物；\n（二）书籍。\n第五条 运费由甲方承担。";
  EXPECT_EQ(listed_cases(list, span(list, "但"), span(list, "下列物品")),
            "（一）活物；\n（二）书籍");
  EXPECT_EQ(listed_cases(text, span(text, "Nothing"), span(text, "liability for fraud")), "");
}

TEST(Provisos, WhatAgreesWithANormDoesNotTellIt) {
  EXPECT_THAT(in_reasoning("利息的计算符合双方约定，可予支持，但计算的起点应予调整。"), IsEmpty());
  EXPECT_THAT(in_reasoning("虽然房屋已经交付，但不影响卖方承担修复责任。"), IsEmpty());
  EXPECT_THAT(in_reasoning("某法第九条规定，“损失包括可得的利益，应当赔偿”，但本案并无此种利益。"),
              IsEmpty());
  EXPECT_THAT(in_reasoning("某法第九条规定“因不能归责于本人的事由缺席，但有证据证明判决有误的，"
                           "可以起诉”。"),
              IsEmpty());
}

TEST(Provisos, WordsThatAQuotationClosesBehindAreQuoted) {
  EXPECT_THAT(in_reasoning("某办法第五条规定：“审理以上诉请求为限。没有提出请求的，不予审理，但一审"
                           "判决损害他人权益的除外”，故予审理。"),
              ::testing::Contains("但|一审判决损害他人权益的|没有提出请求的，不予审理|exception"));
  EXPECT_THAT(in_reasoning("该纪要第四条规定：“除合同另有约定，审计结论应当作为依据。”"),
              ElementsAre("除|合同另有约定|审计结论应当作为依据|exception"));
}

TEST(Provisos, ABracketNarrowsWhatStandsBeforeIt) {
  EXPECT_THAT(in_contract("乙方负责设备安装、软件开发（操作系统除外）。"),
              ElementsAre("除外|操作系统|乙方负责设备安装、软件开发|exception"));
  EXPECT_THAT(in_contract("乙方应当支付货款、运费（甲方违约造成的除外）。"),
              ElementsAre("除外|甲方违约造成的|乙方应当支付货款、运费|exception"));
  EXPECT_THAT(in_contract("甲方应当将全部住宅（车库除外）交付乙方。"),
              ElementsAre("除外|车库|全部住宅|exception"));
}

TEST(Provisos, HostileTextIsReadInLinearTimeAndTilesNothingTwice) {
  string text;
  for (int i = 0; i < 20'000; ++i) text += i % 3 == 0 ? "除" : i % 3 == 1 ? "但，" : "（";
  EXPECT_NO_THROW(find_provisos(text, of(text, Kind::kContract, Tag::kClause)));
  const string broken = "除\xE5\xA4但";  // cut in a character: the reader sees valid text only, but
  EXPECT_NO_THROW(find_provisos(broken, of(broken, Kind::kContract, Tag::kClause)));
}

}  // namespace
}  // namespace proviso::tasks
