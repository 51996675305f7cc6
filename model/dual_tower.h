// The dual tower: does this sentence contradict what the document said before? Internal to model/.
//
// For every sentence of a segment: [pooled sentence ‖ attention over recent memory ‖ attention over
// the bank ‖ sentence ∘ bank] → ReLU layer → one logit per kind. Memory is the top layer's rows of
// earlier segments; the bank holds every sentence of the document so far. Both attentions have a
// null key, so that "nothing relevant" is an answer; the bank's carries a bias by the pair of
// section tags.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "model/config.h"
#include "model/lane.h"
#include "model/weights.h"

namespace proviso::model {

struct TowerOutput {
  at::Tensor logits;        // [sentence, kind]
  at::Tensor bank_weights;  // [sentence, bank], mean over heads; the null key has the rest.
                            // Undefined for an empty bank
};

// `sentences` [sentence, d]: pooled rows of a segment tagged `tag`. `memory_top` [rows, d] may be
// undefined.
TowerOutput dual_tower(const Weights& weights, const ReaderConfig& config,
                       const at::Tensor& sentences, std::int32_t tag, const at::Tensor& memory_top,
                       const Bank& bank);

// Binary cross-entropy of labelled sentences, positives weighted by positive_weight, summed over
// sentences and kinds.
at::Tensor dual_loss(const at::Tensor& logits, const at::Tensor& targets, double positive_weight);

// −log of the bank weight that `evidence` segments have together, for one sentence's weights
// [bank]. Undefined when none of them is in the bank.
at::Tensor evidence_loss(const at::Tensor& bank_weights, const Bank& bank,
                         const std::vector<std::uint32_t>& evidence);

}  // namespace proviso::model
