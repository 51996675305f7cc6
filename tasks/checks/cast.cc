#include "tasks/checks/cast.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>

#include "tasks/checks/names.h"
#include "tasks/checks/search.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

namespace {

std::string any_of_group(string_view group) {
  return fmt::format("(?:{})", fmt::join(words(group), "|"));
}

}  // namespace

bool has_head(const CaseView& view) {
  return !view.structure.parties.empty() &&
         std::all_of(view.structure.parties.begin(), view.structure.parties.end(),
                     [&](const auto& party) {
                       return view.in(party.span.start, Tag::kParties) &&
                              !contains(party.name, {"原告", "被告"});
                     });
}

Cast::Cast(const CaseView& view) {
  for (const Tag tag : {Tag::kDisposition, Tag::kCosts}) {
    for (const Span& span : view.spans(tag))
      zones.push_back({view.folded.folded(span.start), view.folded.folded(span.end)});
  }
  for (const segmenter::Party& party : view.structure.parties) {
    members.push_back({fold(party.name).text, party.roles, party.span});
    known.push_back(members.back().words);
    for (const std::string& alias : party.aliases) known.push_back(fold(alias).text);
  }
  from_head = !members.empty();
  if (from_head) return;
  organisations_named(view);
  by_usage(view);
}

bool Cast::knows(string_view name) const {
  return std::any_of(known.begin(), known.end(),
                     [&](const std::string& each) { return each == name; });
}

bool Cast::carries(const CastMember& member, string_view word) {
  return std::any_of(member.roles.begin(), member.roles.end(),
                     [&](const std::string& role) { return holds_role(role, word); });
}

std::vector<const CastMember*> Cast::with_role(string_view word) const {
  std::vector<const CastMember*> found;
  for (const CastMember& member : members)
    if (carries(member, word)) found.push_back(&member);
  return found;
}

// Organisations behind role words in the operative part, the longest spelling at each place; one
// that the document writes only here may be a slip and is no name to measure others by.
void Cast::organisations_named(const CaseView& view) {
  static const RE2 named(
      "(?:原告|被告|第三人)(?:\\([^()]{1,12}\\))?([^,。;、:()\\n\"“”《》]{4,40}?" +
      any_of_group("company") + ")");
  const string_view text = view.folded.text;
  for (const Span& zone : zones) {
    if (!view.in(view.folded.origin[zone.start], Tag::kDisposition)) continue;
    const re2::StringPiece whole(text.data(), text.size());
    re2::StringPiece groups[2];
    for (std::size_t at = zone.start;
         named.Match(whole, at, zone.end, RE2::UNANCHORED, groups, 2);) {
      const auto start = static_cast<std::size_t>(groups[1].data() - text.data());
      at = start + groups[1].size();
      const std::string name(groups[1].data(), groups[1].size());
      const bool sentence = contains(name, {"原告", "被告", "支付", "判决"});
      if (sentence || knows(name) || count(text, name) < 2) continue;
      members.push_back({name, {}, view.folded.original(start, at)});
      known.push_back(name);
    }
  }
}

// Whom the text calls 原告 or 被告 by name, twice and more. With a counterclaim or a court below
// the words change sides.
void Cast::by_usage(const CaseView& view) {
  static const RE2 named("(原告|被告)(\\p{Han}{3,26}?" + any_of_group("company") +
                         "|\\p{Han}{2,8}?公司|\\p{Han}{1,2}某{1,2}[甲乙丙丁]?|\\p{Han}{2,4}?)(?:" +
                         std::string("[、,。;()\\n]|") + any_of_group("after_name") + ")");
  const string_view text = view.folded.text;
  std::size_t before_zones = text.size();
  for (const Span& zone : zones) before_zones = std::min(before_zones, zone.start);
  const string_view before = text.substr(0, before_zones);
  std::size_t of_appeal = 0;
  for (const string_view word : words("side_of_appeal")) of_appeal += count(before, word);
  constexpr std::size_t kWord = 6;  // bytes of 原告
  constexpr std::size_t kFew = 2;   // another case is mentioned
  if (contains(before, {"反诉原告", "反诉被告"}) || of_appeal > kFew) return;
  std::size_t last_zone = before_zones;
  for (const Span& zone : zones) last_zone = std::max(last_zone, zone.end);
  const re2::StringPiece whole(text.data(), text.size());
  re2::StringPiece groups[3];
  // Looked for at each 原告 and 被告: to search the whole text for groups is ten times slower.
  for (std::size_t at = find_word(text, "告"); at < last_zone; at = find_word(text, "告", at + 1)) {
    if (at < kWord / 2 ||
        !named.Match(whole, at - kWord / 2, last_zone, RE2::ANCHOR_START, groups, 3))
      continue;
    const auto start = static_cast<std::size_t>(groups[2].data() - text.data());
    const std::string name(groups[2].data(), groups[2].size());
    const bool taken = std::any_of(members.begin(), members.end(), [&](const CastMember& each) {
      return each.words == name && !each.roles.empty();
    });
    const bool named_so = organisation(name) || masked(name) || begins_with_family_name(name);
    if (taken || !named_so || !may_be_name(name)) continue;
    const std::string plaintiff = "原告" + name;
    const std::string defendant = "被告" + name;
    const std::size_t as_plaintiff = count(text, plaintiff);
    const std::size_t as_defendant = count(text, defendant);
    const bool sues = as_plaintiff > as_defendant;
    // Called the other way at most once, and that in the operative part: there it is a slip.
    const std::size_t otherwise = std::min(as_plaintiff, as_defendant);
    const std::size_t times = std::max(as_plaintiff, as_defendant);
    if (times < 2 || otherwise > 1 || (otherwise == 1 && times < 3)) continue;
    if (count(before, sues ? defendant : plaintiff) > 0) continue;
    CastMember member{
        name, {sues ? "原告" : "被告"}, view.folded.original(start, start + name.size())};
    if (!knows(name)) known.push_back(name);
    members.push_back(std::move(member));
  }
}

}  // namespace proviso::tasks
