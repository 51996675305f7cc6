// `proviso pretrain`: a language model from a corpus, read as the finished program reads: whole
// documents in order, section by section, each lane with its own memory.
//
// Log (DIR/training.jsonl, one object a line): {"event":"start", "documents", "held_out", "tokens",
// "segments", "mean_segment", "prepare_seconds", "names_replaced"}, {"event":"step", "step",
// "loss", "lm_loss", "perplexity", "learning_rate", "gradient_norm", "tokens", "tokens_per_second",
// "seconds"}, {"event":"evaluation", "held_out_documents", "tokens", "loss", "perplexity",
// "bits_per_character"}, {"event":"end", "reason":"steps"|"time"|"stopped", "step", "seconds"}.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "model/config.h"
#include "model/trainer.h"
#include "tasks/learning/corpus.h"
#include "tasks/learning/prepared.h"
#include "tasks/learning/training_run.h"

namespace proviso::tasks {

struct PretrainOptions {
  std::vector<std::string> corpus;  // PATH or PATH:WEIGHT
  std::filesystem::path tokenizer;
  std::filesystem::path out;  // model directory; checkpoints lie in `out`/checkpoint
  bool resume = false;  // continue `out`/checkpoint: corpus, tokenizer and seed must be the same
  std::filesystem::path model;   // start from this model's weights and network; empty: a new one
  model::ReaderConfig network;   // of a new one: counts of names and vocabulary are filled in
  model::TrainOptions training;  // total_steps is where the schedule ends
  double minutes = 0;  // end by the clock, the schedule stretched to fit; 0: by total_steps alone.
                       // Such a run depends on the speed of the machine
  int checkpoint_every = 500;    // steps
  double held_out_share = 0.01;  // of the documents, by hash of their text; never trained on
  int threads = 2;
  bool pseudonymise = true;
};

struct Evaluation {
  std::size_t documents = 0;
  std::uint64_t tokens = 0, code_points = 0;  // tokens: those scored
  std::uint64_t tokens_not_scored = 0;        // each document's first, which nothing predicts
  double loss = 0;                            // natural log, mean a token
  double perplexity = 0;                      // per token
  double bits_per_character = 0;              // summed loss in bits / code points of the text
};

// Perplexity and bits per character of `documents` under a reader: Reader::read or Trainer::read.
Evaluation evaluate_text(
    const std::vector<PreparedDocument>& documents,
    const std::function<std::vector<model::DocumentReading>(std::span<const model::DocumentInput>)>&
        read);

struct PretrainReport {
  std::int64_t steps = 0;
  std::uint64_t tokens = 0;  // trained on by this run
  double seconds = 0, prepare_seconds = 0;
  bool stopped = false;  // a stop was requested: checkpoint saved, no evaluation
  std::optional<Evaluation> held_out;
};

// Trains, saves checkpoints, and at the end writes OUT/model.safetensors (half precision),
// OUT/tokenizer.model and the log. `report` is called about once a second. When `stop` becomes true
// the step under way is finished and a checkpoint saved. Throws CorpusError,
// segmenter::TokenizerError, model::ModelError.
PretrainReport pretrain(const PretrainOptions& options, std::stop_token stop,
                        const std::function<void(const TrainingProgress&)>& report);

}  // namespace proviso::tasks
