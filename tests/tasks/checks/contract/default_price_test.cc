// Who pays a price, and of what a price is only the measure; sums of several years and of steps;
// instalments that are counted. Each slip beside its clean twin. All contracts are invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tasks/checks/contract/told.h"
#include "tests/tasks/invented_figures.h"

namespace proviso::tasks {
namespace {

using ::testing::IsEmpty;

std::string default_of_the_seller(std::string_view clause) {
  return changed(kPacker, "六、验收\n", "六、验收\n" + std::string(clause) + "\n");
}

TEST(ThePrice, IsTheMeasureOfThePenaltyOfWhoIsPaidIt) {
  for (const char* clause : {
           "乙方迟延交货的，每迟延一日，应按迟延交付机器价款的千分之二向甲方支付违约金。",
           "乙方未按期交付机器的，每拖延一日，应向甲方支付合同总价万分之八的违约金。",
           "乙方所交机器不合格的，应在七日内支付差价款。",
           "乙方不能交货的，应支付合同总价8%的违约金。",
           "乙方违约的，应向甲方双倍支付预付款。",
       }) {
    EXPECT_THAT(told_of(default_of_the_seller(clause)), IsEmpty()) << clause;
  }
}

TEST(ThePrice, IsToldWhereWhoIsPaidItPaysIt) {
  for (const char* clause : {
           "乙方应于到货后十日内支付货款。",
           "乙方逾期支付货款的，甲方有权暂停履行。",
       }) {
    EXPECT_THAT(told_of(default_of_the_seller(clause)), tells("role", "货款")) << clause;
  }
}

TEST(TheRent, IsTheMeasureOfThePenaltyOfTheLandlord) {
  const auto with = [](std::string_view clause) {
    return changed(kShop, "2. 租赁期满，乙方结清",
                   "3. " + std::string(clause) + "\n2. 租赁期满，乙方结清");
  };
  EXPECT_THAT(told_of(with("甲方迟延交付房屋的，每迟延一日，应向乙方支付月租金千分之三的违约金。")),
              IsEmpty());
  EXPECT_THAT(told_of(with("甲方提前解除合同的，应向乙方支付三个月租金作为补偿。")), IsEmpty());
  EXPECT_THAT(told_of(with("甲方应于每季度首月向乙方支付租金。")), tells("role", "租金"));
}

TEST(TheRent, OfThreeYearsIsNoYearsRent) {
  EXPECT_THAT(
      told_of(changed(kShop, "年租金合计240000元。", "年租金合计240000元，三年租金合计720000元。")),
      IsEmpty());
}

TEST(TheRent, MayRiseAsAgreed) {
  const std::string risen =
      changed(kShop, "2. 租金按季度支付，",
              "第三个租赁年度的租金在前一年度基础上上浮5%，月租金为21000元。\n2. 租金按季度支付，");
  EXPECT_THAT(told_of(risen), IsEmpty());
  const std::string twice =
      changed(kShop, "2. 租金按季度支付，", "双方确认月租金为21000元。\n2. 租金按季度支付，");
  EXPECT_THAT(told_of(twice), ::testing::Contains(::testing::Field(&Told::kind, "amount")));
}

constexpr std::string_view kNote = R"text(LOAN AGREEMENT

This Loan Agreement is made on 4 May 2026 between Hartwell Credit LLC (the "Lender") and Osprey Boats, Inc. (the "Borrower").

1. The Lender lends the Borrower the principal sum of $900,000 (the "Loan").
2. The Loan bears interest at 6% per annum.
3. The Borrower promises to pay the principal sum of $900,000, in eighteen quarterly installments of $50,000, with interest at 6% per annum.
4. The Borrower may prepay at any time.
5. This Agreement is governed by the laws of the State of Maine.
)text";

TEST(Instalments, AreCountedInWords) {
  EXPECT_THAT(told_of(kNote), IsEmpty());
  EXPECT_THAT(told_of(changed(kNote, "eighteen quarterly", "quarterly")), IsEmpty());
  EXPECT_THAT(told_of(changed(kNote, "eighteen quarterly", "sixteen quarterly")),
              tells("sum", "$50,000"));
}

}  // namespace
}  // namespace proviso::tasks
