// What the checks of contracts tell, and where they keep silent. All contracts are invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tasks/checks/checks.h"
#include "tasks/plant/plant.h"
#include "tests/tasks/checks/contract/told.h"
#include "tests/tasks/invented_contracts.h"

namespace proviso::tasks {
namespace {

using ::testing::Field;
using ::testing::IsEmpty;

TEST(Contract, SaysNothingOfContractsThatAgree) {
  EXPECT_THAT(told_of(kSupply), IsEmpty());
  EXPECT_THAT(told_of(kLease), IsEmpty());
  EXPECT_THAT(told_of(kShares), IsEmpty());
}

TEST(Contract, AReferenceBeyondTheLastClauseIsTold) {
  EXPECT_THAT(told_of(changed(kSupply, "Section 7.2", "Section 17.2")),
              tells("cross_reference", "Section 17.2"));
  EXPECT_THAT(told_of(changed(kSupply, "Section 7.2", "Section 7.6")),
              tells("cross_reference", "Section 7.6"));
  EXPECT_THAT(told_of(changed(kSupply, "Section 4(b)", "Section 4(e)")),
              tells("cross_reference", "Section 4(e)"));
  EXPECT_THAT(told_of(changed(kLease, "第九条的约定", "第十九条的约定")),
              tells("cross_reference", "第十九条"));
}

TEST(Contract, AScheduleThatIsNotAttachedIsToldWhereOthersAre) {
  EXPECT_THAT(told_of(changed(kSupply, "set out in Exhibit B", "set out in Exhibit D")),
              tells("cross_reference", "Exhibit D"));
}

TEST(Contract, SectionsOfStatutesAndOtherPapersAreNoReferences) {
  EXPECT_THAT(told_of(changed(kSupply, "Section 7.2", "Section 27 of the Sale of Goods Act")),
              IsEmpty());
  EXPECT_THAT(
      told_of(changed(kSupply, "Section 7.2", "Sections 15.4, 15.7 or 15.8 of the Master Lease")),
      IsEmpty());
}

TEST(Contract, ACountWithOneSlipIsTold) {
  EXPECT_THAT(told_of(changed(kSupply, "\n6. ", "\n7. ")), tells("numbering", "7. "));
  EXPECT_THAT(told_of(changed(kLease, "第六条 违约", "第五条 违约")),
              tells("numbering", "第五条 违约"));
}

TEST(Contract, WordsAndFiguresMustAgree) {
  EXPECT_THAT(told_of(changed(kSupply, "thirty (30) days", "thirty (60) days")),
              tells("term", "60"));
  EXPECT_THAT(told_of(changed(kSupply, "five percent (5%)", "five percent (15%)")),
              tells("share", "15%"));
  EXPECT_THAT(told_of(changed(kSupply, "($40,000)", "($400,000)")),
              ::testing::Contains(Field(&Told::kind, "capital_figure")));
  EXPECT_THAT(told_of(changed(kLease, "三十（30）日", "三十（60）日")), tells("term", "60"));
  EXPECT_THAT(told_of(changed(kLease, "壹万贰仟元整", "壹万叁仟元整")),
              tells("capital_figure", ""));
  // one half of one percent
  EXPECT_THAT(told_of(changed(kSupply, "five percent (5%)", "one half of one percent (0.5%)")),
              IsEmpty());
}

TEST(Contract, TheSameNamedSumHasOneFigure) {
  EXPECT_THAT(
      told_of(changed(kSupply, "The Development Fee is $40,000", "The Development Fee is $45,000")),
      tells("amount", "Development Fee is $45,000"));
  EXPECT_THAT(told_of(changed(kLease, "押金24000元已于", "押金42000元已于")),
              tells("amount", "押金42000元"));
}

TEST(Contract, TheSameNamedPeriodHasOneLength) {
  EXPECT_THAT(told_of(changed(kSupply, "warranty period of twelve (12) months",
                              "warranty period of eighteen (18) months", "8. Survival")),
              tells("term", "warranty period of eighteen"));
  EXPECT_THAT(told_of(changed(kShares, "保密期限为两年", "保密期限为三年", "八、附则")),
              tells("term", "保密期限为三年"));
}

TEST(Contract, StartLengthAndEndMustFit) {
  EXPECT_THAT(told_of(changed(kSupply, "December 31, 2033", "December 31, 2034")),
              tells("date", "December 31, 2034"));
  EXPECT_THAT(told_of(changed(kSupply, "December 31, 2033", "December 31, 2029")),
              tells("date_order", "December 31, 2029"));
  EXPECT_THAT(told_of(changed(kLease, "2034年2月28日", "2035年2月28日")),
              tells("date", "2035年2月28日"));
  EXPECT_THAT(told_of(changed(kLease, "2034年2月28日", "2030年2月28日")),
              tells("date_order", "2030年2月28日"));
  EXPECT_THAT(told_of(changed(kSupply, "December 31, 2033", "June 31, 2033")),
              tells("date", "June 31, 2033"));
}

TEST(Contract, TheContractHasOneDate) {
  EXPECT_THAT(told_of(changed(kSupply, "dated as of January 1, 2031", "dated as of January 1, 2032",
                              "EXHIBIT A")),
              tells("date", "January 1, 2032"));
}

TEST(Contract, ATermIsUsedAsItIsDefined) {
  EXPECT_THAT(told_of(changed(kSupply, "the Delivery Date", "the Date Delivery", "5. ")),
              tells("defined_term", "Date Delivery"));
  EXPECT_THAT(told_of(changed(kSupply, "\"Delivery Date\"", "\"Handover Date\"")),
              tells("defined_term", "Delivery Date"));
  EXPECT_THAT(told_of(changed(kShares, "受让标的股权的资金", "受让目标股权的资金")),
              tells("defined_term", "目标股权"));
}

TEST(Contract, ATermHasOneDefinition) {
  EXPECT_THAT(
      told_of(changed(kSupply, "\"Territory\" means", "\"Goods\" means")),
      ::testing::Contains(AllOf(Field(&Told::kind, "defined_term"),
                                Field(&Told::explanation, ::testing::HasSubstr("second time")))));
  EXPECT_THAT(told_of(changed(kShares, "“过渡期间”是指", "“交割日”是指")),
              ::testing::Contains(Field(&Told::kind, "defined_term")));
}

TEST(Contract, APartyIsWrittenAsAtTheHead) {
  EXPECT_THAT(told_of(changed(kSupply, "HALVERSTON TOOLS", "HALVERSTEN TOOLS", "IN WITNESS")),
              tells("party", "HALVERSTEN"));
  EXPECT_THAT(told_of(changed(kSupply, "TOOLS, INC.", "TOOLS, LLC", "IN WITNESS")),
              tells("party", "LLC"));
  EXPECT_THAT(told_of(changed(kLease, "明泰商贸", "明太商贸", "甲方（盖章）")),
              tells("party", "明太商贸"));
}

TEST(Contract, ANameOfNoCompanyIsComparedToo) {
  std::string text = changed(kLease, "青禾市安居置业有限公司", "青禾市城市运营管理中心");
  text = changed(text, "青禾市安居置业有限公司", "青禾市城市运管管理中心");
  EXPECT_THAT(told_of(text), ::testing::Contains(Field(&Told::kind, "party")));
}

TEST(Contract, AMissingClauseIsCalledByItsKind) {
  const auto says = [](const char* words) {
    return ::testing::ElementsAre(Field(&Told::explanation, ::testing::HasSubstr(words)));
  };
  EXPECT_THAT(told_of(changed(kSupply, "Section 6, with its", "Sections 5, 6 and 18, with their")),
              says("section 18 does not exist: the count of these clauses ends with 9"));
  EXPECT_THAT(told_of(changed(kLease, "未按第五条的约定", "未按第十七条的约定")),
              says("合同中没有“第十七条”：该级条款编号到“第十一条”为止"));
}

TEST(Contract, ACompanySignsUnderItsOwnName) {
  EXPECT_THAT(told_of(changed(kSupply, "HALVERSTON TOOLS", "HALVORSTEAM TOOLS", "IN WITNESS")),
              tells("party", "HALVORSTEAM"));
  // Beside it another company signs, which has a name of its own.
  EXPECT_THAT(told_of(changed(kSupply, "HALVERSTON TOOLS, INC.",
                              "HALVERSTON TOOLS, INC.\nBy: /s/ Ada Quill\nHALVORSTEAM TOOLS, INC.",
                              "IN WITNESS")),
              ::testing::IsEmpty());
  const std::string numbered =
      changed(changed(kSupply, "Halverston Tools, Inc.", "Halverston Tools No. 14, Inc."),
              "HALVERSTON TOOLS, INC.", "HALVERSTON TOOLS NO. 14, INC.", "IN WITNESS");
  EXPECT_THAT(told_of(numbered), ::testing::IsEmpty());
  EXPECT_THAT(told_of(changed(numbered, "NO. 14", "NO. 41", "IN WITNESS")),
              tells("party", "NO. 41"));
}

TEST(Contract, SidesAreNotExchangedInTheSignatures) {
  std::string text = changed(kLease, "青禾市安居置业有限公司", "某", "甲方（盖章）");
  text = changed(text, "临川县明泰商贸有限公司", "青禾市安居置业有限公司", "乙方（盖章）");
  text = changed(text, "甲方（盖章）：某", "甲方（盖章）：临川县明泰商贸有限公司");
  const auto told = told_of(text);
  ASSERT_EQ(told.size(), 1U) << "one slip";
  EXPECT_EQ(told[0].kind, "party");
  EXPECT_THAT(told[0].explanation, ::testing::HasSubstr("写反"));
}

TEST(Contract, ItsTermIsCountedFromTheDefinedDay) {
  const std::string dated =
      changed(changed(kSupply, "\"Goods\" means",
                      "\"Commencement Date\" means 1 March 2031.\n\"Goods\" means"),
              "three (3) years commencing on January 1, 2031 and ending on December 31, 2033",
              "three years. It starts on the Commencement Date and continues for an initial period "
              "of three years, expiring on 28 February 2034");
  EXPECT_THAT(told_of(dated), ::testing::IsEmpty());
  EXPECT_THAT(told_of(changed(dated, "28 February 2034", "28 February 2033")),
              tells("date", "28 February 2033"));
}

TEST(Contract, NobodyOwesToHimself) {
  EXPECT_THAT(told_of(changed(kSupply, "Buyer shall pay Seller", "Buyer shall pay Buyer")),
              tells("role", "Buyer shall pay Buyer"));
  EXPECT_THAT(told_of(changed(kLease, "乙方应于每月5日前向甲方", "甲方应于每月5日前向甲方")),
              tells("role", "向甲方"));
}

TEST(Contract, ABlankIsToldInAContractThatIsFilledIn) {
  EXPECT_THAT(told_of(changed(kSupply, "thirty (30) days", "_____ days")), tells("blank", "_____"));
  EXPECT_THAT(told_of(changed(kLease, "提前三日书面通知", "提前____日书面通知")),
              tells("blank", "____"));
}

TEST(Contract, AFormFullOfBlanksIsLeftAlone) {
  std::string text(kLease);
  for (const char* filled :
       {"三日书面通知", "24000元。租赁期满", "320平方米", "五日内向甲方", "18号三层"})
    text = changed(text, filled, "____");
  EXPECT_THAT(told_of(text), IsEmpty());
}

TEST(Contract, OneLawGovernsAndOneCourtDecides) {
  EXPECT_THAT(told_of(changed(kSupply, "8. Survival.",
                              "8. Survival. This Agreement shall be construed in accordance with "
                              "the laws of the State of Nevada.")),
              tells("governing_law", ""));
  EXPECT_THAT(told_of(changed(kShares, "8.1 ",
                              "8.1 因本协议发生的纠纷，任何一方可向甲方所在地人民法院提起诉讼。")),
              tells("governing_law", ""));
}

TEST(Contract, AnAmendmentUsesTheClausesOfAnotherPaper) {
  EXPECT_THAT(
      told_of(changed(changed(kSupply, "SUPPLY AGREEMENT", "AMENDMENT NO. 2 TO SUPPLY AGREEMENT"),
                      "Section 7.2", "Section 17.2")),
      IsEmpty());
}

// Every kind that is planted into an invented contract is told, or is a known blind spot.
TEST(Contract, WhatIsPlantedIsFound) {
  int planted_count = 0, found = 0;
  for (const std::string_view contract : {kSupply, kLease, kShares}) {
    const segmenter::Structure structure = segmenter::read_structure(contract);
    for (const std::string_view kind : plant_kinds()) {
      for (const std::uint64_t seed : {1U}) {
        const auto planted = plant(contract, structure, kind, seed);
        if (!planted) continue;
        ++planted_count;
        EXPECT_NE(planted->text, contract);
        const auto findings = run_checks(planted->text, segmenter::read_structure(planted->text));
        found += findings.empty() ? 0 : 1;
      }
    }
  }
  EXPECT_GT(planted_count, 15);
  EXPECT_GE(found * 100, planted_count * 80);
}

}  // namespace
}  // namespace proviso::tasks
