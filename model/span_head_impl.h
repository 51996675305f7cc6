// Weights of the span head and its pass over windows. Internal to model/.
#pragma once

#include <ATen/core/Tensor.h>

#include <map>
#include <string>
#include <vector>

#include "model/span_head.h"

namespace proviso::model {

struct SpanWeights {
  at::Tensor states;       // [d, group · kSpanPlaces · h]
  at::Tensor hidden_bias;  // [group, h]
  at::Tensor out;          // [output, h]
  at::Tensor facts;        // [kSpanFacts]
};

struct SpanHead::Impl {
  SpanShape shape;
  SpanWeights weights;
  std::map<std::string, std::string> settings;
};

inline std::int64_t groups_of(const SpanShape& shape) {
  std::uint32_t most = 0;
  for (const std::uint32_t group : shape.group) most = std::max(most, group);
  return static_cast<std::int64_t>(most) + 1;
}

// The candidates of several windows, window after window, question after question.
struct SpanBatch {
  at::Tensor rows;                       // [token, d]
  at::Tensor places;                     // [candidate, 4] int64: first, last, behind (token count
                                         // where there is none), window's last
  at::Tensor ranges;                     // [candidate, 4] int64: span, trigger
  at::Tensor outputs, groups;            // [candidate] int64
  at::Tensor facts, fact_offsets;        // [fact], [candidate] int64
  std::vector<std::int64_t> begins;      // [question]: its first candidate
  std::vector<std::int64_t> counts;      // [question]
  std::vector<std::uint8_t> maybe_none;  // [question]
};

// Throws ModelError (kIncompatible) when a window does not fit `shape`.
SpanBatch span_batch(const SpanShape& shape, const std::vector<const SpanWindow*>& windows);

// [candidate]. `rows`: those of the batch, perhaps with columns dropped; undefined: facts alone.
// `fact_weights`: one a fact of the batch.
at::Tensor span_scores(const SpanWeights& weights, const SpanShape& shape, const SpanBatch& batch,
                       const at::Tensor& rows, const at::Tensor& fact_weights);

}  // namespace proviso::model
