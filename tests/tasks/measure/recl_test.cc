// RECL against losses chosen so that it can be worked out by hand: perplexities are powers of two.
#include "tasks/measure/recl.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "tasks/measure/recl_run.h"

namespace proviso::tasks {
namespace {

const double kLn2 = std::log(2.0);

// Losses in bits, [length][token], as natural logarithms.
std::vector<std::vector<double>> bits(std::vector<std::vector<double>> losses) {
  for (auto& row : losses)
    for (double& loss : row) loss *= kLn2;
  return losses;
}

TEST(Recl, LongerContextMayHelpAndNeverHurts) {
  // 10 → 20: one token falls from 2 bits to 1, the other rises to 3 but counts with its 2 bits of
  // before: f falls from 2 to 1.5 bits, g = (4 − 2^1.5)/4. 20 → 30 changes nothing.
  const LossTable table{{10, 20, 30}, {bits({{2, 2}, {1, 3}, {1, 3}})}};
  const Recl recl = relative_effective_context_length(table, 0, 1.0);
  EXPECT_EQ(recl.length, 20);
  EXPECT_FALSE(recl.at_least);
  ASSERT_EQ(recl.path.size(), 2U);
  EXPECT_NEAR(recl.path[0].gain, (4 - std::pow(2, 1.5)) / 4, 1e-12);
  EXPECT_NEAR(recl.path[1].gain, 0, 1e-12);
}

TEST(Recl, AModelGainsOnlyWhatTheBestOfItsGroupHadNotBefore) {
  const auto weak = bits({{3, 3}, {2, 2}}), strong = bits({{2, 2}, {1, 1}});
  const LossTable alone{{10, 20}, {weak}}, together{{10, 20}, {weak, strong}};
  EXPECT_TRUE(relative_effective_context_length(alone, 0, 1.0).at_least);
  EXPECT_EQ(relative_effective_context_length(alone, 0, 1.0).length, 20);
  const Recl weak_recl = relative_effective_context_length(together, 0, 1.0);
  EXPECT_EQ(weak_recl.length, 10) << "what it learns from 20 tokens the other knew from 10";
  EXPECT_NEAR(weak_recl.path[0].gain, 0, 1e-12);
  const Recl strong_recl = relative_effective_context_length(together, 1, 1.0);
  EXPECT_EQ(strong_recl.length, 20);
  EXPECT_NEAR(strong_recl.path[0].gain, 0.5, 1e-12);
}

TEST(Recl, CountsTheHardestTokensAndTheEarlierAmongEquals) {
  // Half of four: tokens 1 and 2; token 3 is as hard but later, and it alone gains.
  const LossTable late{{1, 2}, {bits({{1, 3, 3, 3}, {1, 3, 3, 1}})}};
  EXPECT_EQ(relative_effective_context_length(late, 0, 0.5).length, 1);
  EXPECT_EQ(relative_effective_context_length(late, 0, 1.0).length, 2);
  EXPECT_NEAR(relative_effective_context_length(late, 0, 1.0).path[0].gain, 1 - std::pow(2, -0.5),
              1e-12);
  const LossTable early{{1, 2}, {bits({{1, 3, 3, 3}, {1, 2, 2, 3}})}};
  EXPECT_NEAR(relative_effective_context_length(early, 0, 0.5).path[0].gain, 0.5, 1e-12);
  EXPECT_NEAR(relative_effective_context_length(early, 0, 0.1).path[0].gain, 0.5, 1e-12);
}

TEST(Recl, ChoosesTheHardestAnewAtEveryLength) {
  // The hardest token of length 1 is the first, of length 2 the second.
  const LossTable table{{1, 2, 3}, {bits({{4, 3}, {1, 3}, {1, 2}})}};
  const Recl recl = relative_effective_context_length(table, 0, 0.5);
  ASSERT_EQ(recl.path.size(), 2U);
  EXPECT_NEAR(recl.path[0].gain, 1 - 0.125, 1e-12);
  EXPECT_NEAR(recl.path[1].gain, 0.5, 1e-12);
  EXPECT_EQ(recl.length, 3);
}

TEST(Recl, StopsAtAGainBelowOneInAHundred) {
  const auto after = [](double fall) {
    const LossTable table{{100, 200, 300}, {{{1.0}, {1.0 - fall}, {0.0}}}};
    return relative_effective_context_length(table, 0, 1.0).length;
  };
  EXPECT_EQ(after(0.0100), 100) << "g = 0.00995";
  EXPECT_EQ(after(0.0102), 300) << "g = 0.01015";
}

TEST(Recl, AFractionOfThePositionsIsRoundedAndNeverNone) {
  EXPECT_EQ(hardest_count(1000, 0.1), 100U);
  EXPECT_EQ(hardest_count(14, 0.1), 1U);
  EXPECT_EQ(hardest_count(3, 0.1), 1U);
  EXPECT_EQ(hardest_count(3, 1.0), 3U);
}

TEST(Recl, LengthsAreFirstLastAndStep) {
  EXPECT_EQ(parse_lengths("100:400:100"), (std::vector<std::int64_t>{100, 200, 300, 400}));
  EXPECT_EQ(parse_lengths("8:20:5"), (std::vector<std::int64_t>{8, 13, 18}));
  for (const char* wrong : {"", "100", "100:200", "0:10:5", "10:20:0", "10:12:5", "20:10:5",
                            "a:b:c", "10:20:5:5", "-5:20:5"})
    EXPECT_THROW(parse_lengths(wrong), std::invalid_argument) << wrong;
}

}  // namespace
}  // namespace proviso::tasks
