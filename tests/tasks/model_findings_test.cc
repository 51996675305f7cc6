#include "tasks/model_findings.h"

#include <gtest/gtest.h>

#include <string>

namespace proviso::tasks {
namespace {

using segmenter::Segment;
using segmenter::Span;

// Two segments of two sentences each; every sentence is one token of "甲。".
class ModelFindings : public testing::Test {
 protected:
  ModelFindings() {
    structure_.language = "zh";
    for (std::uint32_t index = 0; index < 2; ++index) {
      Segment segment;
      segment.index = index;
      const std::size_t start = index * 13;
      segment.ids = {1, 2};
      segment.token_spans = {{start, start + 6}, {start + 6, start + 13}};
      segment.sentences = {0, 1};
      segment.span = {start, start + 13};
      segments_.push_back(segment);
    }
    card_.kinds = {"amount", "party"};
    reading_.segments.resize(2);
    reading_.segments[0].probability = {0.1F, 0.2F};
    reading_.segments[0].sentence_probability = {0.1F, 0.2F, 0.05F, 0.1F};
    reading_.segments[1].probability = {0.9F, 0.5F};
    reading_.segments[1].sentence_probability = {0.3F, 0.5F, 0.9F, 0.1F};
    reading_.segments[1].depends_on = {{0, 0.7F}};
    calibration_.kinds = {{"amount", {0.8, 0.4}}, {"party", {0.8, 0.4}}};
  }

  std::vector<Finding> find(Strictness strictness) const {
    return model_findings(text_, structure_, segments_, reading_, card_, calibration_, strictness);
  }

  std::string text_ = "甲。乙。\n丙。丁。\n";
  segmenter::Structure structure_;
  std::vector<Segment> segments_;
  model::DocumentReading reading_;
  model::ModelCard card_;
  Calibration calibration_;
};

TEST_F(ModelFindings, QuoteTheTopSentenceAndTheTopSentenceOfTheSegmentItRestsOn) {
  const auto findings = find(Strictness::kPrecision);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].kind, "amount");
  EXPECT_EQ(text_.substr(findings[0].place.start, findings[0].place.size()), "丁。");
  ASSERT_TRUE(findings[0].other.has_value());
  EXPECT_EQ(text_.substr(findings[0].other->start, findings[0].other->size()), "甲。");
  EXPECT_NEAR(findings[0].score, 0.9, 1e-6);
}

TEST_F(ModelFindings, RecallShowsWhatPrecisionKeepsBack) {
  EXPECT_EQ(find(Strictness::kRecall).size(), 2U);
}

TEST_F(ModelFindings, AKindWithoutThresholdIsNeverFlagged) {
  calibration_.kinds.erase("amount");
  EXPECT_TRUE(find(Strictness::kPrecision).empty());
}

TEST_F(ModelFindings, GiveWayToACheckOfTheSameKindAndPlace) {
  Finding check;
  check.kind = "amount";
  check.check = "amount";
  check.place = {20, 22};
  const auto merged = merge_findings({check}, find(Strictness::kPrecision));
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].check, "amount");

  check.kind = "date";
  EXPECT_EQ(merge_findings({check}, find(Strictness::kPrecision)).size(), 2U);
}

}  // namespace
}  // namespace proviso::tasks
