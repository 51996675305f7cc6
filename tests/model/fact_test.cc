// A fact far behind, beyond the token memory, must reach the dual tower through the segment bank.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace proviso::model
