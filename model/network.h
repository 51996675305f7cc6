// The training pass of the network: hidden-state memory, autograd. Internal to model/. The reading
// pass is inference.h; a test holds both together.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>
#include <vector>

#include "model/attention.h"
#include "model/config.h"
#include "model/lane.h"
#include "model/weights.h"

namespace proviso::model {

// Active dropouts of one pass and the root of their random bits.
struct Dropouts {
  double attention = 0, ffn = 0, memory = 0;
  std::uint64_t key = 0;
};

// One segment in each of some lanes, packed.
struct Batch {
  std::vector<const SegmentInput*> segments;
  std::vector<LaneState*> lanes;  // same length
  std::vector<std::uint64_t>
      lane_numbers;  // for dropout: the same lane gets the same bits whatever its neighbours
};

// token embedding·√d + tag + level embedding, packed over segments: [tokens, d].
at::Tensor embed(const Weights& weights, const ReaderConfig& config,
                 std::span<const SegmentInput* const> segments);

// Additive key bias of every layer for one lane: section bias T[tag of the segment, tag of the key]
// + connector bias, keys being the memory rows `facts` and then the segment itself. [layer·head,
// keys].
at::Tensor key_bias(const Weights& weights, const ReaderConfig& config, const RowFacts& facts,
                    const SegmentInput& segment);

// Runs the segments, each over its lane's memory, and stores them there (mem_len newest rows). With
// `keep_graph` the stored rows carry gradient (truncated backpropagation over several segments),
// else they are detached before W_K and W_V. Returns the top layer, [tokens, d], lanes one after
// another.
at::Tensor forward_train(const Weights& weights, const ReaderConfig& config, const Batch& batch,
                         std::int64_t mem_len, const Dropouts& dropouts, bool keep_graph);

}  // namespace proviso::model
