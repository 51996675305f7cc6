#include "tasks/learning/choice.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace proviso::tasks {
namespace {

constexpr std::size_t kOutcome = 0, kAmount = 1;

// Ten judgments, each clean and with an error. The checks find every second error; the model hears
// the others of kind outcome at 0.8, and says amount of clean and wrong texts alike.
std::vector<HeardText> texts() {
  std::vector<HeardText> all;
  for (int n = 0; n < 10; ++n) {
    const std::string origin = "judgment " + std::to_string(n);
    HeardText clean{origin, false, false, false, {{kAmount, 0.9, false}, {kOutcome, 0.3, false}}};
    HeardText wrong{origin, true, n % 2 == 0, n % 2 == 0, {{kAmount, 0.9, true}}};
    if (n % 2 == 1) wrong.flags.push_back({kOutcome, 0.8, true});
    all.push_back(clean);
    all.push_back(wrong);
  }
  return all;
}

TEST(Choice, AKindThatHelpsSpeaksAndOneThatHarmsIsSilent) {
  const auto all = texts();
  const auto thresholds = choose_thresholds(all, 2, {.precision = 0.9});
  EXPECT_DOUBLE_EQ(thresholds[kOutcome], 0.8);
  EXPECT_GT(thresholds[kAmount], 1) << "it would accuse every clean judgment";
  EXPECT_DOUBLE_EQ(document_score(all, thresholds, Heard::kChecks).recall(), 0.5);
  EXPECT_DOUBLE_EQ(document_score(all, thresholds, Heard::kModel).recall(), 0.5);
  const DocumentScore both = document_score(all, thresholds, Heard::kBoth);
  EXPECT_DOUBLE_EQ(both.f1(), 1);
  EXPECT_DOUBLE_EQ(both.false_share(), 0);
}

TEST(Choice, ManyCopiesOfOneJudgmentWeighAsOne) {
  auto all = texts();
  for (int copy = 0; copy < 50; ++copy)
    all.push_back({"judgment 0", true, false, false, {}});
  const DocumentScore score = document_score(all, std::vector<double>{2, 2}, Heard::kChecks);
  EXPECT_NEAR(score.hit + score.missed, 10, 1e-9);
  EXPECT_NEAR(score.hit, 4 + 1.0 / 51, 1e-9);
}

TEST(Choice, AFewLuckyHitsAreNotEnough) {
  std::vector<HeardText> all = {{"a", true, false, false, {{0, 0.9, true}}},
                                {"b", true, false, false, {{0, 0.9, true}}},
                                {"a", false, false, false, {}},
                                {"b", false, false, false, {}}};
  EXPECT_GT(choose_thresholds(all, 1, {})[0], 1) << "two of three";
}

}  // namespace
}  // namespace proviso::tasks
