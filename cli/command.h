// What a command is: a file cli/NAME.cc with one function that declares its options and says how to
// run it. No logic lives here: a command fills the options struct of its task, runs it and prints
// what it gives.
//
//   Command add_plant(CLI::App& program) {
//     struct Arguments { std::vector<std::filesystem::path> paths; int count = 3; };
//     auto arguments = std::make_shared<Arguments>();
//     CLI::App* app = program.add_subcommand("plant", "Plant errors in clean judgments");
//     app->add_option("PATH", arguments->paths, "Judgments")->required();
//     app->add_option("--count", arguments->count, "Copies of each judgment")->check(CLI::Range(1,
//     1000)); app->footer("Examples:\n  proviso plant clean/ --count 5\n"); return {app,
//     [arguments](Context& context) { … return kFine; }};
//   }
//
// then a line in cli/commands.cc. Give defaults in the struct; don't mark options that may come
// from the configuration file required(): check them in run and throw CLI::ValidationError.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/language.h"
#include "cli/progress.h"
#include "cli/settings.h"
#include "db/records.h"
#include "model/reader.h"

namespace proviso::cli {

// What a command may use. Results go to `out`, everything else to `err`.
struct Context {
  const Settings& settings;
  Language language;
  std::ostream& out;
  std::ostream& err;
  std::stop_token
      stop;  // requested by SIGINT and SIGTERM: finish the item, commit, return kInterrupted
  std::string command;
  std::vector<std::string> arguments;  // argv after the program's name
  std::string configuration;           // TOML of the settings in force

  // A bar on standard error, shown only on a terminal and neither with --quiet nor --json.
  Progress progress(std::string what) const;

  // The model directory: --model, PROVISO_MODEL, the configuration, else samples/model beside the
  // program or in the source tree. Absent where none of these is given or there. A directory that
  // was asked for and is not there throws model::ModelError.
  std::optional<std::filesystem::path> model_directory() const;

  // --device.
  model::Device device() const;

  // Number of threads: --threads, else that of the cores this process may use.
  int threads() const;

  // What db::Database::begin_run() stores about this run.
  db::RunStart run_start(std::optional<std::string> model_sha256) const;
};

struct Command {
  CLI::App* app = nullptr;
  std::function<int(Context&)> run;  // gives an exit code; throws what cli/exit_code.h knows
};

// All commands, in the order of the help text.
std::vector<Command> add_commands(CLI::App& program);

Command add_ablate(CLI::App& program);
Command add_analyze(CLI::App& program);
Command add_import(CLI::App& program);
Command add_ingest(CLI::App& program);
Command add_inspect(CLI::App& program);
Command add_draft(CLI::App& program);
Command add_evaluate(CLI::App& program);
Command add_export(CLI::App& program);
Command add_finetune(CLI::App& program);
Command add_plant(CLI::App& program);
Command add_pretrain(CLI::App& program);
Command add_provisos(CLI::App& program);
Command add_report(CLI::App& program);
Command add_review(CLI::App& program);
Command add_tokenizer(CLI::App& program);
Command add_version(CLI::App& program);

}  // namespace proviso::cli
