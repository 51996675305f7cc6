#include "cli/settings.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <vector>

namespace proviso::cli {
namespace {

// Options that say where settings come from or show them: no settings themselves.
bool is_setting(const CLI::Option& option) {
  if (option.get_lnames().empty()) return false;
  const std::string& name = option.get_lnames().front();
  return name != "help" && name != "version" && name != "config" && name != "dump-config";
}

std::string key_of(const CLI::Option& option) {
  return option.get_lnames().front();
}

bool is_flag(const CLI::Option& option) {
  return option.get_items_expected_max() == 0;
}

std::string environment_name(const CLI::App& app, const CLI::Option& option) {
  std::string name = "PROVISO_";
  if (app.get_parent() != nullptr) name += app.get_name() + "_";
  name += key_of(option);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) {
    return c == '-' ? '_' : static_cast<char>(std::toupper(c));
  });
  return name;
}

// "--no-eviction" that sets `eviction` to false: CLI11 turns its values round.
bool is_negated(const CLI::Option& option) {
  const std::vector<std::string>& names = option.get_fnames();
  return std::find(names.begin(), names.end(), key_of(option)) != names.end();
}

bool is_list(const CLI::Option& option) {
  return option.get_items_expected_max() > 1;
}

// The values that an option has when nothing sets it.
std::vector<std::string> defaults(const CLI::Option& option) {
  if (is_flag(option)) return {"false"};
  if (option.get_default_str().empty()) return {};
  return {option.get_default_str()};
}

// CLI11 takes values as the words of a command line.
std::vector<std::string> words(const toml::node& node, const std::string& where) {
  std::vector<std::string> result;
  if (const toml::array* list = node.as_array()) {
    for (const toml::node& one : *list) {
      for (std::string& word : words(one, where)) result.push_back(std::move(word));
    }
    return result;
  }
  if (const auto text = node.value_exact<std::string>()) return {*text};
  if (const auto truth = node.value_exact<bool>()) return {*truth ? "true" : "false"};
  if (const auto number = node.value_exact<std::int64_t>()) return {std::to_string(*number)};
  if (const auto real = node.value_exact<double>()) return {fmt::format("{}", *real)};
  throw ConfigError(fmt::format(
      "{}: the value must be a string, a number, true or false, or a list of these", where));
}

void set(CLI::Option& option, const std::vector<std::string>& values, const std::string& where) {
  try {
    for (const std::string& value : values) {
      option.add_result(is_flag(option) ? option.get_flag_value(key_of(option), value) : value);
    }
    option.run_callback();
  } catch (const CLI::ParseError& error) {
    throw ConfigError(fmt::format("{}: {}", where, error.what()));
  }
}

CLI::Option* find_option(CLI::App& app, std::string key) {
  std::replace(key.begin(), key.end(), '_', '-');
  for (CLI::Option* option : app.get_options()) {
    if (is_setting(*option) && key_of(*option) == key) return option;
  }
  return nullptr;
}

std::string place(const std::filesystem::path& file, const toml::node& node) {
  return fmt::format("{}:{}", file.string(), node.source().begin.line);
}

// Checks the keys of `table` against the options of `app`; sets those that nothing before has set
// when `use`.
void apply_table(CLI::App& app, const toml::table& table, const std::filesystem::path& file,
                 bool use) {
  for (const auto& [key, value] : table) {
    const std::string name(key.str());
    if (value.is_table()) continue;
    const std::string where = place(file, value);
    CLI::Option* option = find_option(app, name);
    if (option == nullptr) {
      const std::string of =
          app.get_parent() == nullptr ? "" : fmt::format(" for '{}'", app.get_name());
      throw ConfigError(
          fmt::format("{}: unknown setting '{}'{}; 'proviso --dump-config' and 'proviso COMMAND "
                      "--dump-config' list those there are",
                      where, name, of));
    }
    const std::vector<std::string> values = words(value, where);
    // A default need not pass the checks of what a user gives: 0 may stand for "none".
    if (use && option->count() == 0 && values != defaults(*option))
      set(*option, values, where + ": " + name);
  }
}

CLI::App* find_command(CLI::App& program, const std::string& name) {
  const std::vector<CLI::App*> found =
      program.get_subcommands([&](const CLI::App* app) { return app->get_name() == name; });
  return found.empty() ? nullptr : found.front();
}

void apply_file(CLI::App& program, CLI::App* command, const std::filesystem::path& file) {
  toml::table table;
  try {
    table = toml::parse_file(file.string());
  } catch (const toml::parse_error& error) {
    if (error.source().begin.line == 0) {
      throw ConfigError(fmt::format(
          "cannot read the configuration {}; check the path after --config", file.string()));
    }
    throw ConfigError(
        fmt::format("{}:{}: {}", file.string(), error.source().begin.line, error.description()));
  }
  apply_table(program, table, file, true);
  for (const auto& [key, value] : table) {
    const toml::table* section = value.as_table();
    if (section == nullptr) continue;
    const std::string name(key.str());
    CLI::App* owner = find_command(program, name);
    if (owner == nullptr) {
      throw ConfigError(fmt::format("{}: there is no command '{}'", place(file, value), name));
    }
    apply_table(*owner, *section, file, owner == command);
  }
}

void apply_environment(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (!is_setting(*option) || option->count() > 0) continue;
    const std::string name = environment_name(app, *option);
    const char* value = std::getenv(name.c_str());
    if (value != nullptr && *value != '\0') set(*option, {value}, name);
  }
}

// A number or a truth value as it stands, anything else as a string.
void put(toml::table& table, const CLI::Option& option) {
  const std::vector<std::string> values = option.count() == 0 ? defaults(option) : option.results();
  if (is_flag(option)) {
    const char* const on = is_negated(option) ? "false" : "true";
    table.insert_or_assign(key_of(option), option.count() > 0 && values.back() == on);
    return;
  }
  // As a number only what comes back from the file as the same word: a name may look like one.
  const auto parsed = [](const std::string& text, toml::array& list) {
    std::istringstream in(text);
    std::int64_t whole = 0;
    double real = 0;
    if (in >> whole && std::to_string(whole) == text) {
      list.push_back(whole);
      return;
    }
    in = std::istringstream(text);
    if (in >> real && fmt::format("{}", real) == text) {
      list.push_back(real);
      return;
    }
    list.push_back(text);
  };
  toml::array list;
  for (const std::string& value : values) {
    if (!value.empty()) parsed(value, list);
  }
  if (list.empty() && !is_list(option)) return;
  if (is_list(option)) {
    table.insert_or_assign(key_of(option), list);
  } else {
    list.back().visit([&](const auto& value) { table.insert_or_assign(key_of(option), value); });
  }
}

}  // namespace

CLI::Validator at_least(double least) {
  return CLI::Validator(
      [least](std::string& word) {
        double number = 0;
        if (CLI::detail::lexical_cast(word, number) && number >= least) return std::string();
        return fmt::format("{} is too small; the least is {}", word, least);
      },
      "");
}

CLI::Validator between(double least, double most) {
  return CLI::Validator(
      [least, most](std::string& word) {
        double number = 0;
        if (CLI::detail::lexical_cast(word, number) && number >= least && number <= most)
          return std::string();
        return fmt::format("{} is not a number from {} to {}", word, least, most);
      },
      "");
}

void add_settings(CLI::App& program, Settings& settings) {
  program.add_option("--db", settings.db, "Database file")->type_name("FILE");
  program.add_option("--model", settings.model, "Model directory; without it the shipped model")
      ->type_name("DIR");
  program.add_option("--device", settings.device, "Where the model computes")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}));
  program
      .add_option("--threads", settings.threads,
                  "Threads for reading and computing; 0: one for each core")
      ->check(CLI::Range(0, 1024));
  program.add_option("--seed", settings.seed, "Seed of everything random")->check(at_least(0));
  program.add_option("--lang", settings.lang, "Language of tables and messages; auto: from LANG")
      ->check(CLI::IsMember({"auto", "en", "zh"}));
  program.add_flag("--json", settings.json, "Results as JSON on standard output, no progress");
  program.add_flag("--quiet", settings.quiet, "No progress");
  program.add_option("--config", settings.config, "Settings from a TOML file")
      ->type_name("FILE.toml")
      ->envname("PROVISO_CONFIG");
  program.add_flag("--dump-config", settings.dump_config,
                   "Print the settings in force as TOML and stop");
}

void apply_layers(CLI::App& program, CLI::App* command, const Settings& settings) {
  apply_environment(program);
  if (command != nullptr) apply_environment(*command);
  if (!settings.config.empty()) apply_file(program, command, settings.config);
}

std::string dump_toml(const CLI::App& program, const CLI::App* command) {
  toml::table table;
  for (const CLI::Option* option : program.get_options()) {
    if (is_setting(*option)) put(table, *option);
  }
  if (command != nullptr) {
    toml::table section;
    for (const CLI::Option* option : command->get_options()) {
      if (is_setting(*option)) put(section, *option);
    }
    if (!section.empty()) table.insert_or_assign(command->get_name(), section);
  }
  std::ostringstream out;
  out << table << '\n';
  return out.str();
}

}  // namespace proviso::cli
