// The networks that an ablation compares (Dai et al. 2019, Table 6): with and without recurrence,
// three encodings of position, the loss on all or half of a segment. For `proviso ablate` alone;
// plain post-norm layers without section tags, dropout and caches, by LibTorch's operations. No
// LibTorch type appears here.
//
// Text is a stream as in the paper: segments of seg_len tokens one after another, whatever document
// they come from.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/error.h"
#include "model/reader.h"

namespace proviso::model {

enum class Encoding : std::uint8_t {
  kRelative,  // the product's and the paper's: sinusoids of the distance, projected by W_kR
  kShaw,      // a learned vector and bias for each distance and layer (Shaw et al. 2018)
  kAbsolute,  // sinusoids of the place in the segment added to the embedding (Vaswani et al. 2017);
              // only without recurrence
};

struct AblationVariant {
  bool recurrence = true;
  Encoding encoding = Encoding::kRelative;
  bool half_loss = false;  // training scores the second half of each segment only
};

struct AblationOptions {
  std::int64_t vocab_size = 0;
  std::int64_t d_model = 128, n_layer = 4, n_head = 4, d_inner = 512;
  std::int64_t seg_len = 64;  // tokens of a segment while training, at least 2
  std::int64_t mem_len = 64;  // memory rows while training; none without recurrence
  std::int64_t lanes = 8;     // streams read side by side
  std::int64_t steps = 1000;  // the schedule: a tenth warm-up, then cosine to 0
  double learning_rate = 1e-3;
  double clip = 0.25;
  std::uint64_t seed = 1;
};

// Most tokens that a token attends to while training, itself included.
std::int64_t training_attention_length(const AblationVariant& variant,
                                       const AblationOptions& options);

// Thread-compatible. Every function may throw ModelError.
class AblationNetwork {
 public:
  // Weights drawn from options.seed, the same for all variants where they have the same. Throws
  // kIncompatible for absolute encoding with recurrence and for shapes that do not fit.
  AblationNetwork(const AblationVariant& variant, const AblationOptions& options,
                  Device device = Device::kAuto);
  ~AblationNetwork();
  AblationNetwork(AblationNetwork&&) noexcept;
  AblationNetwork& operator=(AblationNetwork&&) noexcept;

  // One optimizer step. lanes [options.lanes]: the next seg_len tokens of each stream and the one
  // that follows them, seg_len + 1 ids. `reset` forgets the memory first. Returns the mean
  // natural-log loss of the tokens scored. Throws kDiverged.
  double step(std::span<const std::span<const std::int32_t>> lanes, bool reset);

  // Sum of the natural-log losses of the tokens number first + 1, first + 2, … of each stream,
  // `stride` at a time, every one predicted from attention over attention_length − stride + 1 …
  // attention_length tokens. With recurrence they are the stride's own tokens and attention_length
  // − stride memory rows, the stream being read from its beginning; without, the tokens before are
  // computed anew for every stride. Streams are of one length; what is less than a stride at their
  // end is left out. Requires attention_length ≥ stride, and `first` a multiple of stride and at
  // least attention_length − stride.
  struct Score {
    double loss = 0;
    std::int64_t tokens = 0;
  };
  Score score(std::span<const std::span<const std::int32_t>> streams, std::int64_t attention_length,
              std::int64_t stride, std::int64_t first);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace proviso::model
