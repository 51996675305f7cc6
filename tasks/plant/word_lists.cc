#include "tasks/plant/word_lists.h"

namespace proviso::tasks::planting {

std::vector<std::vector<std::string>> rows_of(std::string_view list) {
  std::vector<std::vector<std::string>> rows;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find('\n'), list.size());
    std::string_view line = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    if (line.empty() || line.front() == '#') continue;
    std::vector<std::string>& row = rows.emplace_back();
    while (!line.empty()) {
      const std::size_t blank = std::min(line.find(' '), line.size());
      row.emplace_back(line.substr(0, blank));
      line.remove_prefix(std::min(blank + 1, line.size()));
    }
  }
  return rows;
}

}  // namespace proviso::tasks::planting
