#include "tasks/checks/party_count.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

// 被上诉人 does not hold 上诉人.
bool holds(string_view role, string_view word) {
  const std::size_t at = role.find(word);
  if (at == role.npos) return false;
  return !(word == "上诉人" && at >= 3 && role.substr(at - 3, 3) == "被");
}

bool carries(const segmenter::Party& party, string_view word) {
  return std::any_of(party.roles.begin(), party.roles.end(),
                     [&](const std::string& role) { return holds(role, word); });
}

// Only a head lists all parties; elsewhere names are met by chance.
bool has_head(const CaseView& view) {
  return !view.structure.parties.empty() &&
         std::all_of(view.structure.parties.begin(), view.structure.parties.end(),
                     [&](const auto& party) {
                       return view.in(party.span.start, Tag::kParties) &&
                              !contains(party.name, {"原告", "被告"});
                     });
}

// How many names stand behind `role` where the parties are introduced: in a head that is run
// together the structure lists fewer.
std::size_t introduced(const CaseView& view, string_view role) {
  static constexpr string_view kBetween[] = {"人", "：", ":", "（", "(", " ", "　"};
  constexpr std::size_t kTwoCharacters = 6;
  std::set<string_view> names;
  for (const Span& span : view.spans(Tag::kParties)) {
    const string_view words = view.quote(span);
    for (std::size_t at = words.find(role); at != words.npos; at = words.find(role, at)) {
      at += role.size();
      for (const string_view mark : kBetween) {
        if (words.substr(at).starts_with(mark)) at += mark.size();
      }
      names.insert(words.substr(at, kTwoCharacters));
    }
  }
  return names.size();
}

// Characters that two names have at the same place.
std::size_t shared(string_view a, string_view b) {
  std::size_t same = 0;
  for (std::size_t at = 0; at + 3 <= std::min(a.size(), b.size()); at += 3) {
    if (a.substr(at, 3) == b.substr(at, 3)) ++same;
  }
  return same;
}

}  // namespace

std::vector<Finding> check_party_count(const CaseView& view) {
  if (!has_head(view)) return {};
  static const RE2 counted(
      "([第、一二两三四五六七八九十〇0-9]?)([二两三四五六七八九])(?:名)?(被上诉人|上诉人|原告|"
      "被告)");
  std::vector<Finding> findings;
  const auto& parties = view.structure.parties;
  const string_view text = view.folded.text;
  const re2::StringPiece whole(text.data(), text.size());
  re2::StringPiece groups[4];
  for (std::size_t at = 0; counted.Match(whole, at, text.size(), RE2::UNANCHORED, groups, 4);) {
    const auto start = static_cast<std::size_t>(groups[0].data() - text.data());
    at = start + groups[0].size();
    const Span place = view.folded.original(start, at);
    const Tag tag = view.section(place.start).tag;
    const bool own = view.this_level(place.start) &&
                     (tag == Tag::kReasoning || tag == Tag::kDisposition || tag == Tag::kCosts);
    if (!own || !groups[1].empty()) continue;
    if (has_word(view.quote(sentence_around(view.text, place)), words("elsewhere"))) continue;
    const string_view number(groups[2].data(), groups[2].size());
    const auto value = number == "两" ? std::optional(Exact(2)) : chinese_value(number);
    const string_view role(groups[3].data(), groups[3].size());
    const auto listed = std::count_if(parties.begin(), parties.end(),
                                      [&](const auto& party) { return carries(party, role); });
    if (!value || listed < 1 || *value <= Exact(listed)) continue;
    if (*value <= Exact(static_cast<std::int64_t>(introduced(view, role)))) continue;
    const auto last = std::find_if(parties.rbegin(), parties.rend(),
                                   [&](const auto& party) { return carries(party, role); });
    findings.push_back(finding(
        "party_count", "checks/party_count", clause_around(view.text, place), last->span,
        view.chinese()
            ? fmt::format("此处称“{}”，而首部只列明{}名{}。", view.quote(place), listed, role)
            : fmt::format("{} are spoken of, the head lists {}.", view.quote(place), listed)));
  }
  return findings;
}

std::vector<Finding> check_unknown_party(const CaseView& view) {
  if (!has_head(view)) return {};
  static const RE2 named(
      "(被上诉人|上诉人|原告|被告|第三人)(\\p{Han}{2,4}?)(?:于|应|在|向|、|与|和|及|给|对|支付|"
      "赔偿|偿还|返还|连带|共同|负担|承担|\\()");
  std::vector<Finding> findings;
  const string_view text = view.folded.text;
  const auto& parties = view.structure.parties;
  for (const Span& item : view.disposition_items()) {
    const std::size_t end = view.folded.folded(item.end);
    const re2::StringPiece whole(text.data(), text.size());
    re2::StringPiece groups[3];
    for (std::size_t at = view.folded.folded(item.start);
         named.Match(whole, at, end, RE2::UNANCHORED, groups, 3);) {
      const auto start = static_cast<std::size_t>(groups[2].data() - text.data());
      at = start;
      const string_view name(groups[2].data(), groups[2].size());
      if (has_word(name, words("no_name"))) continue;
      const std::size_t first = text.find(name);
      const bool before = first < start && view.folded.origin[first] < item.start &&
                          !view.in(view.folded.origin[first], Tag::kDisposition);
      const bool behind = text.find(name, start + name.size()) != text.npos;
      const bool near = std::any_of(parties.begin(), parties.end(), [&](const auto& party) {
        return shared(party.name, name) + 1 >= code_points(name) ||
               party.name.find(name) != party.name.npos || party.name.starts_with(name);
      });
      if (before || behind || near) continue;
      const Span place = view.folded.original(start, start + name.size());
      findings.push_back(
          finding("unknown_party", "checks/unknown_party", clause_around(view.text, place),
                  parties.empty() ? place : parties.front().span,
                  view.chinese() ? fmt::format("主文中的“{}”在判决书其他部分均未出现。", name)
                                 : fmt::format("{} stands nowhere else in the judgment.", name)));
    }
  }
  return findings;
}

}  // namespace proviso::tasks
