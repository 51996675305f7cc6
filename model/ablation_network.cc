#include "model/ablation_network.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/attention.h"
#include "model/network.h"

namespace proviso::model {
namespace {

double scale_of(const at::Tensor& q) {
  return 1 / std::sqrt(static_cast<double>(q.size(-1)));
}

// [lanes, rows, head·e] → [lanes, head, rows, e]
at::Tensor split_heads(const at::Tensor& x, std::int64_t heads) {
  return x.view({x.size(0), x.size(1), heads, -1}).transpose(1, 2);
}

struct Layer {
  const LayerWeights& weights;
  at::Tensor u, v;                   // [head, e]
  at::Tensor shaw_table, shaw_bias;  // kShaw
  at::Tensor positions;              // kRelative: [keys, d], descending
};

at::Tensor scores_of(Encoding encoding, const at::Tensor& q, const at::Tensor& k,
                     const Layer& layer) {
  switch (encoding) {
    case Encoding::kRelative: {
      const std::int64_t heads = layer.u.size(0);
      const at::Tensor r = at::linear(layer.positions, layer.weights.r)
                               .view({layer.positions.size(0), heads, -1})
                               .transpose(0, 1);
      return relative_scores(q, k, r, layer.u, layer.v);
    }
    case Encoding::kShaw:
      return shaw_scores(q, k, layer.u, layer.shaw_table, layer.shaw_bias);
    case Encoding::kAbsolute:
      break;
  }
  return absolute_scores(q, k);
}

// x [lanes, time, d] over keys [lanes, rows + time, d].
at::Tensor attend(Encoding encoding, const at::Tensor& x, const at::Tensor& keys,
                  const Layer& layer) {
  const std::int64_t heads = layer.u.size(0), time = x.size(1), rows = keys.size(1);
  const at::Tensor q = split_heads(at::linear(x, layer.weights.q), heads);
  const std::vector<at::Tensor> kv = at::linear(keys, layer.weights.kv).chunk(2, -1);
  const at::Tensor k = split_heads(kv[0], heads), v = split_heads(kv[1], heads);
  const at::Tensor unseen =
      at::ones({time, rows}, x.options().dtype(at::kBool)).triu(rows - time + 1);
  const at::Tensor scores = scores_of(encoding, q, k, layer)
                                .masked_fill(unseen, -std::numeric_limits<double>::infinity());
  const at::Tensor mixed = at::matmul(at::softmax(scores, -1), v);
  return at::linear(mixed.transpose(1, 2).reshape({x.size(0), time, -1}), layer.weights.out);
}

at::Tensor add_and_norm(const at::Tensor& x, const at::Tensor& part, const at::Tensor& weight,
                        const at::Tensor& bias, const ReaderConfig& config) {
  return at::layer_norm(x + part, {x.size(-1)}, weight, bias, config.layer_norm_epsilon);
}

at::Tensor run_layer(Encoding encoding, const at::Tensor& x, const at::Tensor& keys,
                     const Layer& layer, const ReaderConfig& config) {
  const LayerWeights& w = layer.weights;
  const at::Tensor attended = add_and_norm(x, attend(encoding, x, keys, layer), w.norm_attention,
                                           w.shift_attention, config);
  const at::Tensor inner = at::relu(at::linear(attended, w.inner, w.inner_bias));
  return add_and_norm(attended, at::linear(inner, w.outer, w.outer_bias), w.norm_ffn, w.shift_ffn,
                      config);
}

}  // namespace

at::Tensor relative_scores(const at::Tensor& q, const at::Tensor& k, const at::Tensor& r,
                           const at::Tensor& u, const at::Tensor& v) {
  const at::Tensor content = at::matmul(q + u.unsqueeze(1), k.transpose(-1, -2));
  const at::Tensor position =
      relative_shift(at::matmul(q + v.unsqueeze(1), r.transpose(-1, -2)).contiguous());
  return (content + position) * scale_of(q);
}

at::Tensor shaw_scores(const at::Tensor& q, const at::Tensor& k, const at::Tensor& u,
                       const at::Tensor& table, const at::Tensor& bias) {
  const std::int64_t queries = q.size(-2), keys = k.size(-2);
  const auto places = q.options().dtype(at::kLong);
  const at::Tensor distance = (at::arange(queries, places).unsqueeze(1) + (keys - queries) -
                               at::arange(keys, places).unsqueeze(0))
                                  .clamp(0, table.size(0) - 1);  // [queries, keys]
  const at::Tensor by_distance =
      at::matmul(q, table.permute({1, 2, 0})) + bias.t().unsqueeze(1);  // [.., head, q, distance]
  std::vector<std::int64_t> shape = q.sizes().vec();
  shape.back() = keys;
  const at::Tensor position = by_distance.gather(-1, distance.expand(shape));
  const at::Tensor content = at::matmul(q + u.unsqueeze(1), k.transpose(-1, -2));
  return (content + position) * scale_of(q);
}

at::Tensor absolute_scores(const at::Tensor& q, const at::Tensor& k) {
  return at::matmul(q, k.transpose(-1, -2)) * scale_of(q);
}

at::Tensor absolute_places(std::int64_t time, std::int64_t d_model) {
  return sinusoids(time, d_model).flip(0);
}

ReaderConfig ablation_config(const AblationOptions& options) {
  ReaderConfig config;
  config.vocab_size = options.vocab_size;
  config.d_model = options.d_model;
  config.n_layer = options.n_layer;
  config.n_head = options.n_head;
  config.d_head = options.d_model / std::max<std::int64_t>(options.n_head, 1);
  config.d_inner = options.d_inner;
  config.seg_len = options.seg_len;
  config.mem_len = options.mem_len;
  config.n_tag = config.n_level = config.n_mark = 1;
  config.n_kind = 0;
  config.attn_dropout = config.ffn_dropout = config.memory_dropout = 0;
  return config;
}

AblationWeights initial_ablation_weights(const AblationVariant& variant,
                                         const AblationOptions& options) {
  const ReaderConfig config = ablation_config(options);
  AblationWeights weights;
  weights.plain = initial_weights(config, options.seed);
  if (variant.encoding != Encoding::kShaw) return weights;
  const std::int64_t distances = training_attention_length(variant, options);
  at::Generator random = at::detail::createCPUGenerator(options.seed);
  for (std::int64_t layer = 0; layer < config.n_layer; ++layer) {
    weights.shaw_tables.push_back(
        at::empty({distances, config.n_head, config.d_head}, at::kFloat).normal_(0, 0.02, random));
    weights.shaw_biases.push_back(at::zeros({distances, config.n_head}, at::kFloat));
  }
  return weights;
}

at::Tensor forward_ablation(const AblationWeights& weights, const ReaderConfig& config,
                            Encoding encoding, const at::Tensor& ids, AblationMemory* memory,
                            std::int64_t mem_len) {
  const Weights& w = weights.plain;
  const std::int64_t time = ids.size(1);
  at::Tensor x = at::embedding(w.embedding, ids) * std::sqrt(static_cast<double>(config.d_model));
  if (encoding == Encoding::kAbsolute)
    x = x + absolute_places(time, config.d_model).to(x.options());
  const std::int64_t rows = memory != nullptr && !memory->empty() ? memory->front().size(1) : 0;
  at::Tensor positions;
  if (encoding == Encoding::kRelative)
    positions = sinusoids(rows + time, config.d_model).to(x.options());
  AblationMemory kept;
  for (std::size_t l = 0; l < w.layers.size(); ++l) {
    const at::Tensor keys = rows > 0 ? at::cat({(*memory)[l], x}, 1) : x;
    const std::int64_t keep = std::min(keys.size(1), mem_len);
    if (memory != nullptr && keep > 0)
      kept.push_back(keys.detach().narrow(1, keys.size(1) - keep, keep).contiguous());
    const auto n = static_cast<std::int64_t>(l);
    Layer layer{w.layers[l], w.u[n], w.v[n], {}, {}, positions};
    if (encoding == Encoding::kShaw) {
      layer.shaw_table = weights.shaw_tables[l];
      layer.shaw_bias = weights.shaw_biases[l];
    }
    x = run_layer(encoding, x, keys, layer, config);
  }
  if (memory != nullptr) *memory = std::move(kept);
  return x;
}

}  // namespace proviso::model
