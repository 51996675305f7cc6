// The forward pass of the ablations and their encodings of position, each by its definition.
// Internal to model/.
//
// Shapes: q [.., head, queries, e], k [.., head, keys, e]; the newest key is the last query's own,
// so that query i and key j are at the distance i + (keys − queries) − j. Scores are [.., head,
// queries, keys]; cells of negative distance mean nothing and must be masked.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "model/ablation.h"
#include "model/config.h"
#include "model/weights.h"

namespace proviso::model {

// [(q + u)·k + (q + v)·r_distance] / √e. u and v [head, e]; r [head, keys, e], the row of distance
// 0 last.
at::Tensor relative_scores(const at::Tensor& q, const at::Tensor& k, const at::Tensor& r,
                           const at::Tensor& u, const at::Tensor& v);

// [(q + u)·k + q·table_distance + bias_distance] / √e. table [distances, head, e], bias [distances,
// head], row 0 for distance 0; a distance beyond the table counts as its last. As the first
// Transformer-XL code has it (attn_type 1): the vectors join the keys, not the values.
at::Tensor shaw_scores(const at::Tensor& q, const at::Tensor& k, const at::Tensor& u,
                       const at::Tensor& table, const at::Tensor& bias);

// q·k / √e: the places are in the embedding.
at::Tensor absolute_scores(const at::Tensor& q, const at::Tensor& k);

// [time, d]: row t holds the sinusoids of t, sines first (as sinusoids(), which descends).
at::Tensor absolute_places(std::int64_t time, std::int64_t d_model);

struct AblationWeights {
  Weights plain;  // of ablation_config(); `v` and the layers' `r` are of the relative encoding only
  std::vector<at::Tensor> shaw_tables, shaw_biases;  // [layer]; empty but for kShaw
};

// The network as the product's configuration: one tag, one level, no dropout.
ReaderConfig ablation_config(const AblationOptions& options);

// Initialised as the product's; a Shaw table N(0, .02) with a row for each distance that training
// meets, its bias 0.
AblationWeights initial_ablation_weights(const AblationVariant& variant,
                                         const AblationOptions& options);

// [layer]: what each layer read of the newest tokens, [lanes, rows, d], without gradient; empty at
// first.
using AblationMemory = std::vector<at::Tensor>;

// ids [lanes, time], int64: the last layer's output, [lanes, time, d]. With `memory` its rows are
// attended to, and then hold the newest `mem_len` inputs of each layer.
at::Tensor forward_ablation(const AblationWeights& weights, const ReaderConfig& config,
                            Encoding encoding, const at::Tensor& ids, AblationMemory* memory,
                            std::int64_t mem_len);

}  // namespace proviso::model
