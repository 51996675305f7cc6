// Which figures of a text are facts that a probe may change. All texts are invented.
#include "tasks/measure/figures.h"

#include <gtest/gtest.h>

#include <string>

namespace proviso::tasks {
namespace {

// "first|second" of each repeated figure, as written.
std::vector<std::string> found(const std::string& text) {
  std::vector<std::string> out;
  for (const RepeatedFigure& f : repeated_figures(text))
    out.push_back(text.substr(f.stated.start, f.stated.size()) + "|" +
                  text.substr(f.repeated.start, f.repeated.size()));
  return out;
}

using Found = std::vector<std::string>;

TEST(RepeatedFigures, AreWrittenAlikeExactlyTwice) {
  const std::string text = "被告借款52300元。经查，利息另计。判令被告归还52300元。";
  EXPECT_EQ(found(text), (Found{"52300|52300"}));
  const RepeatedFigure figure = repeated_figures(text)[0];
  EXPECT_LT(figure.stated.end, figure.repeated.start);
  EXPECT_EQ(found("被告借款52300元。"), Found{});
  EXPECT_EQ(found("借款52300元，归还52300元，尚欠52300元。"), Found{});
}

TEST(RepeatedFigures, HaveFourDigitsOrMore) {
  EXPECT_EQ(found("借款523元，归还523元。"), Found{});
  EXPECT_EQ(found("利息52.37元，支付利息52.37元。"), (Found{"52.37|52.37"}));
  EXPECT_EQ(found("借款12,340.50元，归还12,340.50元。"), (Found{"12,340.50|12,340.50"}));
}

TEST(RepeatedFigures, StandNowhereElseInAnyWriting) {
  EXPECT_EQ(found("借款52300元（大写伍万贰仟叁佰元整），归还52300元。"), Found{});
  EXPECT_EQ(found("借款52300元，归还52300元，即5.23万元。"), Found{});
  EXPECT_EQ(found("借款52300元，归还52300元，账号尾数为9952300号。"), Found{})
      << "its digits stand inside a longer run";
}

TEST(RepeatedFigures, AreNoDatesAndCaseNumbers) {
  EXPECT_EQ(
      found("2019年3月借款，2019年5月归还。案号（2020）青0101民初7号，（2020）青0101民初7号。"),
      Found{});
}

}  // namespace
}  // namespace proviso::tasks
