// The documents that a measure reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace proviso::tasks {

struct CorpusText {
  std::vector<std::string> corpus;  // PATH or PATH:WEIGHT; weights are ignored
  double share = 1;                 // below 1: the documents that pretrain holds out at this share
  std::uint64_t seed = 1;           // of the invented names
  std::size_t most_tokens = 0;      // 0: no limit
};

// Gives take() the texts in corpus order, personal names replaced as in pretraining, until it
// returns false. Throws CorpusError.
void for_each_text(const CorpusText& corpus, const std::function<bool(std::string text)>& take);

}  // namespace proviso::tasks
