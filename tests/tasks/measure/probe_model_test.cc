// A network taught to say again what it was told: the probe must see that it remembers, and that it
// cannot beyond its memory.
#include <gtest/gtest.h>

#include <random>

#include "model/trainer.h"
#include "tasks/measure/probes.h"

namespace proviso::tasks {
namespace {

constexpr std::int32_t kMark = 3;  // stands before the figure, both times
constexpr std::int64_t kLength = 4, kMemory = 12;

model::ModelCard card() {
  model::ModelCard card;
  card.config = {.vocab_size = 20,
                 .d_model = 64,
                 .n_layer = 1,
                 .n_head = 4,
                 .d_head = 16,
                 .d_inner = 64,
                 .seg_len = kLength,
                 .mem_len = kMemory,
                 .n_tag = 1,
                 .n_level = 1,
                 .n_mark = 1,
                 .attn_dropout = 0,
                 .ffn_dropout = 0,
                 .memory_dropout = 0,
                 .pre_norm = true};
  card.tags = card.levels = card.marks = {"one"};
  card.tokenizer_sha256 = std::string(64, 'a');
  return card;
}

DigitPieces pieces() {
  DigitPieces p;
  for (std::int32_t d = 0; d < 10; ++d) p.digits[static_cast<std::size_t>(d)] = 5 + d;
  p.separator = {4};
  return p;
}

// "filler, mark, digit, filler", `between` segments of filler (with `throughout` telling the same),
// and the same again.
PreparedDocument told_twice(int between, std::mt19937& random, bool throughout = false) {
  PreparedDocument document;
  const auto filler = [&] { return static_cast<std::int32_t>(15 + random() % 5); };
  const auto digit = static_cast<std::int32_t>(5 + random() % 10);
  for (int s = 0; s < between + 2; ++s) {
    const bool tells = throughout || s == 0 || s == between + 1;
    PreparedSegment segment;
    segment.first = static_cast<std::uint32_t>(document.ids.size());
    for (int t = 0; t < kLength; ++t)
      document.ids.push_back(tells && t == 1 ? kMark : tells && t == 2 ? digit : filler());
    segment.last = static_cast<std::uint32_t>(document.ids.size());
    document.segments.push_back(segment);
  }
  document.marks.assign(document.ids.size(), 0);
  return document;
}

Fact fact_of(std::size_t index, const PreparedDocument& document) {
  const auto end = static_cast<std::uint32_t>(document.ids.size());
  return {index, {2, 3}, {end - 2, end - 1}};
}

TEST(ProbedModel, RemembersInsideItsMemoryAndNothingBeyondItsReach) {
  model::set_threads(1);
  model::TrainOptions options;
  options.lanes = 16;
  options.mem_len = kMemory;
  options.bptt_segments = 4;
  options.total_steps = 500;
  options.warmup_steps = 20;
  options.learning_rate = 1e-2;
  options.clip = 1;
  options.progressive_eviction = false;
  model::Trainer trainer = model::Trainer::create(card(), options, model::Device::kCpu);
  std::mt19937 random(7);
  for (std::int64_t step = 0; step < options.total_steps; ++step) {
    std::vector<PreparedDocument> documents;
    for (int lane = 0; lane < 16; ++lane)
      documents.push_back(told_twice(lane % 3, random, lane % 2 == 0));
    std::vector<model::LaneInput> lanes;
    for (const PreparedDocument& document : documents) {
      model::LaneInput& lane = lanes.emplace_back();
      lane.reset = true;
      for (std::size_t s = 0; s < document.segments.size(); ++s)
        lane.segments.push_back(document.train_segment(s));
    }
    trainer.step(lanes);
  }

  std::vector<PreparedDocument> documents;
  std::vector<Fact> facts;
  for (int n = 0; n < 24; ++n) {
    documents.push_back(told_twice(n % 2 == 0 ? 1 : 6, random));
    facts.push_back(fact_of(facts.size(), documents.back()));
  }
  const std::int64_t reach = memory_reach(trainer.card().config);
  EXPECT_EQ(reach, 15);
  EXPECT_LE(facts[0].distance(), kMemory);
  EXPECT_GT(facts[1].distance(), reach);
  const std::vector<DigitPieces> all(documents.size(), pieces());
  const std::vector<std::uint32_t> limits{static_cast<std::uint32_t>(kMemory),
                                          static_cast<std::uint32_t>(reach)};
  const auto bands =
      probe(documents, facts, all, limits, 1,
            [&](std::span<const model::DocumentInput> inputs, const model::ReadOptions& read) {
              return trainer.read(inputs, read);
            });
  ASSERT_EQ(bands.size(), 3U);
  const ProbeBand &near = bands[0], &beyond = bands[2];
  EXPECT_EQ(near.facts, 12U);
  EXPECT_EQ(beyond.facts, 12U);
  EXPECT_LT(near.loss, 0.7) << "it repeats what it was told; by chance it would be 2.3";
  EXPECT_GT(near.changes[0].mean, 1.5) << "another figure replaced it";
  EXPECT_GT(near.changes[1].mean, 1.0) << "it was deleted";
  EXPECT_GT(near.changes[2].mean, 0.1) << "a competitor stands beside it";
  for (const ProbeChange& change : beyond.changes) EXPECT_NEAR(change.mean, 0, 1e-3);
}

}  // namespace
}  // namespace proviso::tasks
