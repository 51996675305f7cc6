#include "cli/messages.h"

#include "cli_data.h"
#include "tasks/phrase_table.h"

namespace proviso::cli {

std::string message_in(Language language, std::string_view english) {
  static const tasks::PhraseTable kTable(data::zh);  // English, Chinese
  if (language != Language::kChinese) return std::string(english);
  return kTable.forth(english).value_or(std::string(english));
}

}  // namespace proviso::cli
