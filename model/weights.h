// The trained numbers of the network, one struct for both forward passes. Internal to model/.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/config.h"

namespace proviso::model {

// Width of the attention's heads together.
inline std::int64_t head_width(const ReaderConfig& config) {
  return config.n_head * config.d_head;
}

// The ids [begin, begin + size) that one matrix of `width` columns embeds.
struct Cluster {
  std::int64_t begin = 0, size = 0, width = 0;
};
// One for the head and one a further cluster of the adaptive softmax.
std::vector<Cluster> clusters_of(const ReaderConfig& config);
// Whether embeddings are projected to d_model and back.
bool has_projections(const ReaderConfig& config);

struct LayerWeights {
  at::Tensor q;                                // [head·e, d]
  at::Tensor kv;                               // [2·head·e, d]: keys, then values
  at::Tensor r;                                // [head·e, d], W_kR of the paper
  at::Tensor out;                              // [d, head·e]
  at::Tensor norm_attention, shift_attention;  // [d]
  at::Tensor inner, inner_bias;                // [inner, d], [inner]
  at::Tensor outer, outer_bias;                // [d, inner], [d]
  at::Tensor norm_ffn, shift_ffn;              // [d]
};

// Columns of a pooled sentence: the mean of its top rows, with comparison d_tower / 2 more for its
// words.
inline std::int64_t row_width(const ReaderConfig& config) {
  return config.d_model + (config.comparison ? config.d_tower / 2 : 0);
}

// The dual tower; t = d_tower, w = row_width(). See dual_tower.h.
struct TowerWeights {
  at::Tensor sentence;                          // [t, w]
  at::Tensor memory_q, memory_kv, memory_null;  // [t, w], [2t, d], [t]
  at::Tensor bank_q, bank_kv, bank_null;        // [t, w], [2t, w], [t]
  at::Tensor bank_bias;                         // [tag, tag]: asking, asked
  at::Tensor hidden, hidden_bias;               // [t, 4t], with comparison [t, 6t]; [t]
  at::Tensor out, out_bias;                     // [kind, t], [kind]
  // With comparison only; w = row_width().
  at::Tensor words, words_bias;                 // [3(w − d), d]: token before, itself, behind
  at::Tensor hidden_tag, hidden_facts;          // [tag, t], [t, kSentenceFacts]
  at::Tensor gap_own, gap_other;                // [t, d]
  at::Tensor gap_left, gap_right;               // [t, d]
  at::Tensor gap_facts, gap_tag, gap_other_tag;  // [t, kDifferenceFacts], [tag, t], [tag, t]
  at::Tensor gap_hidden, gap_hidden_bias;       // [t, t], [t]
  at::Tensor partner_own, partner_other;        // [t, w]
  at::Tensor partner_joint;                     // [t, 2t]: product, distance
  at::Tensor partner_facts, partner_tag, partner_other_tag;  // [t, kPartnerFacts], [tag, t] twice
  at::Tensor partner_hidden, partner_hidden_bias;            // [t, t], [t]
};

// The dependency head; see dependency_head.h.
struct DependencyWeights {
  at::Tensor from, to;  // [t, w]
  at::Tensor tag_bias;  // [tag, tag]: of the sentence that rests, and of the one rested on
  at::Tensor overlap;   // [kOverlapFacts]: with comparison, of what both have in common
};

struct Weights {
  at::Tensor embedding;         // [vocab, d_embed]; with div_val > 1 the first cluster's
  at::Tensor output_embedding;  // likewise; undefined with tie_weights
  std::vector<at::Tensor> embedding_tails, output_tails;  // [cluster − 1], with div_val > 1:
                                                          // [size, width]; output: untied only
  // [cluster]: [d, width]; empty without projections. With div_val 1 the input has one. An output
  // projection that is shared with the input is undefined.
  std::vector<at::Tensor> embedding_projections, output_projections;
  at::Tensor output_bias;                   // [vocab]
  at::Tensor cluster_weight, cluster_bias;  // [cluster − 1, d_embed], [cluster − 1]; adaptive only
  at::Tensor tag_embedding, level_embedding;  // [tag, d], [level, d]
  at::Tensor u, v;            // [layer or 1, head, e]: the content and position biases
  at::Tensor section_bias;    // [layer·head, tag·tag]: T of the design, row asking·n_tag + asked
  at::Tensor connector_bias;  // [layer·head, mark]
  std::vector<LayerWeights> layers;
  at::Tensor norm_final, shift_final;  // [d]; with pre_norm and final_norm
  TowerWeights tower;                  // undefined tensors while n_kind is 0
  DependencyWeights dependency;        // undefined without dependency_head

  const at::Tensor& output() const {
    return output_embedding.defined() ? output_embedding : embedding;
  }
};

// Calls visit(name, tensor, shape) for every weight that `config` has, in the order in which they
// are stored. The one list of weights: initialisation, files and optimizer walk it.
using WeightVisitor = std::function<void(const std::string& name, at::Tensor& tensor,
                                         const std::vector<std::int64_t>& shape)>;
void for_each_weight(Weights& weights, const ReaderConfig& config, const WeightVisitor& visit);

// Whether training changes the weight `name`: not where an ablation holds it at zero.
bool is_trained(const std::string& name, const ReaderConfig& config);

// Weights of a new model (section 4 of the design: FFN N(0, .02), Q, K and V N(0, .01), W_kR
// orthogonal, the others N(0, .02), section and connector biases and the tag and level embeddings
// zero). CPU, fp32.
Weights initial_weights(const ReaderConfig& config, std::uint64_t seed);

// Gives the dual tower room for config.n_kind kinds: makes it where absent, else adds rows and
// keeps those it has.
void grow_tower(Weights& weights, const ReaderConfig& config, std::uint64_t seed);

}  // namespace proviso::model
