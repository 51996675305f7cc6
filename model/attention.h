// Relative attention of Transformer-XL (Dai et al. 2019, section 3.3) over packed lanes. Internal
// to model/.
//
// score(i, j) = [(q_i + u)·k_j + (q_i + v)·r_{i−j}] / √d_head + bias_j, causal. Lanes stand one
// after another in the rows of one tensor, so that nothing is padded: a lane's keys are its memory
// rows and then its segment's.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "model/kernels.h"

namespace proviso::model {

// Where one lane stands in the packed rows. keys ≥ queries; query i sees keys 0 … keys − queries +
// i, with a window only those at a distance below it.
struct LaneSpan {
  std::int64_t query_begin = 0, queries = 0, key_begin = 0, keys = 0;
  std::uint64_t dropout_key = 0;  // root of this lane's attention dropout
  std::int64_t window = 0;        // same_length: keys that a query sees, itself among them; 0: all
};

// [distances, d_model] sinusoids, first half sines and second half cosines, rows descending: the
// last row is distance 0. Above 0, clamp_len is the greatest distance: farther rows equal its.
// fp32.
at::Tensor sinusoids(std::int64_t distances, std::int64_t d_model, std::int64_t clamp_len = -1);

// q [queries, head·e]; kv [keys, 2·head·e] (keys, then values); r [distances, head·e], rows
// descending as in sinusoids(), at least as many as the longest lane's keys; u and v [head, e];
// bias [head, keys], −∞ hides a key (never all of a query's). Gives [queries, head·e].
// Differentiable in all six. On CPU in fp32 one fused pass with a hand-written backward; on CUDA
// relative_attention_sdpa; elsewhere relative_attention_plain. q, kv and r may be bf16 (the others
// fp32): products are then those of bf16 numbers, scores and softmax stay fp32, the result is bf16.
at::Tensor relative_attention(const at::Tensor& q, const at::Tensor& kv, const at::Tensor& r,
                              const at::Tensor& u, const at::Tensor& v, const at::Tensor& bias,
                              const std::vector<LaneSpan>& lanes, double dropout);

// The same by the definition with LibTorch's operations (relative shift by reshaping): the
// yardstick of the others. Dropout is drawn from LibTorch's generator.
at::Tensor relative_attention_plain(const at::Tensor& q, const at::Tensor& kv, const at::Tensor& r,
                                    const at::Tensor& u, const at::Tensor& v,
                                    const at::Tensor& bias, const std::vector<LaneSpan>& lanes,
                                    double dropout);

// The same through LibTorch's scaled-dot-product attention: query q + u, and position scores, key
// bias and causal mask as its additive mask, so that the content scores are never stored. CUDA
// picks its memory-efficient kernel for that.
at::Tensor relative_attention_sdpa(const at::Tensor& q, const at::Tensor& kv, const at::Tensor& r,
                                   const at::Tensor& u, const at::Tensor& v, const at::Tensor& bias,
                                   const std::vector<LaneSpan>& lanes, double dropout);

// x [.., q, k] whose column c of row i belongs to distance k − 1 − c: gives the tensor whose cell
// (i, j) belongs to distance i + (k − q) − j. Cells beyond the causal edge hold rubbish; mask them.
at::Tensor relative_shift(const at::Tensor& x);

// One lane of the reading path, where keys and values lie in the lane's own cache.
struct CachedLane {
  at::Tensor kv;    // [keys, 2·head·e], rows contiguous
  at::Tensor bias;  // [head, keys]
  std::int64_t query_begin = 0, queries = 0;
  std::int64_t window = 0;  // see LaneSpan
};

// Forward only, no dropout. q [queries, head·e] packed; result likewise.
at::Tensor cached_attention(const at::Tensor& q, const at::Tensor& r, const at::Tensor& u,
                            const at::Tensor& v, const std::vector<CachedLane>& lanes);

}  // namespace proviso::model
