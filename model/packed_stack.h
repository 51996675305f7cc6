// The layers of the network over cached keys and values, on packed weights: the reading pass of the
// CPU. Same results as the plain path (inference.h), a test holds both together. Internal to
// model/.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "model/lane_cache.h"
#include "model/packed_weights.h"

namespace proviso::model {

// One lane's share of a pass.
struct PackedLane {
  std::vector<LaneCache>* layers = nullptr;  // [layer]: what it remembers; receives the segment
  at::Tensor bias;                           // [layer·head, keys], of memory and segment
  std::int64_t query_begin = 0, queries = 0;
  std::int64_t window = 0;  // > 0: a query sees this many keys at most, itself included
};

// Runs one segment of each lane: x [tokens, d], the segments' embeddings one after another. Before,
// a lane's caches are cut to the newest mem_len rows. Returns the last layer's output, [tokens, d],
// before any final norm.
at::Tensor run_packed(const PackedWeights& weights, const ReaderConfig& config, const at::Tensor& x,
                      const std::vector<PackedLane>& lanes, std::int64_t mem_len);

// What a lane remembers at the start of a document, by config.initial_memory. [layer]
std::vector<LaneCache> empty_caches(const Weights& weights, const ReaderConfig& config);

// Natural-log losses of `targets`, hidden [token, d] being what predicts them. Requires
// weights.output.
std::vector<double> packed_losses(const PackedWeights& weights, const at::Tensor& hidden,
                                  const std::vector<std::int64_t>& targets);

}  // namespace proviso::model
