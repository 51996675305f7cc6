// proviso tokenizer CORPUS… --out FILE
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/command.h"
#include "tasks/learning/vocabulary.h"

namespace proviso::cli {
namespace {

int run(Context& context, tasks::VocabularyOptions options) {
  if (options.out.empty()) throw CLI::ValidationError("--out", "name the file to write");
  options.seed = context.settings.seed;
  options.threads = context.threads();
  const tasks::VocabularyReport report = tasks::train_vocabulary(options);
  if (context.settings.json) {
    context.out << nlohmann::ordered_json{{"schema_version", 1},
                                          {"file", options.out.string()},
                                          {"sha256", report.sha256},
                                          {"vocab_size", report.vocab_size},
                                          {"documents", report.documents},
                                          {"bytes", report.bytes},
                                          {"names_replaced", report.names_replaced},
                                          {"seconds", report.seconds}}
                       .dump(2)
                << '\n';
  } else {
    context.out << fmt::format(
        "{}: {} pieces from {} documents ({:.1f} MB, {} personal names replaced) in {}\n",
        options.out.string(), report.vocab_size, report.documents,
        static_cast<double>(report.bytes) / 1e6, report.names_replaced, clock_time(report.seconds));
  }
  return kFine;
}

}  // namespace

Command add_tokenizer(CLI::App& program) {
  auto options = std::make_shared<tasks::VocabularyOptions>();
  CLI::App* app = program.add_subcommand("tokenizer", "Train a vocabulary on a corpus");
  app->add_option("CORPUS", options->corpus,
                  ".txt, .jsonl or .jsonl.zst files or folders of them; PATH:0.5 takes half of the "
                  "documents")
      ->required();
  app->add_option("--out", options->out, "File to write (tokenizer.model)");
  app->add_option("--vocab", options->vocab_size, "Most pieces")
      ->check(CLI::Range(300, 200000))
      ->capture_default_str();
  app->footer("Examples:\n  proviso tokenizer corpus/ --out tokenizer.model --vocab 16000\n");
  return {app, [options](Context& context) { return run(context, *options); }};
}

}  // namespace proviso::cli
