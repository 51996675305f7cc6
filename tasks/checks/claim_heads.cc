#include "tasks/checks/claim_heads.h"

#include <algorithm>

#include "checks_data.h"
#include "tasks/mentions/folded.h"

namespace proviso::tasks {

using std::string_view;

namespace {

// claim_heads.txt: for each head all its spellings, the name first.
std::vector<std::vector<std::string>> read_claim_heads() {
  std::vector<std::vector<std::string>> heads;
  string_view rest = checks::data::claim_heads;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty() || line.front() == '#') continue;
    std::vector<std::string> spellings;
    while (!line.empty()) {
      const std::size_t space = std::min(line.find(' '), line.size());
      spellings.emplace_back(line.substr(0, space));
      line.remove_prefix(std::min(space + 1, line.size()));
    }
    heads.push_back(std::move(spellings));
  }
  return heads;
}

}  // namespace

const std::vector<std::vector<std::string>>& claim_heads() {
  static const auto all = read_claim_heads();
  return all;
}

bool names_head(string_view text, std::size_t head) {
  const auto& spellings = claim_heads()[head];
  return std::any_of(spellings.begin(), spellings.end(),
                     [&](const std::string& word) { return text.find(word) != text.npos; });
}

std::vector<std::size_t> heads_in(string_view text) {
  std::vector<std::size_t> found;
  std::size_t last_end = text.npos;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t longest = 0;
    std::size_t which = 0;
    for (std::size_t head = 0; head < claim_heads().size(); ++head) {
      for (const std::string& word : claim_heads()[head]) {
        if (word.size() > longest && text.substr(at).starts_with(word)) {
          longest = word.size();
          which = head;
        }
      }
    }
    if (longest > 0) {
      // 保证金利息 is interest: a head directly before another only says of what.
      if (at == last_end && !found.empty()) found.pop_back();
      if (std::find(found.begin(), found.end(), which) == found.end()) found.push_back(which);
      last_end = at + longest;
    }
    at += longest > 0 ? longest : code_point_bytes(text[at]);
  }
  return found;
}

}  // namespace proviso::tasks
