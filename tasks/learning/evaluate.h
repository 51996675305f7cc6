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
  std::size_t clean_flagged = 0;  // documents without any label that would get a flag of this kind
};

struct LabelScores {
  std::size_t documents = 0, clean = 0;  // clean: without any label
  std::vector<KindScore> kinds;          // the model's, in its order
};

// Scores the documents of a labels file. Labels of kinds that the model lacks are not counted.
// Throws CorpusError, model::ModelError.
LabelScores evaluate_labels(LoadedModel& loaded, const std::filesystem::path& labels,
                            Strictness strictness, int threads);

// Perplexity and bits per character over a corpus (PATH or PATH:WEIGHT; personal names are replaced
// first, as in pretraining). `share` below 1 takes only the documents that pretrain would hold out
// at that share.
Evaluation evaluate_corpus(LoadedModel& loaded, const std::vector<std::string>& corpus,
                           double share, std::uint64_t seed, int threads);

}  // namespace proviso::tasks
