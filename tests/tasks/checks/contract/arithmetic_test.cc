// What a contract calculates itself, and where the check of it keeps silent. All contracts are
// invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tasks/checks/contract/told.h"
#include "tests/tasks/invented_figures.h"

namespace proviso::tasks {
namespace {

using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A flag of this kind whose explanation holds these words.
auto says(const std::string& kind, const std::string& words) {
  return Contains(
      ::testing::AllOf(Field(&Told::kind, kind), Field(&Told::explanation, HasSubstr(words))));
}

TEST(Arithmetic, SaysNothingOfContractsThatAddUp) {
  for (const std::string_view contract :
       {kMachines, kMill, kHall, kFarmLoan, kSecrets, kShop, kPacker, kBerths, kSchool}) {
    EXPECT_THAT(told_of(contract), IsEmpty()) << contract.substr(0, 40);
  }
}

TEST(Arithmetic, AShareOfASumIsFiguredAgain) {
  EXPECT_THAT(told_of(changed(kHall, "that is £120,000", "that is £150,000")),
              says("sum", "this is £120,000, not £150,000"));
  EXPECT_THAT(told_of(changed(kFarmLoan, "being 1% of the Loan", "being 2% of the Loan")),
              says("sum", "£5,000"));
  EXPECT_THAT(told_of(changed(kMachines, "being $200,000, on", "being $210,000, on")),
              says("sum", "$200,000, not $210,000"));
  EXPECT_THAT(told_of(changed(kPacker, "的30%，即90000元", "的30%，即80000元")),
              says("sum", "90000元"));
  EXPECT_THAT(told_of(changed(kPacker, "10%，即30000元", "10%，即60000元")),
              says("sum", "30000元"));
}

TEST(Arithmetic, SharesOfThePriceMakeTheWhole) {
  EXPECT_THAT(told_of(changed(kMachines, "(c) twenty percent (20%), being",
                              "(c) thirty percent (30%), being")),
              says("share", "110%"));
  EXPECT_THAT(told_of(changed(kSchool, "付至合同价的97%", "付至合同价的95%")),
              says("share", "98%"));
}

TEST(Arithmetic, TheBaseThatComesNearestIsNamed) {
  EXPECT_THAT(told_of(changed(kBerths, "第九条 合同解除",
                              "第九条 服务成果的收益，甲方占60%，乙方占50%。\n合同解除")),
              says("share", "110%"));
  EXPECT_THAT(told_of(changed(kPacker, "10%，即30000元", "10%，即31000元")),
              says("sum", "300000元×10%"));
}

TEST(Arithmetic, PriceTaxAndTotalAgree) {
  EXPECT_THAT(
      told_of(changed(kHall, "VAT at 20% is £240,000", "VAT at 25%, amounting to £240,000")),
      says("share", "this is 20%, not 25%"));
  const std::string parts =
      changed(kHall, "VAT at 20% is £240,000, so that the total payable is £1,440,000.",
              "The first stage is £200,000 plus VAT of £40,000, in total £240,000.");
  EXPECT_THAT(told_of(parts), IsEmpty());
  EXPECT_THAT(told_of(changed(parts, "in total £240,000", "in total £250,000")),
              says("sum", "this is £240,000, not £250,000"));
}

TEST(Arithmetic, TheTaxInAChinesePriceIsFiguredInAnyOrder) {
  const std::string behind = changed(
      kPacker,
      "税率13%，乙方应向甲方开具增值税专用发票。不含税金额为265486.73元，税额为34513.27元。",
      "不含税价为265486.73元，增值税税额为34513.27元，税率为13%。乙方开具税率为13%"
      "的增值税专用发票。");
  EXPECT_THAT(told_of(behind), IsEmpty());
  EXPECT_THAT(told_of(changed(behind, "税额为34513.27元", "税额为35413.27元")),
              says("sum", "34513.27元"));
  EXPECT_THAT(told_of(changed(behind, "不含税价为265486.73元", "不含税价为256486.73元")),
              says("sum", "265486.69元"));
  EXPECT_THAT(told_of(changed(behind, "，税率为13%。", "，税率为6%。")), says("share", "13%"));
  EXPECT_THAT(told_of(changed(behind, "开具税率为13%的", "开具税率为6%的")),
              says("share", "发票的税率为6%"));
  EXPECT_THAT(told_of(changed(behind, "乙方开具税率为13%的", "对安装服务部分，乙方开具税率为6%的")),
              IsEmpty());
}

TEST(Arithmetic, TaxesFollowFromTheirRate) {
  EXPECT_THAT(told_of(changed(kHall, "VAT at 20% is £240,000", "VAT at 20% is £204,000")),
              says("sum", "£240,000, not £204,000"));
  EXPECT_THAT(told_of(changed(kHall, "total payable is £1,440,000", "total payable is £1,400,000")),
              says("sum", "£1,440,000"));
  EXPECT_THAT(told_of(changed(kPacker, "税额为34513.27元", "税额为39513.27元")),
              says("sum", "34513.27元"));
}

TEST(Arithmetic, PartsMakeTheirTotal) {
  EXPECT_THAT(told_of(changed(kHall, "(d) fitting out, £280,000", "(d) fitting out, £250,000")),
              says("sum", "The parts make £1,170,000"));
  EXPECT_THAT(told_of(changed(kFarmLoan, "15 June 2027: GBP 50,000", "15 June 2027: GBP 40,000")),
              says("sum", "The parts make £240,000"));
  EXPECT_THAT(told_of(changed(kBerths, "第二期480000元，于", "第二期450000元，于")),
              says("sum", "各部分相加为1170000元"));
  EXPECT_THAT(told_of(changed(kBerths, "合计：1200000元", "合计：1250000元")),
              says("sum", "各部分相加为1200000元"));
}

TEST(Arithmetic, InstalmentsRentAndPricesMultiply) {
  EXPECT_THAT(told_of(changed(kFarmLoan, "instalments of GBP 50,000", "instalments of GBP 60,000")),
              says("sum", "£50,000"));
  EXPECT_THAT(told_of(changed(kMill, "instalments of £2,000", "instalments of £2,200")),
              says("sum", "£2,000, not £2,200"));
  EXPECT_THAT(told_of(changed(kMachines, "at $200,000 each", "at $210,000 each")),
              says("sum", "$420,000, not $400,000"));
  EXPECT_THAT(
      told_of(changed(kFarmLoan, "being GBP 3,750 each quarter", "being GBP 4,750 each quarter")),
      says("sum", "£3,750"));
  EXPECT_THAT(told_of(changed(kShop, "相当于两个月租金。", "相当于三个月租金。")),
              says("sum", "60000元"));
  EXPECT_THAT(told_of(changed(kShop, "年租金合计240000元", "年租金合计260000元")),
              says("sum", "240000元"));
  EXPECT_THAT(told_of(changed(kShop, "每季度支付60000元", "每季度支付80000元")),
              says("sum", "60000元"));
  EXPECT_THAT(told_of(changed(kPacker, "单价人民币150000元，总价", "单价人民币160000元，总价")),
              says("sum", "320000元"));
}

TEST(Arithmetic, CopiesAreCounted) {
  EXPECT_THAT(told_of(changed(kPacker, "双方各执两份", "双方各执三份")), says("sum", "6份"));
  EXPECT_THAT(told_of(changed(kPacker, "双方各执两份", "甲方执三份，乙方执一份")), IsEmpty());
}

TEST(Arithmetic, WhatIsToBeChosenOrEstimatedIsNotFigured) {
  EXPECT_THAT(told_of(changed(kHall, "that is £120,000", "being £130,000, whichever is greater")),
              IsEmpty());
}

TEST(NamedTime, AScheduleHasTheDaysOfTheClauses) {
  EXPECT_THAT(told_of(changed(kHall, "Completion Date: 30 April", "Completion Date: 30 June")),
              tells("date", "30 June 2026"));
  EXPECT_THAT(told_of(changed(kMachines, "Warranty Period: twenty-four (24)",
                              "Warranty Period: twelve (12)")),
              tells("term", "twelve (12) months"));
  EXPECT_THAT(told_of(changed(kMill, "Term: 1 January 2024 to 31 December 2026",
                              "Term: 1 January 2024 to 31 December 2028")),
              tells("date", "31 December 2028"));
  EXPECT_THAT(
      told_of(changed(kShop, "租赁期限：2024年1月1日至2026年", "租赁期限：2024年1月1日至2027年")),
      says("date", "2027年12月31日"));
  EXPECT_THAT(told_of(changed(kShop, "未提前60日书面通知对方的", "未提前30日书面通知对方的")),
              tells("term", "30日"));
}

TEST(ContractDates, ALengthFitsItsDays) {
  EXPECT_THAT(told_of(changed(kSecrets, "until 9 February 2027", "until 9 February 2028")),
              tells("date", "9 February 2028"));
  EXPECT_THAT(told_of(changed(kSchool, "工期总日历天数365天", "工期总日历天数300天")),
              tells("date", "300"));
  EXPECT_THAT(told_of(changed(kSchool, "计划竣工日期：2026年", "计划竣工日期：2024年")),
              says("date_order", "早于"));
}

TEST(Duty, NobodyOwesToHimself) {
  EXPECT_THAT(told_of(changed(kSecrets, "it shall notify the Disclosing Party",
                              "it shall notify the Receiving Party")),
              says("role", "Receiving Party owes this to itself"));
  EXPECT_THAT(told_of(changed(kShop, "千分之一向甲方支付违约金", "千分之一向乙方支付违约金")),
              says("role", "乙方对自己负有义务"));
  EXPECT_THAT(
      told_of(changed(kPacker, "甲方向乙方支付合同总价的30%", "乙方向乙方支付合同总价的30%")),
      says("role", "乙方对自己负有义务"));
}

TEST(Duty, SidesNamedWithoutQuotationMarksAreKnown) {
  std::string loan = changed(kFarmLoan, "(the \"Lender\")", "(Lender)");
  loan = changed(loan, "(the \"Borrower\")", "(Borrower)");
  EXPECT_THAT(told_of(loan), IsEmpty());
  EXPECT_THAT(told_of(changed(loan, "Signed by TOLLAND FARMS LTD", "Signed by TOLLAND FARM LTD")),
              Contains(Field(&Told::kind, "party")));
}

TEST(Duty, WhoIsPaidDoesNotPay) {
  EXPECT_THAT(told_of(changed(kMill, "The Tenant shall pay the Rent by",
                              "The Landlord shall pay the Rent by")),
              says("role", "Landlord is to be paid this"));
  EXPECT_THAT(told_of(changed(kFarmLoan, "The Borrower shall repay the Loan in",
                              "The Lender shall repay the Loan in")),
              says("role", "Lender is to be paid this"));
  EXPECT_THAT(told_of(changed(kPacker, "甲方逾期付款的，每逾期", "乙方逾期付款的，每逾期")),
              says("role", "乙方是卖方"));
  EXPECT_THAT(told_of(changed(kShop, "甲方应于10日内无息退还押金", "乙方应于10日内无息退还押金")),
              says("role", "乙方退还押金"));
}

TEST(GoverningLaw, ACourtAndATribunalCannotBothDecideAll) {
  EXPECT_THAT(
      told_of(changed(kSecrets, "11. Disputes. Any dispute",
                      "11. Disputes. The courts of Singapore have exclusive jurisdiction over any "
                      "dispute. Any dispute")),
      says("governing_law", "A court and a tribunal"));
  EXPECT_THAT(
      told_of(changed(
          kFarmLoan, "8.2 The courts",
          "8.2 This Agreement shall be construed in accordance with the laws of Ireland. The "
          "courts")),
      says("governing_law", "Ireland"));
}

TEST(Numbering, OneNumberOutOfItsPlaceIsTold) {
  EXPECT_THAT(told_of(changed(kMill, "5.3 The Tenant shall make", "5.5 The Tenant shall make")),
              Contains(Field(&Told::kind, "numbering")));
  EXPECT_THAT(told_of(changed(kBerths, "8.2 甲方逾期", "8.3 甲方逾期")), tells("numbering", "8.3"));
}

TEST(CrossReference, APointBeyondTheLastIsTold) {
  EXPECT_THAT(told_of(changed(kShop, "违反本合同第七条第2款", "违反本合同第七条第5款")),
              tells("cross_reference", "第七条第5款"));
}

TEST(WrittenTwice, FiguresMayComeFirst) {
  EXPECT_THAT(told_of(changed(kFarmLoan, "two hundred and fifty thousand pounds",
                              "two hundred and fifteen thousand pounds")),
              tells("capital_figure", "250,000"));
}

TEST(DefinedTerm, ADefinitionForOneClauseIsNoSecondOne) {
  const char* const own =
      "6.1 For the purposes of this clause: \"Permitted Use\" means use as a printing workshop or "
      "a store of "
      "paper. The Landlord shall insure";
  EXPECT_THAT(told_of(changed(kMill, "6.1 The Landlord shall insure", own)), IsEmpty());
  EXPECT_THAT(
      told_of(changed(
          kMill, "6.1 The Landlord shall insure",
          "6.1 \"Permitted Use\" means use as a store of paper only. The Landlord shall insure")),
      Contains(Field(&Told::kind, "defined_term")));
}

TEST(Blank, WhatIsAnsweredBesideIsNotOpen) {
  EXPECT_THAT(told_of(changed(kMill, "not less than six months'",
                              "not less than ____ (if blank, six) months'")),
              IsEmpty());
  EXPECT_THAT(told_of(changed(kMill, "not less than six months'", "not less than ____ months'")),
              Contains(Field(&Told::kind, "blank")));
}

}  // namespace
}  // namespace proviso::tasks
