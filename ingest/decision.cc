#include "ingest/decision.h"

#include <array>
#include <cstddef>

namespace proviso::ingest {

std::string_view name(Ground ground) {
  constexpr std::array<std::string_view, 8> kNames{
      "nothing", "text", "no_help", "wrong_fonts", "foreign_ocr", "few_words", "picture", "drawn"};
  return kNames.at(static_cast<std::size_t>(ground));
}

std::string_view name(Repair repair) {
  constexpr std::array<std::string_view, 6> kNames{"none",    "shifted",       "gbk",
                                                   "swapped", "small_capital", "radical"};
  return kNames.at(static_cast<std::size_t>(repair));
}

std::string_view name(Fault fault) {
  constexpr std::array<std::string_view, 9> kNames{"none",          "nonsense",   "controls",
                                                   "swapped",       "high_latin", "rare_han",
                                                   "one_character", "no_words",   "no_letters"};
  return kNames.at(static_cast<std::size_t>(fault));
}

}  // namespace proviso::ingest
