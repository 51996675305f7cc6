// A sentence encoder on the CPU: token ids in, the mean of the last layer's rows out (Reimers and
// Gurevych 2019, arXiv 1908.10084). No LibTorch type appears here. `segmenter/encoder_tokens.h`
// makes the ids, `tasks/encoding/` the text's vector.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "model/error.h"

namespace proviso::model {

// Immutable after loading; encode() may run on several threads at a time, each of which uses
// set_threads() threads more.
class SentenceEncoder {
 public:
  // `file`: see read_encoder_weights(). Throws ModelError kFormat or kIncompatible.
  static SentenceEncoder load(const std::filesystem::path& file);
  SentenceEncoder(SentenceEncoder&&) noexcept;
  SentenceEncoder& operator=(SentenceEncoder&&) noexcept;
  ~SentenceEncoder();

  std::int64_t dim() const;
  std::int64_t max_tokens() const;  // most ids of a call, the marks of begin and end among them
  std::int64_t vocab_size() const;

  // The mean over all ids' rows, [dim], not normalised. 1 … max_tokens() ids in 0 … vocab_size() −
  // 1, else ModelError kIncompatible. The same ids give the same numbers whatever the threads.
  std::vector<float> mean(std::span<const std::int32_t> ids) const;

 private:
  struct Impl;
  explicit SentenceEncoder(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace proviso::model
