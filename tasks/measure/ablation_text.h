// The streams of tokens and the documents that an ablation trains on and scores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/segmenter.h"
#include "tasks/learning/prepared.h"
#include "tasks/measure/ablation_run.h"

namespace proviso::tasks {

struct AblationText {
  std::vector<std::int32_t> training, scored;  // documents one after another, '\n' between
  std::vector<PreparedDocument> training_documents, scored_documents;  // empty when shuffled
};

// Takes documents in a drawn order until plan.train_tokens and plan.score_tokens are reached.
// Personal names are replaced first. Throws CorpusError where one of the two stays empty.
AblationText ablation_text(const AblationPlan& plan, const segmenter::Tokenizer& tokenizer);

// All sentences of the texts in a drawn order; a '\n' ends each.
std::vector<std::string> shuffled_sentences(std::span<const std::string> texts, std::uint64_t seed);

// `count` views of equal length on consecutive parts of a stream; what is left over at its end is
// in none.
std::vector<std::span<const std::int32_t>> stripes(std::span<const std::int32_t> stream,
                                                   std::size_t count);

}  // namespace proviso::tasks
