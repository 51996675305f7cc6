// The lists of data/*.txt in the form the search wants. Internal to tasks/learning.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace proviso::tasks {

// Words of one data file by its [section]; words before the first section go under "". Words are
// separated by white space; with `line_wise` each line of [contexts] is one word.
std::map<std::string, std::vector<std::string>> read_word_lists(std::string_view file,
                                                                bool line_wise = false);

// Longest-match look-up of words at a position of a text.
class WordTrie {
 public:
  explicit WordTrie(const std::vector<std::string>& words);
  // Length in code points of the longest word that starts at text[at]; 0 if none.
  std::size_t longest(std::u32string_view text, std::size_t at) const;

 private:
  struct Node {
    std::map<char32_t, std::size_t> next;
    bool word = false;
  };
  std::vector<Node> nodes_{1};
};

}  // namespace proviso::tasks
