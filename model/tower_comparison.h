// The two inputs of the dual tower that come from comparison.h. Internal to model/.
#pragma once

#include "model/dual_tower.h"

namespace proviso::model {

// [sentence, t]: the strongest of each sentence's differences, zeros where it has none.
at::Tensor gap_context(const Weights& weights, const ReaderConfig& config, const TowerInput& input);

// [sentence, t]: the strongest of each sentence's partners, zeros where it has none.
at::Tensor partner_context(const Weights& weights, const ReaderConfig& config,
                           const TowerInput& input);

// [sentence, kSentenceFacts].
at::Tensor sentence_facts(const TowerInput& input, const at::TensorOptions& options);

}  // namespace proviso::model
