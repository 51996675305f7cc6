// Trains the heads, the dual tower and the dependency head, over a reader that stays as it is. No
// LibTorch type appears here.
//
// Every document is read once and its pooled states are kept; the heads then learn from them in as
// many passes as wanted, at a small part of the cost of reading. Copies of one document with a
// passage changed come as a family: what they have in common with the first is neither read nor
// asked about again.
//
//   HeadTrainer trainer = HeadTrainer::from_model(dir, options, kinds);
//   for (const auto& family : families) trainer.add(family);
//   while (trainer.passes() < options.passes) HeadStats stats = trainer.pass();
//   trainer.save_model(out, Precision::kHalf);
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/config.h"
#include "model/reader.h"
#include "model/trainer.h"

namespace proviso::model {

struct HeadOptions {
  std::int64_t passes = 8;  // over all documents; the learning rate falls as a cosine to 0 over them
  std::int64_t batch = 16;  // documents a step
  double learning_rate = 1e-3, warmup = 0.05;  // peak; share of the steps that climb to it
  double weight_decay = 0.01, dropout = 0.1;   // AdamW; of the pooled rows' columns
  double clip = 1;
  double positive_weight = 5;    // of a labelled (sentence, kind); rarer kinds weigh up to 4 times more
  double first_weight = 3;       // of a family's first document, which is asked about every sentence
  double evidence_weight = 0.1;  // of the tower's attention
  double dependency_weight = 0.3;
  std::uint64_t seed = 1;
  // Ablations: what the heads do without; the model that is saved does without it too. No memory
  // also reads without it.
  bool memory = true, bank = true, comparison = true;
};

struct StudyDocument {
  DocumentInput document;
  std::vector<std::pair<std::uint32_t, DualTarget>> targets;             // segment → target
  std::vector<std::pair<std::uint32_t, DependencyLabel>> dependencies;  // likewise
};

struct HeadStats {
  double loss = 0, dual_loss = 0, dependency_loss = 0;  // means a document, a document, a label
  std::int64_t documents = 0, sentences = 0, steps = 0;
};

// Thread-compatible. Every function may throw ModelError.
class HeadTrainer {
 public:
  // Starts from DIR/model.safetensors. A model without kinds, or whose heads read no comparison,
  // gets new heads. Kinds of `kinds` that the model lacks are added after its own. What the model
  // says of kinds that are not among `kinds` is kept: on the documents added it goes on saying what
  // it said before.
  static HeadTrainer from_model(const std::filesystem::path& dir, const HeadOptions& options,
                                std::span<const std::string> kinds, Device device = Device::kAuto);
  HeadTrainer(HeadTrainer&&) noexcept;
  HeadTrainer& operator=(HeadTrainer&&) noexcept;
  ~HeadTrainer();

  // Reads the documents and keeps what the heads need of them. Every sentence of the first is asked
  // about, of the others those of segments that differ from the first's and the labelled ones.
  // Targets not given are negatives.
  void add(std::span<const StudyDocument> family);

  // One pass over all documents added, in an order drawn from seed and pass.
  HeadStats pass();
  std::int64_t passes() const;  // made
  std::size_t documents() const;

  // Reads with the present heads. `whole` false: as add() reads a family, see read_family().
  std::vector<DocumentReading> read(std::span<const DocumentInput> family, bool whole);

  // As Trainer::save_model().
  void save_model(const std::filesystem::path& dir, Precision precision);
  const ModelCard& card() const;

 private:
  struct Impl;
  explicit HeadTrainer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace proviso::model
