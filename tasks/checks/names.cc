#include "tasks/checks/names.h"

#include <algorithm>

#include "tasks/checks/search.h"
#include "tasks/checks/words.h"
#include "tasks/mentions/folded.h"

namespace proviso::tasks {

using std::string_view;

std::vector<string_view> characters(string_view text) {
  std::vector<string_view> list;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = std::min(code_point_bytes(text[at]), text.size() - at);
    list.push_back(text.substr(at, bytes));
    at += bytes;
  }
  return list;
}

std::size_t edit_distance(const std::vector<string_view>& a, const std::vector<string_view>& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

bool neighbours_exchanged(const std::vector<string_view>& a, const std::vector<string_view>& b) {
  if (a.size() != b.size()) return false;
  std::size_t i = 0;
  while (i < a.size() && a[i] == b[i]) ++i;
  return i + 1 < a.size() && a[i] == b[i + 1] && a[i + 1] == b[i] &&
         std::equal(a.begin() + static_cast<std::ptrdiff_t>(i) + 2, a.end(),
                    b.begin() + static_cast<std::ptrdiff_t>(i) + 2);
}

std::size_t count(string_view text, string_view words) {
  std::size_t times = 0;
  for (std::size_t at = find_word(text, words); at != text.npos;
       at = find_word(text, words, at + words.size()))
    ++times;
  return times;
}

bool masked(string_view name) {
  return has_word(name, words("mask"));
}

bool organisation(string_view name) {
  const auto endings = words("organisation");
  return std::any_of(endings.begin(), endings.end(),
                     [&](string_view ending) { return name.ends_with(ending); });
}

bool holds_role(string_view role, string_view word) {
  const std::size_t at = role.find(word);
  if (at == role.npos) return false;
  return !(word == "上诉人" && at >= 3 && role.substr(at - 3, 3) == "被");
}

bool begins_with_family_name(string_view name) {
  return begins_with_word(name, words("family_name"));
}

bool may_be_name(string_view name) {
  constexpr std::size_t kTwo = 6;  // bytes
  if (organisation(name) && name.size() > 9) name = name.substr(0, kTwo);
  const auto verbs = words("after_name");
  const bool acts = std::any_of(verbs.begin(), verbs.end(), [&](string_view verb) {
    return verb.size() >= kTwo && name.find(verb) != name.npos;
  });
  if (acts) return false;
  const auto families = words("family_name");
  const auto family = std::find_if(families.begin(), families.end(),
                                   [&](string_view each) { return name.starts_with(each); });
  std::size_t rare = 0;
  const auto list = characters(family == families.end() ? name : name.substr(family->size()));
  for (const string_view each : list) {
    if (!masked(each) && has_word(each, words("no_name"))) ++rare;
  }
  return rare == 0 || (rare == 1 && family != families.end() && list.size() > 1);
}

}  // namespace proviso::tasks
