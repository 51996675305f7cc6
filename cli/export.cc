// proviso export
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>

#include "cli/command.h"
#include "cli/kind_names.h"
#include "db/database.h"
#include "tasks/export.h"

namespace proviso::cli {
namespace {

struct Arguments {
  std::string what, format = "jsonl";
  std::int64_t run = 0;
  bool all = false, mask = false, clean = false;
  std::vector<std::string> disable;
};

void require_run(db::Database& database, db::RunId wanted) {
  const std::vector<db::Run> runs = database.runs();
  const bool known =
      std::any_of(runs.begin(), runs.end(), [&](const db::Run& run) { return run.id == wanted; });
  if (!known) {
    throw CLI::ValidationError(
        "--run", fmt::format("there is no run {}; 'proviso export runs' lists them", wanted));
  }
}

void say_omitted(Context& context, const tasks::ExportOmissions& omitted) {
  const bool zh = context.language == Language::kChinese;
  if (omitted.undecided > 0) {
    context.err << fmt::format(
        fmt::runtime(
            zh ? "{} 份文书尚有未复核的发现，未导出；请先用 proviso review 复核。\n"
               : "{} document(s) left out: they have findings that nobody has decided; see "
                 "'proviso review'.\n"),
        omitted.undecided);
  }
  if (omitted.gone > 0) {
    context.err << fmt::format(
        fmt::runtime(zh ? "{} 份文书的文件已移走或已改动，未导出。\n"
                        : "{} document(s) left out: the file is gone or has changed since it was "
                          "read.\n"),
        omitted.gone);
  }
}

void check_labels(const Arguments& arguments) {
  if (arguments.what != "labels") {
    if (arguments.clean) throw CLI::ValidationError("--clean", "goes with labels");
    return;
  }
  if (arguments.format == "csv") throw CLI::ValidationError("--format", "labels are JSON Lines");
  if (arguments.mask) {
    throw CLI::ValidationError("--mask", "labels quote the documents word for word");
  }
  if (arguments.all) throw CLI::ValidationError("--all", "labels are of the latest versions");
}

int run(const Arguments& arguments, Context& context) {
  check_labels(arguments);
  db::Database database = db::Database::open(context.settings.db, db::Database::Access::kExisting);
  tasks::ExportOptions options;
  options.format =
      arguments.format == "csv" ? tasks::ExportFormat::kCsv : tasks::ExportFormat::kJsonLines;
  if (arguments.run > 0) {
    require_run(database, arguments.run);
    options.selection.run = arguments.run;
  }
  if (!are_built_in(arguments.disable)) {
    check_kinds("--disable", arguments.disable, database.flag_kinds());
  }
  options.selection.all = arguments.all;
  options.disabled.insert(arguments.disable.begin(), arguments.disable.end());
  options.mask = arguments.mask;
  options.clean = arguments.clean;
  const tasks::ExportOmissions omitted =
      tasks::export_table(database, arguments.what, options, context.out);
  say_omitted(context, omitted);
  return kFine;
}

}  // namespace

Command add_export(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app =
      program.add_subcommand("export", "Write a table of the database to standard output");
  const auto names = tasks::export_tables();
  app->add_option("WHAT", arguments->what, "Table")
      ->required()
      ->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())));
  app->add_option("--format", arguments->format, "JSON Lines or CSV")
      ->check(CLI::IsMember({"jsonl", "csv"}));
  CLI::Option* one = app->add_option("--run", arguments->run,
                                     "Only what this run read or analysed, with its flags")
                         ->check(at_least(1));
  app->add_flag("--all", arguments->all,
                "Every version of every document and the flags of every run")
      ->excludes(one);
  app->add_option("--disable", arguments->disable, "Leave out flags of this kind (may be repeated)")
      ->type_name("KIND")
      ->allow_extra_args(false);
  app->add_flag("--mask", arguments->mask,
                "Personal names of parties and representatives become 某");
  app->add_flag("--clean", arguments->clean,
                "labels: also documents read in full without findings, as negatives");
  app->footer(
      "labels: what 'proviso review' decided, as 'proviso finetune' reads it.\n"
      "Without --run and --all: the latest run over the latest version of each document.\n\n"
      "Examples:\n"
      "  proviso export flags > flags.jsonl\n"
      "  proviso export documents --format csv --mask > documents.csv\n"
      "  proviso export labels --clean > labels.jsonl\n"
      "  proviso export flags --run 3 --disable date --db court.db\n");
  return {app, [arguments](Context& context) { return run(*arguments, context); }};
}

}  // namespace proviso::cli
