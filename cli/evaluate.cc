// proviso evaluate LABELS.jsonl · proviso evaluate --text CORPUS…
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/command.h"
#include "tasks/learning/evaluate.h"

namespace proviso::cli {
namespace {

struct Arguments {
  std::vector<std::filesystem::path> labels;
  std::vector<std::string> text;
  double share = 1;
  bool recall = false;
};

nlohmann::ordered_json as_json(const tasks::LabelScores& scores) {
  nlohmann::ordered_json kinds = nlohmann::ordered_json::array();
  for (const tasks::KindScore& k : scores.kinds) {
    nlohmann::ordered_json kind{{"kind", k.kind},
                                {"labelled", k.labelled},
                                {"roc_area", nullptr},
                                {"silent", k.silent},
                                {"flagged", k.at_threshold.flagged},
                                {"found", k.at_threshold.found},
                                {"precision", k.at_threshold.precision()},
                                {"recall", k.at_threshold.recall()},
                                {"f1", k.at_threshold.f1()},
                                {"right_sentence", k.right_sentence},
                                {"clean_documents_flagged", k.clean_flagged}};
    if (std::isfinite(k.roc_area)) kind["roc_area"] = k.roc_area;
    kinds.push_back(std::move(kind));
  }
  return {{"documents", scores.documents}, {"clean", scores.clean}, {"kinds", std::move(kinds)}};
}

void print(std::ostream& out, const tasks::LabelScores& scores) {
  out << fmt::format("{} documents, {} of them clean; counted by segments\n", scores.documents,
                     scores.clean);
  out << fmt::format("{:<16}{:>9}{:>10}{:>9}{:>11}{:>8}{:>7}{:>16}{:>15}\n", "kind", "labelled",
                     "ROC area", "flagged", "precision", "recall", "F1", "right sentence",
                     "clean flagged");
  for (const tasks::KindScore& k : scores.kinds)
    out << fmt::format("{:<16}{:>9}{:>10.3f}{:>9}{:>11.2f}{:>8.2f}{:>7.2f}{:>16}{:>15}{}\n", k.kind,
                       k.labelled, k.roc_area, k.at_threshold.flagged, k.at_threshold.precision(),
                       k.at_threshold.recall(), k.at_threshold.f1(), k.right_sentence,
                       k.clean_flagged, k.silent ? "  silent: no threshold" : "");
}

nlohmann::ordered_json as_json(const tasks::Evaluation& e) {
  return {{"documents", e.documents},    {"tokens", e.tokens},
          {"characters", e.code_points}, {"loss", e.loss},
          {"perplexity", e.perplexity},  {"bits_per_character", e.bits_per_character}};
}

int run(Context& context, const Arguments& arguments) {
  if (arguments.labels.empty() && arguments.text.empty())
    throw CLI::ValidationError("evaluate", "give LABELS.jsonl or --text CORPUS");
  const auto model_dir = context.model_directory();
  if (!model_dir) throw CLI::ValidationError("--model", "name the model's folder");
  model::set_threads(context.threads());
  tasks::LoadedModel loaded = tasks::load_model(*model_dir, model::Device::kAuto);
  nlohmann::ordered_json json{{"schema_version", 1},
                              {"model", loaded.reader.card().weights_sha256}};
  const auto strictness =
      arguments.recall ? tasks::Strictness::kRecall : tasks::Strictness::kPrecision;
  for (const std::filesystem::path& labels : arguments.labels) {
    const auto scores = tasks::evaluate_labels(loaded, labels, strictness, context.threads());
    json["labels"].push_back(as_json(scores));
    if (!context.settings.json) print(context.out, scores);
  }
  if (!arguments.text.empty()) {
    const auto text = tasks::evaluate_corpus(loaded, arguments.text, arguments.share,
                                             context.settings.seed, context.threads());
    json["text"] = as_json(text);
    if (!context.settings.json)
      context.out << fmt::format(
          "text: {} documents, {} tokens, perplexity {:.2f} a token, {:.3f} bits a character\n",
          text.documents, text.tokens, text.perplexity, text.bits_per_character);
  }
  if (context.settings.json) context.out << json.dump(2) << '\n';
  return kFine;
}

}  // namespace

Command add_evaluate(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand("evaluate", "Measure a model on labels or on text");
  app->add_option("LABELS", arguments->labels,
                  "Labels, JSON Lines: precision, recall and F1 per kind");
  app->add_option("--text", arguments->text, "Corpus: perplexity and bits per character");
  app->add_option("--held-out", arguments->share,
                  "Of --text only the documents that pretrain holds out at this share")
      ->check(CLI::Range(0.0, 1.0));
  app->add_flag("--recall", arguments->recall, "The thresholds of analyze --recall");
  app->footer(
      "Examples:\n  proviso evaluate planted/LABELS.jsonl --model model\n"
      "  proviso evaluate --text corpus/ --held-out 0.01 --model model\n");
  return {app, [arguments](Context& context) { return run(context, *arguments); }};
}

}  // namespace proviso::cli
