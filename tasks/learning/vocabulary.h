// Trains the tokenizer's vocabulary on pseudonymised text (`proviso tokenizer`).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tasks/learning/corpus.h"

namespace proviso::tasks {

struct VocabularyOptions {
  std::vector<std::string> corpus;  // PATH or PATH:WEIGHT; a weight above 1 counts as 1 here
  std::filesystem::path out;        // tokenizer.model
  int vocab_size = 16000;
  std::uint64_t seed = 1;
  int threads = 2;
};

struct VocabularyReport {
  std::size_t documents = 0, bytes = 0;
  std::size_t names_replaced = 0;  // distinct names, summed over documents
  std::int32_t vocab_size = 0;
  std::string sha256;
  double seconds = 0;
};

// Throws CorpusError, segmenter::TokenizerError.
VocabularyReport train_vocabulary(const VocabularyOptions& options);

}  // namespace proviso::tasks
