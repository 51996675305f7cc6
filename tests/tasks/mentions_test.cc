#include <gtest/gtest.h>

#include "tasks/mentions/date.h"
#include "tasks/mentions/exact.h"
#include "tasks/mentions/folded.h"
#include "tasks/mentions/formula.h"
#include "tasks/mentions/number.h"

namespace proviso::tasks {
namespace {

Number only(std::string_view text) {
  const std::vector<Number> numbers = find_numbers(fold(text));
  EXPECT_EQ(numbers.size(), 1U) << text;
  return numbers.empty() ? Number() : numbers.front();
}

std::string money(std::string_view text) {
  const Number number = only(text);
  EXPECT_EQ(number.measure, Measure::kMoney) << text;
  return number.value.str(2, 2);
}

TEST(Exact, NeverLosesAFen) {
  const Exact tenth = *Exact::parse("0.1");
  EXPECT_EQ(tenth + tenth + tenth, *Exact::parse("0.3"));
  EXPECT_EQ(Exact(100) / 3 * 3, Exact(100));
  EXPECT_EQ((Exact(2) / 3).str(2), "0.67");
  EXPECT_EQ((Exact(0) - Exact(1) / 8).str(2), "-0.13");
  EXPECT_FALSE((Exact(1) / 0).valid());
  EXPECT_FALSE(Exact::parse("1.2.3"));
}

TEST(Exact, RefusesRatherThanOverflows) {
  Exact value = Exact(1'000'000'000'000'000'000);
  for (int i = 0; i < 4; ++i) value = value * value;
  EXPECT_FALSE(value.valid());
  EXPECT_FALSE(value == value);
}

TEST(Exact, KnowsTheSlipsOfTheHand) {
  EXPECT_EQ(slip_between(Exact(186432), Exact(186482)), Slip::kDigit);
  EXPECT_EQ(slip_between(Exact(186432), Exact(184632)), Slip::kTransposed);
  EXPECT_EQ(slip_between(Exact(186432), Exact(18642)), Slip::kDropped);
  EXPECT_EQ(slip_between(Exact(186432), Exact(1864320)), Slip::kShifted);
  EXPECT_EQ(slip_between(Exact(186432), Exact(186432)), Slip::kNone);
  EXPECT_EQ(slip_between(Exact(5000), Exact(6000)),
            Slip::kNone);  // round figures resemble each other by chance
}

TEST(Money, IsReadInEveryScript) {
  EXPECT_EQ(money("1234.5元"), "1234.50");
  EXPECT_EQ(money("1,234,567元"), "1234567.00");
  EXPECT_EQ(money("1，234.56元"), "1234.56");
  EXPECT_EQ(money("１２３元"), "123.00");
  EXPECT_EQ(money("3.5万元"), "35000.00");
  EXPECT_EQ(money("1.2亿元"), "120000000.00");
  EXPECT_EQ(money("3元5角"), "3.50");
  EXPECT_EQ(money("三万五千元"), "35000.00");
  EXPECT_EQ(money("二千二百元"), "2200.00");
  EXPECT_EQ(money("壹万贰仟叁佰元整"), "12300.00");
  EXPECT_EQ(money("人民币壹佰零伍元叁角贰分"), "105.32");
  EXPECT_EQ(money("人民币10000"), "10000.00");
}

TEST(Money, KeepsItsSpanScaleAndVagueness) {
  const std::string_view text = "尚欠货款约1.25万元。";
  const Number number = only(text);
  EXPECT_EQ(text.substr(number.span.start, number.span.size()), "1.25万元");
  EXPECT_EQ(number.scale, Exact(10000));
  EXPECT_EQ(number.unit, Exact(100));
  EXPECT_TRUE(number.approximate);
  EXPECT_TRUE(only("100元/天").per);
  EXPECT_TRUE(only("200余万元").approximate);
  EXPECT_EQ(only("200余万元").value, Exact(2000000));
}

TEST(Number, ListsOfRoundFiguresAreNotOneNumberWithSeparators) {
  const auto numbers = find_numbers(fold("分别为100，200，300"));
  EXPECT_EQ(numbers.size(), 3U);
}

TEST(Number, DatesAndCodesAreNotAmounts) {
  EXPECT_TRUE(find_numbers(fold("2016年5月3日")).empty());
  EXPECT_TRUE(find_numbers(fold("（2021）云0927民初89号")).empty());
  EXPECT_TRUE(find_numbers(fold("车牌沪A12345")).empty());
  EXPECT_TRUE(find_numbers(fold("账号62220000111122223333")).empty());
}

TEST(Rate, IsReadInFiguresAndWords) {
  EXPECT_EQ(only("6.5%").value, Exact::ratio(65, 1000));
  EXPECT_EQ(only("百分之六").value, Exact::ratio(6, 100));
  EXPECT_EQ(only("万分之五").value, Exact::ratio(5, 10000));
  EXPECT_EQ(only("千分之三点五").value, Exact::ratio(35, 10000));
  EXPECT_EQ(only("3,14%").value, Exact::ratio(314, 10000));  // a comma slipped in for the stop
}

TEST(Date, IsReadAndCheckedAgainstTheCalendar) {
  const auto dates = find_dates(
      fold("2019年2月30日，二〇二一年一月二十一日，同年3月5日，2020年2月29日，2013.1.14"));
  ASSERT_EQ(dates.size(), 5U);
  EXPECT_FALSE(dates[0].exists());
  EXPECT_EQ(dates[1].year, 2021);
  EXPECT_EQ(dates[1].month, 1);
  EXPECT_EQ(dates[1].day, 21);
  EXPECT_EQ(dates[2].year, 2021);
  EXPECT_TRUE(dates[2].inferred);
  EXPECT_TRUE(dates[3].exists());
  EXPECT_EQ(dates[4].day, 14);
  EXPECT_LT(dates[1], dates[2]);
}

std::vector<Equation> equations(std::string_view text) {
  const Folded folded = fold(text);
  return find_equations(folded, find_numbers(folded));
}

TEST(Formula, IsReadWithBracketsRatesAndLabels) {
  const auto read = [](std::string_view text) {
    const auto found = equations(text);
    EXPECT_EQ(found.size(), 1U) << text;
    return found.empty() ? std::string() : found.front().computed.str(2);
  };
  EXPECT_EQ(read("误工费为100元／天×13天＝1300元。"), "1300");
  EXPECT_EQ(read("医疗费8675.96元＋护理费1000元＝9675.96元"), "9675.96");
  EXPECT_EQ(read("差额660.49元（1160元-499.51元）"), "660.49");
  EXPECT_EQ(read("租金75.93万元×3年另8个月＝278.41万元"), "2784100");
  EXPECT_EQ(read("工资3462元✕2✕7＝48468元"), "48468");
}

TEST(Formula, AnswersToTheFigureBeforeItsBracketToo) {
  const auto found = equations("赔偿48615元［（97211－40017.16）×85%＝48615元］");
  ASSERT_EQ(found.size(), 2U);
  for (const Equation& each : found) EXPECT_EQ(each.computed.str(2), "48614.76");
}

TEST(Formula, TakesNoPieceOfALongerOneAndNoRange) {
  EXPECT_TRUE(equations("直径500-600毫米，1-3项合计77518.26元").empty());
  EXPECT_TRUE(equations("日利率=年利率/365").empty());
  EXPECT_TRUE(equations("杨×××借款500元").empty());
}

TEST(Formula, ReadsEveryLinkOfAChain) {
  const auto found = equations("10×3＝40－10＝30元");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].computed, Exact(30));
  EXPECT_EQ(found[0].result, Exact(30));
  EXPECT_EQ(found[1].computed, Exact(30));
}

}  // namespace
}  // namespace proviso::tasks
