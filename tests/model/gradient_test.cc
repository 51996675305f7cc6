// Every operation of ours against finite differences in double precision.
#include <ATen/ATen.h>
#include <c10/core/GradMode.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

#include <cmath>
#include <functional>

#include "model/attention.h"
#include "model/consistency.h"
#include "model/dependency_head.h"
#include "model/dual_tower.h"
#include "model/lm_loss.h"
#include "model/network.h"
#include "model/softmax.h"
#include "tests/model/tiny.h"

namespace proviso::model {
namespace {

using Inputs = std::vector<at::Tensor>;

at::Tensor random_tensor(std::vector<std::int64_t> shape, std::uint64_t seed) {
  return at::randn(shape, at::detail::createCPUGenerator(seed), at::kDouble);
}

// `value` of changed inputs minus that of the inputs, along `direction` of input `i`.
double slope_of(const std::function<at::Tensor(const Inputs&)>& value, const Inputs& inputs,
                std::size_t i, const at::Tensor& direction, double step) {
  const c10::NoGradGuard guard;
  Inputs up = inputs, down = inputs;
  up[i] = inputs[i] + direction * step;
  down[i] = inputs[i] - direction * step;
  return (value(up) - value(down)).item<double>() / (2 * step);
}

// The gradient of the scalar `value` in each input is the central difference, in every element of
// inputs of at most `small` elements and along some random directions.
void expect_gradient(const std::function<at::Tensor(const Inputs&)>& value, const Inputs& inputs,
                     const std::string& what, std::int64_t small = 64) {
  Inputs leaves;
  for (const at::Tensor& input : inputs)
    leaves.push_back(input.detach().clone().requires_grad_(true));
  torch::autograd::backward({value(leaves)}, {});
  constexpr double kStep = 1e-5;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const at::Tensor plain = inputs[i].detach();
    ASSERT_TRUE(leaves[i].grad().defined()) << what << ", input " << i;
    Inputs at_rest;
    for (const at::Tensor& input : inputs) at_rest.push_back(input.detach());
    for (std::uint64_t d = 0; d < 3; ++d) {
      const at::Tensor direction = random_tensor(plain.sizes().vec(), 100 * i + d);
      const double slope = (leaves[i].grad() * direction).sum().item<double>();
      EXPECT_NEAR(slope_of(value, at_rest, i, direction, kStep), slope,
                  2e-6 * std::max(1.0, std::abs(slope)))
          << what << ", input " << i << ", direction " << d;
    }
    for (std::int64_t e = 0; e < plain.numel() && plain.numel() <= small; ++e) {
      at::Tensor direction = at::zeros_like(plain);
      direction.view(-1)[e] = 1;
      const double slope = leaves[i].grad().view(-1)[e].item<double>();
      EXPECT_NEAR(slope_of(value, at_rest, i, direction, kStep), slope,
                  2e-6 * std::max(1.0, std::abs(slope)))
          << what << ", input " << i << ", element " << e;
    }
  }
}

// All weights of a tiny model in double, none of them zero.
Weights double_weights(const ReaderConfig& config) {
  Weights weights = initial_weights(config, 5);
  std::uint64_t seed = 40;
  for_each_weight(
      weights, config,
      [&](const std::string& name, at::Tensor& tensor, const std::vector<std::int64_t>& shape) {
        const double around = name.find("norm_") != std::string::npos ? 1 : 0;
        tensor = random_tensor(shape, seed++) * 0.4 + around;
      });
  return weights;
}

Inputs tensors_of(Weights& weights, const ReaderConfig& config) {
  Inputs all;
  for_each_weight(weights, config,
                  [&](const std::string&, at::Tensor& tensor, const std::vector<std::int64_t>&) {
                    all.push_back(tensor);
                  });
  return all;
}

Weights with_tensors(const Weights& like, const ReaderConfig& config, const Inputs& tensors) {
  Weights weights = like;
  std::size_t next = 0;
  for_each_weight(weights, config,
                  [&](const std::string&, at::Tensor& tensor, const std::vector<std::int64_t>&) {
                    tensor = tensors[next++];
                  });
  return weights;
}

TEST(Gradient, OfRelativeAttention) {
  for (const std::int64_t window : {0, 3}) {
    const std::vector<LaneSpan> lanes{{0, 4, 0, 9, 1, window}, {4, 2, 9, 2, 2, window}};
    const at::Tensor direction = random_tensor({6, 4}, 7);
    expect_gradient(
        [&](const Inputs& x) {
          return (relative_attention(x[0], x[1], x[2], x[3], x[4], x[5], lanes, 0) * direction)
              .sum();
        },
        {random_tensor({6, 4}, 1), random_tensor({11, 8}, 2), random_tensor({10, 4}, 3),
         random_tensor({2, 2}, 4), random_tensor({2, 2}, 5), random_tensor({2, 11}, 6)},
        "window " + std::to_string(window));
  }
}

TEST(Gradient, OfTheLanguageModelLoss) {
  expect_gradient(
      [](const Inputs& x) {
        return lm_loss_sum(x[0], x[1], x[2], {3, 0, 3, 1, 4});
      },
      {random_tensor({5, 3}, 1), random_tensor({6, 3}, 2), random_tensor({6}, 3)}, "whole softmax");
}

// d_embed 12 of d 16, three clusters.
ReaderConfig adaptive(std::int64_t div_val, bool tied, bool shared) {
  ReaderConfig config = testing::tiny_card().config;
  config.d_embed = 12;
  config.adaptive_softmax = true;
  config.cutoffs = {6, 13};
  config.div_val = div_val;
  config.tie_weights = tied;
  config.proj_share_all_but_first = shared;
  return config;
}

TEST(Gradient, OfEmbeddingAndAdaptiveSoftmaxInHiddenRowsAndWeights) {
  const std::vector<std::int64_t> ids{3, 19, 0, 7, 13, 5, 12}, targets{19, 0, 7, 13, 5, 12, 2};
  for (const std::int64_t div_val : {1, 2}) {
    for (const bool tied : {true, false}) {
      const ReaderConfig config = adaptive(div_val, tied, tied);
      Weights weights = double_weights(config);
      std::vector<std::string> names;
      Inputs vocabulary;
      for_each_weight(
          weights, config,
          [&](const std::string& name, at::Tensor& tensor, const std::vector<std::int64_t>&) {
            if (name.find("embedding") == 0 || name.find("output") == 0 ||
                name.find("cluster") == 0) {
              names.push_back(name);
              vocabulary.push_back(tensor);
            }
          });
      expect_gradient(
          [&](const Inputs& x) {
            Weights changed = weights;
            std::size_t next = 0;
            for_each_weight(
                changed, config,
                [&](const std::string& name, at::Tensor& tensor, const std::vector<std::int64_t>&) {
                  if (next < names.size() && name == names[next]) tensor = x[next++];
                });
            return softmax_loss_sum(changed, config, embed_tokens(changed, config, ids).tanh(),
                                    targets);
          },
          vocabulary, "div_val " + std::to_string(div_val));
    }
  }
}

TEST(Gradient, OfTheTowerItsEvidenceAndTheDependencyHead) {
  ReaderConfig config = testing::tiny_card(2).config;
  config.dependency_head = true;
  Weights weights = double_weights(config);
  const at::Tensor targets = at::tensor({1.0, 0.0, 0.0, 1.0, 0.0, 0.0}).view({3, 2});
  expect_gradient(
      [&](const Inputs& x) {
        Weights changed = with_tensors(weights, config, {x.begin() + 3, x.end()});
        Bank bank;
        bank.append(x[0], 1, 0);
        bank.append(x[1].narrow(0, 0, 2), 2, 1);
        const TowerOutput out = dual_tower(changed, config, x[1], 3, x[2], bank);
        bank.append(x[1], 3, 2);
        const at::Tensor dependencies = dependency_scores(changed, config, bank);
        at::Tensor sum =
            dual_loss(out.logits, targets, 3) + evidence_loss(out.bank_weights[1], bank, {0}) +
            dependency_loss(dependencies, bank,
                            {{.row = 5, .segments = {0, 1}}, {.row = 1, .segments = {2}}});
        for (const at::Tensor& tensor : x) sum = sum + tensor.sum() * 0;  // those not read
        return sum;
      },
      [&] {
        Inputs inputs{random_tensor({2, 16}, 1), random_tensor({3, 16}, 2),
                      random_tensor({4, 16}, 3)};
        for (const at::Tensor& tensor : tensors_of(weights, config)) inputs.push_back(tensor);
        return inputs;
      }(),
      "tower");
}

// The second segment says what the first says but for one token. Embeddings stay out: the heads read
// them and do not train them.
TEST(Gradient, OfTheHeadsThatCompareSentences) {
  ReaderConfig config = testing::tiny_card(2).config;
  config.dependency_head = config.comparison = true;
  Weights weights = double_weights(config);
  std::vector<std::string> names;
  Inputs heads;
  for_each_weight(weights, config,
                  [&](const std::string& name, at::Tensor& tensor, const std::vector<std::int64_t>&) {
                    if (name.find("tower.") != 0 && name.find("dependency.") != 0) return;
                    names.push_back(name);
                    heads.push_back(tensor);
                  });
  const testing::OwnedSegment segments[] = {{{15, 16, 9, 17, 18, 4}, {}, {0, 4}, 1, 0},
                                            {{15, 16, 8, 17, 18, 4}, {}, {0, 5}, 2, 0}};
  const at::Tensor tops[] = {random_tensor({6, 16}, 1), random_tensor({6, 16}, 2)};
  const at::Tensor targets = at::tensor({1.0, 0.0, 0.0, 1.0}).view({2, 2});
  expect_gradient(
      [&](const Inputs& x) {
        Weights changed = weights;
        std::size_t next = 0;
        for_each_weight(
            changed, config,
            [&](const std::string& name, at::Tensor& tensor, const std::vector<std::int64_t>&) {
              if (next < names.size() && name == names[next]) tensor = x[next++];
            });
        Bank bank;
        at::Tensor sum;
        for (std::uint32_t s = 0; s < 2; ++s) {
          const SegmentInput input = segments[s].input();
          const at::Tensor rows = pooled_rows(changed, config, input, tops[s]);
          const std::vector<Compared> compared = bank.comparer.read(input);
          if (s == 1) {
            EXPECT_FALSE(compared[0].differences.empty());
            EXPECT_FALSE(compared[0].partners.empty());
            sum = dual_loss(dual_tower(changed, config, rows, input.tag, {}, bank, compared).logits,
                            targets, 3);
          }
          bank.append(rows, input.tag, s);
          bank.append_chunks(chunk_means(tops[s]), 6, 100);
        }
        const at::Tensor scores = dependency_scores(changed, config, bank);
        sum = sum + dependency_loss(scores, bank, {{.row = 2, .segments = {0}}});
        for (const at::Tensor& tensor : x) sum = sum + tensor.sum() * 0;  // those not read
        return sum;
      },
      heads, "comparing heads", 4);
}

TEST(Gradient, OfTheConsistencyLossIsInTheNewSegmentAlone) {
  const at::Tensor before = random_tensor({5, 4}, 1), now = random_tensor({3, 4}, 2);
  const at::Tensor previous = consistency(before, {}).mean;
  EXPECT_FALSE(consistency(before, {}).loss.defined()) << "a first segment has nothing before it";
  expect_gradient([&](const Inputs& x) { return consistency(x[0], previous).loss; }, {now},
                  "consistency");
  const at::Tensor old = before.clone().requires_grad_(true),
                   young = now.clone().requires_grad_(true);
  torch::autograd::backward({consistency(young, consistency(old, {}).mean).loss}, {});
  EXPECT_FALSE(old.grad().defined()) << "s of the segment before is detached";
  EXPECT_GT(young.grad().abs().sum().item<double>(), 0) << "s of the segment itself is not";
}

TEST(Consistency, IsTheDistanceOfUnitMeans) {
  const at::Tensor a = at::tensor({3.0, 4.0, 3.0, 4.0}).view({2, 2}),
                   b = at::tensor({-4.0, 3.0}).view({1, 2});
  EXPECT_NEAR(consistency(b, consistency(a, {}).mean).loss.item<double>(), 2, 1e-5)
      << "a right angle";
  EXPECT_NEAR(consistency(a * 7, consistency(a, {}).mean).loss.item<double>(), 0, 1e-10)
      << "length does not matter";
}

// Two segments in two lanes with the graph kept through the memory.
at::Tensor network_value(const Weights& weights, const ReaderConfig& config,
                         const Dropouts& dropouts, bool recompute) {
  static const auto first = testing::random_document(3, {4, 6}),
                    second = testing::random_document(4, {5, 1});
  const DocumentInput a = testing::input_of(first), b = testing::input_of(second);
  LaneState lanes[2];
  at::Tensor sum;
  for (std::size_t s = 0; s < 2; ++s) {
    const Batch batch{{&a.segments[s], &b.segments[s]}, {&lanes[0], &lanes[1]}, {0, 1}, recompute};
    const at::Tensor top = forward_train(weights, config, batch, 5, dropouts, true);
    const at::Tensor direction = random_tensor(top.sizes().vec(), 50 + s).to(top.scalar_type());
    const at::Tensor part = (top * direction).sum();
    sum = sum.defined() ? sum + part : part;
  }
  return sum;
}

std::vector<std::pair<std::string, ReaderConfig>> variants() {
  const ReaderConfig plain = testing::tiny_card().config;
  std::vector<std::pair<std::string, ReaderConfig>> all{{"plain", plain}};
  ReaderConfig config = plain;
  config.pre_norm = true;
  all.emplace_back("pre-norm", config);
  config.final_norm = false;
  config.same_length = true;
  all.emplace_back("pre-norm without final norm, same length", config);
  config = adaptive(2, true, true);
  config.clamp_len = 3;
  config.untie_biases = false;
  config.initial_memory = InitialMemory::kZeros;
  all.emplace_back("adaptive, clamped, tied biases, zero memory", config);
  return all;
}

TEST(Gradient, OfTheWholeNetworkThroughMemory) {
  for (const auto& [name, config] : variants()) {
    const Weights weights = double_weights(config);
    Weights copy = weights;
    expect_gradient(
        [&, &own = config](const Inputs& x) {
          Weights changed = with_tensors(weights, own, x);
          at::Tensor sum = network_value(changed, own, {}, false);
          for (const at::Tensor& tensor : x) sum = sum + tensor.sum() * 0;  // those not read
          return sum;
        },
        tensors_of(copy, config), name, 0);
  }
}

// Value and gradients with dropout, activations kept or computed again.
Inputs results(const ReaderConfig& config, at::ScalarType type, bool recompute) {
  Weights weights = double_weights(config);
  for_each_weight(weights, config,
                  [&](const std::string&, at::Tensor& tensor, const std::vector<std::int64_t>&) {
                    tensor = tensor.to(type).detach().clone().requires_grad_(true);
                  });
  at::Generator generator = at::globalContext().defaultGenerator(c10::Device(c10::kCPU));
  generator.set_current_seed(3);
  const at::Tensor value = network_value(weights, config, {0.2, 0.3, 0.1, 77}, recompute);
  torch::autograd::backward({value}, {});
  Inputs all{value.detach()};
  for (const at::Tensor& tensor : tensors_of(weights, config))
    all.push_back(tensor.grad().defined() ? tensor.grad() : at::zeros_like(tensor));
  return all;
}

TEST(GradientCheckpointing, GivesTheSameNumbers) {
  for (const auto& [name, config] : variants()) {
    for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
      const Inputs kept = results(config, type, false), again = results(config, type, true);
      for (std::size_t i = 0; i < kept.size(); ++i) {
        EXPECT_TRUE(at::allclose(kept[i], again[i], type == at::kFloat ? 1e-4 : 1e-10,
                                 type == at::kFloat ? 1e-4 : 1e-10))
            << name << ", tensor " << i;
      }
    }
  }
}

}  // namespace
}  // namespace proviso::model
