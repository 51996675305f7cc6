// The options that every command has, and the layers they come from: default < --config FILE <
// PROVISO_… < flag.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace proviso::cli {

// A wrong configuration file or environment variable; exit code 2.
class ConfigError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Settings {
  std::filesystem::path db = "proviso.db";
  std::filesystem::path model;  // empty: the shipped one
  std::string device = "auto";  // auto, cpu, cuda
  int threads = 0;              // 0: one for each core
  std::uint64_t seed = 1;
  std::string lang = "auto";  // auto (from LC_ALL, LC_MESSAGES, LANG), en, zh
  bool json = false, quiet = false;
  std::filesystem::path config;
  bool dump_config = false;
};

// For an option that takes a number: refuses words that are none and numbers below `least`. CLI11
// alone takes -1 for the greatest unsigned number there is.
CLI::Validator at_least(double least);

// For one that takes a number from `least` to `most`; the refusal prints both as one would write
// them.
CLI::Validator between(double least, double most);

// Adds the options to `program`; they are also taken after the command's name. `settings` must
// outlive `program`.
void add_settings(CLI::App& program, Settings& settings);

// After parsing: gives the options of `program` and of `command` (may be null) that argv left out
// their values from the environment (PROVISO_DB; PROVISO_PLANT_KINDS for an option of the command
// plant) and from the TOML file (db = … at the top, kinds = … under [plant]). Throws ConfigError
// for unknown keys, wrong values and unreadable files.
void apply_layers(CLI::App& program, CLI::App* command, const Settings& settings);

// The values in force, as a TOML file that --config takes.
std::string dump_toml(const CLI::App& program, const CLI::App* command);

}  // namespace proviso::cli
