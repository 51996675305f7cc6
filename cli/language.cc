#include "cli/language.h"

#include <cstdlib>

namespace proviso::cli {

Language language_of(std::string_view setting) {
  if (setting == "zh") return Language::kChinese;
  if (setting == "en") return Language::kEnglish;
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    return std::string_view(value).starts_with("zh") ? Language::kChinese : Language::kEnglish;
  }
  return Language::kEnglish;
}

}  // namespace proviso::cli
