#include "tasks/learning/name_lists.h"

#include <algorithm>
#include <sstream>

#include "tasks/learning/personal_names.h"

namespace proviso::tasks {

std::map<std::string, std::vector<std::string>> read_word_lists(std::string_view file,
                                                                bool line_wise) {
  std::map<std::string, std::vector<std::string>> lists;
  std::istringstream lines{std::string(file)};
  std::string section;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line[0] == '[' && line.back() == ']') {
      section = line.substr(1, line.size() - 2);
    } else if (line_wise && section == "contexts") {
      lists[section].push_back(line);
    } else {
      std::istringstream words(line);
      for (std::string word; words >> word;) lists[section].push_back(word);
    }
  }
  return lists;
}

WordTrie::WordTrie(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    std::size_t node = 0;
    for (const char32_t c : to_code_points(word)) {
      auto [it, fresh] = nodes_[node].next.try_emplace(c, nodes_.size());
      node = it->second;
      if (fresh) nodes_.emplace_back();
    }
    nodes_[node].word = true;
  }
}

std::size_t WordTrie::longest(std::u32string_view text, std::size_t at) const {
  std::size_t node = 0, best = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    const auto it = nodes_[node].next.find(text[i]);
    if (it == nodes_[node].next.end()) break;
    node = it->second;
    if (nodes_[node].word) best = i + 1 - at;
  }
  return best;
}

}  // namespace proviso::tasks
