// The packed products and the passes built on them give what the definitions give.
#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "model/attention.h"
#include "model/decoder.h"
#include "model/inference.h"
#include "model/kernels.h"
#include "model/lane_cache.h"
#include "model/lm_loss.h"
#include "model/narrow_matrix.h"
#include "model/packed_attention.h"
#include "model/packed_linear.h"
#include "model/packed_stack.h"
#include "model/product.h"
#include "tests/model/tiny.h"

namespace proviso::model {
namespace {

using testing::input_of;
using testing::OwnedDocument;
using testing::random_document;

at::Tensor random_tensor(std::vector<std::int64_t> shape, std::uint64_t seed) {
  return at::randn(shape, at::detail::createCPUGenerator(seed), at::kFloat);
}

double distance(const at::Tensor& a, const at::Tensor& b) {
  return (a - b).abs().max().item<double>();
}

TEST(Product, IsTheMatrixProductAtEveryEdge) {
  for (const std::int64_t m : {1, 2, 5, 6, 7, 97}) {
    for (const std::int64_t n : {1, 15, 16, 17, 64, 71, 130}) {
      for (const std::int64_t k : {1, 3, 40}) {
        const at::Tensor x = random_tensor({m, k}, 1), w = random_tensor({n, k}, 2),
                         bias = random_tensor({n}, 3), start = random_tensor({m, n}, 4);
        const kernels::PackedMatrix packed(w.const_data_ptr<float>(), n, k);
        at::Tensor y = start.clone();
        kernels::Product p =
            packed.times(x.const_data_ptr<float>(), m, y.mutable_data_ptr<float>(), n);
        kernels::product(p);
        EXPECT_LT(distance(y, at::mm(x, w.t())), 1e-4) << m << " " << n << " " << k;
        p.bias = bias.const_data_ptr<float>();
        p.relu = true;
        kernels::parallel_product(p);
        EXPECT_LT(distance(y, at::relu(at::addmm(bias, x, w.t()))), 1e-4);
        y.copy_(start);
        p.add = true;
        p.relu = false;
        kernels::product(p);
        EXPECT_LT(distance(y, start + at::addmm(bias, x, w.t())), 1e-4);
        const at::Tensor across = x.t().contiguous();
        p.a = across.const_data_ptr<float>();
        p.lda = 1;
        p.step = m;
        p.add = false;
        kernels::product(p);
        EXPECT_LT(distance(y, at::addmm(bias, x, w.t())), 1e-4) << "of a transposed left side";
      }
    }
  }
}

TEST(NarrowMatrix, OfHalvesGivesTheVeryProductAndOfBytesANearOne) {
  for (const std::int64_t out : {1, 17, 64, 150}) {
    const at::Tensor x = random_tensor({1, 40}, 1), bias = random_tensor({out}, 3),
                     w = random_tensor({out, 40}, 2).to(at::kHalf).to(at::kFloat);
    const kernels::PackedMatrix exact(w.const_data_ptr<float>(), out, 40);
    const auto halves = kernels::NarrowMatrix::halves(exact),
               bytes = kernels::NarrowMatrix::bytes(exact);
    if (!halves) GTEST_SKIP() << "this processor converts too slowly";
    at::Tensor wanted = at::empty({1, out}), y = at::empty({1, out});
    kernels::Product p =
        exact.times(x.const_data_ptr<float>(), 1, wanted.mutable_data_ptr<float>(), out);
    p.bias = bias.const_data_ptr<float>();
    p.relu = true;
    kernels::product(p);
    const auto run = [&](const kernels::NarrowMatrix& narrow) {
      narrow.multiply(x.const_data_ptr<float>(), 0, kernels::panels(out), p.bias, true,
                      y.mutable_data_ptr<float>());
    };
    run(*halves);
    EXPECT_TRUE(at::equal(y, wanted)) << out;
    run(*bytes);
    EXPECT_GT(distance(y, wanted), 0);
    EXPECT_LT(distance(y, wanted), 0.3) << out;
    const at::Tensor finer = w + 1e-5;
    EXPECT_FALSE(kernels::NarrowMatrix::halves({finer.const_data_ptr<float>(), out, 40}))
        << "not half-precision numbers";
  }
}

TEST(SoftmaxRows, AreExponentialsAndTheirSums) {
  for (const std::int64_t n : {1, 7, 8, 9, 31, 1000}) {
    at::Tensor score = random_tensor({n}, 5) * 4, other = random_tensor({n}, 6),
               bias = random_tensor({n}, 7);
    if (n > 7) bias[3] = -std::numeric_limits<double>::infinity();
    const at::Tensor wanted = score + other + bias;
    float* row = score.mutable_data_ptr<float>();
    const float top =
        kernels::add_scores(row, other.const_data_ptr<float>(), bias.const_data_ptr<float>(), n);
    EXPECT_EQ(top, wanted.max().item<float>());
    EXPECT_TRUE(at::equal(score, wanted));
    const kernels::LogSum parts = kernels::log_sum(row, n);
    EXPECT_NEAR(parts.top + std::log(parts.sum), at::logsumexp(wanted, 0).item<double>(), 1e-5);
    const float sum = kernels::exponentials(row, n, top);
    EXPECT_TRUE(at::allclose(score, (wanted - top).exp(), 1e-6, 1e-12));
    EXPECT_NEAR(sum, score.sum().item<double>(), 1e-5 * static_cast<double>(n));
    if (n > 7) {
      EXPECT_EQ(score[3].item<float>(), 0.0F) << "a hidden key has no share at all";
    }
  }
  const float hidden[] = {-std::numeric_limits<float>::infinity()};
  EXPECT_EQ(kernels::add_scores(nullptr, nullptr, nullptr, 0), hidden[0]) << "no key, no score";
}

// Gradients of `leaves` of Σ y·direction.
std::vector<at::Tensor> gradients_of(const at::Tensor& y, const std::vector<at::Tensor>& leaves) {
  const at::Tensor direction = random_tensor(y.sizes().vec(), 77);
  torch::autograd::backward({(y * direction).sum()}, {});
  std::vector<at::Tensor> grads;
  for (const at::Tensor& leaf : leaves) {
    grads.push_back(leaf.grad().clone());
    leaf.grad().zero_();
  }
  return grads;
}

TEST(Linear, AndItsGradientsAreThoseOfLibTorch) {
  for (const std::int64_t rows : {1, 7, 300}) {
    const at::Tensor x = random_tensor({rows, 21}, 1).requires_grad_(true),
                     w = random_tensor({37, 21}, 2).requires_grad_(true),
                     b = random_tensor({37}, 3).requires_grad_(true);
    for (const bool relu : {false, true}) {
      const at::Tensor own = dense(x, w, b, relu);
      const at::Tensor sum = at::linear(x, w, b);
      const at::Tensor theirs = relu ? at::relu(sum) : sum;
      EXPECT_LT(distance(own, theirs), 1e-5);
      const auto fast = gradients_of(own, {x, w, b}), plain = gradients_of(theirs, {x, w, b});
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_TRUE(at::allclose(fast[i], plain[i], 1e-4, 1e-4)) << rows << " rows, input " << i;
    }
  }
}

TEST(Linear, OverMemoryGivesItsWeightTheGradientOfAllRowsAndItsInputThatOfItsOwn) {
  const at::Tensor x = random_tensor({9, 10}, 1).requires_grad_(true),
                   w = random_tensor({12, 10}, 2).requires_grad_(true),
                   memory = random_tensor({30, 10}, 3);
  const at::Tensor all = at::cat(
      {memory.narrow(0, 0, 20), x.narrow(0, 0, 4), memory.narrow(0, 20, 10), x.narrow(0, 4, 5)});
  const at::Tensor own =
      linear_over_memory(x, {{memory.narrow(0, 0, 20), 0, 4}, {memory.narrow(0, 20, 10), 4, 5}}, w);
  const at::Tensor theirs = at::linear(all, w);
  EXPECT_LT(distance(own, theirs), 1e-5);
  const auto fast = gradients_of(own, {x, w}), plain = gradients_of(theirs, {x, w});
  for (std::size_t i = 0; i < 2; ++i) EXPECT_TRUE(at::allclose(fast[i], plain[i], 1e-4, 1e-4)) << i;
}

// Random rows in a cache and side by side.
struct CachedRows {
  LaneCache cache{2, 20};
  at::Tensor kv = at::empty({0, 80}, at::kFloat);  // what the cache ought to hold

  void add(std::int64_t count, std::int64_t keep, std::uint64_t seed) {
    const at::Tensor rows = random_tensor({count, 80}, seed);
    const std::int64_t kept = std::min(keep, kv.size(0));
    kv = at::cat({kv.narrow(0, kv.size(0) - kept, kept), rows}, 0);
    cache.extend(keep, count);
    for (std::int64_t h = 0; h < 2; ++h) {
      const float* first = rows.const_data_ptr<float>() + h * 20;
      cache.write(h, cache.rows() - count, count, first, first + 40, 80);
    }
  }

  at::Tensor attend(const at::Tensor& q, const at::Tensor& r, const at::Tensor& u,
                    const at::Tensor& v, const at::Tensor& bias, std::int64_t step) const {
    at::Tensor out = at::zeros_like(q);
    AttentionRoom room;
    for (std::int64_t h = 0; h < 2; ++h) {
      const at::Tensor own = r.narrow(1, h * 20, 20).contiguous();
      const kernels::PackedMatrix positions(own.const_data_ptr<float>(), own.size(0), 20);
      const AttentionHead head{.q = q.const_data_ptr<float>() + h * 20,
                               .q_stride = 40,
                               .u = u.const_data_ptr<float>() + h * 20,
                               .v = v.const_data_ptr<float>() + h * 20,
                               .keys = cache.keys(h),
                               .lead = cache.lead(),
                               .key_count = cache.rows(),
                               .values = cache.values(h),
                               .value_stride = cache.value_stride(),
                               .positions = positions.panel(0),
                               .distances = positions.out(),
                               .bias = bias.const_data_ptr<float>() + h * kv.size(0),
                               .queries = q.size(0),
                               .e = 20,
                               .window = 0,
                               .out = out.mutable_data_ptr<float>() + h * 20,
                               .out_stride = 40};
      for (std::int64_t t = 0; t < q.size(0); t += step)
        model::attend(head, t, std::min(step, q.size(0) - t), room);
    }
    return out;
  }
};

TEST(PackedAttention, OverAGrowingCacheIsTheDefinition) {
  CachedRows rows;
  const at::Tensor r = random_tensor({701, 40}, 3), u = random_tensor({2, 20}, 4),
                   v = random_tensor({2, 20}, 5);
  std::uint64_t seed = 10;
  // More rows than one tile of keys; queries that fill blocks and leave a rest; odd begins.
  for (const auto& [count, keep] : std::vector<std::pair<std::int64_t, std::int64_t>>{
           {5, 0}, {100, 3}, {50, 103}, {60, 150}, {300, 209}, {97, 501}, {1, 600}, {33, 1}}) {
    rows.add(count, keep, ++seed);
    const std::int64_t keys = rows.kv.size(0);
    ASSERT_EQ(rows.cache.rows(), keys);
    const at::Tensor q = random_tensor({count, 40}, seed + 100);
    at::Tensor bias = random_tensor({2, keys}, seed + 200);
    if (keys > count) bias.select(1, 0).fill_(-std::numeric_limits<double>::infinity());
    const at::Tensor wanted =
        relative_attention_plain(q, rows.kv, r, u, v, bias, {{0, count, 0, keys, 0}}, 0);
    for (const std::int64_t step : {6, 48})
      EXPECT_LT(distance(rows.attend(q, r, u, v, bias, step), wanted), 2e-5) << keys << " keys";
  }
}

// A tiny model whose biases and embeddings of tags are not zero.
Weights lively_weights(const ReaderConfig& config) {
  Weights weights = initial_weights(config, 3);
  std::uint64_t seed = 100;
  for (at::Tensor* x : {&weights.section_bias, &weights.connector_bias, &weights.tag_embedding,
                        &weights.level_embedding, &weights.u, &weights.v, &weights.output_bias}) {
    x->normal_(0, 0.5, at::detail::createCPUGenerator(seed++));
  }
  return weights;
}

TEST(PackedReading, GivesTheLossesOfThePlainPath) {
  const ReaderConfig plain_config = testing::tiny_card().config;
  ReaderConfig pre_norm = plain_config, window = plain_config, clamped = plain_config;
  pre_norm.pre_norm = true;
  pre_norm.initial_memory = InitialMemory::kZeros;
  window.same_length = true;
  clamped.clamp_len = 5;
  clamped.adaptive_softmax = true;
  clamped.cutoffs = {7};
  clamped.layer_norm_epsilon = 1e-2;
  clamped.untie_biases = false;
  for (const ReaderConfig& config : {plain_config, pre_norm, window, clamped}) {
    const Weights weights = lively_weights(config);
    ModelCard card;
    card.config = config;
    std::vector<OwnedDocument> documents;
    for (std::uint32_t i = 0; i < 5; ++i)
      documents.push_back(random_document(40 + i, {1 + i, 6, 3, 6, 5, 1, 2}));
    std::vector<DocumentInput> inputs;
    for (const OwnedDocument& document : documents) inputs.push_back(input_of(document));
    PackedStore packed;
    for (const std::int64_t mem_len : {3, 0, 8, 30}) {
      const ReadOptions options{true, mem_len};
      const auto fast = read_documents(weights, card, inputs, options, &packed);
      const auto plain = read_documents(weights, card, inputs, options, nullptr);
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        for (std::size_t s = 0; s < plain[i].segments.size(); ++s) {
          EXPECT_NEAR(fast[i].segments[s].loss, plain[i].segments[s].loss, 1e-4)
              << "memory of " << mem_len << " rows, segment " << s;
        }
      }
    }
  }
}

TEST(PackedLosses, AreThoseOfLogSoftmax) {
  ReaderConfig config = testing::tiny_card().config;
  config.vocab_size = 1100;  // more than one tile of the vocabulary
  const Weights weights = lively_weights(config);
  const PackedWeights packed(weights, config, 4);
  const at::Tensor hidden = random_tensor({101, config.d_model}, 8);
  std::vector<std::int64_t> targets(101);
  for (std::size_t i = 0; i < targets.size(); ++i)
    targets[i] = static_cast<std::int64_t>(i) * 977 % config.vocab_size;
  const auto fast = packed_losses(packed, hidden, targets);
  const auto plain = lm_losses(hidden, weights.output(), weights.output_bias, targets);
  for (std::size_t i = 0; i < targets.size(); ++i) EXPECT_NEAR(fast[i], plain[i], 1e-5);
}

// A saved tiny model that has learned a little.
class DecoderTest : public ::testing::Test {
 protected:
  DecoderTest() {
    TrainOptions options;
    options.lanes = 1;
    options.warmup_steps = 0;
    options.learning_rate = 3e-2;
    Trainer trainer = Trainer::create(testing::tiny_card(), options, Device::kCpu);
    const OwnedDocument document = random_document(9, {4, 6, 5});
    for (std::size_t i = 0; i < 30; ++i) {
      std::vector<LaneInput> lanes{testing::lane_of(document, i % 3, 1)};
      trainer.step(lanes);
    }
    trainer.save_model(folder_.path(), Precision::kSingle);
  }

  // Summed losses of each segment but the first, whose tokens come one at a time after `fed` fed
  // ones.
  static std::vector<double> decoded(Decoder& decoder, const OwnedDocument& document,
                                     std::size_t fed) {
    std::vector<double> losses;
    decoder.feed(document[0].input());
    for (std::size_t s = 1; s < document.size(); ++s) {
      const auto& segment = document[s];
      double loss = 0;
      std::size_t first = 0;
      if (fed > 0 && fed < segment.ids.size()) {
        SegmentInput start = segment.input();
        start.ids = start.ids.first(fed);
        start.marks = start.marks.first(fed);
        loss = std::nan("");  // feeding does not tell the losses in between
        decoder.feed(start);
        first = fed;
      } else {
        decoder.begin_segment(segment.tag, segment.level);
      }
      for (std::size_t i = first; i < segment.ids.size(); ++i) {
        loss += decoder.loss(segment.ids[i]);
        decoder.append(segment.ids[i], segment.marks[i]);
      }
      losses.push_back(loss);
    }
    return losses;
  }

  testing::TemporaryFolder folder_;
};

TEST_F(DecoderTest, TokenByTokenIsReadingWholeSegments) {
  Reader reader = Reader::load(folder_.path(), Device::kCpu);
  const OwnedDocument document = random_document(31, {5, 6, 2, 6, 1, 4, 6, 6, 3});
  const DocumentInput input = input_of(document);
  for (const std::int64_t mem_len : {0, 3, 8}) {
    const auto wanted = reader.read({&input, 1}, {true, mem_len})[0];
    Decoder decoder(reader, {.mem_len = mem_len});
    const std::vector<double> losses = decoded(decoder, document, 0);
    for (std::size_t s = 0; s < losses.size(); ++s)
      EXPECT_NEAR(losses[s], wanted.segments[s + 1].loss, 1e-4) << "segment " << s + 1;
  }
}

TEST_F(DecoderTest, GoesOnWithASegmentThatWasFedInPart) {
  Reader reader = Reader::load(folder_.path(), Device::kCpu);
  const OwnedDocument document = random_document(32, {5, 6, 6, 6});
  Decoder whole(reader), part(reader);
  decoded(whole, document, 0);
  decoded(part, document, 4);
  const std::span<const float> a = whole.logits(), b = part.logits();
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-4);
}

TEST_F(DecoderTest, BeginsANewSegmentWhereOneIsFull) {
  Reader reader = Reader::load(folder_.path(), Device::kCpu);
  OwnedDocument document = random_document(33, {6, 6, 6}, true);
  Decoder decoder(reader), long_one(reader);
  decoder.feed(document[0].input());
  long_one.feed(document[0].input());
  for (std::size_t s = 1; s < 3; ++s) {
    decoder.begin_segment(0, 0);
    for (const std::int32_t id : document[s].ids) {
      decoder.append(id);
      long_one.append(id);
      EXPECT_NEAR(decoder.loss(3), long_one.loss(3), 1e-6);
    }
  }
}

// Sliding: each token its own segment.
TEST_F(DecoderTest, SlidesOverSegmentsOfOneToken) {
  Reader reader = Reader::load(folder_.path(), Device::kCpu);
  const OwnedDocument document = random_document(34, std::vector<std::size_t>(40, 1), true);
  const DocumentInput input = input_of(document);
  const auto wanted = reader.read({&input, 1})[0];
  Decoder decoder(reader, {.segment_len = 1});
  decoder.append(document[0].ids[0]);
  for (std::size_t i = 1; i < document.size(); ++i) {
    EXPECT_NEAR(decoder.loss(document[i].ids[0]), wanted.segments[i].loss, 1e-4) << i;
    decoder.append(document[i].ids[0]);
  }
}

TEST_F(DecoderTest, InBytesIsNearTheExactLosses) {
  Reader reader = Reader::load(folder_.path(), Device::kCpu);
  const OwnedDocument document = random_document(35, {6, 6, 6}, true);
  Decoder exact(reader), bytes(reader, {.byte_weights = true});
  const std::vector<double> wanted = decoded(exact, document, 0), got = decoded(bytes, document, 0);
  for (std::size_t s = 0; s < wanted.size(); ++s) {
    EXPECT_NE(got[s], wanted[s]);
    EXPECT_NEAR(got[s], wanted[s], 0.02 * wanted[s]);
  }
}

TEST_F(DecoderTest, ComesBackToASnapshotAsIfNothingHadBeenReadSince) {
  Reader reader = Reader::load(folder_.path(), Device::kCpu);
  const OwnedDocument document = random_document(36, {5, 6, 6, 6, 4});
  Decoder decoder(reader);
  decoder.feed(document[0].input());
  for (std::size_t i = 0; i < 4; ++i) decoder.append(document[1].ids[i], document[1].marks[i]);
  const Decoder::Snapshot snapshot = decoder.snapshot();
  const auto go_on = [&] {
    std::vector<float> all;
    for (std::size_t s = 2; s < 4; ++s) {
      for (const std::int32_t id : document[s].ids) {
        decoder.append(id);
        all.insert(all.end(), decoder.logits().begin(), decoder.logits().end());
      }
    }
    return all;
  };
  const std::vector<float> first = go_on();
  decoder.feed(document[4].input());
  decoder.restore(snapshot);
  EXPECT_EQ(go_on(), first);
  decoder.restore(snapshot);
  EXPECT_EQ(go_on(), first);
}

TEST_F(DecoderTest, ASnapshotTakenIntoAnOlderOneIsTheNewStateAndLeavesCopiesOfTheOldAlone) {
  Reader reader = Reader::load(folder_.path(), Device::kCpu);
  const OwnedDocument document = random_document(36, {5, 6, 6});
  Decoder decoder(reader);
  decoder.feed(document[0].input());
  Decoder::Snapshot one = decoder.snapshot();
  const std::vector<float> first(decoder.logits().begin(), decoder.logits().end());
  const Decoder::Snapshot copy = one;
  decoder.feed(document[1].input());
  decoder.snapshot(one);  // shared with `copy`: a new one
  decoder.feed(document[2].input());
  decoder.snapshot(one);  // its own: filled again
  const std::vector<float> last(decoder.logits().begin(), decoder.logits().end());
  decoder.restore(copy);
  EXPECT_THAT(decoder.logits(), ::testing::ElementsAreArray(first));
  decoder.restore(one);
  EXPECT_THAT(decoder.logits(), ::testing::ElementsAreArray(last));
}

TEST_F(DecoderTest, RefusesTheSnapshotOfAnotherDecoder) {
  Reader reader = Reader::load(folder_.path(), Device::kCpu);
  Decoder decoder(reader), other(reader, {.mem_len = 2});
  EXPECT_THROW(decoder.restore({}), ModelError);
  EXPECT_THROW(decoder.restore(other.snapshot()), ModelError);
}

TEST_F(DecoderTest, RefusesWhatTheModelCannotRead) {
  Reader reader = Reader::load(folder_.path(), Device::kCpu);
  Decoder decoder(reader);
  EXPECT_THROW(decoder.logits(), ModelError) << "nothing read yet";
  EXPECT_THROW(decoder.append(20), ModelError) << "no such token";
  EXPECT_THROW(decoder.begin_segment(4, 0), ModelError) << "no such tag";
  decoder.append(1);
  double sum = 0;
  for (std::int32_t id = 0; id < 20; ++id) sum += std::exp(-decoder.loss(id));
  EXPECT_NEAR(sum, 1, 1e-5);
}

TEST_F(DecoderTest, FeelsNothingThatLiesFurtherBackThanItsReach) {
  Reader reader = Reader::load(folder_.path(), Device::kCpu);
  Decoder whole(reader), late(reader);
  const auto count = static_cast<std::size_t>(whole.reach() / 6 + 12);
  const OwnedDocument document = random_document(36, std::vector<std::size_t>(count, 6), true);
  std::size_t first = count;
  for (std::int64_t tokens = 0; tokens < whole.reach(); tokens += 6) --first;
  ASSERT_GE(first, 10U);
  for (std::size_t s = 0; s < count; ++s) {
    whole.feed(document[s].input());
    if (s >= first) late.feed(document[s].input());
  }
  for (int i = 0; i < 8; ++i) {
    const std::span<const float> a = whole.logits(), b = late.logits();
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin())) << "token " << i;
    whole.append(i);
    late.append(i);
  }
}

}  // namespace
}  // namespace proviso::model
