#include "tasks/learning/finetune.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "segmenter/tokenizer.h"
#include "tasks/calibration.h"
#include "tasks/learning/corpus.h"
#include "tasks/learning/labels.h"
#include "tasks/learning/lanes.h"
#include "tasks/learning/targets.h"
#include "tasks/loaded_model.h"

namespace proviso::tasks {
namespace {

struct Split {
  std::vector<PreparedDocument> training, tune;
};

Split prepare_split(const std::vector<LabelledDocument>& documents,
                    const std::vector<std::string>& kinds, const segmenter::Tokenizer& tokenizer,
                    std::int64_t seg_len, const FinetuneOptions& options) {
  std::vector<PreparedDocument> prepared(documents.size());
  for_each_parallel(documents.size(), options.threads, [&](std::size_t d) {
    prepared[d] = prepare_labelled(documents[d], kinds, tokenizer, seg_len);
  });
  Split split;
  for (std::size_t d = 0; d < documents.size(); ++d)
    (held_out(documents[d].origin, options.tune_share) ? split.tune : split.training)
        .push_back(std::move(prepared[d]));
  if (split.training.empty())
    throw CorpusError(
        "no document is left to train on; give more labels or a smaller --tune-share");
  return split;
}

// Steps that the lanes need for `epochs` passes: counted by walking them.
std::int64_t count_steps(Lanes lanes, double epochs) {
  std::int64_t steps = 0;
  while (lanes.passes() < epochs) {
    lanes.next();
    ++steps;
  }
  return std::max<std::int64_t>(steps, 1);
}

Calibration calibrate(model::Trainer& trainer, const std::vector<PreparedDocument>& tune,
                      const FinetuneOptions& options, FinetuneReport& report) {
  std::vector<model::DocumentReading> readings;
  constexpr std::size_t kBatch = 8;
  for (std::size_t first = 0; first < tune.size(); first += kBatch) {
    std::vector<model::DocumentInput> inputs;
    for (std::size_t d = first; d < std::min(first + kBatch, tune.size()); ++d)
      inputs.push_back(tune[d].document_input());
    for (model::DocumentReading& reading : trainer.read(inputs, {.losses = false}))
      readings.push_back(std::move(reading));
  }
  const std::vector<std::string>& kinds = trainer.card().kinds;
  const auto scored = scored_by_kind(tune, readings, kinds.size());
  Calibration calibration;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    KindReport kind;
    kind.kind = kinds[k];
    kind.documents = tune.size();
    kind.labelled = at_threshold(scored[k], 2).wrong;
    kind.roc_area = roc_area(scored[k]);
    kind.threshold =
        precision_threshold(scored[k], tune.size(), options.precision, options.false_per_document);
    const Precision strict = at_threshold(scored[k], kind.threshold);
    kind.precision = strict.precision();
    kind.recall = strict.recall();
    kind.f1 = at_threshold(scored[k], best_f1_threshold(scored[k])).f1();
    // --recall: half the precision asked for, ten times the false flags. A kind that keeps
    // only this promise is heard with --recall alone.
    const double generous = precision_threshold(scored[k], tune.size(), options.precision / 2,
                                                10 * options.false_per_document);
    kind.recall_threshold = std::min(kind.threshold, generous);
    const Precision wide = at_threshold(scored[k], kind.recall_threshold);
    kind.recall_precision = wide.precision();
    kind.recall_recall = wide.recall();
    if (generous <= 1)
      calibration.kinds[kind.kind] = {std::min(kind.threshold, 1.0),
                                      std::min(kind.threshold, generous)};
    report.kinds.push_back(kind);
  }
  return calibration;
}

// Whether any label says what a sentence rests on.
bool any_dependency(const std::vector<LabelledDocument>& documents) {
  return std::any_of(documents.begin(), documents.end(), [](const LabelledDocument& document) {
    return !document.depends_on.empty() ||
           std::any_of(document.flags.begin(), document.flags.end(),
                       [](const LabelledFlag& flag) { return flag.other.has_value(); });
  });
}

nlohmann::ordered_json number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

}  // namespace

FinetuneOptions::FinetuneOptions() {
  training.lanes = 4;
  training.bptt_segments = 16;
  training.learning_rate = 3e-4;
  training.warmup_steps = 50;
  training.lm_weight = 0.1;
  training.dependency_weight = 0.3;
  training.gradient_checkpointing = true;
  training.progressive_eviction = false;
}

FinetuneReport finetune(const FinetuneOptions& options, std::stop_token stop,
                        const std::function<void(const TrainingProgress&)>& progress) {
  const auto tokenizer = load_tokenizer(options.model);
  std::vector<LabelledDocument> documents;
  for (const std::filesystem::path& file : options.labels)
    for (LabelledDocument& document : read_labels(file)) documents.push_back(std::move(document));

  model::set_threads(options.threads);
  model::TrainOptions training = options.training;
  if (!any_dependency(documents)) training.dependency_weight = 0;
  model::Trainer trainer = model::Trainer::from_model(options.model, training, kinds_of(documents));
  require_compatible(trainer.card(), tokenizer);
  const Split split = prepare_split(documents, trainer.card().kinds, tokenizer,
                                    trainer.card().config.seg_len, options);
  FinetuneReport report;
  report.documents = documents.size();
  report.held_out = split.tune.size();
  documents.clear();

  const std::vector<CorpusSource> one_source(1);
  const std::vector<std::uint32_t> source_of(split.training.size(), 0);
  Lanes lanes(split.training,
              [&](std::uint64_t pass) {
                return reading_order(source_of, one_source, options.training.seed, pass);
              },
              {.lanes = static_cast<std::size_t>(trainer.options().lanes),
               .segments = static_cast<std::size_t>(trainer.options().bptt_segments),
               .tokens = static_cast<std::size_t>(trainer.options().bptt_segments *
                                                  trainer.card().config.seg_len)});
  trainer.set_total_steps(count_steps(lanes, options.epochs));

  std::filesystem::create_directories(options.out);
  TrainingLog log(options.out / "training.jsonl", false);
  log.write({{"event", "start"},
             {"documents", split.training.size()},
             {"held_out", split.tune.size()},
             {"kinds", trainer.card().kinds},
             {"total_steps", trainer.options().total_steps}});
  RunLimits limits;
  limits.minutes = options.minutes;
  const RunResult run = run_training(trainer, lanes, limits, log, stop, progress);
  report.steps = run.steps;
  report.seconds = run.seconds;
  report.stopped = run.end == RunResult::End::kStopped;

  const Calibration calibration = calibrate(trainer, split.tune, options, report);
  trainer.save_model(options.out, model::Precision::kHalf);
  save_calibration(calibration, options.out);
  if (!std::filesystem::equivalent(options.model, options.out))
    std::filesystem::copy_file(options.model / "tokenizer.model", options.out / "tokenizer.model",
                               std::filesystem::copy_options::overwrite_existing);
  for (const KindReport& kind : report.kinds)
    log.write(
        {{"event", "calibration"},
         {"kind", kind.kind},
         {"documents", kind.documents},
         {"labelled", kind.labelled},
         {"roc_area", number(kind.roc_area)},
         {"threshold", kind.threshold <= 1 ? number(kind.threshold) : nullptr},
         {"precision", kind.precision},
         {"recall", kind.recall},
         {"recall_threshold", kind.recall_threshold <= 1 ? number(kind.recall_threshold) : nullptr},
         {"precision_at_recall_threshold", kind.recall_precision},
         {"recall_at_recall_threshold", kind.recall_recall},
         {"best_f1", kind.f1}});
  log.write({{"event", "end"}, {"reason", name(run.end)}, {"seconds", run.seconds}});
  return report;
}

}  // namespace proviso::tasks
