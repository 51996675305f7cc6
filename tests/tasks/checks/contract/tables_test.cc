// Tables of contracts: columns and their totals, shares and prices in their lines, and the shares
// of a price that stands elsewhere. Each slip has its clean twin. All contracts are invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tasks/checks/contract/told.h"

namespace proviso::tasks {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kSales = R"text(设备采购合同
买方（甲方）：青禾市嘉木食品有限公司
卖方（乙方）：远川市拓工机械有限公司
双方经协商一致，订立本合同。
第一条 标的
1.1 乙方向甲方出售附件一所列设备。
第二条 价款
2.1 合同价款为人民币200万元（大写：贰佰万元整）。
第三条 付款
3.1 甲方应按下表支付合同价款：
期次	付款条件	金额（万元）	占合同价款比例
第一期	合同签订后5个工作日内	60	30%
第二期	设备到货后10日内	100	50%
第三期	验收合格后10日内	40	20%
合计		200	100%
3.2 甲方逾期付款的，每逾期一日按逾期金额的万分之三支付违约金。
第四条 争议解决
4.1 因本合同发生的争议，由甲方住所地人民法院管辖。
第五条 附则
5.1 本合同一式四份，双方各执两份。
附件一：设备清单
序号	名称	数量	单价（元）	金额（元）
1	包装机	2	600000	1200000
2	输送机	5	100000	500000
3	封箱机	3	100000	300000
合计				2000000
)text";

// As a PDF gives it: cells parted by blanks.
std::string glued(std::string_view contract) {
  std::string text(contract);
  for (std::size_t at = text.find("\t\t"); at != text.npos; at = text.find("\t\t", at))
    text.erase(at, 1);
  for (char& each : text) {
    if (each == '\t') each = ' ';
  }
  return text;
}

auto one(const std::string& kind, const std::string& words) {
  return ElementsAre(AllOf(Field(&Told::kind, kind), Field(&Told::explanation, HasSubstr(words))));
}

TEST(Tables, SayNothingWhereTheyAddUp) {
  EXPECT_THAT(told_of(kSales), IsEmpty());
  EXPECT_THAT(told_of(glued(kSales)), IsEmpty());
}

TEST(Tables, APartThatDoesNotFitItsShareIsTold) {
  const std::string wrong = changed(kSales, "\t40\t20%", "\t45\t20%");
  EXPECT_THAT(told_of(wrong), one("sum", "应为40万元，此处为45万元：200万元×20%"));
  EXPECT_THAT(told_of(glued(wrong)), one("sum", "应为40万元，此处为45万元"));
}

TEST(Tables, AShareThatDoesNotFitItsPartIsTold) {
  EXPECT_THAT(told_of(changed(kSales, "\t100\t50%", "\t100\t55%")),
              one("share", "应为50%，此处为55%：100万元÷200万元"));
}

TEST(Tables, ColumnsMakeTheirTotals) {
  const std::string wrong = changed(kSales, "\t\t\t\t2000000", "\t\t\t\t2100000");
  EXPECT_THAT(told_of(wrong), one("sum", "各部分相加为2000000元，总数为2100000元"));
  EXPECT_THAT(told_of(glued(wrong)), one("sum", "各部分相加为2000000元，总数为2100000元"));
}

TEST(Tables, QuantityTimesPriceIsTheAmount) {
  EXPECT_THAT(told_of(changed(kSales, "100000\t500000", "100000\t550000")),
              one("sum", "应为500000元，此处为550000元：5×100000"));
}

TEST(Tables, LinesThatAreTakenOffOrCannotBeReadKeepThemSilent) {
  EXPECT_THAT(
      told_of(changed(kSales, "合计\t\t\t\t2000000", "减：优惠\t\t\t\t50000\n合计\t\t\t\t1950000")),
      IsEmpty());
  EXPECT_THAT(
      told_of(changed(kSales, "合计\t\t\t\t2000000", "4\t安装\t\t\t另行协商\n合计\t\t\t\t2100000")),
      IsEmpty());
}

constexpr std::string_view kLicence = R"text(LICENCE AGREEMENT

This Agreement is made on 4 March 2024 between Moorgate Mapping Limited (the "Licensor") and Selby Water Plc (the "Licensee").

1. DEFINITIONS
1.1 "Licence Fee" means the annual fee set out in Schedule 1.
2. FEES
2.1 The Licensee shall pay the Licence Fee of £84,000 on the first day of each year.
3. LAW
3.1 This Agreement is governed by the law of England and Wales.

Signed for Moorgate Mapping Limited
Signed for Selby Water Plc

SCHEDULE 1: LICENCE FEE
Item	Annual amount (£)
Base module	48,000
Maps	22,000
Support	14,000
Total	84,000
)text";

TEST(Tables, SayInEnglishWhatTheirPartsMake) {
  EXPECT_THAT(told_of(kLicence), IsEmpty());
  EXPECT_THAT(told_of(glued(kLicence)), IsEmpty());
  EXPECT_THAT(told_of(changed(kLicence, "Support\t14,000", "Support\t£14,000")), IsEmpty());
  const std::string wrong = changed(kLicence, "Maps\t22,000", "Maps\t26,000");
  EXPECT_THAT(told_of(wrong), one("sum", "The parts make £88,000, the whole is £84,000."));
  EXPECT_THAT(told_of(glued(wrong)), one("sum", "The parts make £88,000, the whole is £84,000."));
}

TEST(Tables, TheScheduleHasTheSumOfTheClause) {
  EXPECT_THAT(told_of(changed(kLicence, "Licence Fee of £84,000", "Licence Fee of £86,000")),
              one("amount", "The Licence Fee is £86,000 here and £84,000 there."));
  // The instalments are those of the schedule: one slip, told once.
  EXPECT_THAT(told_of(changed(kLicence, "£84,000 on the first day of each year",
                              "£86,000 for each year in four equal instalments of £21,000")),
              one("amount", "The Licence Fee is £86,000 here and £84,000 there."));
}

constexpr std::string_view kSoftware = R"text(软件开发合同
委托方（甲方）：泽林市港口股份有限公司
受托方（乙方）：泽林市深码软件有限公司
甲方委托乙方开发调度系统，双方订立本合同。
第一条 费用
1.1 开发费用总额为人民币1860000元。
1.2 甲方分四期支付开发费用：
（1）合同签订后十日内支付30%，即558000元；
（2）设计文档经甲方确认后十日内支付20%，即372000元；
（3）初验合格后十日内支付30%，即558000元；
（4）终验合格后十日内支付20%，即372000元。
第二条 附则
2.1 本合同一式四份，双方各执两份。
)text";

TEST(Shares, OfAPriceThatStandsInAnotherClause) {
  EXPECT_THAT(told_of(kSoftware), IsEmpty());
  EXPECT_THAT(
      told_of(changed(kSoftware, "支付30%，即558000元；", "支付35%，即558000元；", "（3）")),
      one("sum", "应为651000元，此处为558000元：人民币1860000元×35%"));
  EXPECT_THAT(
      told_of(changed(kSoftware, "支付30%，即558000元；", "支付35%，即651000元；", "（3）")),
      one("share", "各部分比例相加为105%"));
}

constexpr std::string_view kTransfer = R"text(股权转让协议
转让方（甲方）：苏岚
受让方（乙方）：禾川市明台投资有限公司
目标公司（丙方）：禾川市云机科技有限公司
鉴于：
A. 丙方的注册资本为人民币5000万元。
B. 甲方持有丙方40%的股权（对应注册资本2000万元）。
第一条 转让
1.1 “标的股权”指甲方持有的丙方40%的股权。
1.2 转让价款为人民币3600万元（大写：叁仟陆佰万元整）。
第二条 附则
2.1 本协议一式四份，双方各执两份。
)text";

TEST(Shares, HeldAreToldWithBothPlaces) {
  EXPECT_THAT(told_of(kTransfer), IsEmpty());
  EXPECT_THAT(told_of(changed(kTransfer, "甲方持有丙方40%", "甲方持有丙方45%")),
              one("share", "此处持股比例为45%，另一处为40%；2000万元占人民币5000万元的40%"));
  EXPECT_THAT(told_of(changed(kTransfer, "甲方持有的丙方40%", "甲方持有的丙方45%")),
              one("share", "此处持股比例为40%，另一处为45%"));
  EXPECT_THAT(told_of(changed(kTransfer, "对应注册资本2000万元", "对应注册资本2100万元")),
              one("sum", "应为2000万元，此处为2100万元"));
}

TEST(Shares, OfASumWhoseCapitalsDifferAreFiguredToo) {
  const std::string share =
      changed(kTransfer, "第二条 附则", "1.3 首期支付转让价款的50%，即1800万元。\n第二条 附则");
  EXPECT_THAT(told_of(share), IsEmpty());
  const std::string both =
      changed(changed(share, "即1800万元", "即1850万元"), "叁仟陆佰", "叁仟陆拾");
  EXPECT_THAT(told_of(both),
              ElementsAre(Field(&Told::kind, "capital_figure"), Field(&Told::kind, "sum")));
  EXPECT_THAT(told_of(changed(share, "叁仟陆佰", "叁仟陆拾")),
              ElementsAre(Field(&Told::kind, "capital_figure")));
}

TEST(Sums, AListInASentenceMakesItsTotal) {
  const auto with = [](const std::string& total) {
    return changed(
        kSoftware, "第二条 附则",
        "1.3 设计费600000元，编码费900000元，测试费360000元，合计" + total + "。\n第二条 附则");
  };
  EXPECT_THAT(told_of(with("1860000元")), IsEmpty());
  EXPECT_THAT(told_of(with("1880000元")), one("sum", "各部分相加为1860000元，总数为1880000元"));
}

constexpr std::string_view kPay = R"text(SERVICE AGREEMENT

This Agreement is made on June 3, 2024 between Marlow Robotics, Inc. (the "Company") and Ines Calloway (the "Executive").

1. PAY
1.1 The Company shall pay the Executive a base salary of $264,000 per year (the "Base Salary").
1.2 On termination without cause the Company shall pay severance equal to six months of Base Salary, that is, $132,000.
2. BUILDING
2.1 The Contract Price is $4,200,000.
2.2 The Company shall retain five percent (5%) of each payment. The total retainage of $210,000 shall be released on completion.
3. LAW
3.1 This Agreement is governed by the law of Oregon.
)text";

TEST(Shares, MonthsOfPayAndRetainageAreFigured) {
  EXPECT_THAT(told_of(kPay), IsEmpty());
  EXPECT_THAT(told_of(changed(kPay, "$132,000", "$123,000")),
              one("sum", "this is $132,000, not $123,000"));
  EXPECT_THAT(told_of(changed(kPay, "$210,000", "$201,000")),
              one("sum", "this is $210,000, not $201,000"));
}

// The table's cells parted by something else than tabs.
std::string parted(std::string_view contract, const std::string& by) {
  std::string text(contract);
  for (std::size_t at = text.find('\t'); at != text.npos; at = text.find('\t', at + by.size()))
    text.replace(at, 1, by);
  return text;
}

TEST(Tables, AreReadWhateverPartsTheirCells) {
  for (const char* by : {" | ", "　", " / "}) {
    EXPECT_THAT(told_of(parted(kSales, by)), IsEmpty()) << by;
    EXPECT_THAT(told_of(parted(changed(kSales, "\t5\t100000\t500000", "\t5\t100000\t550000"), by)),
                one("sum", "应为500000元，此处为550000元"))
        << by;
    EXPECT_THAT(told_of(parted(changed(kSales, "\t\t\t\t2000000", "\t\t\t\t2100000"), by)),
                one("sum", "各部分相加为2000000元，总数为2100000元"))
        << by;
  }
}

TEST(Tables, OfBlanksHaveTheirTotalBelowTheOneSum) {
  constexpr std::string_view kDebts =
      "附件二：债务清单\n序号  债权人  金额（万元）  到期日\n1  甲银行  300  2031年5月1日\n"
      "2  乙公司  45.5  2031年6月1日\n合计  345.5\n";
  const std::string with = std::string(kSales) + std::string(kDebts);
  EXPECT_THAT(told_of(with), IsEmpty());
  EXPECT_THAT(told_of(changed(with, "合计  345.5", "合计  354.5")),
              one("sum", "各部分相加为345.5万元，总数为354.5万元"));
}

}  // namespace
}  // namespace proviso::tasks
