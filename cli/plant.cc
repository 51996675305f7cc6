// proviso plant PATH… --out DIR
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/command.h"
#include "tasks/learning/planting.h"
#include "tasks/plant/plant.h"

namespace proviso::cli {
namespace {

int run(Context& context, tasks::PlantingOptions options) {
  if (options.out.empty()) throw CLI::ValidationError("--out", "name the folder to write to");
  options.seed = context.settings.seed;
  options.threads = context.threads();
  Progress bar = context.progress("plant");
  const tasks::PlantingReport report = tasks::plant_errors(
      options, context.stop, [&](std::size_t done, std::size_t total) { bar.update(done, total); });
  if (context.settings.json) {
    context.out << nlohmann::ordered_json{{"schema_version", 1},
                                          {"labels", (options.out / "LABELS.jsonl").string()},
                                          {"judgments", report.judgments},
                                          {"passed_over", report.passed_over},
                                          {"failed", report.failed},
                                          {"hard_negatives", report.harmless},
                                          {"planted", report.planted}}
                       .dump(2)
                << '\n';
  } else {
    context.out << fmt::format("{} judgments, {} passed over, {} unreadable\n", report.judgments,
                               report.passed_over, report.failed);
    for (const auto& [kind, count] : report.planted)
      context.out << fmt::format("  {:<16}{:>7} copies with one error\n", kind, count);
    if (report.harmless > 0)
      context.out << fmt::format("  {:<16}{:>7} copies that only look wrong\n", "(none)",
                                 report.harmless);
    context.out << fmt::format("labels: {}\n", (options.out / "LABELS.jsonl").string());
  }
  if (context.stop.stop_requested()) return kInterrupted;
  if (report.judgments == 0) return kInputUnreadable;
  return report.failed > 0 ? kSomeFailed : kFine;
}

}  // namespace

Command add_plant(CLI::App& program) {
  auto options = std::make_shared<tasks::PlantingOptions>();
  CLI::App* app = program.add_subcommand("plant", "Plant errors in clean judgments and contracts");
  app->add_option("PATH", options->paths,
                  "Judgments, folders of them, or corpora (.jsonl, .jsonl.zst)")
      ->required();
  app->add_option("--out", options->out, "Folder for texts/ and LABELS.jsonl");
  app->add_option(
         "--kinds", options->kinds,
         fmt::format("Kinds of errors, all by default: {}", fmt::join(tasks::plant_kinds(), ",")))
      ->delimiter(',');
  app->add_option("--of", options->of,
                  "Kinds of documents used: zh_civil, zh_criminal, zh_administrative, contract, zh_contract, en_contract, …")
      ->delimiter(',')
      ->capture_default_str();
  app->add_flag("--hard-negatives", options->hard_negatives,
                "Also write copies that only look wrong (a total made in the disposition, a halved "
                "fee, …), without labels");
  app->add_option("--per-document", options->per_document, "Copies of each judgment for each kind")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  app->add_option("--limit", options->limit, "Most documents looked at, drawn by --seed; 0: all")
      ->capture_default_str();
  app->add_option("--longest", options->longest,
                  "Bytes of text; longer judgments are passed over. 0: no bound")
      ->capture_default_str();
  app->add_flag("--keep-names", options->keep_names, "Leave personal names as they are");
  app->footer(
      "Each judgment used is written once as it is and in copies with one error each.\nExamples:\n"
      "  proviso plant clean/ --out planted --kinds amount,outcome --per-document 2 --seed 7\n");
  return {app, [options](Context& context) { return run(context, *options); }};
}

}  // namespace proviso::cli
