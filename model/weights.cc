#include "model/weights.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <cmath>

#include "model/kernels.h"

namespace proviso::model {
namespace {

constexpr double kRarePositive = -3;  // logit of the tower's first guess: inconsistencies are rare

bool ends_with(const std::string& name, std::string_view end) {
  return name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

// Each weight draws from its own generator, seeded by its name: adding one does not move the
// others.
at::Generator generator_of(const std::string& name, std::uint64_t seed) {
  std::uint64_t key = seed;
  for (const char c : name)
    key = kernels::mix(key, static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  return at::detail::createCPUGenerator(key);
}

at::Tensor normal(const std::string& name, const std::vector<std::int64_t>& shape, double deviation,
                  std::uint64_t seed) {
  at::Tensor x = at::empty(shape, at::kFloat);
  return x.normal_(0, deviation, generator_of(name, seed));
}

at::Tensor orthogonal(const std::string& name, const std::vector<std::int64_t>& shape,
                      std::uint64_t seed) {
  const bool wide = shape[0] < shape[1];
  const at::Tensor x = normal(name, shape, 1, seed);
  auto [q, r] = at::linalg_qr(wide ? x.t() : x);
  q = q * r.diagonal().sign();
  return (wide ? q.t() : q).contiguous();
}

at::Tensor initial(const std::string& name, const std::vector<std::int64_t>& shape,
                   std::uint64_t seed) {
  if (ends_with(name, ".norm_attention") || ends_with(name, ".norm_ffn"))
    return at::ones(shape, at::kFloat);
  if (name == "tower.out_bias") return at::full(shape, kRarePositive, at::kFloat);
  if (name == "tag_embedding" || name == "level_embedding" || ends_with(name, "_bias") ||
      name.find(".shift_") != std::string::npos) {
    return at::zeros(shape, at::kFloat);
  }
  if (name.rfind("layers.", 0) == 0 && ends_with(name, ".r")) return orthogonal(name, shape, seed);
  if (name.rfind("tower.", 0) == 0)
    return normal(name, shape, 1 / std::sqrt(static_cast<double>(shape.back())), seed);
  const bool narrow = ends_with(name, ".q") || ends_with(name, ".kv");
  return normal(name, shape, narrow ? 0.01 : 0.02, seed);
}

void visit_layer(LayerWeights& layer, const ReaderConfig& c, const std::string& prefix,
                 const WeightVisitor& visit) {
  const std::int64_t width = head_width(c);
  visit(prefix + "q", layer.q, {width, c.d_model});
  visit(prefix + "kv", layer.kv, {2 * width, c.d_model});
  visit(prefix + "r", layer.r, {width, c.d_model});
  visit(prefix + "out", layer.out, {c.d_model, width});
  visit(prefix + "norm_attention", layer.norm_attention, {c.d_model});
  visit(prefix + "shift_attention", layer.shift_attention, {c.d_model});
  visit(prefix + "inner", layer.inner, {c.d_inner, c.d_model});
  visit(prefix + "inner_bias", layer.inner_bias, {c.d_inner});
  visit(prefix + "outer", layer.outer, {c.d_model, c.d_inner});
  visit(prefix + "outer_bias", layer.outer_bias, {c.d_model});
  visit(prefix + "norm_ffn", layer.norm_ffn, {c.d_model});
  visit(prefix + "shift_ffn", layer.shift_ffn, {c.d_model});
}

void visit_tower(TowerWeights& tower, const ReaderConfig& c, const WeightVisitor& visit) {
  const std::int64_t t = c.d_tower;
  visit("tower.sentence", tower.sentence, {t, c.d_model});
  visit("tower.memory_q", tower.memory_q, {t, c.d_model});
  visit("tower.memory_kv", tower.memory_kv, {2 * t, c.d_model});
  visit("tower.memory_null", tower.memory_null, {t});
  visit("tower.bank_q", tower.bank_q, {t, c.d_model});
  visit("tower.bank_kv", tower.bank_kv, {2 * t, c.d_model});
  visit("tower.bank_null", tower.bank_null, {t});
  visit("tower.bank_bias", tower.bank_bias, {c.n_tag, c.n_tag});
  visit("tower.hidden", tower.hidden, {t, 4 * t});
  visit("tower.hidden_bias", tower.hidden_bias, {t});
  visit("tower.out", tower.out, {c.n_kind, t});
  visit("tower.out_bias", tower.out_bias, {c.n_kind});
}

}  // namespace

void for_each_weight(Weights& weights, const ReaderConfig& c, const WeightVisitor& visit) {
  visit("embedding", weights.embedding, {c.vocab_size, c.d_model});
  if (!c.tie_weights)
    visit("output_embedding", weights.output_embedding, {c.vocab_size, c.d_model});
  visit("output_bias", weights.output_bias, {c.vocab_size});
  visit("tag_embedding", weights.tag_embedding, {c.n_tag, c.d_model});
  visit("level_embedding", weights.level_embedding, {c.n_level, c.d_model});
  const std::int64_t pairs = c.untie_biases ? c.n_layer : 1;
  visit("u", weights.u, {pairs, c.n_head, c.d_head});
  visit("v", weights.v, {pairs, c.n_head, c.d_head});
  visit("section_bias", weights.section_bias, {c.n_layer * c.n_head, c.n_tag * c.n_tag});
  visit("connector_bias", weights.connector_bias, {c.n_layer * c.n_head, c.n_mark});
  weights.layers.resize(static_cast<std::size_t>(c.n_layer));
  for (std::size_t i = 0; i < weights.layers.size(); ++i) {
    visit_layer(weights.layers[i], c, "layers." + std::to_string(i) + ".", visit);
  }
  if (c.n_kind > 0) visit_tower(weights.tower, c, visit);
}

Weights initial_weights(const ReaderConfig& config, std::uint64_t seed) {
  Weights weights;
  for_each_weight(
      weights, config,
      [&](const std::string& name, at::Tensor& tensor, const std::vector<std::int64_t>& shape) {
        tensor = initial(name, shape, seed);
      });
  return weights;
}

void grow_tower(Weights& weights, const ReaderConfig& config, std::uint64_t seed) {
  const auto device = weights.embedding.device();
  for_each_weight(
      weights, config,
      [&](const std::string& name, at::Tensor& tensor, const std::vector<std::int64_t>& shape) {
        if (tensor.defined() && tensor.sizes() == shape) return;
        at::Tensor grown = initial(name, shape, seed).to(device);
        if (tensor.defined()) grown.narrow(0, 0, tensor.size(0)).copy_(tensor);
        tensor = grown;
      });
}

}  // namespace proviso::model
