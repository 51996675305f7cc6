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
  bool all = false, mask = false;
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

int run(const Arguments& arguments, Context& context) {
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
  tasks::export_table(database, arguments.what, options, context.out);
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
                         ->check(CLI::PositiveNumber);
  app->add_flag("--all", arguments->all,
                "Every version of every document and the flags of every run")
      ->excludes(one);
  app->add_option("--disable", arguments->disable, "Leave out flags of this kind (may be repeated)")
      ->type_name("KIND")
      ->allow_extra_args(false);
  app->add_flag("--mask", arguments->mask,
                "Personal names of parties and representatives become 某");
  app->footer(
      "Without --run and --all: the latest run over the latest version of each document.\n\n"
      "Examples:\n"
      "  proviso export flags > flags.jsonl\n"
      "  proviso export documents --format csv --mask > documents.csv\n"
      "  proviso export flags --run 3 --disable date --db court.db\n");
  return {app, [arguments](Context& context) { return run(*arguments, context); }};
}

}  // namespace proviso::cli
