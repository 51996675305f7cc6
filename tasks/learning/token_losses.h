// `proviso evaluate --token-ids`: the losses of a stream of token ids, as language models are
// compared. Needs no tokenizer.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/reader.h"

namespace proviso::tasks {

// Whitespace-separated decimal ids of a file. Throws CorpusError with file and line for anything
// else, and where it holds no two ids.
std::vector<std::int64_t> read_token_ids(const std::filesystem::path& file);

// How the stream is read. What is absent is the model's own.
struct TokenProtocol {
  std::optional<std::int64_t> seg_len, mem_len, clamp_len;
  std::optional<bool> same_length;
  std::optional<model::InitialMemory> initial_memory;
  std::int64_t unscored = 1;  // ids at the beginning that are read and remembered but not scored;
                              // at least the first, which nothing predicts. More: a warm start
};

struct TokenScores {
  std::vector<double> losses;  // natural log, of ids unscored + 1 … N, in order
  double mean = 0, perplexity = 0, bits_per_token = 0;
  // As it was read. The memory starts empty (or of zeros) before id 1; with `unscored` above 1 it
  // holds their rows when the first token is scored.
  std::int64_t unscored = 1;
  std::int64_t seg_len = 0, mem_len = 0, clamp_len = -1;
  bool same_length = false;
  model::InitialMemory initial_memory = model::InitialMemory::kMasked;
};

// Reads the ids as one document in segments of `seg_len`, the last one shorter, memory carried
// over, under the section tag `other` where the model has it (else its first) and its first level.
// Throws model::ModelError (kIncompatible) for ids outside the vocabulary and a protocol out of
// bounds: among others one that leaves no token to score.
TokenScores token_losses(model::Reader& reader, std::span<const std::int64_t> ids,
                         const TokenProtocol& protocol);

}  // namespace proviso::tasks
