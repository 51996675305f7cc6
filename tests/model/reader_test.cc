#include "model/reader.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "model/device.h"
#include "tests/model/tiny.h"

namespace proviso::model {
namespace {

using testing::input_of;
using testing::OwnedDocument;
using testing::random_document;

// A saved tiny model with two kinds, a few steps away from its start.
class ReaderTest : public ::testing::Test {
 protected:
  ReaderTest() {
    TrainOptions options;
    options.lanes = 1;
    options.mem_len = 8;
    options.warmup_steps = 0;
    options.learning_rate = 1e-2;
    Trainer trainer = Trainer::create(testing::tiny_card(2), options, Device::kCpu);
    const OwnedDocument document = random_document(9, {4, 6, 5});
    for (std::size_t i = 0; i < 12; ++i) {
      std::vector<LaneInput> lanes{testing::lane_of(document, i % 3, 1)};
      lanes[0].segments[0].labelled = true;
      if (i % 3 == 2) lanes[0].segments[0].targets.push_back({0, 1, {0}});
      trainer.step(lanes);
    }
    trainer.save_model(folder_.path(), Precision::kSingle);
  }

  testing::TemporaryFolder folder_;
};

void expect_same(const DocumentReading& a, const DocumentReading& b) {
  ASSERT_EQ(a.segments.size(), b.segments.size());
  for (std::size_t i = 0; i < a.segments.size(); ++i) {
    EXPECT_NEAR(a.segments[i].loss, b.segments[i].loss, 1e-4);
    ASSERT_EQ(a.segments[i].sentence_probability.size(), b.segments[i].sentence_probability.size());
    for (std::size_t j = 0; j < a.segments[i].sentence_probability.size(); ++j) {
      EXPECT_NEAR(a.segments[i].sentence_probability[j], b.segments[i].sentence_probability[j],
                  1e-4);
    }
  }
}

TEST_F(ReaderTest, ReadsADocumentAlikeWhateverItsNeighboursAndTheirOrder) {
  Reader reader = Reader::load(folder_.path(), Device::kCpu);
  std::vector<OwnedDocument> documents;
  for (std::uint32_t i = 0; i < 7; ++i) {
    documents.push_back(random_document(20 + i, {1 + i % 6, 6, 3, 1 + (i * 3) % 6, 5, 6, 2}));
    documents.back().resize(1 + i);
  }
  std::vector<DocumentInput> inputs;
  for (const auto& document : documents) inputs.push_back(input_of(document));
  const auto together = reader.read(inputs);
  std::vector<DocumentInput> backwards(inputs.rbegin(), inputs.rend());
  const auto reversed = reader.read(backwards);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto alone = reader.read({&inputs[i], 1});
    expect_same(together[i], alone[0]);
    expect_same(reversed[inputs.size() - 1 - i], alone[0]);
  }
}

TEST_F(ReaderTest, GivesOneProbabilityASentenceAndKindAndTheirMaximumToTheSegment) {
  Reader reader = Reader::load(folder_.path(), Device::kCpu);
  const OwnedDocument document = random_document(3, {6, 5, 1});
  const DocumentInput input = input_of(document);
  const auto reading = reader.read({&input, 1})[0];
  for (std::size_t i = 0; i < 3; ++i) {
    const SegmentReading& segment = reading.segments[i];
    ASSERT_EQ(segment.probability.size(), 2U);
    ASSERT_EQ(segment.sentence_probability.size(), 2 * document[i].sentences.size());
    for (std::size_t k = 0; k < 2; ++k) {
      float most = 0;
      for (std::size_t s = 0; s < document[i].sentences.size(); ++s) {
        most = std::max(most, segment.sentence_probability[2 * s + k]);
      }
      EXPECT_EQ(segment.probability[k], most);
    }
  }
}

TEST_F(ReaderTest, DependsOnEarlierSegmentsOnly) {
  Reader reader = Reader::load(folder_.path(), Device::kCpu);
  const OwnedDocument document = random_document(3, {6, 5, 1, 4, 6});
  const DocumentInput input = input_of(document);
  const auto reading = reader.read({&input, 1})[0];
  EXPECT_TRUE(reading.segments[0].depends_on.empty());
  for (std::size_t i = 1; i < 5; ++i) {
    float sum = 0, last = 1;
    EXPECT_FALSE(reading.segments[i].depends_on.empty());
    EXPECT_LE(reading.segments[i].depends_on.size(), 3U);
    for (const Dependency& dependency : reading.segments[i].depends_on) {
      EXPECT_LT(dependency.segment, i);
      EXPECT_LE(dependency.weight, last);
      last = dependency.weight;
      sum += dependency.weight;
    }
    EXPECT_LE(sum, 1.0001F);
  }
}

TEST_F(ReaderTest, CountsEveryTokenButTheFirst) {
  Reader reader = Reader::load(folder_.path(), Device::kCpu);
  const OwnedDocument document = random_document(3, {1, 5, 1});
  const DocumentInput input = input_of(document);
  const auto reading = reader.read({&input, 1})[0];
  EXPECT_EQ(reading.segments[0].tokens_scored, 0U);
  EXPECT_EQ(reading.segments[0].loss, 0);
  EXPECT_EQ(reading.segments[1].tokens_scored, 5U);
  EXPECT_EQ(reading.segments[2].tokens_scored, 1U);
}

TEST_F(ReaderTest, LongMemoryWrapsWithoutLosingRows) {
  // 40 segments over a memory of 8 rows: the cache moves its rows many times. With unlimited memory
  // the last segment must still read as in a cache that never moved.
  Reader reader = Reader::load(folder_.path(), Device::kCpu);
  std::vector<std::size_t> lengths;
  for (std::size_t i = 0; i < 40; ++i) lengths.push_back(1 + (i * 5) % 6);
  const OwnedDocument document = random_document(31, lengths);
  const DocumentInput whole = input_of(document);
  DocumentInput tail = whole;
  tail.segments.erase(tail.segments.begin(), tail.segments.begin() + 30);
  const ReadOptions no_memory{true, 0};
  const auto a = reader.read({&whole, 1}, no_memory)[0], b = reader.read({&tail, 1}, no_memory)[0];
  for (std::size_t i = 1; i < 10; ++i) {
    EXPECT_NEAR(a.segments[30 + i].loss, b.segments[i].loss, 1e-4)
        << "without memory nothing earlier matters";
  }
}

TEST_F(ReaderTest, HalfPrecisionReadsNearlyTheSame) {
  TrainOptions options;
  Trainer trainer = Trainer::from_model(folder_.path(), options, {}, Device::kCpu);
  testing::TemporaryFolder half;
  trainer.save_model(half.path(), Precision::kHalf);
  EXPECT_LT(std::filesystem::file_size(half.path() / "model.safetensors"),
            std::filesystem::file_size(folder_.path() / "model.safetensors"));
  const OwnedDocument document = random_document(3, {6, 5, 4});
  const DocumentInput input = input_of(document);
  const auto a = Reader::load(folder_.path(), Device::kCpu).read({&input, 1})[0];
  const auto b = Reader::load(half.path(), Device::kCpu).read({&input, 1})[0];
  EXPECT_NEAR(testing::loss_of(a), testing::loss_of(b), 0.02);
}

TEST_F(ReaderTest, EmptyDocumentsAreRead) {
  Reader reader = Reader::load(folder_.path(), Device::kCpu);
  EXPECT_TRUE(reader.read({}).empty());
  const std::vector<DocumentInput> inputs(2);
  EXPECT_EQ(reader.read(inputs).size(), 2U);
}

TEST_F(ReaderTest, AddedKindsLeaveTheOldOnesAlone) {
  const OwnedDocument document = random_document(3, {6, 5, 4});
  const DocumentInput input = input_of(document);
  const auto before = Reader::load(folder_.path(), Device::kCpu).read({&input, 1})[0];
  TrainOptions options;
  const std::vector<std::string> kinds{"kind1", "amount"};
  Trainer trainer = Trainer::from_model(folder_.path(), options, kinds, Device::kCpu);
  EXPECT_EQ(trainer.card().kinds, (std::vector<std::string>{"kind0", "kind1", "amount"}));
  const auto after = trainer.read({&input, 1})[0];
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(before.segments[i].probability[0], after.segments[i].probability[0], 1e-5);
    EXPECT_NEAR(before.segments[i].probability[1], after.segments[i].probability[1], 1e-5);
    EXPECT_LT(after.segments[i].probability[2], 0.3F) << "a new kind starts rare";
  }
}

TEST(Border, SaysWhatToLowerWhenMemoryRunsOut) {
  try {
    at_border([] { at::empty({std::int64_t{1} << 55}, at::kByte); });
    FAIL() << "32 petabytes were there";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.code(), ModelError::Code::kOutOfMemory) << error.what();
    EXPECT_NE(std::string(error.what()).find("--mem-len"), std::string::npos) << error.what();
  }
}

// tests/model/data/v1 was saved by the last program that wrote format version 1, together with
// these figures of a reading.
TEST(FormatVersion1, ReadsAsEver) {
  Reader reader =
      Reader::load(std::string(PROVISO_SOURCE_DIR) + "/tests/model/data/v1", Device::kCpu);
  const OwnedDocument document = random_document(77, {5, 6, 2, 6});
  const DocumentInput input = input_of(document);
  const DocumentReading reading = reader.read({&input, 1})[0];
  const double losses[] = {12.04851, 19.10247, 7.436541, 20.48593};
  const float probabilities[][2] = {{0.1116387F, 0.03980008F},
                                    {0.02961842F, 0.1047142F},
                                    {0.02491415F, 0.04883607F},
                                    {0.04173061F, 0.0711301F}};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(reading.segments[i].loss, losses[i], 1e-4);
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_NEAR(reading.segments[i].probability[k], probabilities[i][k], 1e-5);
  }
}

}  // namespace
}  // namespace proviso::model
