// The weights as the reading pass and the decoder use them on the CPU: packed once, with W_kR·R of
// every distance that can occur. fp32. Internal to model/.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "model/config.h"
#include "model/product.h"
#include "model/weights.h"

namespace proviso::model {

struct PackedLayer {
  kernels::PackedMatrix qkv;  // [3·head·e, d]: queries, keys, values
  kernels::PackedMatrix out, inner, outer;
  // [head]: W_kR·R, [distance, e] packed as its transpose; the last distance is 0, as in
  // sinusoids()
  std::vector<kernels::PackedMatrix> positions;
  at::Tensor u, v;  // [head, e]
  at::Tensor norm_attention, shift_attention, inner_bias, outer_bias, norm_ffn, shift_ffn;
};

struct PackedWeights {
  // Distances 0 … distances − 1. Requires weights that it serves().
  PackedWeights(const Weights& weights, const ReaderConfig& config, std::int64_t distances);

  // CPU weights in fp32; with others the plain path must do.
  static bool serves(const Weights& weights);

  std::int64_t distances, clamp_len;
  std::vector<PackedLayer> layers;
  kernels::PackedMatrix output;  // [vocab, d]; empty where the softmax is adaptive or projected
  at::Tensor output_bias;
};

// Keeps what was packed last, for weights that do not change.
class PackedStore {
 public:
  // Null where the weights are not served. Valid until the next call.
  const PackedWeights* get(const Weights& weights, const ReaderConfig& config,
                           std::int64_t distances);

 private:
  std::unique_ptr<PackedWeights> packed_;
};

}  // namespace proviso::model
