// What the edits of a probe do to tokens, and how readings become a table.
#include "tasks/measure/probes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace proviso::tasks {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

// The digit d is the token 10 + d; the separator 30.
DigitPieces pieces() {
  DigitPieces p;
  for (std::int32_t d = 0; d < 10; ++d) p.digits[static_cast<std::size_t>(d)] = 10 + d;
  p.separator = {30};
  return p;
}

PreparedDocument document_of(const std::vector<std::vector<std::int32_t>>& segments) {
  PreparedDocument document;
  for (const auto& ids : segments) {
    PreparedSegment segment;
    segment.first = static_cast<std::uint32_t>(document.ids.size());
    segment.tag = static_cast<std::int16_t>(document.segments.size());
    document.ids.insert(document.ids.end(), ids.begin(), ids.end());
    segment.last = static_cast<std::uint32_t>(document.ids.size());
    document.segments.push_back(segment);
  }
  document.marks.assign(document.ids.size(), 1);
  return document;
}

// "figure 1234 … figure 1234 more", the fact alone in the second segment.
PreparedDocument sample() {
  return document_of({{1, 2}, {11, 12, 13, 14}, {3, 4}, {5, 11, 12, 13, 14, 6}, {7}});
}
const Fact kFact{0, {2, 6}, {9, 13}};

std::vector<std::size_t> sizes(const PreparedDocument& document) {
  std::vector<std::size_t> out;
  for (const PreparedSegment& s : document.segments) out.push_back(s.last - s.first);
  return out;
}

TEST(OtherFigure, ChangesEveryDigitAndNothingElse) {
  const std::vector<std::int32_t> figure{11, 10, 40, 19};  // 10.9, the point being token 40
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto other = other_figure(figure, pieces(), seed);
    ASSERT_THAT(other, SizeIs(4));
    EXPECT_EQ(other[2], 40);
    for (const std::size_t i : {0U, 1U, 3U}) {
      EXPECT_NE(other[i], figure[i]);
      EXPECT_GE(other[i], 10);
      EXPECT_LE(other[i], 19);
    }
    EXPECT_NE(other[0], 10) << "no figure begins with 0";
  }
  EXPECT_EQ(other_figure(figure, pieces(), 7), other_figure(figure, pieces(), 7));
}

TEST(Edited, ReplacedKeepsEveryOtherToken) {
  const PreparedDocument edit = edited(sample(), kFact, Edit::kReplaced, pieces(), 3);
  EXPECT_THAT(sizes(edit), ElementsAre(2, 4, 2, 5)) << "it ends with the repetition";
  const PreparedDocument whole = sample();
  for (std::uint32_t t = 0; t < edit.ids.size(); ++t)
    EXPECT_EQ(edit.ids[t] == whole.ids[t], t < 2 || t >= 6) << "token " << t;
  EXPECT_EQ(edit.marks.size(), edit.ids.size());
  EXPECT_EQ(edit.segments[3].tag, 3);
}

TEST(Edited, DeletedLeavesNoEmptySegment) {
  const PreparedDocument edit = edited(sample(), kFact, Edit::kDeleted, pieces(), 3);
  EXPECT_THAT(edit.ids, ElementsAre(1, 2, 3, 4, 5, 11, 12, 13, 14));
  EXPECT_THAT(sizes(edit), ElementsAre(2, 2, 5));
  EXPECT_EQ(edit.segments[1].tag, 2) << "sections keep their tags";
}

TEST(Edited, DistractedPutsTheCompetitorBehindTheFact) {
  const PreparedDocument edit = edited(sample(), kFact, Edit::kDistracted, pieces(), 3);
  EXPECT_THAT(sizes(edit), ElementsAre(2, 9, 2, 5));
  EXPECT_THAT(std::vector(edit.ids.begin() + 2, edit.ids.begin() + 7),
              ElementsAre(11, 12, 13, 14, 30));
  const PreparedDocument replaced = edited(sample(), kFact, Edit::kReplaced, pieces(), 3);
  EXPECT_TRUE(std::equal(edit.ids.begin() + 7, edit.ids.begin() + 11, replaced.ids.begin() + 2));
}

TEST(Edited, AFactMayStandInTheSegmentOfItsRepetition) {
  const PreparedDocument document = document_of({{1, 11, 12, 2, 11, 12, 3}});
  const Fact fact{0, {1, 3}, {4, 6}};
  EXPECT_THAT(edited(document, fact, Edit::kDeleted, pieces(), 1).ids, ElementsAre(1, 2, 11, 12));
  EXPECT_EQ(fact.distance(), 2U);
}

// A reader to whom a token costs 1, and 1 + x where the figure 1234 does not stand before.
std::vector<model::DocumentReading> read_figure(std::span<const model::DocumentInput> inputs,
                                                const std::vector<double>& costs) {
  std::vector<model::DocumentReading> readings;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    model::DocumentReading reading;
    for (std::size_t s = 0; s < inputs[i].segments.size(); ++s) {
      model::SegmentReading segment;
      segment.token_losses.assign(inputs[i].segments[s].ids.size() - (s == 0 ? 1 : 0),
                                  inputs.size() == 1 ? 1.0 : costs[i]);
      reading.segments.push_back(segment);
    }
    readings.push_back(reading);
  }
  return readings;
}

TEST(Probe, GivesMeanAndStandardErrorByDistance) {
  const std::vector<PreparedDocument> documents{sample(), sample(), sample()};
  std::vector<Fact> facts(3, kFact);
  for (std::size_t i = 0; i < 3; ++i) facts[i].document = i;
  const std::vector<DigitPieces> all(3, pieces());
  const std::vector<std::uint32_t> limits{3, 4};
  EXPECT_EQ(kFact.distance(), 4U);
  double rise = 0;
  const auto bands =
      probe(documents, facts, all, limits, 1,
            [&](std::span<const model::DocumentInput> inputs, const model::ReadOptions& options) {
              EXPECT_TRUE(options.token_losses);
              EXPECT_GE(options.seg_len, 6);
              if (inputs.size() > 1) rise += 1;
              return read_figure(inputs, {1 + rise, 1, 0.5});
            });
  ASSERT_THAT(bands, SizeIs(3));
  EXPECT_EQ(bands[0].facts, 0U);
  EXPECT_TRUE(std::isnan(bands[0].changes[0].mean));
  EXPECT_EQ(bands[2].limit, kNoLimit);
  EXPECT_EQ(bands[2].facts, 0U);
  EXPECT_EQ(bands[1].facts, 3U);
  EXPECT_EQ(bands[1].tokens, 12U);
  EXPECT_DOUBLE_EQ(bands[1].loss, 1);
  // Changes 1, 2, 3: mean 2, deviation 1, over √3.
  EXPECT_NEAR(bands[1].changes[0].mean, 2, 1e-12);
  EXPECT_NEAR(bands[1].changes[0].standard_error, 1 / std::sqrt(3), 1e-12);
  EXPECT_NEAR(bands[1].changes[1].mean, 0, 1e-12);
  EXPECT_NEAR(bands[1].changes[2].mean, -0.5, 1e-12);
  EXPECT_NEAR(bands[1].changes[2].standard_error, 0, 1e-12);
}

TEST(Probe, NothingArrivesFromBeyondEveryLayersMemoryAndSegment) {
  model::ReaderConfig config;
  config.n_layer = 3;
  config.mem_len = 10;
  config.seg_len = 4;
  EXPECT_EQ(memory_reach(config), 39);
}

}  // namespace
}  // namespace proviso::tasks
