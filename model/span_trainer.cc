#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <c10/core/GradMode.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "model/device.h"
#include "model/kernels.h"
#include "model/optimizer.h"
#include "model/span_head.h"
#include "model/span_head_impl.h"

namespace proviso::model {
namespace {

SpanWeights new_weights(const SpanShape& shape, std::uint64_t seed) {
  const at::Generator generator = at::detail::createCPUGenerator(seed);
  const std::int64_t n = groups_of(shape);
  SpanWeights weights;
  weights.states = at::empty({shape.d, n * kSpanPlaces * kSpanHidden}, at::kFloat);
  weights.states.normal_(0, 0.02, generator);
  weights.hidden_bias = at::zeros({n, kSpanHidden}, at::kFloat);
  weights.out = at::empty({shape.outputs(), kSpanHidden}, at::kFloat);
  weights.out.normal_(0, 0.02, generator);
  weights.facts = at::zeros({static_cast<std::int64_t>(kSpanFacts)}, at::kFloat);
  return weights;
}

Optimizer optimizer_over(const std::vector<at::Tensor>& tensors) {
  Optimizer optimizer;
  for (at::Tensor tensor : tensors) {
    tensor.requires_grad_(true);
    optimizer.names.emplace_back();
    optimizer.parameters.push_back(tensor);
    optimizer.first.push_back(at::zeros_like(tensor.detach()));
    optimizer.second.push_back(at::zeros_like(tensor.detach()));
    optimizer.steps.push_back(at::zeros({}, at::kFloat));
  }
  return optimizer;
}

at::Tensor kept(std::vector<std::int64_t> shape, double dropped, std::uint64_t key) {
  at::Tensor mask = at::empty(shape, at::kFloat);
  mask.bernoulli_(1 - dropped, at::detail::createCPUGenerator(key));
  return mask / (1 - dropped);
}

// Σ −log of the right answers' weights, and how many questions count.
std::pair<at::Tensor, std::int64_t> loss_of(const SpanBatch& batch, const at::Tensor& scores,
                                            const std::vector<std::int32_t>& answers) {
  std::vector<std::int64_t> cells, sources, right;
  std::int64_t asked = 0, most = 0;
  for (std::size_t q = 0; q < answers.size(); ++q)
    if (answers[q] != kSkip) most = std::max(most, batch.counts[q]);
  // One row a question: the score 0 of "none" first, then the candidates', −∞ behind.
  const std::int64_t width = most + 1;
  std::vector<float> nothing;
  for (std::size_t q = 0; q < answers.size(); ++q) {
    if (answers[q] == kSkip) continue;
    for (std::int64_t c = 0; c < batch.counts[q]; ++c) {
      cells.push_back(asked * width + 1 + c);
      sources.push_back(batch.begins[q] + c);
    }
    nothing.push_back(batch.maybe_none[q] != 0 ? 0.0F : -1e9F);
    right.push_back(answers[q] + 1);
    ++asked;
  }
  if (asked == 0) return {at::Tensor(), 0};
  at::Tensor table = at::full({asked * width}, -1e9, at::kFloat);
  table =
      table.index_copy(0, at::arange(asked, at::kLong) * width, at::tensor(nothing, at::kFloat));
  table = table.index_copy(0, at::tensor(cells, at::kLong),
                           scores.index_select(0, at::tensor(sources, at::kLong)));
  return {at::cross_entropy_loss(table.view({asked, width}), at::tensor(right, at::kLong), {},
                                 at::Reduction::Sum),
          asked};
}

}  // namespace

SpanHead train_span_head(const SpanShape& shape, std::span<const SpanLesson> lessons,
                         const SpanOptions& options) {
  return at_border([&] {
    const c10::AutoGradMode grad(true);
    auto impl = std::make_unique<SpanHead::Impl>();
    impl->shape = shape;
    SpanWeights& w = impl->weights;
    w = new_weights(shape, options.seed);
    Optimizer dense = optimizer_over({w.states, w.hidden_bias, w.out});
    // A matrix to the optimizer, so that the facts decay too; the same numbers.
    at::Tensor facts = w.facts.view({1, -1});
    Optimizer sparse = optimizer_over({facts});
    TrainOptions dense_adam, sparse_adam;
    dense_adam.weight_decay = options.state_decay;
    sparse_adam.weight_decay = options.fact_decay;
    const auto n = std::ssize(lessons);
    const std::int64_t batches = (n + options.batch - 1) / options.batch;
    const double total = static_cast<double>(std::max<std::int64_t>(batches * options.passes, 1));
    std::vector<std::size_t> order(lessons.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::uint64_t step = 0;
    for (int pass = 0; pass < options.passes; ++pass) {
      std::mt19937_64 random(kernels::mix(options.seed, static_cast<std::uint64_t>(pass) + 1));
      for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
      for (std::size_t from = 0; from < order.size();
           from += static_cast<std::size_t>(options.batch)) {
        const std::size_t to =
            std::min(order.size(), from + static_cast<std::size_t>(options.batch));
        std::vector<const SpanWindow*> windows;
        std::vector<std::int32_t> answers;
        for (std::size_t i = from; i < to; ++i) {
          const SpanLesson& lesson = lessons[order[i]];
          windows.push_back(lesson.window);
          answers.insert(answers.end(), lesson.answers.begin(), lesson.answers.end());
        }
        dense.forget_gradients();
        sparse.forget_gradients();
        const SpanBatch batch = span_batch(shape, windows);
        const std::uint64_t key = kernels::mix(options.seed, ++step);
        at::Tensor rows;
        if (options.states) rows = batch.rows * kept({1, shape.d}, options.state_dropout, key | 1U);
        SpanWeights used = w;
        used.facts = facts.view({-1});
        const at::Tensor scores =
            span_scores(used, shape, batch, rows,
                        kept({batch.facts.size(0)}, options.fact_dropout, kernels::mix(key, 7)));
        const auto [loss, asked] = loss_of(batch, scores, answers);
        if (asked == 0) continue;
        if (!std::isfinite(loss.item<double>()))
          throw ModelError(ModelError::Code::kDiverged,
                           "training diverged: the loss is not a number. Lower the learning rate.");
        torch::autograd::backward({loss / static_cast<double>(asked)}, {});
        const double gone = static_cast<double>(step) / total;
        const double rate =
            options.learning_rate * (1 + std::cos(std::numbers::pi * std::min(gone, 1.0))) / 2;
        if (options.states) dense.update(dense_adam, rate / 4, 1);
        sparse.update(sparse_adam, rate * 4, 1);
      }
    }
    for (at::Tensor* tensor : {&w.states, &w.hidden_bias, &w.out})
      *tensor = tensor->detach().requires_grad_(false);
    w.facts = facts.detach().view({-1}).clone();
    if (!options.states) w.out = at::zeros_like(w.out);
    return SpanHead(std::move(impl));
  });
}

}  // namespace proviso::model
