#include "tasks/learning/finetune.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "segmenter/tokenizer.h"
#include "tasks/calibration.h"
#include "tasks/checks/checks.h"
#include "tasks/learning/corpus.h"
#include "tasks/learning/labels.h"
#include "tasks/learning/prepared.h"
#include "tasks/learning/targets.h"
#include "tasks/learning/training_log.h"
#include "tasks/loaded_model.h"
#include "tasks/model_findings.h"

namespace proviso::tasks {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Documents of one origin, in the order of the labels.
using Family = std::vector<LabelledDocument>;

std::vector<Family> families_of(const std::vector<std::filesystem::path>& files) {
  std::vector<Family> families;
  std::map<std::string, std::size_t> place;
  for (const std::filesystem::path& file : files) {
    for (LabelledDocument& document : read_labels(file)) {
      const auto [at, fresh] = place.emplace(document.origin, families.size());
      if (fresh) families.emplace_back();
      families[at->second].push_back(std::move(document));
    }
  }
  return families;
}

std::vector<std::string> kinds_in(const std::vector<Family>& families) {
  std::vector<std::string> all;
  for (const Family& family : families)
    for (const std::string& kind : kinds_of(family)) all.push_back(kind);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

struct PreparedFamily {
  std::vector<std::vector<segmenter::Segment>> segments;
  std::vector<PreparedDocument> documents;
};

// The segments of the first `most` tokens.
void cut_short(std::vector<segmenter::Segment>& segments, std::size_t most) {
  std::size_t tokens = 0;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    if (tokens + segments[s].ids.size() > most) {
      std::vector<segmenter::Segment> last(1, std::move(segments[s]));
      segments.resize(s);
      if (most > tokens) segments.push_back(cut_to(std::move(last), most - tokens).front());
      return;
    }
    tokens += segments[s].ids.size();
  }
}

PreparedFamily prepare_family(const Family& family, const model::ModelCard& card,
                              const segmenter::Tokenizer& tokenizer,
                              const FinetuneOptions& options) {
  PreparedFamily prepared;
  prepared.segments.resize(family.size());
  prepared.documents.resize(family.size());
  for_each_parallel(family.size(), options.threads, [&](std::size_t d) {
    prepared.segments[d] = labelled_segments(family[d], tokenizer, card.config.seg_len);
    if (options.cut > 0) cut_short(prepared.segments[d], options.cut);
    prepared.documents[d] = prepare_labelled(family[d], card.kinds, prepared.segments[d]);
  });
  return prepared;
}

void study(model::HeadTrainer& trainer, const PreparedFamily& prepared) {
  std::vector<model::StudyDocument> family;
  for (const PreparedDocument& document : prepared.documents)
    family.push_back({document.document_input(), document.targets, document.dependencies});
  trainer.add(family);
}

// What is kept of the documents that set the thresholds.
struct Hearing {
  std::vector<std::vector<Outcome>> outcomes;  // [kind]: scores of segments
  std::vector<std::vector<Scored>> scored;     // [kind]
  std::vector<HeardText> texts;                // probabilities are scores still
  std::size_t documents = 0;
};

bool meets(const Finding& finding, const LabelledDocument& document) {
  const auto overlap = [](const segmenter::Span& a, const segmenter::Span& b) {
    return a.start < b.end && b.start < a.end;
  };
  return std::any_of(document.flags.begin(), document.flags.end(), [&](const LabelledFlag& flag) {
    const auto hit = [&](const segmenter::Span& place) {
      return overlap(place, flag.quote) || (flag.other && overlap(place, *flag.other));
    };
    return hit(finding.place) || (finding.other && hit(*finding.other));
  });
}

void hear(model::HeadTrainer& trainer, const Family& family, const PreparedFamily& prepared,
          const Calibration& everything, Hearing& hearing) {
  std::vector<model::DocumentInput> inputs;
  for (const PreparedDocument& document : prepared.documents)
    inputs.push_back(document.document_input());
  const auto readings = trainer.read(inputs, false);
  const std::vector<std::string>& kinds = trainer.card().kinds;
  auto scored = scored_by_kind(prepared.documents, readings, kinds.size());
  std::size_t wrong = 0;
  for (const LabelledDocument& document : family) wrong += document.flags.empty() ? 0 : 1;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    for (Scored& one : scored[k]) {
      const bool labelled = !family[one.document].flags.empty();
      const auto copies = static_cast<double>(labelled ? wrong : family.size() - wrong);
      hearing.outcomes[k].push_back({one.probability, one.wrong, 1 / copies});
      one.document += hearing.documents;
      hearing.scored[k].push_back(one);
    }
  }
  for (std::size_t d = 0; d < family.size(); ++d) {
    HeardText text{family[d].origin, !family[d].flags.empty(), false, false, {}};
    const auto checks = run_checks(family[d].text, family[d].structure);
    for (const Finding& finding : checks) {
      text.flagged = true;
      text.found = text.found || meets(finding, family[d]);
    }
    const auto merged = merge_findings(
        checks, model_findings(family[d].text, family[d].structure, prepared.segments[d],
                               readings[d], trainer.card(), everything, Strictness::kPrecision));
    for (const Finding& finding : merged) {
      if (finding.check != "model") continue;
      const auto kind = std::find(kinds.begin(), kinds.end(), finding.kind) - kinds.begin();
      text.flags.push_back(
          {static_cast<std::size_t>(kind), finding.score, meets(finding, family[d])});
    }
    hearing.texts.push_back(std::move(text));
  }
  hearing.documents += family.size();
}

// Calibrates scores and sets thresholds; kinds that are not `taught` keep those of `old`.
Calibration settle(const model::ModelCard& card, const std::vector<std::string>& taught,
                   const Calibration& old, Hearing& hearing, const FinetuneOptions& options,
                   FinetuneReport& report) {
  Calibration calibration;
  const std::vector<std::string>& kinds = card.kinds;
  std::vector<bool> is_taught;
  for (const std::string& kind : kinds)
    is_taught.push_back(std::find(taught.begin(), taught.end(), kind) != taught.end());
  std::vector<Threshold> fits(kinds.size());
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const auto before = old.kinds.find(kinds[k]);
    if (is_taught[k]) fits[k] = fit_sigmoid(hearing.outcomes[k]);
    if (!is_taught[k] && before != old.kinds.end()) calibration.kinds[kinds[k]] = before->second;
    for (Scored& one : hearing.scored[k]) one.probability = fits[k].probability(one.probability);
  }
  for (HeardText& text : hearing.texts) {
    for (HeardFlag& flag : text.flags)
      flag.probability = fits[flag.kind].probability(flag.probability);
    std::erase_if(text.flags, [&](const HeardFlag& flag) { return !is_taught[flag.kind]; });
  }
  const auto thresholds = choose_thresholds(
      hearing.texts, kinds.size(),
      {.precision = options.precision, .false_per_document = options.false_per_document});
  report.checks = document_score(hearing.texts, thresholds, Heard::kChecks);
  report.model = document_score(hearing.texts, thresholds, Heard::kModel);
  report.both = document_score(hearing.texts, thresholds, Heard::kBoth);
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (!is_taught[k]) continue;
    KindReport kind;
    const std::vector<Scored>& scored = hearing.scored[k];
    kind.kind = kinds[k];
    kind.documents = hearing.documents;
    kind.labelled = at_threshold(scored, 2).wrong;
    kind.roc_area = roc_area(scored);
    kind.error_before = calibration_error(hearing.outcomes[k], {});
    kind.error = calibration_error(hearing.outcomes[k], fits[k]);
    kind.threshold = thresholds[k];
    const Precision strict = at_threshold(scored, kind.threshold);
    kind.precision = strict.precision();
    kind.recall = strict.recall();
    kind.f1 = at_threshold(scored, best_f1_threshold(scored)).f1();
    // --recall: half the precision asked for, ten times the false flags. A kind that keeps only
    // this promise is heard with --recall alone.
    const double generous = precision_threshold(scored, hearing.documents, options.precision / 2,
                                                10 * options.false_per_document);
    kind.recall_threshold = std::min(kind.threshold, generous);
    const Precision wide = at_threshold(scored, kind.recall_threshold);
    kind.recall_precision = wide.precision();
    kind.recall_recall = wide.recall();
    fits[k].precision = kind.threshold;
    fits[k].recall = kind.recall_threshold;
    calibration.kinds[kind.kind] = fits[k];
    report.kinds.push_back(kind);
  }
  return calibration;
}

// Scores documents that nothing was chosen on. `chosen_on` has probabilities, `unseen` scores.
void report_on(const model::ModelCard& card, const Calibration& calibration,
               const Hearing& chosen_on, Hearing unseen, const FinetuneOptions& options,
               FinetuneReport& report) {
  std::vector<double> thresholds;
  for (const std::string& kind : card.kinds) {
    const auto entry = calibration.kinds.find(kind);
    thresholds.push_back(entry == calibration.kinds.end() ? 2 : entry->second.precision);
  }
  for (HeardText& text : unseen.texts)
    for (HeardFlag& flag : text.flags) {
      const auto entry = calibration.kinds.find(card.kinds[flag.kind]);
      if (entry != calibration.kinds.end())
        flag.probability = entry->second.probability(flag.probability);
    }
  std::vector<HeardText> alone = chosen_on.texts;
  for (HeardText& text : alone) text.flagged = text.found = false;
  const auto own = choose_thresholds(
      alone, card.kinds.size(), {.precision = 0, .false_per_document = options.false_alone});
  report.reported_checks = scores_by_origin(unseen.texts, thresholds, Heard::kChecks);
  report.reported_model = scores_by_origin(unseen.texts, own, Heard::kModel);
  report.reported_both = scores_by_origin(unseen.texts, thresholds, Heard::kBoth);
}

nlohmann::ordered_json number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json as_json(const DocumentScore& score) {
  return {{"precision", score.precision()},
          {"recall", score.recall()},
          {"f1", score.f1()},
          {"clean_flagged", score.false_share()}};
}

void log_report(TrainingLog& log, const FinetuneReport& report) {
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
         {"best_f1", kind.f1},
         {"calibration_error_of_scores", kind.error_before},
         {"calibration_error", kind.error}});
  log.write({{"event", "documents"},
             {"checks", as_json(report.checks)},
             {"model", as_json(report.model)},
             {"both", as_json(report.both)}});
}

}  // namespace

FinetuneReport finetune(const FinetuneOptions& options, std::stop_token stop,
                        const std::function<void(const FinetuneProgress&)>& progress) {
  const auto start = Clock::now();
  const auto tokenizer = load_tokenizer(options.model);
  std::vector<Family> families = families_of(options.labels);
  std::vector<Family> tune = families_of(options.calibrate);
  const std::vector<std::string> taught = kinds_in(families);

  model::set_threads(options.threads);
  model::HeadTrainer trainer =
      model::HeadTrainer::from_model(options.model, options.heads, taught);
  require_compatible(trainer.card(), tokenizer);
  if (options.calibrate.empty()) {
    for (Family& family : families)
      if (held_out(family.front().origin, options.tune_share)) tune.push_back(std::move(family));
    std::erase_if(families, [](const Family& family) { return family.empty(); });
  }
  FinetuneReport report;
  for (const Family& family : families) report.documents += family.size();
  for (const Family& family : tune) report.held_out += family.size();
  report.documents += report.held_out;
  if (families.empty())
    throw CorpusError(
        "no document is left to train on; give more labels or a smaller --tune-share");

  std::filesystem::create_directories(options.out);
  TrainingLog log(options.out / "training.jsonl", false);
  log.write({{"event", "start"},
             {"documents", report.documents - report.held_out},
             {"held_out", report.held_out},
             {"kinds", trainer.card().kinds},
             {"passes", options.heads.passes}});
  const auto tell = [&](const char* stage, std::size_t done, std::size_t total, double loss) {
    if (progress) progress({stage, done, total, loss});
  };
  for (std::size_t f = 0; f < families.size() && !stop.stop_requested(); ++f) {
    study(trainer, prepare_family(families[f], trainer.card(), tokenizer, options));
    families[f].clear();
    tell("reading", f + 1, families.size(), 0);
  }
  report.reading_seconds = seconds_since(start);
  while (trainer.passes() < options.heads.passes && !stop.stop_requested()) {
    const model::HeadStats stats = trainer.pass();
    report.steps = stats.steps;
    log.write({{"event", "pass"},
               {"pass", trainer.passes()},
               {"loss", stats.loss},
               {"dual_loss", stats.dual_loss},
               {"dependency_loss", stats.dependency_loss},
               {"seconds", seconds_since(start)}});
    tell("learning", static_cast<std::size_t>(trainer.passes()),
         static_cast<std::size_t>(options.heads.passes), stats.loss);
  }
  report.passes = trainer.passes();
  report.stopped = stop.stop_requested();
  if (report.passes == 0 && report.stopped) {
    log.write({{"event", "end"}, {"reason", "stopped"}, {"seconds", seconds_since(start)}});
    return report;
  }

  // Everything that a threshold might let through.
  Calibration everything;
  for (const std::string& kind : trainer.card().kinds) everything.kinds[kind] = {0.02, 0.02, 1, 0};
  const auto hear_all = [&](std::vector<Family>& documents, const char* stage) {
    Hearing hearing;
    hearing.outcomes.resize(trainer.card().kinds.size());
    hearing.scored.resize(trainer.card().kinds.size());
    for (std::size_t f = 0; f < documents.size(); ++f) {
      hear(trainer, documents[f], prepare_family(documents[f], trainer.card(), tokenizer, options),
           everything, hearing);
      documents[f].clear();
      tell(stage, f + 1, documents.size(), 0);
    }
    return hearing;
  };
  Hearing hearing = hear_all(tune, "calibrating");
  const Calibration calibration = settle(trainer.card(), taught, load_calibration(options.model),
                                         hearing, options, report);
  if (!options.report.empty()) {
    std::vector<Family> unseen = families_of(options.report);
    report_on(trainer.card(), calibration, hearing, hear_all(unseen, "reporting"), options, report);
  }
  trainer.save_model(options.out, model::Precision::kHalf);
  save_calibration(calibration, options.out);
  if (!std::filesystem::equivalent(options.model, options.out))
    std::filesystem::copy_file(options.model / "tokenizer.model", options.out / "tokenizer.model",
                               std::filesystem::copy_options::overwrite_existing);
  // The reader stays as it is, so that the proviso head over it stays good too.
  if (const auto provisos = options.model / "provisos.safetensors";
      std::filesystem::exists(provisos) && !std::filesystem::equivalent(options.model, options.out))
    std::filesystem::copy_file(provisos, options.out / "provisos.safetensors",
                               std::filesystem::copy_options::overwrite_existing);
  report.seconds = seconds_since(start);
  log_report(log, report);
  log.write({{"event", "end"},
             {"reason", report.stopped ? "stopped" : "passes"},
             {"seconds", report.seconds}});
  return report;
}

}  // namespace proviso::tasks
