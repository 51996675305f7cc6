#include "model/trainer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>

#include "tests/model/tiny.h"

namespace proviso::model {
namespace {

using testing::lane_of;
using testing::OwnedDocument;
using testing::random_document;
using testing::tiny_card;

TrainOptions quick_options(std::int64_t lanes) {
  TrainOptions options;
  options.lanes = lanes;
  options.mem_len = 8;
  options.total_steps = 100;
  options.warmup_steps = 0;
  options.learning_rate = 3e-3;
  options.progressive_eviction = false;
  return options;
}

// Losses are compared with weights that do not move.
TrainOptions still_options(std::int64_t lanes) {
  TrainOptions options = quick_options(lanes);
  options.learning_rate = 0;
  return options;
}

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Summed loss of a document read in training, segment by segment, in lane `lane` of `trainer`.
double train_loss(Trainer& trainer, const OwnedDocument& document, std::size_t lane) {
  double loss = 0;
  for (std::size_t i = 0; i < document.size(); ++i) {
    std::vector<LaneInput> lanes(static_cast<std::size_t>(trainer.options().lanes));
    lanes[lane] = lane_of(document, i, 1);
    const StepStats stats = trainer.step(lanes);
    loss += stats.lm_loss * static_cast<double>(stats.tokens_scored);
  }
  return loss;
}

class EveryKnob : public ::testing::TestWithParam<ReaderConfig> {
 protected:
  static ModelCard card() {
    ModelCard own = tiny_card();
    own.config = GetParam();
    return own;
  }
};

ReaderConfig tiny_config(const std::function<void(ReaderConfig&)>& change) {
  ReaderConfig config = tiny_card().config;
  change(config);
  return config;
}

INSTANTIATE_TEST_SUITE_P(
    Trainer, EveryKnob,
    ::testing::Values(
        tiny_config([](ReaderConfig&) {}), tiny_config([](ReaderConfig& c) { c.pre_norm = true; }),
        tiny_config([](ReaderConfig& c) {
          c.pre_norm = true;
          c.final_norm = false;
          c.initial_memory = InitialMemory::kZeros;
        }),
        tiny_config([](ReaderConfig& c) { c.same_length = true; }),
        tiny_config([](ReaderConfig& c) { c.clamp_len = 5; }), tiny_config([](ReaderConfig& c) {
          c.initial_memory = InitialMemory::kZeros;
          c.same_length = true;
          c.untie_biases = false;
        }),
        tiny_config([](ReaderConfig& c) { c.tie_weights = false; }),
        tiny_config([](ReaderConfig& c) { c.d_embed = 10; }), tiny_config([](ReaderConfig& c) {
          c.adaptive_softmax = true;
          c.cutoffs = {5, 12};
        }),
        tiny_config([](ReaderConfig& c) {
          c.adaptive_softmax = true;
          c.cutoffs = {5, 12};
          c.div_val = 2;
          c.d_embed = 12;
          c.tie_weights = false;
          c.proj_share_all_but_first = false;
        })));

TEST_P(EveryKnob, ReadsInTrainingAsInInference) {
  Trainer trainer = Trainer::create(card(), quick_options(1), Device::kCpu);
  const OwnedDocument document = random_document(1, {4, 6, 1, 5, 3, 6, 2});
  for (int i = 0; i < 3; ++i)
    train_loss(trainer, document, 0);  // away from the zero biases of a new model
  testing::TemporaryFolder folder;
  trainer.save_model(folder.path(), Precision::kSingle);
  Trainer still = Trainer::from_model(folder.path(), still_options(1), {}, Device::kCpu);
  EXPECT_EQ(still.card().config, GetParam()) << "the file keeps every knob";
  const double trained = train_loss(still, document, 0);
  const DocumentInput input = testing::input_of(document);
  const auto read = still.read({&input, 1}, {.token_losses = true});
  // The last token of the last segment has nothing to predict in either.
  EXPECT_NEAR(trained, testing::loss_of(read[0]), 1e-4);
  EXPECT_EQ(testing::tokens_of(read[0]), 26);
  for (const SegmentReading& segment : read[0].segments) {
    ASSERT_EQ(segment.token_losses.size(), segment.tokens_scored);
    double sum = 0;
    for (const double loss : segment.token_losses) sum += loss;
    EXPECT_NEAR(sum, segment.loss, 1e-9);
  }
}

// Options of a reading are as good as the knobs of the model.
TEST_P(EveryKnob, MayBeAskedForWhenReading) {
  Trainer trainer = Trainer::create(tiny_card(), quick_options(1), Device::kCpu);
  const OwnedDocument document = random_document(1, {4, 6, 1, 5, 3, 6, 2});
  train_loss(trainer, document, 0);
  testing::TemporaryFolder folder;
  trainer.save_model(folder.path(), Precision::kSingle);
  Reader reader = Reader::load(folder.path(), Device::kCpu);
  const DocumentInput input = testing::input_of(document);
  ReadOptions options;
  options.clamp_len = GetParam().clamp_len;
  options.same_length = GetParam().same_length;
  options.initial_memory = GetParam().initial_memory;
  const double asked = testing::loss_of(reader.read({&input, 1}, options)[0]);
  const double own = testing::loss_of(reader.read({&input, 1})[0]);
  const bool changes = *options.clamp_len > 0 || *options.same_length ||
                       *options.initial_memory == InitialMemory::kZeros;
  if (changes) {
    EXPECT_GT(std::abs(asked - own), 1e-5);
  } else {
    EXPECT_EQ(asked, own);
  }
}

TEST(Trainer, LossOfADocumentDoesNotDependOnItsNeighbours) {
  const OwnedDocument a = random_document(1, {4, 6, 5}), b = random_document(2, {1, 3, 6}),
                      c = random_document(3, {6, 2, 2});
  Trainer alone = Trainer::create(tiny_card(), still_options(1), Device::kCpu);
  const double sum = train_loss(alone, a, 0) + train_loss(alone, b, 0) + train_loss(alone, c, 0);
  for (const auto& order : {std::vector{&a, &b, &c}, std::vector{&c, &a, &b}}) {
    Trainer trainer = Trainer::create(tiny_card(), still_options(3), Device::kCpu);
    double together = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::vector<LaneInput> lanes{lane_of(*order[0], i, 1), lane_of(*order[1], i, 1),
                                         lane_of(*order[2], i, 1)};
      const StepStats stats = trainer.step(lanes);
      together += stats.lm_loss * static_cast<double>(stats.tokens_scored);
    }
    EXPECT_NEAR(together, sum, 1e-3);
  }
}

TEST(Trainer, SeveralSegmentsInOneStepReadAsOneByOne) {
  const OwnedDocument document = random_document(4, {4, 6, 5, 2});
  TrainOptions options = still_options(1);
  options.bptt_segments = 4;
  Trainer whole = Trainer::create(tiny_card(), options, Device::kCpu);
  const std::vector<LaneInput> lanes{lane_of(document, 0, 4)};
  const StepStats stats = whole.step(lanes);
  Trainer single = Trainer::create(tiny_card(), still_options(1), Device::kCpu);
  EXPECT_NEAR(stats.lm_loss * static_cast<double>(stats.tokens_scored),
              train_loss(single, document, 0), 1e-4);
}

TEST(Trainer, ResetForgetsOneLaneAlone) {
  const OwnedDocument a = random_document(1, {6, 6}), b = random_document(2, {5, 4});
  Trainer fresh = Trainer::create(tiny_card(), still_options(2), Device::kCpu);
  const double alone = train_loss(fresh, b, 1);
  Trainer trainer = Trainer::create(tiny_card(), still_options(2), Device::kCpu);
  train_loss(trainer, a, 0);
  train_loss(trainer, a, 1);
  EXPECT_NEAR(train_loss(trainer, b, 1), alone, 1e-5) << "a reset lane reads as a new one";
  // Lane 0 still remembers document a: without reset its reading of b differs from that of a new
  // lane.
  std::vector<LaneInput> lanes(2);
  lanes[0] = lane_of(b, 0, 1);
  lanes[0].reset = false;
  const double remembered = trainer.step(lanes).lm_loss;
  lanes[0].reset = true;
  EXPECT_GT(std::abs(remembered - trainer.step(lanes).lm_loss), 1e-6);
}

TEST(Trainer, IdleLanesKeepTheirMemory) {
  const OwnedDocument a = random_document(1, {6, 6, 4}), b = random_document(2, {5, 4});
  Trainer straight = Trainer::create(tiny_card(), still_options(2), Device::kCpu);
  const double wanted = train_loss(straight, a, 0);
  Trainer trainer = Trainer::create(tiny_card(), still_options(2), Device::kCpu);
  double loss = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    std::vector<LaneInput> lanes(2);
    lanes[0] = lane_of(a, i, 1);
    const StepStats stats = trainer.step(lanes);
    loss += stats.lm_loss * static_cast<double>(stats.tokens_scored);
    train_loss(trainer, b, 1);
  }
  EXPECT_NEAR(loss, wanted, 1e-5);
}

TEST(Trainer, NewModelIsBlindToTagsLevelsAndMarksUntilItLearnsThem) {
  const OwnedDocument tagged = random_document(7, {5, 6, 4});
  OwnedDocument bare = tagged;
  for (auto& segment : bare) {
    segment.tag = segment.level = 0;
    segment.marks.clear();
  }
  Trainer trainer = Trainer::create(tiny_card(), quick_options(1), Device::kCpu);
  const std::vector<DocumentInput> inputs{testing::input_of(tagged), testing::input_of(bare)};
  auto read = trainer.read(inputs);
  EXPECT_NEAR(testing::loss_of(read[0]), testing::loss_of(read[1]), 1e-5);
  for (int i = 0; i < 4; ++i) train_loss(trainer, tagged, 0);
  read = trainer.read(inputs);
  EXPECT_GT(std::abs(testing::loss_of(read[0]) - testing::loss_of(read[1])), 1e-4);
}

TEST(Trainer, LearnsATextByHeart) {
  const OwnedDocument document = random_document(11, {6, 6, 6, 6});
  TrainOptions options = quick_options(1);
  options.learning_rate = 1e-2;
  options.total_steps = 400;
  Trainer trainer = Trainer::create(tiny_card(), options, Device::kCpu);
  const double before = train_loss(trainer, document, 0);
  EXPECT_NEAR(before / 23, std::log(20), 0.3) << "a new model knows nothing";
  for (int i = 0; i < 80; ++i) train_loss(trainer, document, 0);
  const DocumentInput input = testing::input_of(document);
  EXPECT_LT(testing::loss_of(trainer.read({&input, 1})[0]), 0.3 * before);
}

TEST(Trainer, ResumedRunIsTheUninterruptedOneByteForByte) {
  ModelCard card = tiny_card(2);
  card.config.attn_dropout = card.config.ffn_dropout = 0.2;
  card.config.memory_dropout = 0.1;
  TrainOptions options = quick_options(2);
  options.consistency = 0.1;
  options.progressive_eviction = true;
  options.total_steps = 12;
  options.warmup_steps = 3;
  const OwnedDocument a = random_document(1, {4, 6, 5, 1, 6, 3}),
                      b = random_document(2, {2, 6, 4, 5, 6, 6});
  const auto run = [&](Trainer& trainer, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      std::vector<LaneInput> lanes{lane_of(a, i % 6, 1), lane_of(b, (i + 2) % 6, 1)};
      lanes[0].segments[0].labelled = true;
      lanes[0].segments[0].targets.push_back({1, 0, {0}});
      trainer.step(lanes);
    }
  };
  testing::TemporaryFolder folder;
  Trainer straight = Trainer::create(card, options, Device::kCpu);
  run(straight, 0, 4);
  straight.save_checkpoint(folder.path() / "checkpoint", "offset 4");
  run(straight, 4, 10);
  straight.save_checkpoint(folder.path() / "straight", "");
  Trainer resumed = Trainer::resume(folder.path() / "checkpoint", Device::kCpu);
  EXPECT_EQ(resumed.caller_state(), "offset 4");
  EXPECT_EQ(resumed.step_count(), 4);
  run(resumed, 4, 10);
  resumed.save_checkpoint(folder.path() / "resumed", "");
  EXPECT_TRUE(bytes_of(folder.path() / "straight" / "checkpoint.safetensors") ==
              bytes_of(folder.path() / "resumed" / "checkpoint.safetensors"));
}

TEST(Trainer, RefusesWhatDoesNotFit) {
  Trainer trainer = Trainer::create(tiny_card(), quick_options(1), Device::kCpu);
  const auto step = [&](const OwnedDocument& document) {
    const std::vector<LaneInput> lanes{lane_of(document, 0, 1)};
    return trainer.step(lanes);
  };
  OwnedDocument document = random_document(1, {4});
  document[0].ids[2] = 20;
  EXPECT_THROW(step(document), ModelError);
  document[0].ids[2] = -1;
  EXPECT_THROW(step(document), ModelError);
  document = random_document(1, {4});
  document[0].tag = 4;
  EXPECT_THROW(step(document), ModelError);
  EXPECT_THROW(step(random_document(1, {7})), ModelError);
  EXPECT_THROW(trainer.step({}), ModelError);
}

TEST(Trainer, SaysSoWhenItDiverges) {
  TrainOptions options = quick_options(1);
  options.learning_rate = 1e30;
  options.clip = 0;
  Trainer trainer = Trainer::create(tiny_card(), options, Device::kCpu);
  const OwnedDocument document = random_document(1, {4, 5, 6});
  try {
    for (int i = 0; i < 50; ++i) train_loss(trainer, document, 0);
    FAIL() << "a learning rate of 1e30 went unnoticed";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.code(), ModelError::Code::kDiverged);
  }
}

}  // namespace
}  // namespace proviso::model
