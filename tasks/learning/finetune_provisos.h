// `proviso finetune --provisos`: from labelled texts to DIR/provisos.safetensors.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tasks/learning/teach_provisos.h"

namespace proviso::tasks {

struct ProvisoFinetuneOptions {
  std::vector<std::filesystem::path> labels;  // see teach_provisos.h
  std::filesystem::path model;                // read, never changed
  std::filesystem::path out;                  // the new model's directory; may be `model` itself
  ProvisoTeachingOptions teaching;
  ProvisoReading reading;
  int threads = 2;
};

// Counts over labelled provisos: `given` are reported within what was labelled; `exact` have
// trigger and scope as labelled, `limits` and `kind` are counted among those.
struct ProvisoCounts {
  std::size_t labelled = 0, given = 0, triggers = 0, exact = 0, limits = 0, kinds = 0;
  double trigger_f1() const;
  double exact_f1() const;
};

struct ProvisoFinetuneReport {
  std::size_t texts = 0;
  ProposalRecall proposals;
  ProvisoCounts rules,
      head;  // the head's by folds: each text judged by what learnt from the others
  std::array<ProvisoTrust, 2> trust;
  double seconds = 0;
};

// Reads the texts, judges each by a head that learnt from the other folds, teaches the head on all
// of them and writes OUT/provisos.safetensors; the rest of the model is copied where OUT is another
// directory. The same arguments give the same bytes on the same machine type, threads and LibTorch.
// Throws CorpusError, model::ModelError, segmenter::TokenizerError.
ProvisoFinetuneReport finetune_provisos(const ProvisoFinetuneOptions& options,
                                        const std::function<void(std::size_t, std::size_t)>& done);

}  // namespace proviso::tasks
