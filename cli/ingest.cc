// proviso ingest
#include <fmt/format.h>

#include <memory>
#include <ostream>

#include "cli/build_info.h"
#include "cli/command.h"
#include "cli/explain.h"
#include "cli/files.h"
#include "db/database.h"
#include "db/open_run.h"
#include "ingest/reader.h"
#include "tasks/ingest.h"
#include "tasks/loaded_model.h"

namespace proviso::cli {
namespace {

struct Arguments {
  std::vector<std::filesystem::path> paths;
  bool retry = false, no_ocr = false, explain = false;
};

// Reads and tells; nothing is stored.
int run_explain(const Arguments& arguments, Context& context) {
  const ingest::Found found = tasks::find_input(arguments.paths);
  ingest::ReadOptions options = ingest_options(context).read;
  options.ocr = !arguments.no_ocr;
  ReadCount count;
  ingest::read_all(
      found.documents, options, context.threads(),
      [&](std::size_t index, ingest::Document&& document) {
        count.add(document.status);
        explain(context, found.documents[index], document);
      },
      context.stop);
  return exit_code_of(count, context.stop.stop_requested());
}

int run(const Arguments& arguments, Context& context) {
  if (arguments.explain) return run_explain(arguments, context);
  const ingest::Found found = tasks::find_input(arguments.paths);
  const auto directory = context.model_directory();
  db::Database database = db::Database::open(context.settings.db);
  // Segments are cut with the model's vocabulary; without a model there are sections only.
  std::optional<segmenter::Tokenizer> tokenizer;
  if (directory) tokenizer = tasks::load_tokenizer(*directory);
  db::OpenRun open_run(database, context.run_start(std::nullopt));

  tasks::IngestOptions options = ingest_options(context);
  options.tokenizer = tokenizer ? &*tokenizer : nullptr;
  options.retry_failed = arguments.retry;
  options.read.ocr = !arguments.no_ocr;
  const tasks::IngestResult result = read_into(database, open_run.id(), found, options, context);
  open_run.finish(result.interrupted ? db::RunStatus::kInterrupted : db::RunStatus::kDone);
  print_files(context, result);
  warn_of_same_case(context, result);
  if (result.interrupted) say_interrupted(context, result, found.documents.size());
  return exit_code_of(result);
}

}  // namespace

Command add_ingest(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app =
      program.add_subcommand("ingest", "Read documents into the database, without analysing them");
  app->add_option("PATH", arguments->paths,
                  "Documents (PDF, OFD, DOCX, HTML, pictures, text), folders and archives of them")
      ->required();
  app->add_flag("--retry", arguments->retry, "Read documents again that could not be read before");
  app->add_flag("--no-ocr", arguments->no_ocr, "Leave pages without a text layer unread");
  app->add_flag("--explain", arguments->explain,
                "Say for each page what was chosen, text layer or OCR, and why; store nothing");
  app->footer(
      "What is stored already is not read again; a file counts as the same when its bytes are. What was\n"
      "read with --no-ocr is read again without it; what was read with OCR stays.\n\n"
      "Examples:\n"
      "  proviso ingest judgments/\n"
      "  proviso ingest a.pdf b.txt --db court.db --threads 8\n"
      "  proviso ingest --explain scan.pdf\n");
  return {app, [arguments](Context& context) { return run(*arguments, context); }};
}

}  // namespace proviso::cli
