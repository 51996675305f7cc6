// The two languages that tables and messages come in.
#pragma once

#include <string_view>

namespace proviso::cli {

enum class Language { kEnglish, kChinese };

// `setting` is "en", "zh" or "auto": the first non-empty of LC_ALL, LC_MESSAGES and LANG that
// begins with "zh" makes it Chinese.
Language language_of(std::string_view setting);

inline std::string_view in(Language language, std::string_view english, std::string_view chinese) {
  return language == Language::kChinese ? chinese : english;
}

}  // namespace proviso::cli
