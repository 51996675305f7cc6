// `proviso finetune`: teaches a pretrained model to say which sentence contradicts the document,
// from labelled documents, and sets the thresholds from which on it may speak.
//
// Log (OUT/training.jsonl): as of pretrain, steps also with "dual_loss", "evidence_loss",
// "dependency_loss", "sentences"; at the end one
// {"event":"calibration", "kind", "documents", "labelled", "roc_area", "threshold", "precision",
// "recall", …} for each kind.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "model/trainer.h"
#include "tasks/learning/training_run.h"

namespace proviso::tasks {

struct FinetuneOptions {
  std::vector<std::filesystem::path> labels;  // LABELS.jsonl, see labels.h
  std::filesystem::path model;                // directory to start from
  std::filesystem::path out;                  // directory of the new model
  model::TrainOptions training;               // total_steps is computed
  double epochs = 2;
  double minutes = 0;       // by the clock instead of epochs, see RunLimits
  double tune_share = 0.2;  // of the judgments (by origin, so that copies of one stay together):
                            // not trained on, thresholds are set on them
  double precision = 0.9;   // asked of the default threshold …
  double false_per_document = 0.02;  // … and at most so many false flags a document
  int threads = 2;

  FinetuneOptions();  // lanes 4, 16 segments of back-propagation, small learning rate
};

struct KindReport {
  std::string kind;
  std::size_t documents = 0,
              labelled = 0;          // held out: documents, and segments labelled with this kind
  double roc_area = 0;               // NaN when nothing was held out
  double threshold = 2;              // above 1: the model stays silent on this kind
  double precision = 0, recall = 0;  // at `threshold`, on the documents it was chosen on
  double recall_threshold =
      2;  // for --recall: half the precision, ten times the false flags allowed
  double recall_precision = 0, recall_recall = 0;  // at `recall_threshold`
  double f1 = 0;                                   // the best that any threshold reaches
};

struct FinetuneReport {
  std::size_t documents = 0, held_out = 0;
  std::int64_t steps = 0;
  double seconds = 0;
  bool stopped = false;  // the model so far is saved nevertheless, with its calibration
  std::vector<KindReport> kinds;
};

// Writes OUT/model.safetensors (half precision), OUT/tokenizer.model, OUT/calibration.json and
// OUT/training.jsonl. Kinds that the labels bring and the model lacks are added. A kind without a
// threshold that keeps the promise above has no entry in calibration.json: the model never flags
// it. Throws CorpusError, model::ModelError, segmenter::TokenizerError.
FinetuneReport finetune(const FinetuneOptions& options, std::stop_token stop,
                        const std::function<void(const TrainingProgress&)>& report);

}  // namespace proviso::tasks
