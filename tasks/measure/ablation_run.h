// `proviso ablate`: what recurrence, the encoding of positions and the span of the loss are worth,
// by training each variant with the same data, steps and seed (Dai et al. 2019, Table 6); and what
// the consistency loss changes in the product's own network.
//
// Log (OUT/ablation.jsonl, one object a line): {"event":"start", …}, {"event":"variant", …} as each
// is done, {"event":"consistency", …}, {"event":"end"}.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "model/ablation.h"

namespace proviso::tasks {

struct AblationPlan {
  std::vector<std::string> corpus;  // PATH or PATH:WEIGHT
  std::filesystem::path tokenizer, out;
  model::AblationOptions network;  // vocab_size is filled in
  double minutes = 0;  // for everything together; the steps are fitted to them. 0: network.steps
  bool shuffle_sentences = false;  // all sentences of the corpus in a drawn order, so that no long
                                   // context helps (Table 7); then without the consistency pair
  double held_out_share = 0.05;    // of the documents: what is scored
  std::size_t train_tokens = 1000000;    // at most, of the corpus in a drawn order of documents
  std::size_t score_tokens = 8192;       // at most
  std::vector<double> consistency{0.1};  // βs that are compared with β = 0; empty: left out
  bool variants = true;                  // false: only the runs of the consistency loss
  std::int64_t seeds = 1;  // of those runs: the seeds network.seed, + 1, … each train every β
  int threads = 2;
};

struct AblationRow {
  model::AblationVariant variant;
  std::int64_t training_length = 0;  // attention length while training
  double train_loss = 0;             // mean over the last tenth of the steps
  double perplexity_init = 0;        // at training_length
  double perplexity_best = 0;
  std::int64_t best_length = 0;  // the shortest attention length with perplexity_best
  std::vector<std::pair<std::int64_t, double>> by_length;  // attention length, perplexity
};

// The product's network and trainer, documents and sections as in `pretrain`, with and without the
// consistency loss β‖s_i − s_{i−1}‖².
struct ConsistencyRow {
  double beta = 0;
  std::uint64_t seed = 0;
  double train_loss = 0;  // of the language model, mean over the last tenth of the steps
  double distance = 0;    // ‖s_i − s_{i−1}‖², likewise
  double perplexity = 0;  // a token, held out, whole documents from an empty memory
};

struct AblationReport {
  std::int64_t steps = 0, tokens_per_step = 0;
  std::size_t train_tokens = 0;  // in the stream; read again from the start when it is used up
  std::int64_t tokens_scored = 0, stride = 0;
  std::vector<AblationRow> rows;
  std::vector<ConsistencyRow> consistency;
  bool stopped = false;  // a stop was requested: rows so far
};

struct AblationProgress {
  std::size_t run = 0, runs = 0;  // trainings done, of all
  std::int64_t step = 0, steps = 0;
  double loss = 0;
};

// The variants in the order of the table: with recurrence relative and Shaw, without it relative,
// Shaw and absolute, each with the full and the half loss.
std::vector<model::AblationVariant> ablation_variants();

// Attention lengths that are compared: 1, 2, 3, 4, 6, 8, 12, 16 … strides up to twice the longest
// training length, and both training lengths. Ascending.
std::vector<std::int64_t> attention_lengths(const model::AblationOptions& options,
                                            std::int64_t stride);

// Trains and scores all variants. All are scored on the same tokens, half a segment at a time (see
// AblationNetwork::score), the streams' first tokens left out. Throws CorpusError, where the corpus
// is too small, segmenter::TokenizerError, model::ModelError.
AblationReport ablate(const AblationPlan& plan, std::stop_token stop,
                      const std::function<void(const AblationProgress&)>& report);

const char* name(model::Encoding encoding);  // "relative", "shaw", "absolute"
nlohmann::ordered_json as_json(const AblationRow& row);
nlohmann::ordered_json as_json(const ConsistencyRow& row);

}  // namespace proviso::tasks
