// The span head: what it learns from facts and from states, and what it refuses.
#include "model/span_head.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>

#include "model/state_reader.h"
#include "tests/model/tiny.h"

namespace proviso::model {
namespace {

constexpr std::int64_t kWidth = 8;
const SpanShape kShape{kWidth, {0, 1}};

// Six tokens of noise; spans of two tokens each are proposed. The right one is told by fact 7, or
// by the sign of its first token's first column.
struct Example {
  SpanWindow window;
  std::vector<std::int32_t> answers;
};

Example example(std::uint32_t seed, bool by_fact) {
  std::mt19937 random(seed);
  std::normal_distribution<float> noise(0, 1);
  Example result;
  result.window.rows.resize(6 * kWidth);
  for (float& cell : result.window.rows) cell = noise(random);
  const std::uint32_t right = random() % 3;
  SpanQuestion question;
  question.trigger = {0, 1};
  for (std::uint32_t i = 0; i < 3; ++i) {
    SpanCandidate candidate{1, {2 * i, 2 * i + 2}, {100 + i}};
    if (by_fact) {
      candidate.facts.push_back(i == right ? 7 : 8);
    } else {
      result.window.rows[2 * i * kWidth] = i == right ? 2.0F : -2.0F;
    }
    question.candidates.push_back(candidate);
  }
  result.window.questions.push_back(question);
  result.answers = {static_cast<std::int32_t>(right)};
  return result;
}

double share_right(const SpanHead& head, bool by_fact) {
  int right = 0;
  for (std::uint32_t seed = 500; seed < 540; ++seed) {
    const Example unseen = example(seed, by_fact);
    const auto scores = head.scores(unseen.window)[0];
    const auto best = std::max_element(scores.begin(), scores.end()) - scores.begin();
    right += best == unseen.answers[0] ? 1 : 0;
  }
  return right / 40.0;
}

SpanHead taught(bool by_fact, SpanOptions options = {}) {
  std::vector<Example> examples;
  for (std::uint32_t seed = 0; seed < 64; ++seed) examples.push_back(example(seed, by_fact));
  std::vector<SpanLesson> lessons;
  for (const Example& each : examples) lessons.push_back({&each.window, each.answers});
  return train_span_head(kShape, lessons, options);
}

TEST(SpanHead, LearnsFromFacts) {
  EXPECT_GE(share_right(taught(true), true), 0.95);
}

TEST(SpanHead, LearnsFromStates) {
  SpanOptions options;
  options.passes = 60;
  options.learning_rate = 2e-2;
  options.state_dropout = 0;
  EXPECT_GE(share_right(taught(false, options), false), 0.9);
}

TEST(SpanHead, WithoutStatesKnowsOnlyFacts) {
  SpanOptions options;
  options.states = false;
  EXPECT_GE(share_right(taught(true, options), true), 0.95);
  EXPECT_LE(share_right(taught(false, options), false), 0.6);
}

TEST(SpanHead, SaysNoneWhereNoneWasRight) {
  std::vector<Example> examples;
  for (std::uint32_t seed = 0; seed < 64; ++seed) {
    Example each = example(seed, true);
    each.window.questions[0].candidates.resize(1);
    each.window.questions[0].maybe_none = true;
    each.answers = {each.answers[0] == 0 ? 0 : kNoCandidate};
    examples.push_back(each);
  }
  std::vector<SpanLesson> lessons;
  for (const Example& each : examples) lessons.push_back({&each.window, each.answers});
  SpanOptions options;
  options.passes = 80;
  const SpanHead head = train_span_head(kShape, lessons, options);
  for (const Example& each : examples)
    EXPECT_EQ(head.scores(each.window)[0][0] > 0, each.answers[0] == 0);
}

TEST(SpanHead, TheSameLessonsGiveTheSameHead) {
  const Example unseen = example(900, true);
  EXPECT_EQ(taught(true).scores(unseen.window), taught(true).scores(unseen.window));
}

TEST(SpanHead, ComesBackFromItsFile) {
  const testing::TemporaryFolder folder;
  const SpanHead head = taught(true);
  head.save(folder.path() / "spans", {{"reader", "abc"}});
  const SpanHead back = SpanHead::load(folder.path() / "spans");
  EXPECT_EQ(back.shape(), kShape);
  EXPECT_EQ(back.setting("reader"), "abc");
  EXPECT_EQ(back.setting("other"), std::nullopt);
  const Example unseen = example(901, true);
  const auto one = head.scores(unseen.window)[0], other = back.scores(unseen.window)[0];
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_NEAR(one[i], other[i], 2e-2);
}

TEST(SpanHead, RefusesWhatDoesNotFit) {
  const SpanHead head = taught(true);
  Example wrong = example(902, true);
  wrong.window.questions[0].candidates[0].span.end = 7;
  EXPECT_THROW(head.scores(wrong.window), ModelError);
  wrong = example(902, true);
  wrong.window.questions[0].candidates[0].facts.push_back(kSpanFacts);
  EXPECT_THROW(head.scores(wrong.window), ModelError);
  wrong = example(902, true);
  wrong.window.rows.pop_back();
  EXPECT_THROW(head.scores(wrong.window), ModelError);
  const testing::TemporaryFolder folder;
  std::ofstream(folder.path() / "spans") << "no tensors";
  EXPECT_THROW(SpanHead::load(folder.path() / "spans"), ModelError);
}

class States : public ::testing::Test {
 protected:
  void SetUp() override {
    Trainer trainer = Trainer::create(tiny_card(), {}, Device::kCpu);
    trainer.save_model(folder_.path(), Precision::kSingle);
  }
  static ModelCard tiny_card() { return testing::tiny_card(); }
  testing::TemporaryFolder folder_;
};

TEST_F(States, GivesTheWantedSegmentsAlone) {
  StateReader reader = StateReader::load(folder_.path(), Device::kCpu);
  const auto document = testing::random_document(5, {6, 4, 5});
  const std::vector<StatesInput> asked{{testing::input_of(document), {false, true, true}}};
  const auto states = reader.read(asked);
  ASSERT_EQ(states.size(), 1U);
  ASSERT_EQ(states[0].size(), 3U);
  EXPECT_TRUE(states[0][0].empty());
  EXPECT_EQ(states[0][1].size(), 4U * 16);
  EXPECT_EQ(states[0][2].size(), 5U * 16);
}

TEST_F(States, TheFirstSegmentNeedsNoMemoryAndTheSecondHasOne) {
  StateReader reader = StateReader::load(folder_.path(), Device::kCpu);
  const auto document = testing::random_document(6, {6, 6});
  const std::vector<StatesInput> asked{{testing::input_of(document), {true, true}}};
  const auto with = reader.read(asked)[0];
  StatesOptions options;
  options.mem_len = 0;
  const auto without = reader.read(asked, options)[0];
  for (std::size_t i = 0; i < with[0].size(); ++i) EXPECT_NEAR(with[0][i], without[0][i], 1e-4);
  double difference = 0;
  for (std::size_t i = 0; i < with[1].size(); ++i)
    difference = std::max(difference, std::abs(1.0 * with[1][i] - without[1][i]));
  EXPECT_GT(difference, 1e-3);
}

TEST_F(States, AConnectorBiasOfZeroChangesNothing) {
  StateReader reader = StateReader::load(folder_.path(), Device::kCpu);
  auto document = testing::random_document(7, {6, 6});
  document[0].marks = {0, 1, 0, 0, 1, 0};
  const std::vector<StatesInput> asked{{testing::input_of(document), {true, true}}};
  StatesOptions options;
  options.connector_bias = false;
  const auto one = reader.read(asked)[0], other = reader.read(asked, options)[0];
  for (std::size_t i = 0; i < one[1].size(); ++i) EXPECT_NEAR(one[1][i], other[1][i], 1e-5);
}

TEST_F(States, AreTheSameOverAReaderThatIsLoadedAlready) {
  Reader loaded = Reader::load(folder_.path(), Device::kCpu);
  const auto document = testing::random_document(8, {6, 5});
  const std::vector<StatesInput> asked{{testing::input_of(document), {true, true}}};
  StateReader own = StateReader::load(folder_.path(), Device::kCpu);
  StateReader over = StateReader::over(loaded);
  EXPECT_EQ(over.fingerprint(), own.fingerprint());
  Reader moved = std::move(loaded);  // the weights stay where they are
  const auto mine = own.read(asked)[0], shared = over.read(asked)[0];
  ASSERT_EQ(mine[1].size(), shared[1].size());
  for (std::size_t i = 0; i < mine[1].size(); ++i) EXPECT_NEAR(mine[1][i], shared[1][i], 1e-6);
}

TEST_F(States, ReadersAreToldApart) {
  const testing::TemporaryFolder folder;
  TrainOptions options;
  options.seed = 2;
  Trainer::create(tiny_card(), options, Device::kCpu).save_model(folder.path(), Precision::kSingle);
  const std::string one = StateReader::load(folder_.path(), Device::kCpu).fingerprint();
  EXPECT_EQ(one.size(), 64U);
  EXPECT_EQ(one, StateReader::load(folder_.path(), Device::kCpu).fingerprint());
  EXPECT_NE(one, StateReader::load(folder.path(), Device::kCpu).fingerprint());
}

}  // namespace
}  // namespace proviso::model
