// proviso finetune LABELS.jsonl… --model DIR --out DIR
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/command.h"
#include "tasks/learning/finetune.h"

namespace proviso::cli {
namespace {

void print(Context& context, const tasks::FinetuneOptions& options,
           const tasks::FinetuneReport& report) {
  if (context.settings.json) {
    nlohmann::ordered_json kinds = nlohmann::ordered_json::array();
    for (const tasks::KindReport& k : report.kinds) {
      nlohmann::ordered_json kind{{"kind", k.kind},           {"labelled", k.labelled},
                                  {"roc_area", nullptr},      {"threshold", nullptr},
                                  {"precision", k.precision}, {"recall", k.recall},
                                  {"best_f1", k.f1}};
      if (std::isfinite(k.roc_area)) kind["roc_area"] = k.roc_area;
      if (k.threshold <= 1) kind["threshold"] = k.threshold;
      kinds.push_back(std::move(kind));
    }
    context.out << nlohmann::ordered_json{{"schema_version", 1},
                                          {"model", options.out.string()},
                                          {"documents", report.documents},
                                          {"held_out", report.held_out},
                                          {"steps", report.steps},
                                          {"seconds", report.seconds},
                                          {"kinds", std::move(kinds)}}
                       .dump(2)
                << '\n';
    return;
  }
  context.out << fmt::format("{} documents, {} of them held out; {} steps in {}\n",
                             report.documents, report.held_out, report.steps,
                             clock_time(report.seconds));
  context.out << fmt::format("{:<16}{:>9}{:>10}{:>11}{:>11}{:>8}{:>9}\n", "kind", "labelled",
                             "ROC area", "threshold", "precision", "recall", "best F1");
  for (const tasks::KindReport& k : report.kinds) {
    if (k.threshold <= 1) {
      context.out << fmt::format("{:<16}{:>9}{:>10.3f}{:>11.4f}{:>11.2f}{:>8.2f}{:>9.2f}\n", k.kind,
                                 k.labelled, k.roc_area, k.threshold, k.precision, k.recall, k.f1);
    } else {
      context.out << fmt::format("{:<16}{:>9}{:>10.3f}{:>30}{:>9.2f}\n", k.kind, k.labelled,
                                 k.roc_area, "silent: no safe threshold", k.f1);
    }
  }
  context.out << fmt::format("model: {}\n", options.out.string());
}

int run(Context& context, tasks::FinetuneOptions options) {
  if (options.out.empty()) throw CLI::ValidationError("--out", "name the folder of the new model");
  const auto model = context.model_directory();
  if (!model) throw CLI::ValidationError("--model", "name the pretrained model's folder");
  options.model = *model;
  options.training.seed = context.settings.seed;
  options.threads = context.threads();
  Progress bar = context.progress("finetune");
  const auto report = tasks::finetune(options, context.stop, [&](const tasks::TrainingProgress& p) {
    bar.update(static_cast<std::uint64_t>(p.step), static_cast<std::uint64_t>(p.total_steps),
               fmt::format("loss {:.4f}  {:.0f} tokens/s", p.stats.dual_loss, p.tokens_per_second));
  });
  print(context, options, report);
  return report.stopped ? kInterrupted : kFine;
}

}  // namespace

Command add_finetune(CLI::App& program) {
  auto o = std::make_shared<tasks::FinetuneOptions>();
  CLI::App* app =
      program.add_subcommand("finetune", "Teach a model inconsistencies from labelled documents");
  app->add_option("LABELS", o->labels, "Labels, JSON Lines (proviso plant writes them)")
      ->required();
  app->add_option("--out", o->out, "Folder of the new model");
  app->add_option("--epochs", o->epochs, "Passes over the documents")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app->add_option("--time-limit", o->minutes,
                  "Minutes; the schedule is fitted to them and --epochs counts no more");
  app->add_option("--lr", o->training.learning_rate, "Peak learning rate")->capture_default_str();
  app->add_option("--lanes", o->training.lanes, "Documents read side by side")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app->add_option("--bptt-segments", o->training.bptt_segments,
                  "Segments of a document that learn together")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  app->add_option("--mem-len", o->training.mem_len, "Memory rows while training")
      ->capture_default_str();
  app->add_option("--positive-weight", o->training.positive_weight,
                  "Weight of a labelled sentence against one without a label")
      ->capture_default_str();
  app->add_option("--lm-weight", o->training.lm_weight, "Weight of the language model's loss")
      ->capture_default_str();
  app->add_option("--dropout", o->training.ffn_dropout,
                  "Of the feed-forward layers; -1: the network's")
      ->capture_default_str();
  app->add_option("--tune-share", o->tune_share, "Share of the judgments that sets the thresholds")
      ->check(CLI::Range(0.0, 0.9))
      ->capture_default_str();
  app->add_option("--precision", o->precision, "Precision that a threshold must keep")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  app->footer(
      "Examples:\n  proviso finetune planted/LABELS.jsonl --model model --out tuned --epochs 3\n");
  return {app, [o](Context& context) { return run(context, *o); }};
}

}  // namespace proviso::cli
