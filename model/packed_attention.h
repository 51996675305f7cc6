// Relative attention of one head on packed operands, forward and backward: the arithmetic of the
// CPU paths in fp32. By the definition of relative_attention_plain(); the tests compare. Internal
// to model/.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/kernels.h"
#include "model/product.h"

namespace proviso::model {

inline constexpr std::int64_t kMostRows = 48;  // queries at a time: their scores fit a core's L2

// One head of one lane.
struct AttentionHead {
  const float* q = nullptr;  // first query, [e]; row stride q_stride
  std::int64_t q_stride = 0;
  const float *u = nullptr, *v = nullptr;  // [e]
  // Keys of memory and segment packed as pack_columns() does, key 0 in column `lead` of the first
  // panel; cells that hold no key finite.
  const float* keys = nullptr;
  std::int64_t lead = 0, key_count = 0;
  const float* values = nullptr;  // from key 0, packed as pack_rows() does
  std::int64_t value_stride = 0;  // from panel to panel
  // W_kR·R packed as pack_columns() does; the last distance is 0.
  const float* positions = nullptr;
  std::int64_t distances = 0;
  const float* bias = nullptr;  // [key_count]
  std::int64_t queries = 0, e = 0;
  std::int64_t window = 0;  // > 0: a query sees this many keys at most, itself included
  float* out = nullptr;     // first query's result, [e]; row stride out_stride
  std::int64_t out_stride = 0;
  kernels::Dropout dropout{};                // of the probabilities; key: the head's
  float *top = nullptr, *inverse = nullptr;  // [queries]: greatest score, 1/Σ e^(score − greatest);
                                             // kept for the backward pass, or null

  // One past the last key that query t sees, and the first.
  std::int64_t seen(std::int64_t t) const { return key_count - queries + t + 1; }
  std::int64_t first_seen(std::int64_t t) const {
    return window > 0 ? std::max<std::int64_t>(0, seen(t) - window) : 0;
  }
  // Column of the positions that stands for the distance of query t and key j.
  std::int64_t column(std::int64_t t, std::int64_t j) const { return distances - seen(t) + j; }
  kernels::Dropout row_dropout(std::int64_t t) const {
    return {dropout.rate, kernels::mix(dropout.key, static_cast<std::uint64_t>(t))};
  }
};

// What the backward pass needs besides, and where its results go. k, v, r, u, w and bias gain, q is
// set.
struct AttentionGradient {
  const float* out = nullptr;            // dL/d(AttentionHead::out), row stride out_stride
  const float* value_columns = nullptr;  // the values packed as the keys are, key 0 in column 0
  const float* key_rows = nullptr;       // the keys packed as the values are
  std::int64_t key_stride = 0;
  const float* position_rows = nullptr;  // W_kR·R packed as the values are
  std::int64_t position_stride = 0;
  float* q = nullptr;                // row stride out_stride
  float *k = nullptr, *v = nullptr;  // [key_count, e], row stride kv_stride
  std::int64_t kv_stride = 0;
  float* r = nullptr;  // [distances, e], row stride r_stride
  std::int64_t r_stride = 0;
  float *u = nullptr, *w = nullptr, *bias = nullptr;  // [e], [e] (of v), [key_count]
};

// Working room of one thread, kept from call to call.
struct AttentionRoom {
  kernels::Floats score, position, queries_u, queries_v, grad, shifted, packed, query_gradients;
};

// Fills the output rows of queries first … first + rows − 1, rows ≤ kMostRows.
void attend(const AttentionHead& head, std::int64_t first, std::int64_t rows, AttentionRoom& room);

// The backward pass of those rows, after attend() kept `top` and `inverse`. Requires lead 0.
void attend_backward(const AttentionHead& head, const AttentionGradient& gradient,
                     std::int64_t first, std::int64_t rows, AttentionRoom& room);

}  // namespace proviso::model
