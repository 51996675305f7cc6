// A fact far behind, beyond the token memory, must reach the dual tower through the segment bank.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/model/tiny.h"

namespace proviso::model {
namespace {

using testing::OwnedDocument;

// Three segments of four tokens. The first states token 1 or 2, the last repeats it or says the
// other; between them is filler. The memory holds one segment and the model has one layer: the last
// segment cannot see the first.
OwnedDocument case_of(std::int32_t stated, std::int32_t ruled, std::mt19937& random) {
  OwnedDocument document(3);
  for (std::size_t i = 0; i < 3; ++i) {
    for (int t = 0; t < 4; ++t)
      document[i].ids.push_back(static_cast<std::int32_t>(5 + random() % 4));
  }
  document[0].tag = 1;
  document[2].tag = 2;
  document[0].ids[1] = stated;
  document[2].ids[2] = ruled;
  return document;
}

TEST(DualTower, LearnsAContradictionWithAFactBeyondMemory) {
  ModelCard card = testing::tiny_card(1);
  card.config.n_layer = 1;
  card.config.d_tower = 16;
  TrainOptions options;
  options.lanes = 8;
  options.mem_len = 4;
  options.bptt_segments = 3;
  options.total_steps = 300;
  options.warmup_steps = 20;
  options.learning_rate = 1e-2;
  options.clip = 1;
  options.lm_weight = 0;
  options.positive_weight = 1;
  options.evidence_weight = 0.3;
  options.progressive_eviction = false;
  Trainer trainer = Trainer::create(card, options, Device::kCpu);
  std::mt19937 random(5);
  double first = 0, last = 0;
  for (int step = 0; step < options.total_steps; ++step) {
    std::vector<OwnedDocument> documents;
    std::vector<LaneInput> lanes;
    for (std::int32_t i = 0; i < 8; ++i)
      documents.push_back(case_of(1 + i % 2, 1 + i / 2 % 2, random));
    for (std::size_t i = 0; i < 8; ++i) {
      lanes.push_back(testing::lane_of(documents[i], 0, 3));
      TrainSegment& ruling = lanes.back().segments[2];
      ruling.labelled = true;
      if (documents[i][0].ids[1] != documents[i][2].ids[2]) ruling.targets.push_back({0, 0, {0}});
    }
    const StepStats stats = trainer.step(lanes);
    if (step == 0) first = stats.dual_loss;
    last = stats.dual_loss;
  }
  EXPECT_LT(last, 0.1 * first);
  for (const std::int32_t stated : {1, 2}) {
    for (const std::int32_t ruled : {1, 2}) {
      const OwnedDocument document = case_of(stated, ruled, random);
      const DocumentInput input = testing::input_of(document);
      const ReadOptions read{false, 4};
      const SegmentReading reading = trainer.read({&input, 1}, read)[0].segments[2];
      EXPECT_EQ(reading.probability[0] > 0.5F, stated != ruled)
          << stated << " was stated, " << ruled << " was ruled";
      if (stated != ruled) {
        EXPECT_EQ(reading.depends_on.front().segment, 0U) << "the fact is the evidence";
      }
    }
  }
}

// The last segment repeats the token that two of the others begin with, one of them earlier, or the
// first segment repeats that of a later one: the place that a sentence rests on may stand on either
// side.
OwnedDocument dependent_document(bool backwards, std::uint32_t source, std::mt19937& random) {
  OwnedDocument document(4);
  for (std::size_t i = 0; i < 4; ++i) {
    document[i].ids = {static_cast<std::int32_t>(5 + random() % 4),
                       static_cast<std::int32_t>(9 + random() % 4)};
    document[i].tag = 1;
  }
  const std::size_t asking = backwards ? 0 : 3;
  document[asking].tag = 2;
  document[asking].ids[1] = document[source].ids[1] = 1;
  return document;
}

TEST(DependencyHead, LearnsWhatASentenceRestsOnBeforeAndBehindIt) {
  ModelCard card = testing::tiny_card(1);
  card.config.n_layer = 1;
  card.config.d_tower = 16;
  card.config.dependency_head = true;
  TrainOptions options;
  options.lanes = 8;
  options.mem_len = 0;
  options.bptt_segments = 4;
  options.total_steps = 150;
  options.warmup_steps = 10;
  options.learning_rate = 1e-2;
  options.clip = 1;
  options.lm_weight = 0;
  options.dependency_weight = 1;
  options.progressive_eviction = false;
  Trainer trainer = Trainer::create(card, options, Device::kCpu);
  std::mt19937 random(5);
  const auto source_of = [](std::uint32_t i) { return i % 2 == 0 ? i / 2 % 3 : 1 + i / 2 % 3; };
  double first = 0, last = 0;
  for (int step = 0; step < options.total_steps; ++step) {
    std::vector<OwnedDocument> documents;
    for (std::uint32_t i = 0; i < 8; ++i)
      documents.push_back(dependent_document(i % 2 == 1, source_of(i), random));
    std::vector<LaneInput> lanes;
    for (std::uint32_t i = 0; i < 8; ++i) {
      lanes.push_back(testing::lane_of(documents[i], 0, 4));
      lanes.back().segments[i % 2 == 1 ? 0 : 3].dependencies.push_back({0, {source_of(i)}});
    }
    const StepStats stats = trainer.step(lanes);
    EXPECT_EQ(stats.dependencies, 8);
    if (step == 0) first = stats.dependency_loss;
    last = stats.dependency_loss;
  }
  EXPECT_NEAR(first, std::log(3), 0.3) << "three other segments of one sentence each";
  EXPECT_LT(last, 0.1 * first);
  EXPECT_EQ(trainer.card().trained_heads, std::vector<std::string>{"dependency"});
  testing::TemporaryFolder folder;
  trainer.save_model(folder.path(), Precision::kSingle);
  Reader reader = Reader::load(folder.path(), Device::kCpu);
  for (std::uint32_t i = 0; i < 6; ++i) {
    const OwnedDocument document = dependent_document(i % 2 == 1, source_of(i), random);
    const DocumentInput input = testing::input_of(document);
    const auto reading = reader.read({&input, 1})[0];
    const auto& found = reading.segments[i % 2 == 1 ? 0 : 3].depends_on;
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front().segment, source_of(i)) << (i % 2 == 1 ? "behind" : "before");
    EXPECT_LE(found.size(), 3U);
  }
}

TEST(DependencyHead, IsAddedToAModelOnDemandAndSaysNothingUntrained) {
  testing::TemporaryFolder folder;
  Trainer plain = Trainer::create(testing::tiny_card(1), TrainOptions(), Device::kCpu);
  plain.save_model(folder.path(), Precision::kSingle);
  std::mt19937 random(5);
  const OwnedDocument document = dependent_document(false, 1, random);
  const DocumentInput input = testing::input_of(document);
  const auto before = plain.read({&input, 1})[0];
  TrainOptions options;
  options.dependency_weight = 1;
  Trainer with_head = Trainer::from_model(folder.path(), options, {}, Device::kCpu);
  EXPECT_TRUE(with_head.card().config.dependency_head);
  const auto after = with_head.read({&input, 1})[0];
  for (std::size_t s = 0; s < 4; ++s) {
    ASSERT_EQ(before.segments[s].depends_on.size(), after.segments[s].depends_on.size());
    for (std::size_t i = 0; i < before.segments[s].depends_on.size(); ++i) {
      EXPECT_EQ(before.segments[s].depends_on[i].segment, after.segments[s].depends_on[i].segment)
          << "the tower's attention speaks until the head has learnt";
    }
  }
}

}  // namespace
}  // namespace proviso::model
