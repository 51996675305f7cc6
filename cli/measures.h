// The measures of `proviso evaluate` that read a corpus: --recl and --probes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/command.h"

namespace proviso::cli {

struct MeasureArguments {
  bool recl = false, probes = false;
  std::vector<std::filesystem::path> against;
  std::string recl_lengths = "100:1000:100";
  std::size_t most_facts = 100;
  std::size_t most_tokens = 0;

  bool any() const { return recl || probes; }
};

// Adds the options of the measures. `arguments` must outlive `evaluate`.
void add_measures(CLI::App& evaluate, MeasureArguments& arguments);

// Runs those asked for on the corpus (PATH or PATH:WEIGHT), or what is held out of it at `share`.
// Throws CLI::ValidationError for a missing corpus and lengths that cannot be read.
int run_measures(Context& context, const MeasureArguments& arguments,
                 const std::vector<std::string>& corpus, double share,
                 const std::filesystem::path& model);

}  // namespace proviso::cli
