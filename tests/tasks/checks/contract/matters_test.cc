// What a contract rules twice without a name for it, and what may well have two figures. All
// contracts are invented.
#include "tests/tasks/checks/contract/told.h"
#include "tests/tasks/invented_matters.h"

namespace proviso::tasks {
namespace {

using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The survey agreement with a sentence of its own before its last clause.
std::string survey_with(std::string_view words) {
  return changed(kSurvey, "11.4 This Agreement", "11.4 " + std::string(words) + " This Agreement");
}

std::string fillers_with(std::string_view words) {
  return changed(kFillers, "2. 本合同附件", "2. " + std::string(words) + "本合同附件");
}

TEST(OneMatter, ContractsThatAgreeWithThemselvesAreSilent) {
  for (const std::string_view contract :
       {kSurvey, kBakery, kFillers, kHoldings, kEngineer, kInstruments, kPlant, kClaims, kGrid,
        kBlowers, kInvestment, kResin, kDairy, kPlatform})
    EXPECT_THAT(told_of(contract), IsEmpty());
}

TEST(OneMatter, RuledByTwoClausesWithTwoFiguresIsTold) {
  EXPECT_THAT(
      told_of(survey_with("The Client shall settle each invoice within 45 days of its date.")),
      tells("term", "45 days"));
  EXPECT_THAT(told_of(survey_with("A party that wishes to terminate this Agreement for convenience "
                                  "must give at least sixty days' written notice.")),
              tells("term", "sixty days"));
  EXPECT_THAT(told_of(survey_with("The duties of confidence in clause 6 continue for three years "
                                  "after termination of this Agreement.")),
              tells("term", "three years"));
  EXPECT_THAT(told_of(survey_with("For eighteen months after termination of this Agreement neither "
                                  "party shall solicit employees of the other.")),
              tells("term", "eighteen months"));
  EXPECT_THAT(told_of(survey_with("Overdue sums bear interest at 6% per annum above the base rate "
                                  "of the Bank of England.")),
              tells("share", "6%"));
}

TEST(OneMatter, OfAnotherPartyEventOrKindMayHaveAnotherFigure) {
  for (const char* words :
       {"The Client shall pay disputed invoices within 60 days of their date.",
        "The Supplier shall pay the invoices of its carriers within 14 days of their date.",
        "The Supplier may terminate this Agreement at any time on thirty days' notice if the "
        "Client "
        "is insolvent.",
        "Confidential Information that concerns tenders is kept secret, and this duty survives for "
        "two years after its disclosure.",
        "The Client shall submit any claim about an invoice within 60 days of its date."}) {
    EXPECT_THAT(told_of(survey_with(words)), IsEmpty()) << words;
  }
}

TEST(OneMatter, IsToldInChinese) {
  EXPECT_THAT(told_of(changed(kFillers, "设备自验收合格之日起提供24个月",
                              "设备自验收合格之日起提供36个月")),
              tells("term", "36个月"));
  EXPECT_THAT(
      told_of(changed(kFillers, "接到甲方通知后48小时内到场", "接到甲方通知后24小时内到场")),
      tells("term", "24小时"));
  EXPECT_THAT(told_of(fillers_with("任何一方单方终止合同的，须提前30日书面告知对方。")),
              tells("term", "30日"));
  EXPECT_THAT(told_of(fillers_with("双方的保密义务在合同终止后五年内持续有效。")),
              tells("term", "五年"));
  EXPECT_THAT(
      told_of(changed(kHoldings, "8.2 甲方违反",
                      "8.2 甲方违反交割日起三年内不从事竞争业务的承诺的，应支付违约金。甲方违反")),
      tells("term", "三年"));
}

TEST(OneMatter, InChineseMayDifferByEventOrUrgency) {
  for (const char* words :
       {"合同续签的，应提前30日书面通知对方。", "发生紧急故障的，乙方应在接到通知后2小时内到场。",
        "任何一方披露的信息，接收方的保密义务自披露之日起五年内有效。"}) {
    EXPECT_THAT(told_of(fillers_with(words)), IsEmpty()) << words;
  }
}

TEST(ARow, OfAScheduleIsSetAgainstTheClauseThatHasItsWords) {
  EXPECT_THAT(told_of(changed(kBakery, "Rent-free period: three", "Rent-free period: six")),
              tells("term", "Rent-free period: six months"));
  EXPECT_THAT(told_of(changed(kBakery, "Break notice: six", "Break notice: nine")),
              tells("term", "nine months"));
  EXPECT_THAT(told_of(changed(kBakery, "Rent: £48,000", "Rent: £46,000")),
              tells("amount", "£46,000"));
  EXPECT_THAT(
      told_of(changed(kSurvey, "Limit of liability: £750,000", "Limit of liability: £500,000")),
      tells("amount", "£500,000"));
  EXPECT_THAT(told_of(changed(kSurvey, "Term: thirty-six months", "Term: forty-eight months")),
              Contains(Field(&Told::kind, "term")));
  // Some ninety days are three months.
  EXPECT_THAT(
      told_of(changed(kBakery, "Rent-free period: three months", "Rent-free period: ninety days")),
      IsEmpty());
  EXPECT_THAT(
      told_of(changed(kBakery, "Term: ten years from 1 June", "Term: ten years from 1 July")),
      tells("date", "1 July 2022"));
}

TEST(ARow, OfAChineseScheduleToo) {
  EXPECT_THAT(told_of(changed(kEngineer, "试用期：三个月", "试用期：六个月")),
              tells("term", "六个月"));
  EXPECT_THAT(told_of(changed(kEngineer, "竞业限制补偿：离职前月工资的30%",
                              "竞业限制补偿：离职前月工资的50%")),
              tells("share", "50%"));
  EXPECT_THAT(told_of(changed(kFillers, "型号HC-800，数量4台", "型号HC-600，数量4台")),
              tells("semantic", "HC-600"));
  EXPECT_THAT(told_of(changed(kFillers, "型号HC-800，数量4台", "型号HC-800，数量5台")),
              Contains(Field(&Told::kind, "amount")));
}

TEST(Days, InHundredsAreReadWhole) {
  EXPECT_THAT(told_of(changed(kBakery, "within twenty-eight days after the Tenant",
                              "within one hundred and twenty-eight days after the Tenant")),
              tells("term", "twenty-eight"));
}

TEST(Annexes, AreCountedListedAndNamedAsTheyAre) {
  EXPECT_THAT(told_of(changed(kSurvey, "has two schedules", "has three schedules")),
              tells("cross_reference", "three schedules"));
  EXPECT_THAT(told_of(changed(kSurvey, "in two counterparts", "in three counterparts")),
              tells("sum", "three counterparts"));
  EXPECT_THAT(told_of(changed(kFillers, "附件一《技术规格书》、附件二《售后服务承诺书》",
                              "附件一《售后服务承诺书》、附件二《技术规格书》")),
              tells("cross_reference", "附件一《售后服务承诺书》"));
}

TEST(ACompany, UnderANameOfWhichOneWordIsAnotherIsTold) {
  EXPECT_THAT(told_of(changed(kSurvey, "shall be sent to Tidewell", "shall be sent to Tidewater")),
              tells("party", "Tidewater Marine Services Limited"));
  EXPECT_THAT(
      told_of(changed(kSurvey, "on behalf of Corrigan Offshore", "on behalf of Corrigan Energy")),
      tells("party", "Corrigan Energy Holdings plc"));
  // Another company of the group, called so.
  EXPECT_THAT(told_of(survey_with("The Supplier's subsidiary Tidewater Marine Services Limited may "
                                  "be named in its stead.")),
              IsEmpty());
}

TEST(ASide, ThatTheHeadDoesNotKnowIsTold) {
  EXPECT_THAT(told_of(changed(kHoldings, "甲方、乙方、丙方各执二份", "甲方、乙方、丁方各执二份")),
              tells("party", "丁方"));
  EXPECT_THAT(told_of(changed(kHoldings, "甲方、乙方、丙方各执二份", "甲方、乙方、丙方各执一份")),
              tells("sum", "六份"));
}

TEST(ASide, DoesNotDoTheOtherSidesPart) {
  EXPECT_THAT(told_of(changed(kBakery, "the Landlord shall repay the deposit",
                              "the Tenant shall repay the deposit")),
              tells("role", "Tenant shall repay the deposit"));
  EXPECT_THAT(told_of(changed(kSurvey, "the Client shall pay the Charges to the Supplier",
                              "the Supplier shall pay the Charges to the Client")),
              tells("role", "Supplier shall pay the Charges"));
  EXPECT_THAT(told_of(changed(kBakery, "6. The Landlord shall insure",
                              "6. The Tenant shall keep the roof of the Premises in repair. The "
                              "Landlord shall insure")),
              tells("semantic", "roof"));
  EXPECT_THAT(told_of(fillers_with("设备运输费用由甲方承担。")),
              tells("semantic", "运输费用由甲方承担"));
}

TEST(ARow, SaysMoreOfItsFigureThanItsLabel) {
  for (const auto& [from, to] :
       {std::pair("Delivery time: forty-five days", "Delivery time: thirty days"),
        std::pair("Warranty: twenty-four months", "Warranty: twelve months"),
        std::pair("Payment term: sixty days", "Payment term: thirty days"),
        std::pair("Non-compete after the end of the term: one year",
                  "Non-compete after the end of the term: two years"),
        std::pair("Contract term: four years", "Contract term: five years")}) {
    EXPECT_THAT(told_of(changed(kInstruments, from, to)),
                Contains(Field(&Told::kind, "term")).Times(1))
        << to;
  }
  EXPECT_THAT(told_of(changed(kInstruments, "purchase: EUR 600,000", "purchase: EUR 500,000")),
              tells("amount", "EUR 500,000"));
  EXPECT_THAT(told_of(changed(kInstruments, "being EUR 150,000", "being EUR 125,000")),
              tells("sum", "EUR 125,000"));
}

TEST(ASecret, IsKeptAsLongAsTheSentenceBeforeSays) {
  EXPECT_THAT(told_of(changed(kInstruments, "8.3 Annexes",
                              "8.3 The obligation to keep the Know-How confidential remains in "
                              "force for five years after the end of this Agreement. Annexes")),
              tells("term", "five years"));
}

TEST(OneMatter, OfServiceIsToldInChinese) {
  const auto with = [](std::string_view words) {
    return changed(kPlatform, "11.2 本合同附件", "11.2 " + std::string(words) + "本合同附件");
  };
  EXPECT_THAT(told_of(with("甲方在收到乙方发票后30个工作日内付款。")), tells("term", "30个工作日"));
  EXPECT_THAT(told_of(with("乙方逾期交付的，违约金按服务费总额每日千分之三计算。")),
              tells("share", "千分之三"));
  EXPECT_THAT(told_of(changed(kPlatform, "2小时内响应，24小时内修复。\n3",
                              "2小时内响应，48小时内修复。\n3")),
              tells("term", "48小时"));
  EXPECT_THAT(told_of(changed(kPlatform, "免费质保期：十二个月", "免费质保期：二十四个月")),
              tells("term", "二十四个月"));
  // With a bound of the whole it is another rule.
  EXPECT_THAT(told_of(with("乙方逾期交付的，每日违约金最高不超过服务费总额的千分之三。")),
              IsEmpty());
}

TEST(ADeposit, GoesBackTheWayThatItCame) {
  EXPECT_THAT(
      told_of(changed(kDairy, "甲方将履约保证金无息退还乙方", "乙方将履约保证金无息退还甲方")),
      tells("role", "乙方将履约保证金"));
  EXPECT_THAT(told_of(changed(kDairy, "2. 本协议一式",
                              "2. 协议终止后六十日内，甲方应将履约保证金退还乙方。本协议一式")),
              tells("term", "六十日"));
}

TEST(ATerm, ByTwoOtherWordsIsTheOneDefined) {
  EXPECT_THAT(told_of(changed(kHoldings, "各方应对保密信息", "各方应对机密资料")),
              tells("defined_term", "机密资料"));
  EXPECT_THAT(told_of(changed(kSurvey, "return the Confidential", "return the Proprietary")),
              tells("defined_term", "Proprietary Information"));
}

// 厂房 and 办公楼, one breach and another, a side and its people: two figures by right. One of them
// told again otherwise is a slip.
TEST(SeveralThings, OfOneContractEachHaveTheirFigure) {
  const auto plant = [](std::string_view words) {
    return changed(kPlant, "2. 本合同一式", "2. " + std::string(words) + "本合同一式");
  };
  EXPECT_THAT(told_of(plant("租赁期满后，甲方应在乙方搬离后30日内将租赁保证金退还乙方。")),
              tells("term", "30日"));
  EXPECT_THAT(told_of(plant("甲方逾期交付厂房的，违约金按每日月租金的千分之五计算。")),
              tells("share", "千分之五"));
  EXPECT_THAT(told_of(plant("丙方的保证期间为债务履行期限届满之日起两年。")),
              tells("term", "两年"));
  EXPECT_THAT(told_of(changed(kPlant, "丙方（盖章）：柏川控股", "丙方（盖章）：柏川投资")),
              tells("party", "柏川投资集团有限公司"));
  EXPECT_THAT(told_of(changed(kClaims, "每半年120000元", "每半年100000元")),
              tells("sum", "100000元"));
  EXPECT_THAT(told_of(changed(kClaims, "八、违约责任\n1. 乙方逾期", "八、违约责任\n1. 丙方逾期")),
              tells("party", "丙方"));
}

TEST(SeveralThings, OfAnEnglishContractToo) {
  const auto grid = [](std::string_view words) {
    return changed(kGrid, "8.2 Each party", "8.2 " + std::string(words) + " Each party");
  };
  EXPECT_THAT(
      told_of(grid("The courts of England shall have exclusive jurisdiction over any dispute.")),
      tells("governing_law", "England"));
  EXPECT_THAT(told_of(grid("The Consultant's duty of confidence continues for five years after the "
                           "end of the Engagement.")),
              tells("term", "five years"));
  EXPECT_THAT(
      told_of(grid("The Company may end the Engagement without cause by thirty days' notice "
                   "in writing.")),
      tells("term", "thirty days"));
  EXPECT_THAT(
      told_of(changed(kGrid, "indemnity insurance: £1,000,000", "indemnity insurance: £2,000,000")),
      tells("amount", "£2,000,000"));
  EXPECT_THAT(told_of(grid("In no case shall the Consultant's total liability under this Agreement "
                           "exceed £500,000.")),
              tells("amount", "£500,000"));
  EXPECT_THAT(told_of(changed(kGrid, "Daily fee: £900", "Daily fee: £950")),
              tells("amount", "£950"));
}

TEST(ARow, KnowsWhichOfSeveralThingsItIsOf) {
  for (const auto& [from, to] :
       {std::pair("Resin warranty: six months", "Resin warranty: nine months"),
        std::pair("Payment of resin invoices: thirty", "Payment of resin invoices: sixty")})
    EXPECT_THAT(told_of(changed(kResin, from, to)), tells("term", std::string(to).substr(0, 14)));
  EXPECT_THAT(told_of(changed(kResin, "Tooling deposit: $25,000", "Tooling deposit: $20,000")),
              tells("amount", "$20,000"));
  EXPECT_THAT(told_of(changed(kInvestment, "乙方两份，丙方四份", "乙方两份，丙方三份")),
              tells("sum", "一式八份"));
}

TEST(OneSlip, GivesOneFlag) {
  // The words beside the figure tell it, and no second clause that has the right figure.
  const std::string twice =
      changed(changed(kBakery, "at least six months' written", "at least six (6) months' written"),
              "Break notice: six months", "Break notice: six (6) months");
  EXPECT_THAT(told_of(twice), IsEmpty());
  EXPECT_THAT(told_of(changed(twice, "six (6) months' written", "six (9) months' written")),
              tells("term", "9"));
  // Two checks that know the same two places.
  EXPECT_THAT(told_of(changed(kSurvey, "Notice of termination for convenience: ninety",
                              "Notice of termination for convenience: sixty")),
              tells("term", "sixty days"));
}

TEST(ACompany, SignsBehindTheSchedulesToo) {
  EXPECT_THAT(told_of(changed(kInstruments, "Signed for Castlereagh Medical",
                              "Signed for Castlereagh Surgical")),
              tells("party", "Castlereagh Surgical Supplies Limited"));
}

}  // namespace
}  // namespace proviso::tasks
