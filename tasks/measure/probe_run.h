// `proviso evaluate --probes`: finds facts in a corpus and probes a model's memory with them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "segmenter/segmenter.h"
#include "tasks/loaded_model.h"
#include "tasks/measure/corpus_text.h"
#include "tasks/measure/probes.h"

namespace proviso::tasks {

// A document with the figures it repeats.
struct ProbeDocument {
  PreparedDocument document;
  std::vector<Fact> facts;  // Fact::document stays 0
  DigitPieces pieces;
};

// The ids of the ten digits and of `separator`. Throws model::ModelError (kIncompatible) where the
// tokenizer has no piece of its own for each digit.
DigitPieces digit_pieces(const segmenter::Tokenizer& tokenizer, std::string_view separator);

// In segments of at most `seg_len` tokens. Figures whose digits are cut by a segment's end or share
// a piece with other text are left out.
ProbeDocument probe_document(std::string_view text, const segmenter::Tokenizer& tokenizer,
                             std::int64_t seg_len);

struct ProbeReport {
  std::size_t documents = 0;     // with at least one fact probed
  std::size_t facts_found = 0;   // of which some were drawn
  std::vector<ProbeBand> bands;  // limits: segment, memory, reach; and beyond
  std::int64_t seg_len = 0, mem_len = 0, reach = 0;
};

// At most `most_facts` facts, drawn with corpus.seed where more are found. `progress(done, total)`
// counts facts. Throws CorpusError where none is found, model::ModelError.
ProbeReport probe_memory(LoadedModel& loaded, const CorpusText& corpus, std::size_t most_facts,
                         const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace proviso::tasks
