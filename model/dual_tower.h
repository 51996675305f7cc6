// The dual tower: does this sentence contradict what the document said before? Internal to model/.
//
// For every sentence of a segment: [pooled sentence ‖ attention over recent memory ‖ attention over
// the bank ‖ sentence ∘ bank] → ReLU layer → one logit per kind. Memory is the top layer's rows of
// earlier segments; the bank holds every sentence of the document so far. Both attentions have a
// null key, so that "nothing relevant" is an answer; the bank's carries a bias by the pair of
// section tags.
//
// With ReaderConfig::comparison a pooled sentence is [mean of its top rows ‖ its words], words being
// the maximum over the sentence of a layer over three neighbouring tokens' embeddings; memory is
// pooled by chunks of kChunk rows; and two inputs join: the strongest of its differences from
// earlier sentences (what stands in the gaps, on either side, and where), and the strongest of its
// partners (sentence a, earlier sentence b: both, a ∘ b, |a − b|), see comparison.h.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "model/comparison.h"
#include "model/config.h"
#include "model/lane.h"
#include "model/weights.h"

namespace proviso::model {

struct TowerOutput {
  at::Tensor logits;        // [sentence, kind]
  at::Tensor bank_weights;  // [sentence, bank], mean over heads; the null key has the rest.
                            // Undefined for an empty bank
};

// What the tower reads of some sentences of one document; w = row_width().
struct TowerInput {
  at::Tensor rows;                            // [sentence, w]
  std::vector<std::int32_t> tags;             // [sentence]
  at::Tensor memory, memory_mask;             // [row, d]; [sentence, row] of 0 and −∞, or undefined
  at::Tensor bank, bank_mask;                 // [bank, w]; [sentence, bank], or undefined
  std::vector<std::int32_t> bank_tags;        // [bank]
  at::Tensor all;                             // [n, w]: what Compared::row points at
  std::vector<std::int32_t> all_tags;         // [n]
  std::vector<const Compared*> compared;      // [sentence]; empty without comparison
};

TowerOutput dual_tower(const Weights& weights, const ReaderConfig& config, const TowerInput& input);

// The same for `sentences` [sentence, w], the pooled rows of a whole segment tagged `tag`.
// `memory_top` [rows, d] may be undefined and is not read with comparison, nor is `compared` without.
TowerOutput dual_tower(const Weights& weights, const ReaderConfig& config,
                       const at::Tensor& sentences, std::int32_t tag, const at::Tensor& memory_top,
                       const Bank& bank, const std::vector<Compared>& compared = {});

// Pooled rows of a segment: the means of `top` [time, d], with comparison also its words. [sentence,
// w].
at::Tensor pooled_rows(const Weights& weights, const ReaderConfig& config,
                       const SegmentInput& segment, const at::Tensor& top);

// The words of sentences, [sentence, w − d]. `ids` of one or more segments one after another;
// `segment_starts` and `sentences` are positions in `ids`, both ascending from 0.
at::Tensor word_rows(const Weights& weights, const ReaderConfig& config,
                     const std::vector<std::int32_t>& ids,
                     const std::vector<std::int64_t>& segment_starts,
                     const std::vector<std::int64_t>& sentences);

// Binary cross-entropy of labelled sentences, positives weighted by positive_weight, summed over
// sentences and kinds.
at::Tensor dual_loss(const at::Tensor& logits, const at::Tensor& targets, double positive_weight);

// −log of the bank weight that `evidence` segments have together, for one sentence's weights
// [bank]. Undefined when none of them is in the bank.
at::Tensor evidence_loss(const at::Tensor& bank_weights, const Bank& bank,
                         const std::vector<std::uint32_t>& evidence);

}  // namespace proviso::model
