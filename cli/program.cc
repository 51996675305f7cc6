#include "cli/program.h"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/build_info.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "model/error.h"

namespace proviso::cli {
namespace {

namespace fs = std::filesystem;

std::string exit_codes_text() {
  std::string text = "Exit codes:\n";
  for (const ExitMeaning& row : exit_table())
    text += fmt::format("  {:>3}  {}\n", static_cast<int>(row.code), row.meaning);
  return text;
}

// The language of messages before the settings are read, which is where most mistakes are found.
Language language_asked(const std::vector<std::string>& arguments) {
  std::string setting;
  if (const char* value = std::getenv("PROVISO_LANG"); value != nullptr) setting = value;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].starts_with("--lang=")) setting = arguments[i].substr(7);
    if (arguments[i] == "--lang" && i + 1 < arguments.size()) setting = arguments[i + 1];
  }
  return language_of(setting);
}

void print_failure(std::ostream& err, const Failure& failure, bool as_json, Language language) {
  if (failure.message.empty()) return;
  if (as_json) {
    const nlohmann::ordered_json object{{"schema_version", 1},
                                        {"error", failure.message},
                                        {"exit_code", static_cast<int>(failure.code)}};
    err << object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  } else {
    err << "proviso: " << message_in(language, failure.message) << '\n';
  }
}

// A file whose name looks like an option: what to type then. Empty where there is none.
std::string hint_of_dash(const std::vector<std::string>& arguments) {
  for (const std::string& one : arguments) {
    std::error_code error;
    if (one == "--") break;
    if (one.size() > 1 && one.starts_with('-') && fs::exists(one, error))
      return fmt::format("; '{0}' is a file here: give it as ./{0}", one);
  }
  return "";
}

// Settings can be shown without saying what a command is to work on.
void make_positionals_optional(const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    for (CLI::Option* option : command.app->get_options()) option->required(false);
  }
}

class Program {
 public:
  Program()
      : app_("Reads long legal documents and finds where they contradict themselves.", "proviso") {
    app_.option_defaults()->always_capture_default();
    app_.set_help_flag("-h,--help", "Show help");
    app_.set_version_flag("--version",
                          fmt::format("proviso {} ({})", program_version(), git_revision()));
    add_settings(app_, settings_);
    commands_ = add_commands(app_);
    for (const Command& command : commands_) {
      command.app->fallthrough();
      // CLI11 writes an empty list as "[]", which it would read back as a list of one such word.
      for (CLI::Option* option : command.app->get_options()) {
        if (option->get_default_str() == "[]") option->default_str("");
      }
    }
    app_.footer("'proviso COMMAND --help' shows the options of a command and examples.\n\n" +
                exit_codes_text());
  }

  int run(std::vector<std::string> arguments, std::ostream& out, std::ostream& err,
          std::stop_token stop) {
    const auto has = [&](const char* word) {
      return std::find(arguments.begin(), arguments.end(), word) != arguments.end();
    };
    try {
      if (has("--dump-config")) make_positionals_optional(commands_);
      const int code = dispatch(arguments, out, err, std::move(stop));
      // The code counts for scripts that look at the first line alone.
      if (!out.flush() && !reader_went_away()) throw OutputError();
      return code;
    } catch (const CLI::Success& wanted) {
      app_.exit(wanted, out, err);
      return kFine;
    } catch (...) {
      Failure failure = explain(std::current_exception());
      if (failure.code == kUsage) failure.message += hint_of_dash(arguments);
      // The configuration file may have said more than the command line.
      const Language language =
          settings_.lang == "auto" ? language_asked(arguments) : language_of(settings_.lang);
      print_failure(err, failure, settings_.json || has("--json"), language);
      return failure.code;
    }
  }

 private:
  int dispatch(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
               std::stop_token stop) {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // as CLI11 wants it
    app_.parse(reversed);
    const auto chosen = std::find_if(commands_.begin(), commands_.end(),
                                     [](const Command& command) { return command.app->parsed(); });
    CLI::App* command = chosen == commands_.end() ? nullptr : chosen->app;
    apply_layers(app_, command, settings_);
    if (settings_.dump_config) {
      out << dump_toml(app_, command);
      return kFine;
    }
    if (command == nullptr) throw CLI::RequiredError("A command");
    Context context{
        settings_,       language_of(settings_.lang), out,       err,
        std::move(stop), command->get_name(),         arguments, dump_toml(app_, command)};
    return chosen->run(context);
  }

  Settings settings_;
  CLI::App app_;
  std::vector<Command> commands_;
};

fs::path program_folder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

}  // namespace

Progress Context::progress(std::string what) const {
  const bool shown = !settings.quiet && !settings.json && isatty(STDERR_FILENO) == 1;
  return Progress(err, shown, std::move(what));
}

std::optional<fs::path> Context::model_directory() const {
  std::error_code error;
  if (!settings.model.empty()) {
    if (fs::is_directory(settings.model, error)) return settings.model;
    throw model::ModelError(
        model::ModelError::Code::kFormat,
        fmt::format("there is no model directory {}; check --model and PROVISO_MODEL",
                    settings.model.string()));
  }
  const fs::path shipped = fs::path("samples") / "model";
  for (const fs::path& folder : {program_folder(), fs::path(source_directory())}) {
    if (fs::is_directory(folder / shipped, error)) return folder / shipped;
  }
  return std::nullopt;
}

model::Device Context::device() const {
  if (settings.device == "cpu") return model::Device::kCpu;
  if (settings.device == "cuda") return model::Device::kCuda;
  return model::Device::kAuto;
}

int Context::threads() const {
  if (settings.threads > 0) return settings.threads;
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
}

db::RunStart Context::run_start(std::optional<std::string> model_sha256) const {
  return {command,
          arguments,
          std::string(program_version()),
          std::string(git_revision()),
          std::move(model_sha256),
          configuration};
}

int run_program(std::vector<std::string> arguments, std::ostream& out, std::ostream& err,
                std::stop_token stop) {
  return Program().run(std::move(arguments), out, err, std::move(stop));
}

}  // namespace proviso::cli
