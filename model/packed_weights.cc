#include "model/packed_weights.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/linear.h>
#include <c10/core/InferenceMode.h>

#include "model/attention.h"

namespace proviso::model {
namespace {

kernels::PackedMatrix pack(const at::Tensor& weight) {
  const at::Tensor rows = weight.contiguous();
  return {rows.const_data_ptr<float>(), rows.size(0), rows.size(1)};
}

PackedLayer pack_layer(const Weights& weights, const ReaderConfig& config, std::size_t layer,
                       const at::Tensor& sinusoid) {
  const LayerWeights& w = weights.layers[layer];
  const std::int64_t pair = config.untie_biases ? static_cast<std::int64_t>(layer) : 0;
  PackedLayer packed{.qkv = pack(at::cat({w.q, w.kv}, 0)),
                     .out = pack(w.out),
                     .inner = pack(w.inner),
                     .outer = pack(w.outer),
                     .positions = {},
                     .u = weights.u[pair].contiguous(),
                     .v = weights.v[pair].contiguous(),
                     .norm_attention = w.norm_attention.contiguous(),
                     .shift_attention = w.shift_attention.contiguous(),
                     .inner_bias = w.inner_bias.contiguous(),
                     .outer_bias = w.outer_bias.contiguous(),
                     .norm_ffn = w.norm_ffn.contiguous(),
                     .shift_ffn = w.shift_ffn.contiguous()};
  const at::Tensor positions = at::linear(sinusoid, w.r);
  for (std::int64_t h = 0; h < config.n_head; ++h)
    packed.positions.push_back(pack(positions.narrow(1, h * config.d_head, config.d_head)));
  return packed;
}

}  // namespace

PackedWeights::PackedWeights(const Weights& weights, const ReaderConfig& config,
                             std::int64_t distance_count)
    : distances(distance_count), clamp_len(config.clamp_len) {
  const c10::InferenceMode guard;
  const at::Tensor sinusoid = sinusoids(distances, config.d_model, config.clamp_len);
  for (std::size_t i = 0; i < weights.layers.size(); ++i)
    layers.push_back(pack_layer(weights, config, i, sinusoid));
  if (!config.adaptive_softmax && weights.output().size(1) == config.d_model) {
    output = pack(weights.output());
    output_bias = weights.output_bias.contiguous();
  }
}

bool PackedWeights::serves(const Weights& weights) {
  return weights.u.is_cpu() && weights.u.scalar_type() == at::kFloat;
}

const PackedWeights* PackedStore::get(const Weights& weights, const ReaderConfig& config,
                                      std::int64_t distances) {
  if (!PackedWeights::serves(weights)) return nullptr;
  if (packed_ == nullptr || packed_->distances < distances ||
      packed_->clamp_len != config.clamp_len) {
    packed_ = std::make_unique<PackedWeights>(weights, config, distances);
  }
  return packed_.get();
}

}  // namespace proviso::model
