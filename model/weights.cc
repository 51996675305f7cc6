#include "model/weights.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <cmath>

#include "model/comparison.h"
#include "model/kernels.h"

namespace proviso::model {
namespace {

constexpr double kOverlapWeight = 2;  // common words speak for a dependency from the start
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
  if (ends_with(name, ".norm_attention") || ends_with(name, ".norm_ffn") || name == "norm_final")
    return at::ones(shape, at::kFloat);
  if (name == "tower.out_bias") return at::full(shape, kRarePositive, at::kFloat);
  if (name == "dependency.overlap") return at::full(shape, kOverlapWeight, at::kFloat);
  if (name == "tag_embedding" || name == "level_embedding" || ends_with(name, "_bias") ||
      name.find("shift_") != std::string::npos) {
    return at::zeros(shape, at::kFloat);
  }
  if (name.rfind("layers.", 0) == 0 && ends_with(name, ".r")) return orthogonal(name, shape, seed);
  if (name.rfind("tower.", 0) == 0 || name.rfind("dependency.", 0) == 0)
    return normal(name, shape, 1 / std::sqrt(static_cast<double>(shape.back())), seed);
  const bool narrow = ends_with(name, ".q") || ends_with(name, ".kv") ||
                      name.find("_projection.") != std::string::npos;
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

void visit_comparison(TowerWeights& tower, const ReaderConfig& c, const WeightVisitor& visit) {
  const std::int64_t t = c.d_tower, w = row_width(c), d = c.d_model;
  const auto facts = [](std::size_t n) { return static_cast<std::int64_t>(n); };
  visit("tower.words", tower.words, {3 * (w - d), d});
  visit("tower.words_bias", tower.words_bias, {w - d});
  visit("tower.hidden_tag", tower.hidden_tag, {c.n_tag, t});
  visit("tower.hidden_facts", tower.hidden_facts, {t, facts(kSentenceFacts)});
  visit("tower.gap_own", tower.gap_own, {t, d});
  visit("tower.gap_other", tower.gap_other, {t, d});
  visit("tower.gap_left", tower.gap_left, {t, d});
  visit("tower.gap_right", tower.gap_right, {t, d});
  visit("tower.gap_facts", tower.gap_facts, {t, facts(kDifferenceFacts)});
  visit("tower.gap_tag", tower.gap_tag, {c.n_tag, t});
  visit("tower.gap_other_tag", tower.gap_other_tag, {c.n_tag, t});
  visit("tower.gap_hidden", tower.gap_hidden, {t, t});
  visit("tower.gap_hidden_bias", tower.gap_hidden_bias, {t});
  visit("tower.partner_own", tower.partner_own, {t, w});
  visit("tower.partner_other", tower.partner_other, {t, w});
  visit("tower.partner_joint", tower.partner_joint, {t, 2 * t});
  visit("tower.partner_facts", tower.partner_facts, {t, facts(kPartnerFacts)});
  visit("tower.partner_tag", tower.partner_tag, {c.n_tag, t});
  visit("tower.partner_other_tag", tower.partner_other_tag, {c.n_tag, t});
  visit("tower.partner_hidden", tower.partner_hidden, {t, t});
  visit("tower.partner_hidden_bias", tower.partner_hidden_bias, {t});
}

void visit_tower(TowerWeights& tower, const ReaderConfig& c, const WeightVisitor& visit) {
  const std::int64_t t = c.d_tower;
  const std::int64_t w = row_width(c);
  visit("tower.sentence", tower.sentence, {t, w});
  visit("tower.memory_q", tower.memory_q, {t, w});
  visit("tower.memory_kv", tower.memory_kv, {2 * t, c.d_model});
  visit("tower.memory_null", tower.memory_null, {t});
  visit("tower.bank_q", tower.bank_q, {t, w});
  visit("tower.bank_kv", tower.bank_kv, {2 * t, w});
  visit("tower.bank_null", tower.bank_null, {t});
  visit("tower.bank_bias", tower.bank_bias, {c.n_tag, c.n_tag});
  visit("tower.hidden", tower.hidden, {t, (c.comparison ? 6 : 4) * t});
  visit("tower.hidden_bias", tower.hidden_bias, {t});
  visit("tower.out", tower.out, {c.n_kind, t});
  visit("tower.out_bias", tower.out_bias, {c.n_kind});
  if (c.comparison) visit_comparison(tower, c, visit);
}

// The matrix of the first cluster, or of all with div_val 1, and those of the others.
void visit_embedding(const std::string& name, at::Tensor& first, std::vector<at::Tensor>& tails,
                     const ReaderConfig& c, const WeightVisitor& visit) {
  const std::vector<Cluster> clusters = clusters_of(c);
  if (c.div_val == 1) {
    visit(name, first, {c.vocab_size, clusters[0].width});
    return;
  }
  visit(name, first, {clusters[0].size, clusters[0].width});
  tails.resize(clusters.size() - 1);
  for (std::size_t i = 1; i < clusters.size(); ++i) {
    visit(name + "." + std::to_string(i), tails[i - 1], {clusters[i].size, clusters[i].width});
  }
}

void visit_projections(Weights& weights, const ReaderConfig& c, const WeightVisitor& visit) {
  if (!has_projections(c)) return;
  const std::vector<Cluster> clusters = clusters_of(c);
  weights.embedding_projections.resize(c.div_val == 1 ? 1 : clusters.size());
  for (std::size_t i = 0; i < weights.embedding_projections.size(); ++i) {
    visit("embedding_projection." + std::to_string(i), weights.embedding_projections[i],
          {c.d_model, clusters[i].width});
  }
  weights.output_projections.resize(clusters.size());
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    if (i > 0 && c.proj_share_all_but_first) continue;
    visit("output_projection." + std::to_string(i), weights.output_projections[i],
          {c.d_model, clusters[i].width});
  }
}

void visit_vocabulary(Weights& weights, const ReaderConfig& c, const WeightVisitor& visit) {
  visit_embedding("embedding", weights.embedding, weights.embedding_tails, c, visit);
  if (!c.tie_weights)
    visit_embedding("output_embedding", weights.output_embedding, weights.output_tails, c, visit);
  visit_projections(weights, c, visit);
  visit("output_bias", weights.output_bias, {c.vocab_size});
  const auto tails = std::ssize(c.cutoffs);
  if (tails == 0) return;
  visit("cluster_weight", weights.cluster_weight, {tails, clusters_of(c)[0].width});
  visit("cluster_bias", weights.cluster_bias, {tails});
}

}  // namespace

std::vector<Cluster> clusters_of(const ReaderConfig& config) {
  std::vector<Cluster> clusters;
  std::int64_t begin = 0, width = config.d_embed == 0 ? config.d_model : config.d_embed;
  const auto add = [&](std::int64_t end) {
    clusters.push_back({begin, end - begin, width});
    begin = end;
    width /= config.div_val;
  };
  for (const std::int64_t cutoff : config.cutoffs) add(cutoff);
  add(config.vocab_size);
  return clusters;
}

bool has_projections(const ReaderConfig& config) {
  return config.div_val > 1 || (config.d_embed != 0 && config.d_embed != config.d_model);
}

void for_each_weight(Weights& weights, const ReaderConfig& c, const WeightVisitor& visit) {
  visit_vocabulary(weights, c, visit);
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
  if (c.pre_norm && c.final_norm) {
    visit("norm_final", weights.norm_final, {c.d_model});
    visit("shift_final", weights.shift_final, {c.d_model});
  }
  if (c.n_kind > 0) visit_tower(weights.tower, c, visit);
  if (!c.dependency_head) return;
  visit("dependency.from", weights.dependency.from, {c.d_tower, row_width(c)});
  visit("dependency.to", weights.dependency.to, {c.d_tower, row_width(c)});
  visit("dependency.tag_bias", weights.dependency.tag_bias, {c.n_tag, c.n_tag});
  if (c.comparison)
    visit("dependency.overlap", weights.dependency.overlap,
          {static_cast<std::int64_t>(kOverlapFacts)});
}

bool is_trained(const std::string& name, const ReaderConfig& config) {
  const bool of_tags = name == "tag_embedding" || name == "section_bias" ||
                       name == "tower.bank_bias" || name == "dependency.tag_bias" ||
                       ends_with(name, "_tag");
  if (of_tags && !config.section_tags) return false;
  const bool of_distances = name.rfind("layers.", 0) == 0 && ends_with(name, ".r");
  return !(of_distances && config.absolute_positions);
}

Weights initial_weights(const ReaderConfig& config, std::uint64_t seed) {
  Weights weights;
  for_each_weight(
      weights, config,
      [&](const std::string& name, at::Tensor& tensor, const std::vector<std::int64_t>& shape) {
        tensor = is_trained(name, config) ? initial(name, shape, seed)
                                          : at::zeros(shape, at::kFloat);
      });
  return weights;
}

void grow_tower(Weights& weights, const ReaderConfig& config, std::uint64_t seed) {
  const auto device = weights.embedding.device();
  for_each_weight(
      weights, config,
      [&](const std::string& name, at::Tensor& tensor, const std::vector<std::int64_t>& shape) {
        if (tensor.defined() && tensor.sizes() == shape) return;
        at::Tensor grown = is_trained(name, config)
                               ? initial(name, shape, seed).to(device)
                               : at::zeros(shape, at::TensorOptions(at::kFloat).device(device));
        if (tensor.defined()) grown.narrow(0, 0, tensor.size(0)).copy_(tensor);
        tensor = grown;
      });
}

}  // namespace proviso::model
