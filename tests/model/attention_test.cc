#include "model/attention.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

#include <cmath>

namespace proviso::model {
namespace {

at::Tensor random_tensor(std::vector<std::int64_t> shape, std::uint64_t seed) {
  return at::randn(shape, at::detail::createCPUGenerator(seed), at::kFloat);
}

struct Shape {
  std::int64_t queries, memory;
};

class RelativeShift : public ::testing::TestWithParam<Shape> {};

TEST_P(RelativeShift, PutsEveryVisibleCellAtItsDistance) {
  const auto [q, m] = GetParam();
  const std::int64_t k = q + m;
  // Column c of the input stands for distance k − 1 − c; the cell's value names its row and its
  // distance.
  at::Tensor x = at::empty({q, k}, at::kFloat);
  for (std::int64_t i = 0; i < q; ++i) {
    for (std::int64_t c = 0; c < k; ++c)
      x[i][c] = 1000.0 * static_cast<double>(i) + static_cast<double>(k - 1 - c);
  }
  const at::Tensor shifted = relative_shift(x);
  for (std::int64_t i = 0; i < q; ++i) {
    for (std::int64_t j = 0; j <= i + m; ++j) {
      EXPECT_EQ(shifted[i][j].item<double>(),
                1000.0 * static_cast<double>(i) + static_cast<double>(i + m - j))
          << "query " << i << " key " << j;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, RelativeShift,
                         ::testing::Values(Shape{3, 0}, Shape{1, 0}, Shape{4, 2}, Shape{2, 5},
                                           Shape{1, 7}, Shape{5, 5}));

// Attention by the definition, one cell at a time, in double.
at::Tensor by_definition(const at::Tensor& q, const at::Tensor& kv, const at::Tensor& r,
                         const at::Tensor& u, const at::Tensor& v, const at::Tensor& bias,
                         const LaneSpan& lane) {
  const std::int64_t heads = u.size(0), e = u.size(1), width = heads * e,
                     memory = lane.keys - lane.queries;
  at::Tensor out = at::zeros({lane.queries, width}, at::kDouble);
  for (std::int64_t h = 0; h < heads; ++h) {
    const auto part = [&](const at::Tensor& row, std::int64_t at) {
      return row.narrow(0, at + h * e, e).to(at::kDouble);
    };
    for (std::int64_t i = 0; i < lane.queries; ++i) {
      const at::Tensor query = part(q[lane.query_begin + i], 0);
      std::vector<at::Tensor> scores, values;
      const std::int64_t first =
          lane.window == 0 ? 0 : std::max<std::int64_t>(0, i + memory + 1 - lane.window);
      for (std::int64_t j = first; j <= i + memory; ++j) {
        const at::Tensor key = part(kv[lane.key_begin + j], 0);
        const at::Tensor position = part(r[r.size(0) - 1 - (i + memory - j)], 0);
        const at::Tensor score = ((query + u[h]) * key).sum() + ((query + v[h]) * position).sum();
        scores.push_back(score / std::sqrt(static_cast<double>(e)) + bias[h][lane.key_begin + j]);
        values.push_back(part(kv[lane.key_begin + j], width));
      }
      const at::Tensor p = at::softmax(at::stack(scores), 0);
      out[i].narrow(0, h * e, e).copy_((p.unsqueeze(1) * at::stack(values)).sum(0));
    }
  }
  return out;
}

// Three lanes: one with memory and more than one block of query rows, one without memory, one whose
// queries see nine keys at most.
struct Example {
  std::vector<LaneSpan> lanes{
      {0, 131, 0, 165, 11}, {131, 3, 165, 3, 12}, {134, 60, 168, 80, 13, 9}};
  at::Tensor q = random_tensor({194, 8}, 1), kv = random_tensor({248, 16}, 2),
             r = random_tensor({170, 8}, 3), u = random_tensor({2, 4}, 4),
             v = random_tensor({2, 4}, 5), bias = random_tensor({2, 248}, 6);

  std::vector<at::Tensor> inputs() const { return {q, kv, r, u, v, bias}; }
};

// Keys of several tiles: of the whole memory, and of a window across their edges.
Example with_many_keys() {
  Example x;
  x.lanes = {{0, 61, 0, 850, 3}, {61, 133, 850, 470, 4, 100}};
  x.kv = random_tensor({1320, 16}, 12);
  x.r = random_tensor({850, 8}, 13);
  x.bias = random_tensor({2, 1320}, 16);
  return x;
}

TEST(RelativeAttention, IsTheDefinition) {
  Example x;
  x.bias.select(1, 7).fill_(-std::numeric_limits<double>::infinity());
  for (const auto& attention :
       {relative_attention, relative_attention_plain, relative_attention_sdpa}) {
    const at::Tensor out = attention(x.q, x.kv, x.r, x.u, x.v, x.bias, x.lanes, 0);
    for (const LaneSpan& lane : x.lanes) {
      const at::Tensor wanted = by_definition(x.q, x.kv, x.r, x.u, x.v, x.bias, lane);
      const at::Tensor got = out.narrow(0, lane.query_begin, lane.queries);
      EXPECT_LT((got - wanted).abs().max().item<double>(), 1e-5);
    }
  }
}

TEST(RelativeAttention, OfCachedLanesIsTheSame) {
  const Example x;
  const at::Tensor packed = relative_attention(x.q, x.kv, x.r, x.u, x.v, x.bias, x.lanes, 0);
  std::vector<CachedLane> cached;
  for (const LaneSpan& lane : x.lanes) {
    cached.push_back({x.kv.narrow(0, lane.key_begin, lane.keys),
                      x.bias.narrow(1, lane.key_begin, lane.keys), lane.query_begin, lane.queries,
                      lane.window});
  }
  EXPECT_TRUE(at::allclose(cached_attention(x.q, x.r, x.u, x.v, cached), packed, 1e-5, 1e-6));
}

std::vector<at::Tensor> gradients(const Example& x, decltype(relative_attention)& attention,
                                  at::ScalarType type) {
  std::vector<at::Tensor> leaves;
  for (const at::Tensor& input : x.inputs())
    leaves.push_back(input.to(type).clone().requires_grad_(true));
  const at::Tensor out =
      attention(leaves[0], leaves[1], leaves[2], leaves[3], leaves[4], leaves[5], x.lanes, 0);
  const at::Tensor direction = random_tensor({194, 8}, 9).to(type);
  torch::autograd::backward({(out * direction).sum()}, {});
  std::vector<at::Tensor> grads;
  for (const at::Tensor& leaf : leaves) grads.push_back(leaf.grad().to(at::kDouble));
  return grads;
}

TEST(RelativeAttention, HandWrittenBackwardIsAutogradsOfTheDefinition) {
  for (const Example& x : {Example(), with_many_keys()}) {
    const auto fused = gradients(x, relative_attention, at::kFloat);
    const auto plain = gradients(x, relative_attention_plain, at::kDouble);
    const char* names[] = {"q", "kv", "r", "u", "v", "bias"};
    for (std::size_t i = 0; i < fused.size(); ++i) {
      const double scale = plain[i].abs().max().item<double>();
      EXPECT_LT((fused[i] - plain[i]).abs().max().item<double>(), 2e-5 * std::max(1.0, scale))
          << names[i];
    }
  }
}

TEST(RelativeAttention, ThroughScaledDotProductHasTheGradientOfTheDefinition) {
  const Example x;
  const auto sdpa = gradients(x, relative_attention_sdpa, at::kDouble);
  const auto plain = gradients(x, relative_attention_plain, at::kDouble);
  for (std::size_t i = 0; i < sdpa.size(); ++i) {
    EXPECT_TRUE(at::allclose(sdpa[i], plain[i], 1e-9, 1e-10)) << i;
  }
}

// With dropout the gradient must be that of the very mask that the forward pass used: along any
// direction it equals the finite difference, since the counter-based mask is the same in each call.
TEST(RelativeAttention, DropoutKeepsItsMaskInTheBackwardPass) {
  const Example x = with_many_keys();
  const double rate = 0.4;
  const at::Tensor direction = random_tensor({1320, 16}, 21), weight = random_tensor({194, 8}, 22);
  const auto value = [&](double step) {
    return (relative_attention(x.q, x.kv + direction * step, x.r, x.u, x.v, x.bias, x.lanes, rate)
                .to(at::kDouble) *
            weight)
        .sum()
        .item<double>();
  };
  const at::Tensor leaf = x.kv.clone().requires_grad_(true);
  torch::autograd::backward(
      {(relative_attention(x.q, leaf, x.r, x.u, x.v, x.bias, x.lanes, rate) * weight).sum()}, {});
  const double slope = (leaf.grad() * direction).sum().item<double>();
  const double step = 3e-3;
  EXPECT_NEAR(slope, (value(step) - value(-step)) / (2 * step),
              0.02 * std::max(1.0, std::abs(slope)));
  EXPECT_FALSE(at::allclose(relative_attention(x.q, x.kv, x.r, x.u, x.v, x.bias, x.lanes, rate),
                            relative_attention(x.q, x.kv, x.r, x.u, x.v, x.bias, x.lanes, 0)));
}

TEST(RelativeAttention, DropsAboutTheShareAskedFor) {
  std::vector<float> row(20000, 1.0F);
  kernels::dropout_row(row.data(), 20000, {0.3, 77});
  std::int64_t dropped = 0;
  for (const float p : row) dropped += p == 0 ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(dropped) / 20000, 0.3, 0.02);
}

TEST(Sinusoids, HoldSinesThenCosinesOfDescendingDistances) {
  const at::Tensor r = sinusoids(5, 6);
  for (std::int64_t row = 0; row < 5; ++row) {
    const double distance = static_cast<double>(4 - row);
    for (std::int64_t t = 0; t < 3; ++t) {
      const double angle = distance * std::pow(10000.0, -2.0 * static_cast<double>(t) / 6);
      EXPECT_NEAR(r[row][t].item<double>(), std::sin(angle), 1e-6);
      EXPECT_NEAR(r[row][t + 3].item<double>(), std::cos(angle), 1e-6);
    }
  }
}

}  // namespace
}  // namespace proviso::model
