// Relative attention of one head over a lane's cached keys and values, on packed operands. Same
// result as relative_attention_plain() without dropout. Internal to model/.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/lane_cache.h"
#include "model/product.h"

namespace proviso::model {

inline constexpr std::int64_t kMostRows = 48;  // queries at a time: their scores fit a core's L2

// One head of one lane. The cache holds the keys of the memory and then those of the queries.
struct AttentionHead {
  const float* q;  // first query; row stride q_stride
  std::int64_t q_stride;
  const float* u;
  const float* v;
  const LaneCache* cache;
  std::int64_t head;
  const kernels::PackedMatrix* positions;  // out() distances
  const float* bias;                       // [keys]
  std::int64_t queries, e, window;
  float* out;  // row stride out_stride
  std::int64_t out_stride;

  std::int64_t keys() const { return cache->rows(); }
  // One past the last key that query t sees, and the first.
  std::int64_t seen(std::int64_t t) const { return keys() - queries + t + 1; }
  std::int64_t first_seen(std::int64_t t) const {
    return window > 0 ? std::max<std::int64_t>(0, seen(t) - window) : 0;
  }
  // Column of the positions that stands for the distance of query t and key j.
  std::int64_t column(std::int64_t t, std::int64_t j) const {
    return positions->out() - seen(t) + j;
  }
};

// Working room of one thread, kept from call to call.
struct AttentionRoom {
  std::vector<float> score, position, queries_u, queries_v;
};

// Fills the output rows of queries first … first + rows − 1, rows ≤ kMostRows.
void attend(const AttentionHead& head, std::int64_t first, std::int64_t rows, AttentionRoom& room);

}  // namespace proviso::model
