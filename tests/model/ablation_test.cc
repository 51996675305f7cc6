// Every encoding of position cell by cell against its definition, the relative variant against the
// product's network, and what the variants can and cannot see.
#include "model/ablation.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <c10/core/GradMode.h>
#include <gtest/gtest.h>

#include <cmath>

#include "model/ablation_network.h"
#include "model/attention.h"
#include "model/network.h"
#include "tests/model/tiny.h"

namespace proviso::model {
namespace {

constexpr std::int64_t kHeads = 2, kWidth = 4;  // of a head

at::Tensor random(at::IntArrayRef shape, std::uint64_t seed) {
  return at::empty(shape, at::kDouble).normal_(0, 1, at::detail::createCPUGenerator(seed));
}

struct Case {
  std::int64_t queries = 0, keys = 0;
};
const std::vector<Case> kCases{{1, 1}, {3, 3}, {3, 5}, {4, 11}, {1, 6}};

// Calls check(head, i, j, distance) for every cell that a query may see.
template <class Check>
void for_each_cell(const Case& c, const Check& check) {
  for (std::int64_t h = 0; h < kHeads; ++h)
    for (std::int64_t i = 0; i < c.queries; ++i)
      for (std::int64_t j = 0; j <= i + c.keys - c.queries; ++j)
        check(h, i, j, i + c.keys - c.queries - j);
}

double product(const at::Tensor& a, const at::Tensor& b) {
  return (a * b).sum().item<double>();
}

TEST(AblationEncoding, RelativeIsItsDefinition) {
  for (const Case& c : kCases) {
    const at::Tensor q = random({1, kHeads, c.queries, kWidth}, 1),
                     k = random({1, kHeads, c.keys, kWidth}, 2),
                     r = random({kHeads, c.keys, kWidth}, 3), u = random({kHeads, kWidth}, 4),
                     v = random({kHeads, kWidth}, 5);
    const at::Tensor scores = relative_scores(q, k, r, u, v);
    for_each_cell(c, [&](std::int64_t h, std::int64_t i, std::int64_t j, std::int64_t distance) {
      const at::Tensor query = q[0][h][i];
      const double wanted =
          (product(query + u[h], k[0][h][j]) + product(query + v[h], r[h][c.keys - 1 - distance])) /
          2;
      EXPECT_NEAR(scores[0][h][i][j].item<double>(), wanted, 1e-12);
    });
  }
}

TEST(AblationEncoding, ShawIsItsDefinitionAndFarDistancesCountAsTheLast) {
  for (const Case& c : kCases) {
    const at::Tensor q = random({1, kHeads, c.queries, kWidth}, 1),
                     k = random({1, kHeads, c.keys, kWidth}, 2), u = random({kHeads, kWidth}, 4),
                     table = random({4, kHeads, kWidth}, 6), bias = random({4, kHeads}, 7);
    const at::Tensor scores = shaw_scores(q, k, u, table, bias);
    for_each_cell(c, [&](std::int64_t h, std::int64_t i, std::int64_t j, std::int64_t distance) {
      const std::int64_t row = std::min<std::int64_t>(distance, 3);
      const at::Tensor query = q[0][h][i];
      const double wanted = (product(query + u[h], k[0][h][j]) + product(query, table[row][h]) +
                             bias[row][h].item<double>()) /
                            2;
      EXPECT_NEAR(scores[0][h][i][j].item<double>(), wanted, 1e-12);
    });
  }
}

TEST(AblationEncoding, AbsoluteIsTheProductAlone) {
  const Case c{3, 5};
  const at::Tensor q = random({1, kHeads, 3, kWidth}, 1), k = random({1, kHeads, 5, kWidth}, 2);
  const at::Tensor scores = absolute_scores(q, k);
  for_each_cell(c, [&](std::int64_t h, std::int64_t i, std::int64_t j, std::int64_t) {
    EXPECT_NEAR(scores[0][h][i][j].item<double>(), product(q[0][h][i], k[0][h][j]) / 2, 1e-12);
  });
}

TEST(AblationEncoding, AbsolutePlacesAreSinesThenCosines) {
  const at::Tensor places = absolute_places(7, 6);
  ASSERT_EQ(places.sizes(), (std::vector<std::int64_t>{7, 6}));
  for (std::int64_t t = 0; t < 7; ++t) {
    for (std::int64_t f = 0; f < 3; ++f) {
      const double angle =
          static_cast<double>(t) * std::pow(10000.0, -2.0 * static_cast<double>(f) / 6);
      EXPECT_NEAR(places[t][f].item<double>(), std::sin(angle), 1e-6);
      EXPECT_NEAR(places[t][3 + f].item<double>(), std::cos(angle), 1e-6);
    }
  }
}

AblationOptions tiny_options() {
  AblationOptions options;
  options.vocab_size = 20;
  options.d_model = 16;
  options.n_layer = 2;
  options.n_head = 2;
  options.d_inner = 24;
  options.seg_len = 6;
  options.mem_len = 8;
  options.lanes = 1;
  options.steps = 50;
  return options;
}

void enliven(Weights& weights) {
  weights.u.normal_(0, 0.5, at::detail::createCPUGenerator(11));
  weights.v.normal_(0, 0.5, at::detail::createCPUGenerator(12));
  for (LayerWeights& layer : weights.layers) {
    layer.q.mul_(30);
    layer.kv.mul_(30);
  }
}

at::Tensor ids_of(const SegmentInput& segment) {
  const std::vector<std::int64_t> ids(segment.ids.begin(), segment.ids.end());
  return at::tensor(ids, at::kLong).unsqueeze(0);
}

TEST(AblationNetwork, TheRelativeVariantIsTheProductsNetwork) {
  const c10::AutoGradMode no_grad(false);
  const AblationOptions options = tiny_options();
  const ReaderConfig config = ablation_config(options);
  AblationWeights weights = initial_ablation_weights({}, options);
  enliven(weights.plain);
  testing::OwnedDocument document = testing::random_document(3, {6, 6, 6, 6}, true);
  const DocumentInput input = testing::input_of(document);
  for (const std::int64_t mem_len : {0, 4, 8, 20}) {
    LaneState lane;
    AblationMemory memory;
    for (const SegmentInput& segment : input.segments) {
      const at::Tensor wanted =
          forward_train(weights.plain, config, {{&segment}, {&lane}, {0}}, mem_len, {}, false);
      const at::Tensor got =
          forward_ablation(weights, config, Encoding::kRelative, ids_of(segment), &memory, mem_len);
      EXPECT_LT((got[0] - wanted).abs().max().item<double>(), 1e-5) << "memory " << mem_len;
    }
  }
}

TEST(AblationNetwork, LanesDoNotSeeEachOther) {
  const c10::AutoGradMode no_grad(false);
  const AblationOptions options = tiny_options();
  for (const Encoding encoding : {Encoding::kRelative, Encoding::kShaw, Encoding::kAbsolute}) {
    AblationWeights weights = initial_ablation_weights({false, encoding, false}, options);
    enliven(weights.plain);
    const at::Tensor ids = at::arange(12, at::kLong).view({2, 6});
    const ReaderConfig config = ablation_config(options);
    const at::Tensor both = forward_ablation(weights, config, encoding, ids, nullptr, 0);
    const at::Tensor one =
        forward_ablation(weights, config, encoding, ids.narrow(0, 1, 1), nullptr, 0);
    EXPECT_LT((both[1] - one[0]).abs().max().item<double>(), 1e-5);
  }
}

std::vector<std::int32_t> stream_of(std::size_t size, std::uint32_t seed) {
  std::mt19937 draw(seed);
  std::vector<std::int32_t> ids(size);
  for (std::int32_t& id : ids) id = static_cast<std::int32_t>(draw() % 20);
  return ids;
}

// Loss of the last stride of a stream whose token `changed` is another one.
double loss_with(AblationNetwork& network, std::vector<std::int32_t> stream, std::size_t changed,
                 std::int64_t length) {
  stream[changed] = (stream[changed] + 7) % 20;
  const std::vector<std::span<const std::int32_t>> streams{stream};
  const auto score = network.score(streams, length, 4, 36);
  EXPECT_EQ(score.tokens, 4);
  return score.loss;
}

TEST(AblationNetwork, WithoutRecurrenceATokenSeesTheAttentionLengthAndNoMore) {
  const std::vector<std::int32_t> stream = stream_of(41, 5);
  AblationNetwork plain({false, Encoding::kRelative, false}, tiny_options(), Device::kCpu);
  AblationNetwork recurrent({true, Encoding::kRelative, false}, tiny_options(), Device::kCpu);
  const std::vector<std::span<const std::int32_t>> streams{stream};
  const double loss = plain.score(streams, 12, 4, 36).loss;
  EXPECT_EQ(loss_with(plain, stream, 27, 12), loss) << "13 tokens before the last one";
  EXPECT_NE(loss_with(plain, stream, 28, 12), loss);
  const double with_memory = recurrent.score(streams, 12, 4, 36).loss;
  EXPECT_NE(loss_with(recurrent, stream, 27, 12), with_memory)
      << "through two layers of memory it may come from further back";
  EXPECT_EQ(loss_with(recurrent, stream, 3, 12), with_memory) << "but not from anywhere";
}

TEST(AblationNetwork, EveryVariantLearns) {
  const AblationOptions options = tiny_options();
  std::vector<std::int32_t> stream;
  for (std::int32_t i = 0; i < 7; ++i) stream.push_back(i % 3);
  const std::vector<std::span<const std::int32_t>> lanes{stream};
  for (const bool recurrence : {true, false}) {
    for (const Encoding encoding : {Encoding::kRelative, Encoding::kShaw, Encoding::kAbsolute}) {
      if (recurrence && encoding == Encoding::kAbsolute) continue;
      for (const bool half : {false, true}) {
        AblationNetwork network({recurrence, encoding, half}, options, Device::kCpu);
        const double first = network.step(lanes, true);
        double last = first;
        for (int step = 1; step < options.steps; ++step) last = network.step(lanes, step % 2 == 0);
        EXPECT_NEAR(first, std::log(20), 0.5);
        EXPECT_LT(last, 0.8 * first);
      }
    }
  }
}

TEST(AblationNetwork, RefusesWhatHasNoMeaning) {
  EXPECT_THROW(AblationNetwork({true, Encoding::kAbsolute, false}, tiny_options(), Device::kCpu),
               ModelError);
  AblationOptions odd = tiny_options();
  odd.d_model = 18;
  EXPECT_THROW(AblationNetwork({}, odd, Device::kCpu), ModelError);
  AblationNetwork network({}, tiny_options(), Device::kCpu);
  const std::vector<std::int32_t> foreign{1, 2, 3, 4, 5, 6, 20};
  const std::vector<std::span<const std::int32_t>> lanes{foreign};
  EXPECT_THROW(network.step(lanes, true), ModelError) << "an id beyond the vocabulary";
  EXPECT_THROW(network.score(lanes, 3, 4, 0), ModelError) << "shorter than the stride";
}

}  // namespace
}  // namespace proviso::model
