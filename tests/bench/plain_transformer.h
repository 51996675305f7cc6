// The yardstick of attention_length_bench: a plain decoder (Vaswani et al. 2017; absolute
// positions, no recurrence) with a K/V cache, on the same packed kernels as the reader, one thread.
// Random weights: it is timed, not trained.
#pragma once

#include <cstdint>
#include <vector>

#include "model/config.h"
#include "model/lane_cache.h"
#include "model/product.h"

namespace proviso::bench {

class PlainTransformer {
 public:
  // Of the shape of `config` (d_model, layers, heads, inner), for at most `window` tokens.
  PlainTransformer(const model::ReaderConfig& config, std::int64_t window);

  std::int64_t cached() const { return cached_; }

  // Reads `count` tokens more at the positions cached() …, which must fit the window. Gives their
  // last layer's rows, [count, d_model].
  const model::kernels::Floats& append(std::int64_t count);

  // Forgets all but the newest `keep` tokens. Their positions are others now and so are all their
  // keys and values: they are read anew.
  void slide(std::int64_t keep);

 private:
  struct Layer {
    model::kernels::PackedMatrix qkv, out, inner, outer;
  };
  void attend(std::size_t layer, std::int64_t count);

  model::ReaderConfig config_;
  std::int64_t window_, cached_ = 0;
  std::vector<float> embeddings_, positions_;  // [window, d] each; a token's row is its number's
  std::vector<float> ones_, zeros_;
  std::vector<Layer> layers_;
  std::vector<model::LaneCache> caches_;
  model::kernels::Floats x_, qkv_, mixed_, part_, hidden_, scores_;
};

}  // namespace proviso::bench
