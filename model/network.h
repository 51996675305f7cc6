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
      lane_numbers;        // for dropout: the same lane gets the same bits whatever its neighbours
  bool recompute = false;  // gradient checkpointing: keep only what layers read, run each again in
                           // the backward pass
  bool bf16 = false;       // TrainOptions::bf16
};

// token embedding·√d + tag + level embedding, packed over segments: [tokens, d].
at::Tensor embed(const Weights& weights, const ReaderConfig& config,
                 std::span<const SegmentInput* const> segments);

// Additive key bias of every layer for one lane: section bias T[tag of the segment, tag of the key]
// + connector bias, keys being the memory rows `facts` and then the segment itself. [layer·head,
// keys].
at::Tensor key_bias(const Weights& weights, const ReaderConfig& config, const RowFacts& facts,
                    const SegmentInput& segment);

// Keys that a token sees with same_length, LaneSpan::window; 0 without.
inline std::int64_t window_of(const ReaderConfig& config, std::int64_t mem_len) {
  return !config.same_length ? 0 : mem_len > 1 ? mem_len : 1;
}

at::Tensor layer_norm(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                      const ReaderConfig& config);

// With pre_norm the layer norm of `x`, else `x`: what a layer's attention or feed-forward part
// reads.
at::Tensor before(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                  const ReaderConfig& config);

// The residual connection around a part: `x` + `part`, without pre_norm its layer norm.
at::Tensor after(const at::Tensor& x, const at::Tensor& part, const at::Tensor& weight,
                 const at::Tensor& bias, const ReaderConfig& config);

// The last layer's output as heads and softmax read it.
at::Tensor top_rows(const at::Tensor& x, const Weights& weights, const ReaderConfig& config);

// Runs the segments, each over its lane's memory, and stores them there (mem_len newest rows). With
// `keep_graph` the stored rows carry gradient (truncated backpropagation over several segments),
// else they are detached before W_K and W_V. Returns the top layer, [tokens, d], lanes one after
// another; `layer_inputs`, if given, receives what each layer read, [layer]: [tokens, d].
at::Tensor forward_train(const Weights& weights, const ReaderConfig& config, const Batch& batch,
                         std::int64_t mem_len, const Dropouts& dropouts, bool keep_graph,
                         std::vector<at::Tensor>* layer_inputs = nullptr);

}  // namespace proviso::model
