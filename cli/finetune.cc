// proviso finetune LABELS.jsonl… --model DIR --out DIR
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/command.h"
#include "tasks/learning/finetune.h"
#include "tasks/learning/finetune_provisos.h"

namespace proviso::cli {
namespace {

nlohmann::ordered_json as_json(const tasks::DocumentScore& score) {
  return {{"precision", score.precision()},
          {"recall", score.recall()},
          {"f1", score.f1()},
          {"clean_flagged", score.false_share()}};
}

nlohmann::ordered_json as_json(const std::map<std::string, tasks::DocumentScore>& origins) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::object();
  for (const auto& [origin, score] : origins)
    rows[origin] = {{"hit", score.hit}, {"missed", score.missed}, {"false", score.false_alarm}};
  return rows;
}

nlohmann::ordered_json as_json(const tasks::FinetuneOptions& options,
                               const tasks::FinetuneReport& report) {
  nlohmann::ordered_json kinds = nlohmann::ordered_json::array();
  for (const tasks::KindReport& k : report.kinds) {
    nlohmann::ordered_json kind{{"kind", k.kind},           {"labelled", k.labelled},
                                {"roc_area", nullptr},      {"threshold", nullptr},
                                {"precision", k.precision}, {"recall", k.recall},
                                {"best_f1", k.f1},          {"calibration_error", k.error}};
    if (std::isfinite(k.roc_area)) kind["roc_area"] = k.roc_area;
    if (k.threshold <= 1) kind["threshold"] = k.threshold;
    kinds.push_back(std::move(kind));
  }
  return {{"schema_version", 1},
          {"model", options.out.string()},
          {"documents", report.documents},
          {"held_out", report.held_out},
          {"passes", report.passes},
          {"steps", report.steps},
          {"seconds", report.seconds},
          {"kinds", std::move(kinds)},
          {"reported",
           {{"checks", as_json(report.reported_checks)},
            {"model", as_json(report.reported_model)},
            {"both", as_json(report.reported_both)}}},
          {"held_out_documents",
           {{"checks", as_json(report.checks)},
            {"model", as_json(report.model)},
            {"both", as_json(report.both)}}}};
}

// Where the held-out documents hold no case of the kind, or nothing else, there is none.
std::string area(double roc_area) {
  return std::isnan(roc_area) ? "–" : fmt::format("{:.3f}", roc_area);
}

void print(std::ostream& out, const tasks::FinetuneOptions& options,
           const tasks::FinetuneReport& report) {
  out << fmt::format("{} documents, {} of them held out; read in {}, {} passes, {} in all\n",
                     report.documents, report.held_out, clock_time(report.reading_seconds),
                     report.passes, clock_time(report.seconds));
  out << fmt::format("{:<16}{:>9}{:>10}{:>11}{:>11}{:>8}{:>9}{:>13}\n", "kind", "labelled",
                     "ROC area", "threshold", "precision", "recall", "best F1", "calibration");
  for (const tasks::KindReport& k : report.kinds) {
    if (k.threshold <= 1) {
      out << fmt::format("{:<16}{:>9}{:>10}{:>11.4f}{:>11.2f}{:>8.2f}{:>9.2f}{:>13.4f}\n", k.kind,
                         k.labelled, area(k.roc_area), k.threshold, k.precision, k.recall, k.f1,
                         k.error);
    } else {
      out << fmt::format("{:<16}{:>9}{:>10}{:>30}{:>9.2f}{:>13.4f}\n", k.kind, k.labelled,
                         k.roc_area, "silent: would not help", k.f1, k.error);
    }
  }
  out << fmt::format("{:<16}{:>10}{:>10}{:>10}{:>16}\n", "held out", "precision", "recall", "F1",
                     "clean flagged");
  const auto row = [&](const char* name, const tasks::DocumentScore& score) {
    out << fmt::format("{:<16}{:>10.3f}{:>10.3f}{:>10.3f}{:>16.3f}\n", name, score.precision(),
                       score.recall(), score.f1(), score.false_share());
  };
  row("checks alone", report.checks);
  row("model alone", report.model);
  row("both", report.both);
  out << fmt::format("model: {}\n", options.out.string());
}

nlohmann::ordered_json as_json(const tasks::ProvisoCounts& counts) {
  return {{"labelled", counts.labelled},       {"given", counts.given},
          {"triggers", counts.triggers},       {"exact", counts.exact},
          {"limits", counts.limits},           {"kinds", counts.kinds},
          {"trigger_f1", counts.trigger_f1()}, {"exact_f1", counts.exact_f1()}};
}

int run_provisos(Context& context, const tasks::FinetuneOptions& given) {
  tasks::ProvisoFinetuneOptions options;
  options.labels = given.labels;
  options.model = given.model;
  options.out = given.out;
  options.teaching.head.seed = given.heads.seed;
  options.threads = given.threads;
  Progress bar = context.progress("finetune");
  const tasks::ProvisoFinetuneReport report = tasks::finetune_provisos(
      options, [&](std::size_t done, std::size_t total) { bar.update(done, total, "reading"); });
  const tasks::ProposalRecall& p = report.proposals;
  if (context.settings.json) {
    context.out << nlohmann::ordered_json{{"schema_version", 1},
                                          {"model", options.out.string()},
                                          {"texts", report.texts},
                                          {"seconds", report.seconds},
                                          {"proposed",
                                           {{"labels", p.labels},
                                            {"triggers", p.triggers},
                                            {"scopes", p.scopes},
                                            {"limits", p.limits}}},
                                          {"rules", as_json(report.rules)},
                                          {"head", as_json(report.head)}}
                       .dump(2)
                << '\n';
    return kFine;
  }
  context.out << fmt::format(
      "{} texts with {} provisos; proposed: {} triggers, {} with the scope, {} with the rule too\n",
      report.texts, p.labels, p.triggers, p.scopes, p.limits);
  context.out << fmt::format("{:<22}{:>11}{:>19}{:>14}{:>12}\n", "", "trigger F1",
                             "trigger and scope", "limited rule", "kind");
  const auto row = [&](const char* name, const tasks::ProvisoCounts& counts) {
    const double exact = std::max<double>(static_cast<double>(counts.exact), 1);
    context.out << fmt::format("{:<22}{:>11.3f}{:>19.3f}{:>14.3f}{:>12.3f}\n", name,
                               counts.trigger_f1(), counts.exact_f1(),
                               static_cast<double>(counts.limits) / exact,
                               static_cast<double>(counts.kinds) / exact);
  };
  row("rules alone", report.rules);
  row("head, cross-validated", report.head);
  context.out << fmt::format("model: {}\n", options.out.string());
  return kFine;
}

int run(Context& context, tasks::FinetuneOptions options, bool provisos) {
  if (options.out.empty()) throw CLI::ValidationError("--out", "name the folder of the new model");
  std::error_code error;
  if (std::filesystem::exists(options.out / "model.safetensors", error)) {
    throw CLI::ValidationError(
        "--out",
        fmt::format("{} holds a model; name another folder, or remove it", options.out.string()));
  }
  const auto model = context.model_directory();
  if (!model) throw CLI::ValidationError("--model", "name the pretrained model's folder");
  options.model = *model;
  options.heads.seed = context.settings.seed;
  options.threads = context.threads();
  if (provisos) return run_provisos(context, options);
  Progress bar = context.progress("finetune");
  const auto report = tasks::finetune(options, context.stop, [&](const tasks::FinetuneProgress& p) {
    bar.update(p.done, p.total,
               p.loss > 0 ? fmt::format("{}  loss {:.4f}", p.stage, p.loss) : p.stage);
  });
  if (report.stopped && report.passes == 0) {
    context.err << in(context.language,
                      "Interrupted before anything was learned: no model was written.\n",
                      "已中断：尚未学习，未写入模型。\n");
    return kInterrupted;
  }
  if (context.settings.json) {
    context.out << as_json(options, report).dump(2) << '\n';
  } else {
    print(context.out, options, report);
  }
  return report.stopped ? kInterrupted : kFine;
}

}  // namespace

Command add_finetune(CLI::App& program) {
  auto o = std::make_shared<tasks::FinetuneOptions>();
  auto provisos = std::make_shared<bool>(false);
  CLI::App* app =
      program.add_subcommand("finetune", "Teach a model inconsistencies from labelled documents");
  app->add_option("LABELS", o->labels, "Labels, JSON Lines (proviso plant writes them)")
      ->required();
  app->add_option("--out", o->out, "Folder of the new model");
  app->add_option("--calibrate", o->calibrate,
                  "Labels that set the thresholds instead of a share of LABELS");
  app->add_option("--report", o->report,
                  "Labels scored at the end, document by document (with --json)");
  app->add_option("--cut", o->cut, "Ablation: most tokens read of a document; 0: all");
  app->add_flag(
      "--provisos", *provisos,
      "Teach the proviso head instead: LABELS hold provisos; --seed alone counts besides");
  app->add_flag("!--no-memory", o->heads.memory, "Ablation: without the token memory");
  app->add_flag("!--no-bank", o->heads.bank, "Ablation: without the segment bank");
  app->add_flag("!--no-comparison", o->heads.comparison,
                "Ablation: without differences and partners of sentences");
  app->add_option("--epochs", o->heads.passes, "Passes of the heads over what was read")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  app->add_option("--lr", o->heads.learning_rate, "Peak learning rate")->capture_default_str();
  app->add_option("--batch", o->heads.batch, "Documents a step")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  app->add_option("--positive-weight", o->heads.positive_weight,
                  "Weight of a labelled sentence against one without a label")
      ->capture_default_str();
  app->add_option("--dropout", o->heads.dropout, "Of the columns of sentences")
      ->check(CLI::Range(0.0, 0.9))
      ->capture_default_str();
  app->add_option("--weight-decay", o->heads.weight_decay, "Of the heads' matrices")
      ->capture_default_str();
  app->add_option("--tune-share", o->tune_share, "Share of the judgments that sets the thresholds")
      ->check(CLI::Range(0.0, 0.9))
      ->capture_default_str();
  app->add_option("--precision", o->precision, "Precision that checks and model together must keep")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  app->footer(
      "Examples:\n  proviso finetune planted/LABELS.jsonl --model model --out tuned --epochs 12\n"
      "  proviso finetune provisos.jsonl --provisos --model model --out tuned\n");
  return {app, [o, provisos](Context& context) { return run(context, *o, *provisos); }};
}

}  // namespace proviso::cli
