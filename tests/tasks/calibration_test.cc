#include "tasks/calibration.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

#include "model/error.h"

namespace proviso::tasks {
namespace {

class CalibrationFile : public testing::Test {
 protected:
  CalibrationFile()
      : dir_(std::filesystem::path(testing::TempDir()) /
             ("calibration" + std::to_string(getpid()))) {
    std::filesystem::create_directories(dir_);
  }
  ~CalibrationFile() override { std::filesystem::remove_all(dir_); }

  void write(const std::string& content) const {
    std::ofstream(dir_ / "calibration.json") << content;
  }

  std::filesystem::path dir_;
};

TEST_F(CalibrationFile, ReadsWhatWasSaved) {
  save_calibration({{{"amount", {0.93, 0.41}}}}, dir_);
  const Calibration read = load_calibration(dir_);
  ASSERT_EQ(read.kinds.count("amount"), 1U);
  EXPECT_DOUBLE_EQ(read.kinds.at("amount").precision, 0.93);
  EXPECT_DOUBLE_EQ(read.kinds.at("amount").recall, 0.41);
}

TEST_F(CalibrationFile, ReadsTheOldFormatWithScoresAsProbabilities) {
  write(R"({"format": 1, "kinds": {"amount": {"precision": 0.9, "recall": 0.4}}})");
  const Threshold read = load_calibration(dir_).kinds.at("amount");
  EXPECT_DOUBLE_EQ(read.precision, 0.9);
  EXPECT_DOUBLE_EQ(read.probability(0.37), 0.37);
}

TEST_F(CalibrationFile, KeepsTheSigmoidAndSilence) {
  save_calibration({{{"sum", {2, 0.3, 1.5, -0.25}}}}, dir_);
  const Threshold read = load_calibration(dir_).kinds.at("sum");
  EXPECT_GT(read.precision, 1) << "silent";
  EXPECT_DOUBLE_EQ(read.recall, 0.3);
  EXPECT_DOUBLE_EQ(read.slope, 1.5);
  EXPECT_DOUBLE_EQ(read.intercept, -0.25);
}

// Scores that are too sure of themselves: 0.9 is right half of the time, 0.1 one time in ten.
std::vector<Outcome> overconfident() {
  std::vector<Outcome> outcomes;
  for (int i = 0; i < 100; ++i) outcomes.push_back({0.9, i % 2 == 0});
  for (int i = 0; i < 100; ++i) outcomes.push_back({0.1, i % 10 == 0});
  return outcomes;
}

TEST(Calibration, TheSigmoidTurnsScoresIntoShares) {
  const auto outcomes = overconfident();
  const Threshold fit = fit_sigmoid(outcomes);
  EXPECT_NEAR(fit.probability(0.9), 0.5, 0.02);
  EXPECT_NEAR(fit.probability(0.1), 0.1, 0.02);
  EXPECT_NEAR(calibration_error(outcomes, {}), 0.2, 1e-9) << "|0.9 - 0.5| for half of them";
  EXPECT_LT(calibration_error(outcomes, fit), 0.02);
  EXPECT_NEAR(calibration_error(outcomes, {}, 0.5), 0.4, 1e-9) << "of the suspicious half alone";
}

TEST(Calibration, TooFewOutcomesChangeNothing) {
  EXPECT_DOUBLE_EQ(fit_sigmoid(std::vector<Outcome>{{0.9, true}, {0.2, false}}).probability(0.3), 0.3);
}

TEST_F(CalibrationFile, AMissingFileFlagsNothing) {
  EXPECT_TRUE(load_calibration(dir_).kinds.empty());
}

TEST_F(CalibrationFile, ABadFileIsAnErrorThatNamesIt) {
  for (const char* content :
       {"", "{", "[]", R"({"format": 3, "kinds": {}})", R"({"format": 2, "kinds": {"a": {"precision": 0.5, "recall": 0.5}}})",
        R"({"format": 2, "kinds": {"a": {"precision": 0.5, "recall": 0.5, "slope": 0, "intercept": 0}}})",
        R"({"format": 1, "kinds": {"a": {"precision": 0.5}}})",
        R"({"format": 1, "kinds": {"a": {"precision": 1.5, "recall": 0.5}}})",
        R"({"format": 1, "kinds": {"a": {"precision": "high", "recall": 0.5}}})"}) {
    write(content);
    try {
      load_calibration(dir_);
      ADD_FAILURE() << content;
    } catch (const model::ModelError& error) {
      EXPECT_NE(std::string(error.what()).find("calibration.json"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace proviso::tasks
