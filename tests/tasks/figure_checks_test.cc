// Figures that two places of a judgment tell differently: amounts, units, totals, rates, shares,
// case numbers, awards beyond the claim; and what looks so and is right.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tasks/checks/amount.h"
#include "tasks/checks/case_number.h"
#include "tasks/checks/checks.h"
#include "tasks/checks/excess_award.h"
#include "tasks/checks/interest.h"
#include "tasks/checks/share.h"
#include "tasks/checks/sum.h"
#include "tasks/checks/unit.h"
#include "tests/tasks/told.h"

namespace proviso::tasks {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(AmountCheck, ComparesWhatTheCourtFixedWithWhatItOrders) {
  EXPECT_THAT(kind_told(check_amount, judged("被告销售了侵权商品。", "本院酌定赔偿数额为6000元。",
                                             "一、被告赔偿原告经济损失共计600元。")),
              ElementsAre(HasSubstr("600元")));
  EXPECT_THAT(kind_told(check_amount, judged("双方签订合同。", "原告可酌情给付被告帮助费3020元。",
                                             "三、原告给付被告帮助费3000元。")),
              ElementsAre(HasSubstr("3000元")));
}

TEST(AmountCheck, AcceptsWhatWasPaidOnTheWay) {
  // 363528 − 40000; 28295.74 − 10000
  EXPECT_THAT(
      kind_told(check_amount, judged("双方确认共欠货款363528元。其后被告支付货款40000元。",
                                     "被告应当支付所欠货款。", "一、被告支付货款323528元。")),
      IsEmpty());
  EXPECT_THAT(
      kind_told(
          check_amount,
          judged("原告受伤。", "确定原告的损失为：医疗费28295.74元。",
                 "一、保险公司在交强险内赔偿医疗费10000元，在商业险内赔偿医疗费18295.74元。")),
      IsEmpty());
  // Less was granted than was asked.
  EXPECT_THAT(kind_told(check_amount,
                        judged("原告请求：支付经济补偿金24000元。", "被告应当支付经济补偿金。",
                               "一、被告支付原告经济补偿金23000元。")),
              IsEmpty());
}

TEST(SumCheck, CountsAHeadAsItsOwnCalculationGivesIt) {
  const auto with = [](const std::string& item, const std::string& total) {
    return judged("原告受伤。",
                  "原告的损失为：医疗费23860元、护理费30天×50元=" + item +
                      "、误工费9800元，以上共计" + total + "。",
                  "一、被告赔偿原告损失。");
  };
  // The slip is the head's; the total has it right.
  EXPECT_THAT(kind_told(check_sum, with("1800元", "35160元")), IsEmpty());
  EXPECT_THAT(kind_told(check_sum, with("1500元", "35160元")), IsEmpty());
  EXPECT_THAT(kind_told(check_sum, with("1500元", "35460元")), ElementsAre(HasSubstr("35460元")));
  EXPECT_THAT(kind_told(check_sum, with("1800元", "36160元")), ElementsAre(HasSubstr("36160元")));
}

TEST(ExcessAwardCheck, ComparesTheAwardWithTheClaim) {
  EXPECT_THAT(kind_told(check_excess_award, judged("原告请求判令被告支付征地补偿704308元。",
                                                   "原告的请求有理，应当支付804308元。",
                                                   "一、被告向原告支付804308元。")),
              ElementsAre(HasSubstr("804308元")));
  EXPECT_THAT(kind_told(check_excess_award,
                        judged("原告请求判令被告支付违约金20000元。", "违约金应予支持。",
                               "一、被告向原告支付违约金36500元。")),
              ElementsAre(HasSubstr("36500元")));
}

TEST(Checks, TellOneDisagreementOfTwoPlacesOnce) {
  const Invented judgment = judged("原告请求判令被告支付货款523200元。原告向被告交付了货物。",
                                   "原告的请求应予支持。", "一、被告支付原告货款532200元。");
  const CaseView view(judgment.text, judgment.structure);
  ASSERT_FALSE(check_amount(view).empty());
  ASSERT_FALSE(check_excess_award(view).empty());
  const std::vector<Finding> findings = run_checks(judgment.text, judgment.structure);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].kind, "amount");
}

TEST(ExcessAwardCheck, AcceptsSumsChangedClaimsAndSupport) {
  EXPECT_THAT(
      kind_told(check_excess_award, judged("原告请求判令被告支付货款50000元、运费4000元。",
                                           "请求有理。", "一、被告向原告支付货款、运费54000元。")),
      IsEmpty());
  EXPECT_THAT(kind_told(check_excess_award,
                        judged("原告请求判令被告支付违约金20000元，庭审中变更诉讼请求。",
                               "请求有理。", "一、被告向原告支付违约金36500元。")),
              IsEmpty());
  EXPECT_THAT(
      kind_told(check_excess_award, judged("原告请求被告每月支付抚养费1000元。",
                                           "根据实际需要确定。", "一、被告每月支付抚养费1500元。")),
      IsEmpty());
}

TEST(UnitCheck, TellsWhatIsOutOfScale) {
  EXPECT_THAT(kind_told(check_unit, judged("原告花费医疗费144469.56元，被告已支付37000万元。",
                                           "剔除被告已给付的37000元。", "一、被告赔偿90000元。")),
              ElementsAre(HasSubstr("37000万元")));
  EXPECT_THAT(kind_told(check_unit, judged("合同约定如前。", "被告应在6元范围内承担连带责任。",
                                           "二、被告在6万元范围内承担连带责任。")),
              ElementsAre(HasSubstr("6元")));
}

TEST(UnitCheck, AcceptsTheSizeOfACompany) {
  EXPECT_THAT(kind_told(check_unit, judged("被告注册资本2000万元。", "本院酌定赔偿2000元。",
                                           "一、被告赔偿2000元。")),
              IsEmpty());
}

TEST(SumCheck, FindsTheHeadThatWasMistyped) {
  EXPECT_THAT(kind_told(check_sum, judged("原告分别刷卡299700元、29990元、299800元，共计899400元。",
                                          "应当返还。", "一、返还。")),
              ElementsAre(HasSubstr("899400元")));
  EXPECT_THAT(kind_told(check_sum, judged("被告先后收取风险金2000元、40000元，共计6000元。",
                                          "应当返还。", "一、返还。")),
              ElementsAre(HasSubstr("6000元")));
  EXPECT_THAT(kind_told(check_sum, judged("每年租金36396元，每年管理费33696元，共计67392元。",
                                          "应当支付。", "一、支付。")),
              ElementsAre(HasSubstr("67392元")));
}

TEST(SumCheck, AcceptsWhatCountsSeveralTimes) {
  EXPECT_THAT(kind_told(check_sum, judged("三方各自集资5万元，借款10万元，合计25万元。", "属实。",
                                          "一、支付。")),
              IsEmpty());
  EXPECT_THAT(kind_told(check_sum, judged("月租金分别为每间1200.40元、每间1300.60元，共计2501元。",
                                          "属实。", "一、支付。")),
              IsEmpty());
}

TEST(InterestCheck, TellsRatesThatNobodyNamedBefore) {
  EXPECT_THAT(
      kind_told(check_interest, judged("双方约定年利率9.6%。", "约定的年利率9.6%不违反法律。",
                                       "一、被告偿还借款及利息（按年利率4.35%计算）。")),
      ElementsAre(HasSubstr("4.35%")));
  EXPECT_THAT(
      kind_told(check_interest, judged("约定按日千分之一支付违约金。", "被告构成违约。",
                                       "一、被告支付按日千分之四计算至付清之日止的违约金。")),
      ElementsAre(HasSubstr("千分之四")));
  EXPECT_THAT(kind_told(check_interest, judged("双方约定利息。", "利息按同类贷款利率的四倍计算。",
                                               "一、被告支付利息，按同类贷款利率的八倍计算。")),
              ElementsAre(HasSubstr("八倍")));
}

TEST(InterestCheck, AcceptsBoundsBankRatesAndSpokenRates) {
  EXPECT_THAT(
      kind_told(check_interest, judged("双方约定年利率30%。", "约定的利率过高，超过部分不受保护。",
                                       "一、被告支付利息，按年利率24%计算。")),
      IsEmpty());
  EXPECT_THAT(
      kind_told(check_interest, judged("双方约定年利率6.5%。", "应按同期贷款利率支付逾期利息。",
                                       "一、被告支付逾期利息，按年利率4.35%计算。")),
      IsEmpty());
  EXPECT_THAT(kind_told(check_interest,
                        judged("借条写明月息二分，另一笔年利率20%。", "年利率20%的利息应予支持。",
                               "一、被告支付利息，按年利率24%计算。")),
              IsEmpty());
}

TEST(ShareCheck, AddsARestThatIsPutIntoAFigure) {
  EXPECT_THAT(
      kind_told(check_share,
                judged("双方相撞。",
                       "被告甲承担60%的责任，被告乙承担20%的责任，其余10%的责任由原告负担。",
                       "一、赔偿。")),
      ElementsAre(HasSubstr("10%")));
  EXPECT_THAT(
      kind_told(check_share,
                judged("双方相撞。", "原告的损失由被告甲承担40%，被告乙承担45%，原告自负15%。",
                       "一、赔偿。")),
      IsEmpty());
}

TEST(CaseNumberCheck, KnowsOneCaseByCourtAndSerial) {
  EXPECT_THAT(
      kind_told(check_case_number,
                judged("（2013）禄民初字第492号民事判决书判令付款。上诉后，中院撤销了禄丰县人民"
                       "法院（2031）禄民初字第492号民事判决。",
                       "已经生效。", "一、付款。")),
      ElementsAre(HasSubstr("2031")));
  EXPECT_THAT(kind_told(check_case_number,
                        judged("法院作出（2017）苏0681执1864号民事裁定书。",
                               "（2017）苏0681执1846号民事裁定书冻结了账户。", "一、付款。")),
              ElementsAre(HasSubstr("1846")));
  // A notary's papers of one day follow one another.
  EXPECT_THAT(kind_told(check_case_number, judged("（2017）聊证民字第727号公证书。",
                                                  "（2017）聊证民字第827号公证书。", "一、付款。")),
              IsEmpty());
}

}  // namespace
}  // namespace proviso::tasks
