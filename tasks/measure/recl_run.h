// `proviso evaluate --recl`: the losses that RECL needs, read from a corpus by each model of a
// group.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tasks/loaded_model.h"
#include "tasks/measure/corpus_text.h"
#include "tasks/measure/recl.h"

namespace proviso::tasks {

inline constexpr std::array<double, 3> kReclShares{0.1, 0.5, 1.0};

// "100:1000:100": first, last and step, all above 0, at least two lengths. Throws
// std::invalid_argument saying what is wrong.
std::vector<std::int64_t> parse_lengths(const std::string& text);

struct ReclModel {
  std::string name;  // the directory as given
  std::string weights_sha256;
  std::vector<double> perplexity;             // [length], over all positions
  std::array<Recl, kReclShares.size()> recl;  // [share]
};

struct ReclReport {
  std::vector<std::int64_t> lengths;
  std::size_t documents = 0;  // long enough to be used
  std::size_t documents_too_short = 0;
  std::size_t tokens = 0;           // positions compared, the same for all models and lengths
  std::size_t tokens_left_out = 0;  // the first max(lengths) of each document used
  std::vector<ReclModel> models;
};

// Reads every document longer than the longest context, in corpus order until `corpus.most_tokens`
// of their tokens are met. Every token is predicted from attention over exactly c tokens: a window
// of c keys in each layer (same_length with mem_len c). What varies is thus the length of
// attention; through the layers, information may come from further back, up to n_layer times c.
// `names` are those of `group`. `progress(done, total)` counts readings of a document. Throws
// CorpusError where no document is long enough, model::ModelError (kIncompatible) where a model has
// another tokenizer than the first.
ReclReport measure_recl(std::span<LoadedModel> group, const std::vector<std::string>& names,
                        const CorpusText& corpus, const std::vector<std::int64_t>& lengths,
                        const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace proviso::tasks
