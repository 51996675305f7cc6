#include "tasks/calibration.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>

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

TEST_F(CalibrationFile, AMissingFileFlagsNothing) {
  EXPECT_TRUE(load_calibration(dir_).kinds.empty());
}

TEST_F(CalibrationFile, ABadFileIsAnErrorThatNamesIt) {
  for (const char* content :
       {"", "{", "[]", R"({"format": 2, "kinds": {}})",
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
