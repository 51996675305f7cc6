// `proviso evaluate`: how good a model is, on labelled documents and on running text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tasks/learning/pretrain.h"
#include "tasks/learning/targets.h"
#include "tasks/loaded_model.h"
#include "tasks/model_findings.h"

namespace proviso::tasks {

struct KindScore {
  std::string kind;
  std::size_t labelled = 0;  // segments that hold a labelled sentence of this kind
  double roc_area = 0;       // over segments; NaN without both classes
  bool silent = false;       // the calibration has no threshold: the model never flags this kind
  Precision at_threshold;    // segments flagged under the model's own threshold
  std::size_t right_sentence = 0;  // of at_threshold.found: the quoted sentence is the labelled one
  // Labelled sentences with evidence, and those whose segment's first dependency is such evidence,
  // flagged or not.
  std::size_t with_evidence = 0, right_evidence = 0;
  double calibration_error = 0;   // of probabilities, over segments
  std::size_t clean_flagged = 0;  // documents without any label that would get a flag of this kind
};

// How often the earlier segments that a labelled sentence rests on head a ranking of all segments
// before its own.
struct EvidenceRank {
  std::size_t first = 0, among_three = 0;  // one of them is the first; is among the first three
};

struct EvidenceScores {
  std::size_t asked = 0;       // labelled sentences with evidence in an earlier segment
  double candidates = 0;       // earlier segments of such a sentence, mean
  EvidenceRank head;           // by the dependency head; zero where the model has not learnt it
  EvidenceRank attention;      // by the dual tower's attention
  EvidenceRank words;          // by the number of the sentence's tokens that the segment holds
                               // too, each counted once; ties to the earlier
  double first_by_chance = 0;  // expected of a ranking that knows nothing
};

struct LabelScores {
  std::size_t documents = 0, clean = 0;  // clean: without any label
  EvidenceScores evidence;               // over all kinds
  std::vector<KindScore> kinds;          // the model's, in its order
  // Expected calibration error (tasks/calibration.h) over all segments and kinds, of the model's
  // scores and of the probabilities that the calibration makes of them; and where a probability is
  // a tenth or more.
  double error_of_scores = 0, error = 0, error_where_suspicious = 0;
};

// Scores the documents of a labels file. Labels of kinds that the model lacks are not counted.
// Throws CorpusError, model::ModelError.
LabelScores evaluate_labels(LoadedModel& loaded, const std::filesystem::path& labels,
                            Strictness strictness, int threads);

// Perplexity and bits per character over a corpus (PATH or PATH:WEIGHT; personal names are replaced
// first, as in pretraining). `share` below 1 takes only the documents that pretrain would hold out
// at that share; `mem_len` are the memory's rows, −1 the model's own.
Evaluation evaluate_corpus(LoadedModel& loaded, const std::vector<std::string>& corpus,
                           double share, std::uint64_t seed, int threads,
                           std::int64_t mem_len = -1);

}  // namespace proviso::tasks
