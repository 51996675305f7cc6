// Between token ids and the network's rows: embedding, and the softmax over the vocabulary, whole
// or adaptive (Grave et al. 2017, arXiv 1609.04309, as Transformer-XL uses it). Internal to model/.
//
// Adaptive: −log p(id) = −log p_head(id) for ids of the first cluster, else −log p_head(cluster) −
// log p_cluster(id). The head's columns are the first cluster's ids and then one column a further
// cluster, in order (Hugging Face's order; the first PyTorch code has them reversed).
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "model/config.h"
#include "model/weights.h"

namespace proviso::model {

// [tokens, d_model], not yet scaled by √d_model. `ids` may lie in any order over the clusters.
at::Tensor embed_tokens(const Weights& weights, const ReaderConfig& config,
                        const std::vector<std::int64_t>& ids);

// hidden [tokens, d_model]: Σ −log p(target), a scalar, differentiable in hidden and weights. One
// backward per call, `bf16` for the products over the vocabulary (see lm_loss.h).
at::Tensor softmax_loss_sum(const Weights& weights, const ReaderConfig& config,
                            const at::Tensor& hidden, const std::vector<std::int64_t>& targets,
                            bool bf16 = false);

// The losses themselves, in token order whatever the clusters; no gradient.
std::vector<double> softmax_losses(const Weights& weights, const ReaderConfig& config,
                                   const at::Tensor& hidden,
                                   const std::vector<std::int64_t>& targets);

// log p of every id, [tokens, vocab]; of one row they sum to one after exp. No gradient.
at::Tensor log_probabilities(const Weights& weights, const ReaderConfig& config,
                             const at::Tensor& hidden);

}  // namespace proviso::model
