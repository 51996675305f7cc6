#include "tasks/explanations.h"

#include "explaining_data.h"
#include "tasks/phrase_table.h"

namespace proviso::tasks {

std::string explanation_in(std::string_view language, std::string_view explanation) {
  static const PhraseTable kTable(explaining::data::explanations);  // Chinese, English
  const auto found = language == "zh" ? kTable.back(explanation) : kTable.forth(explanation);
  return found ? *found : std::string(explanation);
}

}  // namespace proviso::tasks
