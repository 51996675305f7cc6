// `proviso finetune`: teaches a pretrained model to say which sentence contradicts the document,
// from labelled documents, and sets the thresholds from which on it may speak beside the checks.
//
// The reader stays as it is: each document is read once, and the heads learn from what it read in
// many passes. Copies of one document ("origin") are read as a family, see model/head_trainer.h.
//
// Log (OUT/training.jsonl): {"event":"start"}, one {"event":"pass", "pass", "loss", "dual_loss",
// "dependency_loss", "seconds"} a pass, one {"event":"calibration", "kind", …} a kind, one
// {"event":"documents", …}: checks alone, model alone, both; {"event":"end"}.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "model/head_trainer.h"
#include "tasks/learning/choice.h"

namespace proviso::tasks {

struct FinetuneOptions {
  std::vector<std::filesystem::path> labels;     // LABELS.jsonl, see labels.h
  std::vector<std::filesystem::path> calibrate;  // further labels, for the thresholds alone; then
                                                 // tune_share does not count
  std::vector<std::filesystem::path> report;     // further labels, scored at the end: neither
                                                 // learnt from nor seen by the thresholds
  std::size_t cut = 0;  // ablation: most tokens read of a document, 0: all
  std::filesystem::path model;                   // directory to start from
  std::filesystem::path out;                     // directory of the new model
  model::HeadOptions heads;
  double tune_share = 0.2;  // of the judgments (by origin, so that copies of one stay together):
                            // not trained on, thresholds are set on them
  double precision = 0.9;   // asked of checks and model together …
  double false_per_document = 0.02;  // … and at most so many clean documents flagged besides
  double false_alone = 0.1;  // of the documents of `report`: so many clean ones may the model flag
                             // where it is heard alone, at the best F1
  int threads = 2;
};

struct KindReport {
  std::string kind;
  std::size_t documents = 0,
              labelled = 0;          // held out: documents, and segments labelled with this kind
  double roc_area = 0;               // NaN when nothing was held out
  double threshold = 2;              // above 1: the model stays silent on this kind
  double precision = 0, recall = 0;  // at `threshold`, by segment, on the documents it was chosen on
  double recall_threshold =
      2;  // for --recall: half the precision, ten times the false flags allowed
  double recall_precision = 0, recall_recall = 0;  // at `recall_threshold`
  double f1 = 0;                                   // the best that any threshold reaches
  double error_before = 0, error = 0;              // calibration error of scores, of probabilities
};

struct FinetuneReport {
  std::size_t documents = 0, held_out = 0;
  std::int64_t passes = 0, steps = 0;
  double seconds = 0, reading_seconds = 0;
  // Before the first pass nothing has been learned, and nothing is saved; later the model so far is,
  // with its calibration.
  bool stopped = false;
  std::vector<KindReport> kinds;
  DocumentScore checks, model, both;  // on the documents held out
  // Of FinetuneOptions::report, by origin. The model alone has thresholds of its own, which give the
  // best F1 without checks.
  std::map<std::string, DocumentScore> reported_checks, reported_model, reported_both;
};

struct FinetuneProgress {
  std::string stage;  // "reading", "learning", "calibrating"
  std::uint64_t done = 0, total = 0;
  double loss = 0;  // of the last pass
};

// Writes OUT/model.safetensors (half precision), OUT/tokenizer.model, OUT/calibration.json and
// OUT/training.jsonl. Kinds that the labels bring and the model lacks are added; kinds that the
// model has and the labels lack keep what they say and their thresholds. A kind whose flags would
// not lift the F1 of checks and model together on the documents held out stays silent. The same
// arguments give the same bytes on the same machine type, thread count and LibTorch. Throws
// CorpusError, model::ModelError, segmenter::TokenizerError.
FinetuneReport finetune(const FinetuneOptions& options, std::stop_token stop,
                        const std::function<void(const FinetuneProgress&)>& report);

}  // namespace proviso::tasks
