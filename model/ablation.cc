#include "model/ablation.h"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "model/ablation_network.h"
#include "model/device.h"
#include "model/optimizer.h"
#include "model/softmax.h"

namespace proviso::model {
namespace {

[[noreturn]] void misuse(const std::string& what) {
  throw ModelError(ModelError::Code::kIncompatible, what);
}

void check(const AblationVariant& variant, const AblationOptions& o) {
  if (variant.recurrence && variant.encoding == Encoding::kAbsolute)
    misuse("absolute positions cannot be told apart across segments: only without recurrence.");
  if (o.vocab_size < 1 || o.n_layer < 1 || o.n_head < 1 || o.d_inner < 1 || o.lanes < 1 ||
      o.steps < 1)
    misuse("an ablation needs at least one token, layer, head, inner column, lane and step.");
  if (o.d_model < 2 || o.d_model % (2 * o.n_head) != 0)
    misuse("the width must be a multiple of twice the number of heads.");
  if (o.seg_len < 2 || o.mem_len < 0) misuse("a segment holds at least two tokens, a memory none.");
}

TrainOptions schedule_of(const AblationOptions& options) {
  TrainOptions train;
  train.total_steps = options.steps;
  train.warmup_steps = std::max<std::int64_t>(options.steps / 10, 1);
  train.learning_rate = options.learning_rate;
  return train;
}

void train_too(Optimizer& optimizer, std::vector<at::Tensor>& tensors, const std::string& prefix) {
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    tensors[i].requires_grad_(true);
    const auto plain = tensors[i].options().requires_grad(false);
    optimizer.names.push_back(prefix + std::to_string(i));
    optimizer.parameters.push_back(tensors[i]);
    optimizer.first.push_back(at::zeros(tensors[i].sizes(), plain));
    optimizer.second.push_back(at::zeros(tensors[i].sizes(), plain));
    optimizer.steps.push_back(at::zeros({}, plain));
  }
}

}  // namespace

std::int64_t training_attention_length(const AblationVariant& variant,
                                       const AblationOptions& options) {
  return options.seg_len + (variant.recurrence ? options.mem_len : 0);
}

struct AblationNetwork::Impl {
  AblationVariant variant;
  AblationOptions options;
  ReaderConfig config;
  TrainOptions schedule;
  AblationWeights weights;
  Optimizer optimizer;
  AblationMemory memory;  // while training
  std::int64_t steps = 0;

  Impl(const AblationVariant& v, const AblationOptions& o, Device where)
      : variant(v), options(o), config(ablation_config(o)), schedule(schedule_of(o)) {
    check(v, o);
    const c10::Device device = choose(where);
    weights = initial_ablation_weights(v, o);
    move_to(weights.plain, config, device);
    for (auto* tensors : {&weights.shaw_tables, &weights.shaw_biases})
      for (at::Tensor& tensor : *tensors) tensor = tensor.to(device);
    optimizer = Optimizer::over(weights.plain, config);
    train_too(optimizer, weights.shaw_tables, "shaw_table.");
    train_too(optimizer, weights.shaw_biases, "shaw_bias.");
  }

  std::int64_t mem_len() const { return variant.recurrence ? options.mem_len : 0; }

  at::Tensor forward(const at::Tensor& ids, AblationMemory* rows, std::int64_t keep) const {
    return forward_ablation(weights, config, variant.encoding,
                            ids.to(weights.plain.embedding.device()), rows, keep);
  }

  // Columns [begin, end) of the streams, [streams, end − begin].
  at::Tensor block(std::span<const std::span<const std::int32_t>> streams, std::int64_t begin,
                   std::int64_t end) const {
    std::vector<std::int64_t> ids;
    for (const std::span<const std::int32_t> stream : streams) {
      for (std::int64_t i = begin; i < end; ++i) {
        const std::int32_t id = stream[static_cast<std::size_t>(i)];
        if (id < 0 || id >= config.vocab_size) misuse("a token id is not below the vocabulary.");
        ids.push_back(id);
      }
    }
    return at::tensor(ids, at::kLong).view({std::ssize(streams), end - begin});
  }

  static std::vector<std::int64_t> as_targets(const at::Tensor& ids) {
    const at::Tensor whole = ids.contiguous();
    const std::int64_t* first = whole.const_data_ptr<std::int64_t>();
    return {first, first + whole.numel()};
  }

  double step(std::span<const std::span<const std::int32_t>> lanes, bool reset) {
    if (std::ssize(lanes) != options.lanes) misuse("a step takes the options' number of lanes.");
    for (const auto& lane : lanes)
      if (std::ssize(lane) != options.seg_len + 1) misuse("a lane brings seg_len + 1 ids.");
    const c10::AutoGradMode grad(true);
    if (reset) memory.clear();
    const at::Tensor top =
        forward(block(lanes, 0, options.seg_len), mem_len() > 0 ? &memory : nullptr, mem_len());
    const std::int64_t unscored = variant.half_loss ? options.seg_len / 2 : 0;
    const std::int64_t scored = options.seg_len - unscored;
    const at::Tensor predictors = top.narrow(1, unscored, scored).reshape({-1, config.d_model});
    const auto targets = as_targets(block(lanes, unscored + 1, options.seg_len + 1));
    const at::Tensor loss = softmax_loss_sum(weights.plain, config, predictors, targets) /
                            static_cast<double>(targets.size());
    optimizer.forget_gradients();
    torch::autograd::backward({loss}, {});
    const double value = loss.item<double>(), norm = optimizer.gradient_norm();
    if (!std::isfinite(value) || !std::isfinite(norm))
      throw ModelError(
          ModelError::Code::kDiverged,
          "the ablation diverged at step " + std::to_string(steps) + ". Lower the learning rate.");
    const double clip = options.clip;
    optimizer.update(schedule, learning_rate(schedule, std::min(steps, options.steps - 1)),
                     clip > 0 && norm > clip ? clip / norm : 1);
    optimizer.forget_gradients();
    ++steps;
    return value;
  }

  void add(Score& score, const at::Tensor& top, const at::Tensor& targets) const {
    const std::vector<double> losses = softmax_losses(
        weights.plain, config, top.reshape({-1, config.d_model}), as_targets(targets));
    score.loss = std::accumulate(losses.begin(), losses.end(), score.loss);
    score.tokens += std::ssize(losses);
  }

  Score score(std::span<const std::span<const std::int32_t>> streams, std::int64_t length,
              std::int64_t stride, std::int64_t first) const {
    if (stride < 1 || length < stride || first % stride != 0 || first < length - stride)
      misuse("the attention length and the first position do not fit the stride.");
    const std::int64_t size = streams.empty() ? 0 : std::ssize(streams[0]);
    for (const auto& stream : streams)
      if (std::ssize(stream) != size) misuse("the streams differ in length.");
    const c10::AutoGradMode no_grad(false);
    Score result;
    AblationMemory rows;
    for (std::int64_t begin = variant.recurrence ? 0 : first; begin + stride + 1 <= size;
         begin += stride) {
      const std::int64_t from = variant.recurrence ? begin : begin + stride - length;
      const at::Tensor top = forward(block(streams, from, begin + stride),
                                     variant.recurrence ? &rows : nullptr, length - stride);
      if (begin < first) continue;
      add(result, top.narrow(1, top.size(1) - stride, stride),
          block(streams, begin + 1, begin + stride + 1));
    }
    return result;
  }
};

AblationNetwork::AblationNetwork(const AblationVariant& variant, const AblationOptions& options,
                                 Device device)
    : impl_(at_border([&] { return std::make_unique<Impl>(variant, options, device); })) {}
AblationNetwork::~AblationNetwork() = default;
AblationNetwork::AblationNetwork(AblationNetwork&&) noexcept = default;
AblationNetwork& AblationNetwork::operator=(AblationNetwork&&) noexcept = default;

double AblationNetwork::step(std::span<const std::span<const std::int32_t>> lanes, bool reset) {
  return at_border([&] { return impl_->step(lanes, reset); });
}

AblationNetwork::Score AblationNetwork::score(
    std::span<const std::span<const std::int32_t>> streams, std::int64_t attention_length,
    std::int64_t stride, std::int64_t first) {
  return at_border([&] { return impl_->score(streams, attention_length, stride, first); });
}

}  // namespace proviso::model
