#include "tasks/checks/claim_heads.h"

#include <algorithm>
#include <optional>

#include "checks_data.h"
#include "tasks/checks/words.h"
#include "tasks/law/table.h"
#include "tasks/mentions/folded.h"

namespace proviso::tasks {

using std::string_view;

namespace {

struct Table {
  std::vector<ClaimHead> heads;
  std::vector<std::string> none;  // hold a head's word and are none
  std::vector<string_view> all;   // the words of both

  // Passes over the places where none of them begins.
  std::optional<Words> words;
};

const Table& table() {
  static const Table all = [] {
    Table read;
    std::string sort;
    for (const string_view line : law::pieces(checks::data::claim_heads, '\n')) {
      if (line.starts_with('#')) continue;
      const std::vector<string_view> row = law::pieces(line, ' ');
      if (row.front().starts_with("@")) {
        sort = row.front().substr(1);
      } else if (row.front() == "!") {
        read.none.assign(row.begin() + 1, row.end());
        read.all.insert(read.all.end(), row.begin() + 1, row.end());
      } else {
        ClaimHead head{sort, {}, {}};
        for (const string_view word : row) {
          if (word.starts_with('~')) {
            head.dealt_by.emplace_back(word.substr(1));
          } else {
            head.spellings.emplace_back(word);
            read.all.push_back(word);
          }
        }
        read.heads.push_back(std::move(head));
      }
    }
    read.words.emplace(read.all);
    return read;
  }();
  return all;
}

// Whether what stands between two heads leads from the one to the other: no stop, no connector, no
// figure, few characters.
bool leads_on(string_view between) {
  constexpr std::size_t kFarthest = 24;
  return between.size() <= kFarthest && !has_word(between, words("parts_heads")) &&
         std::none_of(between.begin(), between.end(), [](char c) { return c >= '0' && c <= '9'; });
}

struct Met {
  std::size_t size = 0;
  std::size_t head = 0;
  bool none = false;
};

// The longest spelling that `rest` begins with.
Met longest_at(string_view rest) {
  Met met;
  if (!table().words->may_open(rest)) return met;
  const auto& heads = table().heads;
  for (std::size_t head = 0; head < heads.size(); ++head) {
    for (const std::string& word : heads[head].spellings)
      if (word.size() > met.size && rest.starts_with(word)) met = {word.size(), head, false};
  }
  for (const std::string& word : table().none)
    if (word.size() > met.size && rest.starts_with(word)) met = {word.size(), 0, true};
  return met;
}

}  // namespace

const std::vector<ClaimHead>& claim_heads() {
  return table().heads;
}

bool names_head(string_view text, std::size_t head) {
  const auto& spellings = claim_heads()[head].spellings;
  return std::any_of(spellings.begin(), spellings.end(),
                     [&](const std::string& word) { return text.find(word) != text.npos; });
}

std::vector<std::size_t> heads_in(string_view text) {
  std::vector<std::size_t> found;
  std::size_t last_end = text.npos;
  for (std::size_t at = 0; at < text.size();) {
    const Met met = longest_at(text.substr(at));
    if (met.size > 0 && !met.none) {
      if (last_end != text.npos && !found.empty() && leads_on(text.substr(last_end, at - last_end)))
        found.pop_back();
      std::erase(found, met.head);
      found.push_back(met.head);
      last_end = at + met.size;
    }
    at += met.size > 0 ? met.size : code_point_bytes(text[at]);
  }
  return found;
}

}  // namespace proviso::tasks
