#include "model/head_trainer.h"

#include <gtest/gtest.h>

#include "model/reader.h"
#include "tests/model/tiny.h"

namespace proviso::model {
namespace {

using testing::OwnedDocument;
using testing::random_document;
using testing::tiny_card;

class Heads : public ::testing::Test {
 protected:
  void SetUp() override {
    Trainer trainer = Trainer::create(tiny_card(), {}, Device::kCpu);
    trainer.save_model(folder_.path(), Precision::kSingle);
  }
  HeadTrainer start(HeadOptions options = {}, std::vector<std::string> kinds = {"a", "b"}) const {
    return HeadTrainer::from_model(folder_.path(), options, kinds, Device::kCpu);
  }
  testing::TemporaryFolder folder_;
};

// Segment 2 repeats segment 0; the copy has one other token there.
OwnedDocument original(std::uint32_t seed) {
  OwnedDocument document = random_document(seed, {6, 5, 6, 4});
  document[2].ids = document[0].ids;
  return document;
}
OwnedDocument copy_of(const OwnedDocument& document) {
  OwnedDocument copy = document;
  copy[2].ids[3] = (copy[2].ids[3] + 7) % 20;
  return copy;
}

TEST_F(Heads, ReadAsTheReaderDoes) {
  HeadTrainer trainer = start();
  const OwnedDocument document = original(3), copy = copy_of(document);
  const std::vector<DocumentInput> family{testing::input_of(document), testing::input_of(copy)};
  testing::TemporaryFolder saved;
  trainer.save_model(saved.path(), Precision::kSingle);
  Reader reader = Reader::load(saved.path(), Device::kCpu);
  EXPECT_TRUE(reader.card().config.comparison);
  const auto expected = reader.read(family);
  const auto got = trainer.read(family, true);
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t d = 0; d < got.size(); ++d)
    for (std::size_t s = 0; s < got[d].segments.size(); ++s) {
      const auto &a = got[d].segments[s].sentence_probability,
                 &b = expected[d].segments[s].sentence_probability;
      ASSERT_EQ(a.size(), b.size());
      for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-5) << d << ' ' << s;
    }
}

TEST_F(Heads, AFamilyIsReadExactlyUpToTheLastChange) {
  HeadTrainer trainer = start();
  const OwnedDocument document = original(4), copy = copy_of(document);
  const std::vector<DocumentInput> family{testing::input_of(document), testing::input_of(copy)};
  const auto whole = trainer.read(family, true), quick = trainer.read(family, false);
  for (std::size_t s = 0; s < 3; ++s)
    for (std::size_t i = 0; i < whole[1].segments[s].sentence_probability.size(); ++i)
      EXPECT_NEAR(whole[1].segments[s].sentence_probability[i],
                  quick[1].segments[s].sentence_probability[i], 1e-6);
}

StudyDocument labelled(const OwnedDocument& document, std::int32_t kind) {
  StudyDocument study{testing::input_of(document), {}, {}};
  if (kind >= 0) study.targets.push_back({2, {kind, 1, {0}}});
  return study;
}

// Twenty families of a document that repeats itself and a copy that does not quite.
void teach(HeadTrainer& trainer, std::int32_t kind) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const OwnedDocument document = original(seed), copy = copy_of(document);
    trainer.add(std::vector<StudyDocument>{labelled(document, -1), labelled(copy, kind)});
  }
}

TEST_F(Heads, LearnToTellARepetitionFromAContradiction) {
  HeadTrainer trainer = start({.passes = 25, .batch = 8, .learning_rate = 5e-3, .dropout = 0});
  teach(trainer, 0);
  EXPECT_EQ(trainer.documents(), 40U);
  double first = 0, last = 0;
  while (trainer.passes() < 25) {
    last = trainer.pass().dual_loss;
    if (trainer.passes() == 1) first = last;
  }
  EXPECT_LT(last, first / 2);
  int right = 0;
  for (std::uint32_t seed = 100; seed < 120; ++seed) {
    const OwnedDocument document = original(seed), copy = copy_of(document);
    const std::vector<DocumentInput> family{testing::input_of(document), testing::input_of(copy)};
    const auto readings = trainer.read(family, true);
    right +=
        readings[1].segments[2].probability[0] > readings[0].segments[2].probability[0] ? 1 : 0;
  }
  EXPECT_GE(right, 16) << "of twenty that it has not seen";
}

TEST_F(Heads, TheSameSeedGivesTheSameWeights) {
  std::vector<std::string> hashes;
  for (int run = 0; run < 2; ++run) {
    HeadTrainer trainer = start({.passes = 2});
    teach(trainer, 1);
    trainer.pass();
    trainer.pass();
    testing::TemporaryFolder saved;
    trainer.save_model(saved.path(), Precision::kHalf);
    hashes.push_back(trainer.card().weights_sha256);
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST_F(Heads, ANewKindLeavesTheOldOnesAsTheyWere) {
  HeadTrainer trainer =
      start({.passes = 15, .batch = 8, .learning_rate = 5e-3, .dropout = 0}, {"a"});
  teach(trainer, 0);
  while (trainer.passes() < 15) trainer.pass();
  testing::TemporaryFolder saved;
  trainer.save_model(saved.path(), Precision::kSingle);
  const std::vector<std::string> kinds{"new"};
  HeadTrainer more = HeadTrainer::from_model(
      saved.path(), {.passes = 40, .batch = 4, .learning_rate = 4e-3, .dropout = 0}, kinds,
      Device::kCpu);
  EXPECT_EQ(more.card().kinds, (std::vector<std::string>{"a", "new"}));
  // The new kind is a label on the clean documents' first segment.
  for (std::uint32_t seed = 0; seed < 15; ++seed) {
    const OwnedDocument document = original(seed);
    StudyDocument study = labelled(document, -1);
    study.targets.push_back({0, {1, 0, {}}});
    more.add(std::vector<StudyDocument>{study});
  }
  while (more.passes() < 40) more.pass();
  const OwnedDocument document = original(200), copy = copy_of(document);
  const std::vector<DocumentInput> family{testing::input_of(document), testing::input_of(copy)};
  const auto before = trainer.read(family, true), after = more.read(family, true);
  EXPECT_NEAR(before[0].segments[2].probability[0], after[0].segments[2].probability[0], 0.25);
  EXPECT_GT(after[0].segments[0].sentence_probability[1], 0.5) << "the new kind is learnt";
}

TEST_F(Heads, TheDependencyHeadLearnsFromEvidence) {
  HeadTrainer trainer = start({.passes = 5});
  teach(trainer, 0);
  double first = trainer.pass().dependency_loss, last = first;
  while (trainer.passes() < 5) last = trainer.pass().dependency_loss;
  EXPECT_LT(last, first);
  testing::TemporaryFolder saved;
  trainer.save_model(saved.path(), Precision::kHalf);
  Reader reader = Reader::load(saved.path(), Device::kCpu);
  const OwnedDocument copy = copy_of(original(7));
  const std::vector<DocumentInput> one{testing::input_of(copy)};
  EXPECT_FALSE(reader.read(one)[0].segments[2].depends_on.empty());
}

}  // namespace
}  // namespace proviso::model
