// Next-token prediction, one token at a time over the cached memory. Choosing the token (greedy,
// sampled with a seed) is the caller's. No LibTorch type appears here.
//
//   Decoder decoder(reader);
//   decoder.feed(prompt);                                   // any number of segments
//   for (…) {
//     std::int32_t id = choose(decoder.logits());
//     decoder.append(id);
//   }
//
// A token sees its own segment so far and the memory before it, as when whole segments are read:
// the losses under logits() are those of Reader::read(). Cost per token does not grow with the
// number of tokens.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "model/reader.h"

namespace proviso::model {

struct DecodeOptions {
  std::int64_t mem_len = -1;  // memory rows before a segment; −1: the model's own
  // Tokens after which append() begins a new segment; −1: the model's seg_len. 1: every token is a
  // segment of its own and sees exactly the mem_len tokens before it.
  std::int64_t segment_len = -1;
  // Weights as 8-bit integers with a scale for each output: fewer bytes to read, other losses.
  // Prompts are read with the exact weights. No effect where the processor knows neither AVX2 nor
  // AVX-512.
  bool byte_weights = false;
};

// Thread-compatible. Keeps `threads` of set_threads() at work while a function runs.
class Decoder {
 public:
  // At the start of a document. Uses the reader's weights: the reader must outlive the decoder.
  // Throws ModelError kIncompatible where the model is not on the CPU.
  explicit Decoder(Reader& reader, const DecodeOptions& options = {});
  Decoder(Decoder&&) noexcept;
  Decoder& operator=(Decoder&&) noexcept;
  ~Decoder();

  // Begins a segment and reads all its tokens at once; append() goes on with it. `sentences` is not
  // looked at. Throws ModelError as Reader::read().
  void feed(const SegmentInput& segment);

  // The tokens appended from now on belong to a new segment of this tag and level. Throws
  // kIncompatible when out of range.
  void begin_segment(std::int32_t tag, std::int32_t level);

  // Appends one token to the current segment; where that is full, to a new one of the same tag and
  // level. Throws kIncompatible when id or marks are out of range.
  void append(std::int32_t id, std::uint8_t marks = 0);

  // [vocab_size] logits of the next token: softmax gives its probabilities. (With an adaptive
  // softmax they are log-probabilities already.) Valid until the next call. Throws kIncompatible
  // before the first token.
  std::span<const float> logits();

  // −log softmax(logits())[id], in natural units.
  double loss(std::int32_t id);

  // Tokens before the end of what was fed that can still be felt: each layer looks one memory and
  // one segment further back (Dai et al. 2019, section 3.2). Of a longer text the beginning may be
  // left out, and the logits are the same.
  std::int64_t reach() const;

  // [d_model]: the mean of the last layer's rows of the segment that was fed last, append() apart;
  // empty before the first.
  std::span<const float> pooled() const;

  // What the decoder has read so far, to come back to; cheap to copy. It takes as many bytes as the
  // memory: with the shipped model up to 20 MB.
  class Snapshot {
   public:
    Snapshot() = default;  // of nothing: cannot be restored
    bool empty() const { return memory_ == nullptr; }

   private:
    friend class Decoder;
    struct Memory;
    std::shared_ptr<Memory> memory_;
  };
  Snapshot snapshot() const;
  // The same into `out`: nothing is allocated where it is this decoder's older one and has no
  // copies.
  void snapshot(Snapshot& out) const;
  // Goes on from there as if nothing had been read since. Throws ModelError kIncompatible for an
  // empty snapshot and one of a decoder with other options or weights' shapes.
  void restore(const Snapshot& from);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace proviso::model
