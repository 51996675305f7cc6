#include "model/network.h"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <cmath>

#include "model/lm_loss.h"
#include "tests/model/tiny.h"

namespace proviso::model {
namespace {

using testing::input_of;
using testing::OwnedDocument;
using testing::random_document;

// A tiny model whose biases and embeddings of tags are not zero.
Weights lively_weights(const ReaderConfig& config) {
  Weights weights = initial_weights(config, 3);
  std::uint64_t seed = 100;
  for (at::Tensor* x : {&weights.section_bias, &weights.connector_bias, &weights.tag_embedding,
                        &weights.level_embedding, &weights.u, &weights.v, &weights.output_bias}) {
    x->normal_(0, 0.5, at::detail::createCPUGenerator(seed++));
  }
  for (LayerWeights& layer : weights.layers) {
    layer.q.mul_(30);
    layer.kv.mul_(30);
  }
  return weights;
}

// The whole document in one pass by the definition, in double: a query sees the keys from (start of
// its segment − mem_len) up to itself, with same_length those of the last mem_len positions. One
// cell at a time, no shift, no memory.
at::Tensor long_masked_pass(const Weights& w, const ReaderConfig& c, const OwnedDocument& document,
                            std::int64_t mem_len) {
  std::vector<std::int64_t> start, tag, mark;
  std::vector<SegmentInput> inputs;
  for (const auto& segment : document) {
    const std::int64_t begin = std::ssize(start);
    for (std::size_t i = 0; i < segment.ids.size(); ++i) {
      start.push_back(begin);
      tag.push_back(segment.tag);
      mark.push_back(segment.marks[i]);
    }
    inputs.push_back(segment.input());
  }
  std::vector<const SegmentInput*> pointers;
  for (const SegmentInput& input : inputs) pointers.push_back(&input);
  const auto wide = [](const at::Tensor& x) { return x.to(at::kDouble); };
  const auto norm = [&](const at::Tensor& rows, const at::Tensor& weight, const at::Tensor& bias) {
    return at::layer_norm(rows, {c.d_model}, wide(weight), wide(bias), c.layer_norm_epsilon);
  };
  const std::int64_t window = c.same_length ? std::max<std::int64_t>(mem_len, 1) : 1'000'000;
  const std::int64_t furthest = c.clamp_len > 0 ? c.clamp_len : 1'000'000;
  const std::int64_t time = std::ssize(start), e = c.d_head, width = head_width(c);
  at::Tensor x = wide(embed(w, c, pointers));
  const at::Tensor table = wide(sinusoids(time, c.d_model));
  for (std::size_t l = 0; l < w.layers.size(); ++l) {
    const LayerWeights& layer = w.layers[l];
    const at::Tensor seen = c.pre_norm ? norm(x, layer.norm_attention, layer.shift_attention) : x;
    const at::Tensor q = at::linear(seen, wide(layer.q)), kv = at::linear(seen, wide(layer.kv));
    const at::Tensor r = at::linear(table, wide(layer.r));
    at::Tensor attended = at::zeros({time, width}, at::kDouble);
    for (std::int64_t h = 0; h < c.n_head; ++h) {
      const auto row = static_cast<std::int64_t>(l) * c.n_head + h;
      for (std::int64_t i = 0; i < time; ++i) {
        const auto at = static_cast<std::size_t>(i);
        std::vector<at::Tensor> scores, values;
        for (std::int64_t j = std::max<std::int64_t>({0, start[at] - mem_len, i - window + 1});
             j <= i; ++j) {
          const auto key = static_cast<std::size_t>(j);
          const at::Tensor query = q[i].narrow(0, h * e, e);
          const at::Tensor content =
              ((query + wide(w.u[static_cast<std::int64_t>(l)][h])) * kv[j].narrow(0, h * e, e))
                  .sum();
          const at::Tensor position = ((query + wide(w.v[static_cast<std::int64_t>(l)][h])) *
                                       r[time - 1 - std::min(i - j, furthest)].narrow(0, h * e, e))
                                          .sum();
          const at::Tensor bias = wide(w.section_bias[row][tag[at] * c.n_tag + tag[key]]) +
                                  wide(w.connector_bias[row][0]) * static_cast<double>(mark[key]);
          scores.push_back((content + position) / std::sqrt(static_cast<double>(e)) + bias);
          values.push_back(kv[j].narrow(0, width + h * e, e));
        }
        const at::Tensor p = at::softmax(at::stack(scores), 0);
        attended[i].narrow(0, h * e, e).copy_((p.unsqueeze(1) * at::stack(values)).sum(0));
      }
    }
    x = x + at::linear(attended, wide(layer.out));
    if (!c.pre_norm) x = norm(x, layer.norm_attention, layer.shift_attention);
    const at::Tensor read = c.pre_norm ? norm(x, layer.norm_ffn, layer.shift_ffn) : x;
    const at::Tensor inner = at::relu(at::linear(read, wide(layer.inner), wide(layer.inner_bias)));
    x = x + at::linear(inner, wide(layer.outer), wide(layer.outer_bias));
    if (!c.pre_norm) x = norm(x, layer.norm_ffn, layer.shift_ffn);
  }
  if (c.pre_norm && c.final_norm) x = norm(x, w.norm_final, w.shift_final);
  return x;
}

at::Tensor segment_by_segment(const Weights& weights, const ReaderConfig& config,
                              const OwnedDocument& document, std::int64_t mem_len) {
  LaneState lane;
  std::vector<at::Tensor> tops;
  const DocumentInput input = input_of(document);
  for (const SegmentInput& segment : input.segments) {
    tops.push_back(forward_train(weights, config, {{&segment}, {&lane}, {0}}, mem_len, {}, false));
  }
  return at::cat(tops, 0);
}

TEST(Network, SegmentBySegmentIsOneLongMaskedPass) {
  for (const bool pre_norm : {false, true}) {
    for (const bool same_length : {false, true}) {
      for (const std::int64_t clamp_len : {-1, 4}) {
        ReaderConfig config = testing::tiny_card().config;
        config.pre_norm = pre_norm;
        config.same_length = same_length;
        config.clamp_len = clamp_len;
        const Weights weights = lively_weights(config);
        const OwnedDocument document = random_document(5, {3, 6, 1, 5, 4});
        for (const std::int64_t mem_len : {0, 2, 7, 100}) {
          const at::Tensor got = segment_by_segment(weights, config, document, mem_len);
          const at::Tensor wanted = long_masked_pass(weights, config, document, mem_len);
          EXPECT_LT((got - wanted).abs().max().item<double>(), pre_norm ? 1e-3 : 1e-4)
              << "memory of " << mem_len << " rows" << (pre_norm ? ", pre-norm" : "")
              << (same_length ? ", same length" : "") << ", clamp " << clamp_len;
        }
      }
    }
  }
}

// The one segment of `document` over the memory of the one before.
struct TwoSegments {
  ReaderConfig config = testing::tiny_card().config;
  Weights weights = lively_weights(config);
  OwnedDocument document = [] {
    OwnedDocument d = random_document(8, {5, 4});
    d[0].ids = {1, 2, 3, 4, 5};
    d[1].ids = {6, 7, 8, 9};
    return d;
  }();
  LaneState lane;

  at::Tensor loss(bool keep_graph) {
    lane.reset();
    const DocumentInput input = input_of(document);
    forward_train(weights, config, {{&input.segments[0]}, {&lane}, {0}}, 8, {}, keep_graph);
    return second_loss(input, keep_graph);
  }
  at::Tensor second_loss(const DocumentInput& input, bool keep_graph) {
    LaneState copy = lane;
    const at::Tensor top =
        forward_train(weights, config, {{&input.segments[1]}, {&copy}, {0}}, 8, {}, keep_graph);
    return (top * at::arange(16, at::kFloat)).sum();
  }
};

TEST(Network, MemoryIsCutBeforeTheKeyAndValueProjections) {
  TwoSegments x;
  at::Tensor& kv = x.weights.layers[1].kv;
  kv.requires_grad_(true);
  x.weights.embedding.requires_grad_(true);
  torch::autograd::backward({x.loss(false)}, {});
  // Tokens that stand in memory alone: nothing below the cut learns from the later segment …
  EXPECT_EQ(x.weights.embedding.grad().narrow(0, 1, 5).abs().max().item<double>(), 0);
  EXPECT_GT(x.weights.embedding.grad().narrow(0, 6, 4).abs().max().item<double>(), 0);
  // … yet W_K and W_V learn from memory rows: their gradient is the finite difference with the
  // memory held fixed.
  const c10::NoGradGuard guard;
  const DocumentInput input = input_of(x.document);
  const at::Tensor direction = at::randn(kv.sizes(), at::detail::createCPUGenerator(4), at::kFloat);
  const at::Tensor before = kv.detach().clone();
  const auto value = [&](double step) {
    kv.detach().copy_(before + direction * step);
    return x.second_loss(input, false).item<double>();
  };
  const double step = 1e-2;
  const double difference = (value(step) - value(-step)) / (2 * step);
  const double slope = (kv.grad() * direction).sum().item<double>();
  EXPECT_NEAR(slope, difference, 0.02 * std::max(1.0, std::abs(difference)));
}

TEST(Network, KeptGraphTeachesOlderSegments) {
  TwoSegments x;
  x.weights.embedding.requires_grad_(true);
  torch::autograd::backward({x.loss(true)}, {});
  EXPECT_GT(x.weights.embedding.grad().narrow(0, 1, 5).abs().max().item<double>(), 0);
}

TEST(Network, MemoryDropoutHidesWholeRowsOnly) {
  TwoSegments x;
  const DocumentInput input = input_of(x.document);
  x.loss(false);
  LaneState copy = x.lane;
  const at::Tensor top = forward_train(x.weights, x.config, {{&input.segments[1]}, {&copy}, {0}}, 8,
                                       {0, 0, 0.999999, 1}, false);
  LaneState empty;
  const at::Tensor alone =
      forward_train(x.weights, x.config, {{&input.segments[1]}, {&empty}, {0}}, 8, {}, false);
  EXPECT_TRUE(at::allclose(top, alone, 1e-4, 1e-5)) << "all memory rows hidden is no memory";
}

TEST(LmLoss, AndItsGradientAreThoseOfLogSoftmax) {
  const at::Tensor hidden = at::randn({300, 8}, at::detail::createCPUGenerator(1), at::kFloat);
  const at::Tensor embedding = at::randn({30, 8}, at::detail::createCPUGenerator(2), at::kFloat);
  const at::Tensor bias = at::randn({30}, at::detail::createCPUGenerator(3), at::kFloat);
  std::vector<std::int64_t> targets;
  for (std::int64_t i = 0; i < 300; ++i) targets.push_back(i * 7 % 30);
  std::vector<at::Tensor> fused, plain;
  for (auto* leaves : {&fused, &plain}) {
    for (const at::Tensor& x : {hidden, embedding, bias})
      leaves->push_back(x.clone().requires_grad_(true));
  }
  const at::Tensor sum = lm_loss_sum(fused[0], fused[1], fused[2], targets);
  const at::Tensor wanted =
      at::cross_entropy_loss(at::addmm(plain[2], plain[0], plain[1].t()),
                             at::tensor(targets, at::kLong), {}, at::Reduction::Sum);
  EXPECT_NEAR(sum.item<double>(), wanted.item<double>(), 1e-2);
  torch::autograd::backward({sum * 0.5}, {});
  torch::autograd::backward({wanted * 0.5}, {});
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_TRUE(at::allclose(fused[i].grad(), plain[i].grad(), 1e-4, 1e-5)) << i;
  const std::vector<double> each = lm_losses(hidden, embedding, bias, targets);
  const at::Tensor log_p = at::log_softmax(at::addmm(bias, hidden, embedding.t()), 1);
  for (std::size_t i = 0; i < each.size(); i += 13) {
    EXPECT_NEAR(each[i], -log_p[static_cast<std::int64_t>(i)][targets[i]].item<double>(), 1e-4)
        << "in token order";
  }
}

TEST(RowFacts, ForgetFromTheOldestSegment) {
  const OwnedDocument document = random_document(2, {3, 4, 2});
  RowFacts facts;
  for (const auto& segment : document) facts.append(segment.input());
  facts.keep_newest(5);
  EXPECT_EQ(facts.by_segment, (std::vector<std::int64_t>{3, 2}));
  EXPECT_EQ(facts.rows(), 5);
  EXPECT_EQ(facts.tags.back(), document[2].tag);
  facts.keep_newest(0);
  EXPECT_TRUE(facts.by_segment.empty());
}

}  // namespace
}  // namespace proviso::model
