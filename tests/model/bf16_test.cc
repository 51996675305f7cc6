// Training with products in bf16: what is rounded and what is not, and that it learns alike.
#include "model/bf16.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

#include <cmath>
#include <numeric>
#include <random>

#include "model/attention.h"
#include "model/kernels.h"
#include "model/lm_loss.h"
#include "model/trainer.h"
#include "tests/model/tiny.h"

namespace proviso::model {
namespace {

at::Tensor random_tensor(std::vector<std::int64_t> shape, std::uint64_t seed) {
  return at::randn(shape, at::detail::createCPUGenerator(seed), at::kFloat);
}
at::Tensor rounded(const at::Tensor& x) {
  return x.to(at::kBFloat16).to(at::kFloat);
}

// Greatest difference in parts of the greatest value.
double relative(const at::Tensor& a, const at::Tensor& b) {
  return (a.to(at::kFloat) - b.to(at::kFloat)).abs().max().item<double>() /
         b.to(at::kFloat).abs().max().item<double>();
}

constexpr double kUlp = 1.0 / 128;  // bf16 keeps eight bits: two numbers next to each other

TEST(Bf16, ProductIsThatOfTheRoundedNumbersSummedInFp32AndRounded) {
  const at::Tensor a = random_tensor({7, 300}, 1), b = random_tensor({300, 5}, 2);
  const at::Tensor own = bf16_product(a.to(at::kBFloat16), b.to(at::kBFloat16));
  EXPECT_EQ(own.scalar_type(), at::kBFloat16);
  const at::Tensor exact = at::mm(rounded(a).to(at::kDouble), rounded(b).to(at::kDouble));
  EXPECT_LT(relative(own, exact), kUlp);
  EXPECT_GT(relative(own, exact), 0) << "it is rounded";
}

TEST(Bf16, DenseHasTheGradientsOfLinearInFp32) {
  const at::Tensor x = random_tensor({9, 21}, 1).requires_grad_(true),
                   w = random_tensor({37, 21}, 2).requires_grad_(true),
                   b = random_tensor({37}, 3).requires_grad_(true);
  const at::Tensor out = bf16_dense(x, w, b, true), exact = at::relu(at::linear(x, w, b));
  EXPECT_LT(relative(out, exact), 3 * kUlp);
  const at::Tensor weights = random_tensor({9, 37}, 4);
  torch::autograd::backward({(out.to(at::kFloat) * weights).sum()}, {});
  std::vector<at::Tensor> half;
  for (const at::Tensor& leaf : {x, w, b}) {
    EXPECT_EQ(leaf.grad().scalar_type(), at::kFloat) << "master weights and their gradients";
    half.push_back(leaf.grad().clone());
    leaf.grad().zero_();
  }
  torch::autograd::backward({(exact * weights).sum()}, {});
  EXPECT_LT(relative(half[0], x.grad()), 6 * kUlp);
  EXPECT_LT(relative(half[1], w.grad()), 6 * kUlp);
  EXPECT_LT(relative(half[2], b.grad()), 6 * kUlp);
}

// By the processor's own products, by the fused pass where it has none, and by scaled-dot-product
// attention as on CUDA.
TEST(Bf16, AttentionIsThatOfFp32ButForTheRoundingOnEveryPath) {
  const std::vector<LaneSpan> lanes{{0, 60, 0, 75, 0}, {60, 3, 75, 3, 0}};
  std::vector<at::Tensor> x{random_tensor({63, 64}, 1), random_tensor({78, 128}, 2),
                            random_tensor({80, 64}, 3), random_tensor({2, 32}, 4),
                            random_tensor({2, 32}, 5),  random_tensor({2, 78}, 6)};
  std::vector<at::Tensor> half(x);
  for (std::size_t i = 0; i < 3; ++i) {
    x[i] = rounded(x[i]);
    half[i] = x[i].to(at::kBFloat16);
  }
  const at::Tensor exact = relative_attention_plain(x[0], x[1], x[2], x[3], x[4], x[5], lanes, 0);
  for (const auto& attention :
       {relative_attention, relative_attention_plain, relative_attention_sdpa}) {
    const at::Tensor out =
        attention(half[0], half[1], half[2], half[3], half[4], half[5], lanes, 0);
    EXPECT_EQ(out.scalar_type(), at::kBFloat16);
    EXPECT_LT(relative(out, exact), 8 * kUlp);
  }
}

TEST(Bf16, SoftmaxLossIsThatOfFp32ButForTheRounding) {
  const at::Tensor hidden = random_tensor({40, 16}, 1).requires_grad_(true),
                   embedding = random_tensor({300, 16}, 2).mul_(0.3).requires_grad_(true),
                   bias = random_tensor({300}, 3).requires_grad_(true);
  std::vector<std::int64_t> targets(40);
  std::iota(targets.begin(), targets.end(), 100);
  const double exact = lm_loss_sum(hidden, embedding, bias, targets).item<double>();
  const at::Tensor half = lm_loss_sum(hidden, embedding, bias, targets, true);
  EXPECT_NEAR(half.item<double>(), exact, 0.005 * exact);
  EXPECT_NE(half.item<double>(), exact);
}

// A language of 50 words: each has eight that may follow it, the first twice as often as the second
// and so on; one word in ten is that of twelve places before.
std::vector<std::int32_t> babble(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::int32_t> ids{0};
  while (ids.size() < count) {
    if (ids.size() >= 12 && random() % 10 == 0) {
      ids.push_back(ids[ids.size() - 12]);
      continue;
    }
    std::uint32_t rank = 0;
    while (rank < 7 && random() % 2 == 0) ++rank;
    const auto last = static_cast<std::uint64_t>(ids.back());
    ids.push_back(static_cast<std::int32_t>(kernels::mix(last, rank) % 50));
  }
  return ids;
}

std::vector<double> loss_curve(bool bf16, std::int64_t steps) {
  ModelCard card = testing::tiny_card();
  card.config.vocab_size = 50;
  card.config.d_model = 32;
  card.config.d_head = 16;
  card.config.d_inner = 64;
  card.config.seg_len = 16;
  card.config.mem_len = 32;
  TrainOptions options;
  options.lanes = 4;
  options.mem_len = 32;
  options.total_steps = steps;
  options.warmup_steps = 100;
  options.learning_rate = 2e-3;
  options.attn_dropout = options.ffn_dropout = options.memory_dropout = 0.05;
  options.bf16 = bf16;
  Trainer trainer = Trainer::create(card, options, Device::kCpu);
  std::vector<std::vector<std::int32_t>> texts;
  for (std::uint32_t lane = 0; lane < 4; ++lane) texts.push_back(babble(16 * 500 + 1, lane));
  std::vector<double> losses;
  for (std::int64_t step = 0; step < steps; ++step) {
    const auto at = static_cast<std::size_t>(step % 500) * 16;
    std::vector<LaneInput> lanes(4);
    for (std::size_t l = 0; l < 4; ++l) {
      TrainSegment segment;
      segment.input.ids = std::span(texts[l]).subspan(at, 16);
      segment.next_id = texts[l][at + 16];
      lanes[l].reset = at == 0;
      lanes[l].segments = {segment};
    }
    losses.push_back(trainer.step(lanes).lm_loss);
  }
  return losses;
}

TEST(Bf16, LossCurveOf2000StepsStaysWithinAHundredthOfFp32) {
  constexpr std::size_t kSteps = 2000, kWindow = 100;
  const std::vector<double> exact = loss_curve(false, kSteps), half = loss_curve(true, kSteps);
  EXPECT_NE(exact, half);
  double most = 0;
  for (std::size_t at = 0; at < kSteps; at += kWindow) {
    const auto mean = [&](const std::vector<double>& losses) {
      const auto first = losses.begin() + static_cast<std::ptrdiff_t>(at);
      return std::accumulate(first, first + kWindow, 0.0) / kWindow;
    };
    const double apart = std::abs(mean(half) / mean(exact) - 1);
    EXPECT_LT(apart, 0.01) << "steps from " << at;
    most = std::max(most, apart);
  }
  RecordProperty("most_apart", std::to_string(most));
  std::printf("mean loss of the first and last 100 steps: fp32 %.4f %.4f; most apart %.5f\n",
              std::accumulate(exact.begin(), exact.begin() + 100, 0.0) / 100,
              std::accumulate(exact.end() - 100, exact.end(), 0.0) / 100, most);
}

TEST(Bf16, IsKeptInACheckpoint) {
  TrainOptions options;
  options.lanes = 1;
  options.bf16 = true;
  Trainer trainer = Trainer::create(testing::tiny_card(), options, Device::kCpu);
  const testing::OwnedDocument document = testing::random_document(3, {4, 5, 6});
  trainer.step(std::vector<LaneInput>{testing::lane_of(document, 0, 1)});
  const testing::TemporaryFolder folder;
  trainer.save_checkpoint(folder.path(), "");
  Trainer resumed = Trainer::resume(folder.path(), Device::kCpu);
  EXPECT_TRUE(resumed.options().bf16);
  const std::vector<LaneInput> next{testing::lane_of(document, 1, 1)};
  EXPECT_EQ(trainer.step(next).loss, resumed.step(next).loss);
}

}  // namespace
}  // namespace proviso::model
