#include <gtest/gtest.h>

#include "model/trainer.h"

namespace proviso::model {
namespace {

TEST(LearningRate, WarmsUpToThePeakAndFallsAlongACosine) {
  TrainOptions options;
  options.total_steps = 110;
  options.warmup_steps = 10;
  options.learning_rate = 1;
  options.final_learning_rate = 0.1;
  EXPECT_DOUBLE_EQ(learning_rate(options, 0), 0.1);
  EXPECT_DOUBLE_EQ(learning_rate(options, 9), 1);
  EXPECT_DOUBLE_EQ(learning_rate(options, 10), 1);
  EXPECT_NEAR(learning_rate(options, 60), 0.55, 1e-12);
  EXPECT_NEAR(learning_rate(options, 110), 0.1, 1e-12);
  EXPECT_NEAR(learning_rate(options, 1000), 0.1, 1e-12);
}

TEST(LearningRate, FallsWithTheSquareRootWhereAsked) {
  TrainOptions options;
  options.warmup_steps = 100;
  options.learning_rate = 1;
  options.schedule = Schedule::kInverseSqrt;
  EXPECT_DOUBLE_EQ(learning_rate(options, 100), 1);
  EXPECT_DOUBLE_EQ(learning_rate(options, 400), 0.5);
}

TEST(ValidRows, EarlyAllCountThenTheOldestGoAtEveryFifthSegmentThenTheLastTwoSegmentsAlone) {
  const std::vector<std::int64_t> rows{10, 20, 30, 40};
  EXPECT_EQ(valid_rows(0, 100, 4, rows), 100);
  EXPECT_EQ(valid_rows(29, 100, 4, rows), 100);
  EXPECT_EQ(valid_rows(30, 100, 3, rows), 100);
  EXPECT_EQ(valid_rows(30, 100, 4, rows), 90);
  EXPECT_EQ(valid_rows(69, 100, 9, rows), 90);
  EXPECT_EQ(valid_rows(70, 100, 3, rows), 70);
  EXPECT_EQ(valid_rows(99, 100, 0, {}), 0);
  const std::vector<std::int64_t> one{10};
  EXPECT_EQ(valid_rows(99, 100, 1, one), 10);
}

}  // namespace
}  // namespace proviso::model
