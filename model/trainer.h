// Training as the rest of the program sees it: make or load a model, feed it segments lane by lane,
// save models and checkpoints. No LibTorch type appears here.
//
// A lane is one stream of documents: segments in document order, one document after another;
// `reset` on a document's first segment clears that lane's memory and bank alone. Documents may be
// shuffled, segments never.
//
//   Trainer trainer = Trainer::create(card, options);
//   while (trainer.step_count() < options.total_steps) {
//     std::vector<LaneInput> lanes = next_segments();          // lanes.size() == options.lanes
//     StepStats stats = trainer.step(lanes);
//   }
//   trainer.save_model(dir, Precision::kHalf);
//
// Lanes are packed, never padded: a step costs what its tokens cost, so short segments and idle
// lanes are free.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/config.h"
#include "model/reader.h"

namespace proviso::model {

enum class Schedule { kCosine, kInverseSqrt };

struct TrainOptions {
  std::int64_t lanes = 8;
  std::int64_t mem_len = 768;  // memory rows per layer while training
  std::int64_t bptt_segments =
      1;  // most segments a lane may bring to one step. Within a step gradients flow through
          // memory and bank; between steps both are cut. 1: the published language model;
          // 16: a whole judgment, for fine-tuning
  std::int64_t total_steps = 10000;
  std::int64_t warmup_steps = 2000;
  Schedule schedule = Schedule::kCosine;
  double learning_rate = 2e-4;     // peak
  double final_learning_rate = 0;  // cosine ends here
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8,
         weight_decay = 0;  // AdamW; no decay on vectors and biases
  double clip = 0.25;       // global norm of the gradient; 0: none
  double lm_weight = 1, dual_weight = 1, evidence_weight = 0.1;  // of the losses
  double dependency_weight = 0;  // of the dependency head's; above 0 from_model() adds the head
  double positive_weight = 5;    // of a positive (sentence, kind) in the dual tower's cross-entropy
  double consistency = 0;        // β of β‖s_i − s_{i−1}‖²
  bool gradient_checkpointing = false;  // keep what each layer reads, run it again in the backward
                                        // pass: a third more work, much less memory with
                                        // bptt_segments > 1
  bool progressive_eviction = true;     // see valid_rows()
  bool bf16 = false;  // matrix products of the layers and the softmax in bfloat16, as automatic
                      // mixed precision has them; weights, optimizer, norms, positions, softmax
                      // sums, residual rows, memory and the heads stay fp32. Pays on CUDA and on
                      // processors with AVX-512 BF16 (bf16_pays()); elsewhere the same rounding at
                      // the cost of fp32
  // The network's dropouts while training; −1: those of ReaderConfig.
  double attn_dropout = -1, ffn_dropout = -1, memory_dropout = -1;
  std::uint64_t seed = 1;
};

// Learning rate of optimizer step `step` (0-based): linear warm-up, then cosine from peak to final
// over the steps that are left, or peak·√(warmup/step).
double learning_rate(const TrainOptions& options, std::int64_t step);

// Progressive eviction. Number of memory rows that the segment `segment` (0-based within its
// document) may see at optimizer step `step` of `total`, given the rows that earlier segments hold
// in memory, oldest segment first:
//   step <  0.3·total: all of them;
//   step <  0.7·total: at every fifth segment (4, 9, 14 …) the oldest segment's rows are dropped,
//   for good; later:             only the rows of the last two segments.
// Rows are counted from the newest. The bank is never evicted.
std::int64_t valid_rows(std::int64_t step, std::int64_t total, std::int64_t segment,
                        std::span<const std::int64_t> rows_by_segment);

// One labelled inconsistency.
struct DualTarget {
  std::int32_t kind = 0;       // index into ModelCard::kinds
  std::uint32_t sentence = 0;  // of this segment
  std::vector<std::uint32_t>
      evidence;  // earlier segments of the document that it rests on; may be empty
};

// A sentence and the segments of the document, earlier or later, that it rests on.
struct DependencyLabel {
  std::uint32_t sentence = 0;  // of this segment
  std::vector<std::uint32_t> segments;
};

struct TrainSegment {
  SegmentInput input;
  std::int32_t next_id =
      -1;  // the document's token after this segment, −1 at its end: what the last token predicts
  bool labelled = false;  // true: `targets` is complete, sentences not in it are negatives
  std::vector<DualTarget> targets;            // one with evidence is a dependency label too
  std::vector<DependencyLabel> dependencies;  // besides; learnt at the document's end (next_id −1)
};

struct LaneInput {
  bool reset = false;                  // before the first of `segments`: a new document starts
  std::vector<TrainSegment> segments;  // 0 (the lane idles, its memory stays) … bptt_segments
};

struct StepStats {
  double loss = 0;             // weighted sum, what was minimised
  double lm_loss = 0;          // mean natural-log loss a token; perplexity = exp
  double dual_loss = 0;        // mean over labelled sentences, summed over kinds
  double evidence_loss = 0;    // mean over targets with evidence
  double dependency_loss = 0;  // mean over dependency labels of the documents that ended
  double consistency_loss = 0;  // mean ‖s_i − s_{i−1}‖² over segments that have a predecessor
  double gradient_norm = 0;     // before clipping
  double learning_rate = 0;
  std::int64_t tokens = 0;         // read
  std::int64_t tokens_scored = 0;  // that lm_loss is the mean of
  std::int64_t sentences_labelled = 0;
  std::int64_t dependencies = 0;  // labels that dependency_loss is the mean of
};

enum class Precision { kSingle, kHalf };

// Whether training with TrainOptions::bf16 can be faster on `device`. Throws kDevice.
bool bf16_pays(Device device = Device::kAuto);

// Thread-compatible. Every function may throw ModelError.
class Trainer {
 public:
  // A new model, weights drawn from options.seed. `card` brings config and names; its counts must
  // agree.
  static Trainer create(const ModelCard& card, const TrainOptions& options,
                        Device device = Device::kAuto);

  // Starts from DIR/model.safetensors (weights only; step, optimizer and memories start anew).
  // `kinds` that the model lacks are added after its own, with fresh rows in the head; kinds it has
  // keep index and weights.
  static Trainer from_model(const std::filesystem::path& dir, const TrainOptions& options,
                            std::span<const std::string> kinds = {}, Device device = Device::kAuto);

  // Continues save_checkpoint(): on the same machine type, thread count and LibTorch the run goes
  // on as if it had never stopped, byte for byte. The options are the checkpoint's.
  static Trainer resume(const std::filesystem::path& dir, Device device = Device::kAuto);

  Trainer(Trainer&&) noexcept;
  Trainer& operator=(Trainer&&) noexcept;
  ~Trainer();

  // One optimizer step over at most bptt_segments segments of every lane. Requires lanes.size() ==
  // options.lanes and at least one token to learn from. Throws kDiverged (the weights are as before
  // the step) and kIncompatible (ids, tags, kinds or lengths out of range).
  StepStats step(std::span<const LaneInput> lanes);

  // Reads documents with the present weights, without dropout; training state is not touched. For
  // validation and calibration.
  std::vector<DocumentReading> read(std::span<const DocumentInput> documents,
                                    const ReadOptions& options = {});

  // Writes DIR/model.safetensors (temporary file, fsync, rename); makes DIR. kHalf: fp16, for
  // shipping.
  void save_model(const std::filesystem::path& dir, Precision precision);

  // Writes DIR/checkpoint.safetensors (weights in fp32, moments, memories, banks, step, options),
  // one file: a run killed at any moment leaves a whole checkpoint. `caller_state` is any text of
  // the caller (stream offsets) and comes back from resume().
  void save_checkpoint(const std::filesystem::path& dir, const std::string& caller_state);

  const std::string& caller_state() const;  // of the checkpoint resumed; else empty
  const ModelCard& card() const;
  const TrainOptions& options() const;
  std::int64_t step_count() const;  // optimizer steps made, by this run and the one it resumed

  // Changes where the schedule ends; for runs limited by the clock. Kept in checkpoints.
  void set_total_steps(std::int64_t total_steps);

 private:
  struct Impl;
  explicit Trainer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace proviso::model
