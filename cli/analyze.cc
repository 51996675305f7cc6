// proviso analyze
#include "tasks/analyze.h"
#include "tasks/provisos/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <set>

#include "cli/analysis_output.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/kind_names.h"
#include "db/database.h"
#include "db/open_run.h"
#include "tasks/ingest.h"

namespace proviso::cli {
namespace {

struct Arguments {
  std::vector<std::filesystem::path> paths;
  std::vector<std::string> disable;
  bool recall = false, no_model = false, no_ocr = false, retry = false, fail_on_flags = false;
};

std::optional<std::filesystem::path> model_directory(const Arguments& arguments,
                                                     const Context& context) {
  if (arguments.no_model) return std::nullopt;
  const auto directory = context.model_directory();
  if (!directory) {
    context.err << in(context.language, "No model found: the checks run alone.\n",
                      "未找到模型：仅运行规则检查。\n");
  }
  return directory;
}

std::optional<tasks::LoadedModel> load_model(const std::optional<std::filesystem::path>& directory,
                                             const Context& context) {
  if (!directory) return std::nullopt;
  model::set_threads(context.threads());
  return tasks::load_model(*directory, context.device());
}

tasks::IngestResult ingest(const Arguments& arguments, Context& context, const ingest::Found& found,
                           db::Database& database, db::RunId run,
                           const tasks::LoadedModel* loaded) {
  tasks::IngestOptions options = ingest_options(context);
  options.tokenizer = loaded == nullptr ? nullptr : &loaded->tokenizer;
  options.retry_failed = arguments.retry;
  options.read.ocr = !arguments.no_ocr;
  return read_into(database, run, found, options, context);
}

std::vector<tasks::Analyzed> analyze(const Arguments& arguments, Context& context,
                                     db::Database& database, db::RunId run,
                                     const tasks::IngestResult& files, tasks::LoadedModel* loaded,
                                     tasks::ProvisoModel* provisos) {
  std::vector<db::DocumentId> documents;
  std::set<db::DocumentId> seen;
  for (const tasks::FileOutcome& file : files.files) {
    if (file.id && file.status != ingest::DocumentStatus::kFailed && seen.insert(*file.id).second) {
      documents.push_back(*file.id);
    }
  }
  tasks::AnalyzeOptions options;
  options.disabled = arguments.disable;
  options.provisos = provisos;
  options.strictness =
      arguments.recall ? tasks::Strictness::kRecall : tasks::Strictness::kPrecision;
  Progress bar = context.progress(std::string(in(context.language, "analysing", "分析")));
  return tasks::analyze(
      database, run, documents, loaded, options,
      [&](std::size_t done) { bar.update(done, documents.size()); }, context.stop);
}

bool any_flags(const std::vector<tasks::Analyzed>& documents) {
  for (const tasks::Analyzed& document : documents) {
    const auto& flags = document.analysis.flags;
    if (!std::all_of(flags.begin(), flags.end(), db::is_dismissed)) return true;
  }
  return false;
}

int run(const Arguments& arguments, Context& context) {
  // Mistakes are told before the model is loaded.
  const ingest::Found found = tasks::find_input(arguments.paths);
  const auto directory = model_directory(arguments, context);
  if (!directory) check_kinds("--disable", arguments.disable, {});
  const bool kinds_known = are_built_in(arguments.disable);
  std::optional<db::Database> opened;
  if (kinds_known) opened = db::Database::open(context.settings.db);
  std::optional<tasks::LoadedModel> loaded = load_model(directory, context);
  tasks::LoadedModel* const model = loaded ? &*loaded : nullptr;
  if (model != nullptr) check_kinds("--disable", arguments.disable, model->reader.card().kinds);
  if (!opened) opened = db::Database::open(context.settings.db);
  db::Database& database = *opened;
  db::OpenRun open_run(
      database,
      context.run_start(model == nullptr ? std::nullopt
                                         : std::optional(model->reader.card().weights_sha256)));
  const tasks::IngestResult files =
      ingest(arguments, context, found, database, open_run.id(), model);
  const std::unique_ptr<tasks::ProvisoModel> provisos =
      model != nullptr ? tasks::load_proviso_model(*directory, *model) : nullptr;
  const auto documents =
      analyze(arguments, context, database, open_run.id(), files, model, provisos.get());
  const bool interrupted = files.interrupted || context.stop.stop_requested();
  open_run.finish(interrupted ? db::RunStatus::kInterrupted : db::RunStatus::kDone);

  if (context.settings.json) {
    print_analysis_json(context, database, open_run.id(), files, documents);
  } else {
    print_analysis(context, database, files, documents);
    context.err << fmt::format(fmt::runtime(in(context.language, "Database: {}\n", "数据库：{}\n")),
                               context.settings.db.string());
  }
  warn_of_same_case(context, files);
  if (interrupted) say_interrupted(context, files, found.documents.size(), documents.size());
  if (interrupted) return kInterrupted;
  const ExitCode code = exit_code_of(files);
  if (code == kFine && arguments.fail_on_flags && any_flags(documents)) return kConditionNotMet;
  return code;
}

}  // namespace

Command add_analyze(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand("analyze", "Find where documents contradict themselves");
  app->add_option("PATH", arguments->paths,
                  "Documents (PDF, OFD, Word, web pages, pictures, text), folders, archives")
      ->required();
  app->add_option("--disable", arguments->disable,
                  "Kinds of flags to leave out (amount,sum,party; may be repeated); what you "
                  "confirmed or dismissed stays")
      ->delimiter(',')
      ->type_name("KIND")
      ->allow_extra_args(false);
  app->add_flag("--recall", arguments->recall,
                "Show more of what the model suspects, false alarms included");
  app->add_flag("--no-model", arguments->no_model, "Run the checks alone");
  app->add_flag("--no-ocr", arguments->no_ocr, "Leave pages without a text layer unread");
  app->add_flag("--retry", arguments->retry, "Read documents again that could not be read before");
  app->add_flag(
      "--fail-on-flags", arguments->fail_on_flags,
      "Exit with 1 when anything was flagged that nobody has dismissed; a document that could "
      "not be read counts first (3)");
  app->footer(
      "New documents are read first; what is stored already is not read again. Silence is not "
      "\"clean\": the line "
      "below each document says what was read.\n\n"
      "Examples:\n"
      "  proviso analyze judgments/\n"
      "  proviso analyze draft.pdf --fail-on-flags && sign draft.pdf\n"
      "  proviso analyze judgments/ --json > findings.json\n");
  return {app, [arguments](Context& context) { return run(*arguments, context); }};
}

}  // namespace proviso::cli
