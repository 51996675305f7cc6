// The dependency head: on which segments of the document does this sentence rest? Internal to
// model/.
//
// At a document's end every sentence of the bank is scored against every sentence of the other
// segments, earlier and later ones alike (some courts put the disposition first): score(i, j) =
// (W_from s_i)·(W_to s_j)/√t + bias[tag of i, tag of j], t = d_tower. Its softmax over j says what
// i rests on.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "model/config.h"
#include "model/lane.h"
#include "model/weights.h"

namespace proviso::model {

// [sentence, sentence] over the bank, −∞ within a segment. Requires a bank of two segments or more.
at::Tensor dependency_scores(const Weights& weights, const ReaderConfig& config, const Bank& bank);

// Σ over targets of −log of the weight that the segments named have together for the sentence
// `row` of the bank. Targets without such a segment in the bank count nothing; undefined when none
// is left.
at::Tensor dependency_loss(const at::Tensor& scores, const Bank& bank,
                           const std::vector<DependencyTarget>& targets);

}  // namespace proviso::model
