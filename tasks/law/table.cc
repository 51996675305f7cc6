#include "tasks/law/table.h"

namespace proviso::law {

std::vector<std::string_view> pieces(std::string_view text, char mark) {
  std::vector<std::string_view> list;
  while (!text.empty()) {
    const std::size_t end = text.find(mark);
    if (end != 0) list.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return list;
}

std::vector<std::vector<std::string_view>> rows(std::string_view table) {
  std::vector<std::vector<std::string_view>> list;
  for (const std::string_view line : pieces(table, '\n')) {
    if (!line.starts_with('#')) list.push_back(pieces(line, '\t'));
  }
  return list;
}

}  // namespace proviso::law
