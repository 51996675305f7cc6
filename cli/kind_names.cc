#include "cli/kind_names.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

namespace proviso::cli {

bool are_built_in(std::span<const std::string> wanted) {
  const std::vector<std::string> kinds = tasks::Words::findings();
  return std::all_of(wanted.begin(), wanted.end(), [&](const std::string& kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  });
}

void check_kinds(const std::string& option, std::span<const std::string> wanted,
                 std::span<const std::string> more) {
  std::vector<std::string> kinds = tasks::Words::findings();
  for (const std::string& kind : more) {
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  for (const std::string& kind : wanted) {
    if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) continue;
    throw CLI::ValidationError(option, fmt::format("there is no kind '{}'; the kinds are {}", kind,
                                                   fmt::join(kinds, " ")));
  }
}

tasks::Words words_in(Language language) {
  return tasks::Words(language == Language::kChinese ? tasks::Words::Language::kChinese
                                                     : tasks::Words::Language::kEnglish);
}

std::string kind_name(Language language, std::string_view kind) {
  return std::string(words_in(language).finding(kind));
}

}  // namespace proviso::cli
