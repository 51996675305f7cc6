// The reader as the rest of the program sees it: load a model directory, read documents, get
// scores. No LibTorch type appears here. `model/` knows token ids, tags, levels and marks by
// number; their names are kept with the weights (ModelCard).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/config.h"
#include "model/error.h"

namespace proviso::model {

// One segment as the network sees it. The spans must outlive the call that takes them.
struct SegmentInput {
  std::span<const std::int32_t> ids;         // [time], 1 … seg_len token ids below vocab_size
  std::span<const std::uint8_t> marks;       // [time], bits; empty = none
  std::span<const std::uint32_t> sentences;  // ascending token indices, the first 0: where
                                             // sentences start; empty = the segment is one sentence
  std::int32_t tag = 0;                      // index into ModelCard::tags
  std::int32_t level = 0;                    // index into ModelCard::levels
};

// The segments of one document in order.
struct DocumentInput {
  std::vector<SegmentInput> segments;
};

// A segment that another rests on: by the dependency head of a model that has learnt it, which may
// name later segments too, else by the dual tower's attention over the earlier ones.
struct Dependency {
  std::uint32_t segment = 0;  // index in the document, never the reading segment's own
  float weight = 0;           // the weights of a segment sum to at most 1
};

struct SegmentReading {
  double loss = 0;                   // summed natural-log loss of the tokens scored
  std::uint32_t tokens_scored = 0;   // all tokens but a document's first, which nothing predicts
  std::vector<double> token_losses;  // [tokens_scored] in token order; see ReadOptions
  std::vector<float> probability;    // [kind], the segment's: the maximum over its sentences
  std::vector<float> sentence_probability;  // [sentence, kind], row-major
  std::vector<Dependency> depends_on;  // at most three, heaviest first; empty without a tower. By
                                       // the head: of all sentences, each weighing as likely as it
                                       // is wrong; by the tower: of the likeliest one
  // [sentence]: all segments with a weight, heaviest first, by the dual tower's attention over the
  // earlier segments and by the dependency head. See ReadOptions::every_dependency.
  std::vector<std::vector<Dependency>> attended, rested_on;

  // The sentence with the highest probability of `kind`, the first among equals. Requires kind <
  // probability.size().
  std::size_t top_sentence(std::size_t kind) const;
};

struct DocumentReading {
  std::vector<SegmentReading> segments;
};

enum class Device { kAuto, kCpu, kCuda };

// The knobs of ReaderConfig that no weight depends on may be others than the model's own.
struct ReadOptions {
  bool losses = true;             // false: SegmentReading::loss stays 0; about a quarter faster
  std::int64_t mem_len = -1;      // memory rows; −1: the model's own
  bool dual_tower = true;         // false: no probabilities and dependencies
  bool token_losses = false;      // fill SegmentReading::token_losses too; asks for `losses`
  bool every_dependency = false;  // fill SegmentReading::attended, and rested_on of a model that
                                  // has learnt it; asks for `dual_tower`
  std::int64_t seg_len = -1;      // most tokens of a segment; −1: the model's own
  std::optional<std::int64_t> clamp_len = {};
  std::optional<bool> same_length = {};
  std::optional<InitialMemory> initial_memory = {};
};

// Thread-compatible: one Reader is used by one thread at a time.
class Reader {
 public:
  struct Impl;
  // Loads DIR/model.safetensors. Throws ModelError; on failure nothing is kept.
  static Reader load(const std::filesystem::path& dir, Device device = Device::kAuto);
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  ~Reader();

  const ModelCard& card() const;

  // Reads whole documents, each in a lane of its own with its own memory and bank. A document's
  // scores do not depend on the others (equal within 1e-4). An empty document gives an empty
  // reading. Throws ModelError (ids out of range, segment too long, options out of bounds:
  // kIncompatible).
  std::vector<DocumentReading> read(std::span<const DocumentInput> documents,
                                    const ReadOptions& options = {});

 private:
  friend class Decoder;  // use the same weights
  friend class StateReader;
  explicit Reader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Number of threads of all tensor work in this process; call before any other function of this
// room.
void set_threads(int threads);

// "cpu (AVX2, 2 threads)", "…, cuda (1 device)", or why a machine with an NVIDIA driver does not
// use it; for `proviso version`.
std::string device_description();

// What a speed of this room is compared with: ten fp32 products 1536×1024×1024 on the CPU.
void matrix_product();
inline constexpr double kMatrixProductGflop = 10 * 2.0 * 1536 * 1024 * 1024 / 1e9;

}  // namespace proviso::model
