#include "tasks/mentions/reference/page.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>

#include "tasks/checks/names.h"
#include "tasks/checks/words.h"

namespace proviso::tasks::reference {

using segmenter::kNone;
using segmenter::Level;
using segmenter::Span;
using std::string;
using std::string_view;

bool same_people(const Mention& a, const Mention& b) {
  const auto in = [](const Mention& one, std::size_t who) {
    return one.who == who ||
           std::find(one.holders.begin(), one.holders.end(), who) != one.holders.end();
  };
  if (a.who != kNone) return in(b, a.who);
  if (b.who != kNone) return in(a, b.who);
  return a.role == b.role;
}

std::size_t number_of(string_view role) {
  if (role.starts_with("二") || role.starts_with("两")) return role.starts_with("二审") ? 0 : 2;
  if (role.starts_with("三")) return 3;
  if (role.starts_with("四")) return 4;
  return role.starts_with("五") ? 5 : 0;
}

Page::Page(const CaseView& its_view)
    : view(its_view),
      text(its_view.folded.text),
      world(find_named(its_view)),
      case_numbers(find_case_numbers(its_view.folded)) {
  cut();
  collect_mentions();
}

std::size_t Page::at_or_before(const std::vector<std::size_t>& starts, std::size_t at) {
  const auto after = std::upper_bound(starts.begin(), starts.end(), at);
  return after == starts.begin() ? 0 : *std::prev(after);
}

std::size_t Page::paragraph_start(std::size_t at) const {
  const std::size_t end = at == 0 ? string_view::npos : text.rfind('\n', at - 1);
  return end == string_view::npos ? 0 : end + 1;
}

void Page::cut() {
  sentences.push_back(0);
  clauses.push_back(0);
  int depth = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = std::min(code_point_bytes(text[at]), text.size() - at);
    const string_view c = text.substr(at, bytes);
    at += bytes;
    if (c == "(") ++depth;
    if (c == ")" && depth > 0) --depth;
    if (c == "\n") depth = 0;
    const bool stop = c == "\n" || (depth == 0 && (c == "。" || c == ";" || c == "!" || c == "?"));
    const bool comma = c == "," && !(at < text.size() && text[at] >= '0' && text[at] <= '9' &&
                                     at >= 2 && text[at - 2] >= '0' && text[at - 2] <= '9');
    if (stop) sentences.push_back(at);
    if (stop || comma || c == ":") clauses.push_back(at);
  }
}

void Page::collect_mentions() {
  for (const NamedPlace& place : world.places) {
    if (world.all[place.who].no_one || world.all[place.who].name.ends_with("法院")) continue;
    mentions.push_back({place.start, place.end, place.who, {}, {}});
  }
  static const RE2 role(fmt::format("{}|{}", fmt::join(words("reference_role"), "|"),
                                    fmt::join(words("reference_generic"), "|")));
  const re2::StringPiece whole(text.data(), text.size());
  re2::StringPiece found;
  std::vector<Mention> bare;
  for (std::size_t at = 0; role.Match(whole, at, text.size(), RE2::UNANCHORED, &found, 1);) {
    const auto start = static_cast<std::size_t>(found.data() - text.data());
    at = start + found.size();
    // 被告张某 is told by its name; the sides of a form (委托代理人) are nobody's.
    const std::size_t next = world.place_before(at);
    const std::size_t behind = next == kNone ? 0 : next + 1;
    if (behind < world.places.size() && world.places[behind].start <= at + 1 &&
        !world.all[world.places[behind].who].no_one) {
      continue;
    }
    if (next != kNone && world.places[next].start <= start && world.places[next].end > start)
      continue;
    // “职工股” is nobody.
    if (text.substr(0, start).ends_with("“") &&
        begins_with_word({found.data(), found.size()}, words("reference_generic"))) {
      continue;
    }
    Mention mention{start, at, kNone, {}, {found.data(), found.size()}};
    mention.holders = holders(mention.role, start);
    bare.push_back(std::move(mention));
  }
  mentions.insert(mentions.end(), std::make_move_iterator(bare.begin()),
                  std::make_move_iterator(bare.end()));
  std::stable_sort(mentions.begin(), mentions.end(),
                   [](const Mention& a, const Mention& b) { return a.start < b.start; });
}

std::vector<std::size_t> Page::holders(string_view role, std::size_t at) const {
  const Level level = section(at).level;
  string_view plain = role;
  for (const string_view count : words("reference_count"))
    if (plain.starts_with(count)) plain.remove_prefix(count.size());
  string_view below;
  for (const string_view each : {"原审", "一审", "二审"}) {
    if (plain.starts_with(each)) {
      below = each;
      plain.remove_prefix(each.size());
      break;
    }
  }
  const auto holding = [&](auto&& fits) {
    std::vector<std::size_t> list;
    for (std::size_t i = 0; i < world.all.size(); ++i) {
      const auto& held = world.all[i].roles;
      if (std::any_of(held.begin(), held.end(), fits)) list.push_back(i);
    }
    return list;
  };
  const auto with = [&](std::initializer_list<string_view> prefixes) {
    std::vector<std::size_t> list;
    for (const string_view prefix : prefixes) {
      list = holding([&](const string& held) { return held == string(prefix) + string(plain); });
      if (!list.empty()) break;
    }
    return list;
  };
  std::vector<std::size_t> list;
  if (below == "二审") {
    list = with({"二审"});
  } else if (!below.empty() || level == Level::kFirst) {
    list = with({"一审", "原审", ""});
  } else if (level == Level::kSecond) {
    list = with({"二审", "", "一审", "原审"});
  } else {
    list = with({"", "再审", "一审", "原审", "二审"});
  }
  if (list.empty()) {
    list = holding([&](const string& held) {
      return holds_role(held, plain) && held.find("反诉") == held.npos;
    });
  }
  if (list.empty()) list = holding([&](const string& held) { return holds_role(held, plain); });
  if (list.empty()) {
    // Whom the text calls so before: 认定被告人李某犯…罪 in a ruling on 罪犯李某.
    for (std::size_t i = world.place_before(at); i != kNone; i = i == 0 ? kNone : i - 1) {
      if (!text.substr(0, world.places[i].start).ends_with(plain)) continue;
      list.push_back(world.places[i].who);
      break;
    }
  }
  return list;
}

std::size_t Page::mention_before(std::size_t offset) const {
  const auto after =
      std::upper_bound(mentions.begin(), mentions.end(), offset,
                       [](std::size_t value, const Mention& each) { return value < each.end; });
  return after == mentions.begin() ? kNone : static_cast<std::size_t>(after - mentions.begin()) - 1;
}

std::size_t Page::first_mention_in(std::size_t from, std::size_t to) const {
  const auto first =
      std::lower_bound(mentions.begin(), mentions.end(), from,
                       [](const Mention& each, std::size_t value) { return each.start < value; });
  if (first == mentions.end() || first->end > to) return kNone;
  return static_cast<std::size_t>(first - mentions.begin());
}

std::vector<std::size_t> Page::list_around(std::size_t mention) const {
  const auto joins = [&](std::size_t left, std::size_t right) {
    string_view gap = between(mentions[left].end, mentions[right].start);
    for (const string_view role : words("reference_role"))
      if (gap.ends_with(role)) gap.remove_suffix(role.size());
    return (gap == "、" || gap == "及" || gap == "和" || gap == "以及") &&
           !same_people(mentions[left], mentions[right]);
  };
  std::size_t first = mention, last = mention;
  while (first > 0 && joins(first - 1, first)) --first;
  while (last + 1 < mentions.size() && joins(last, last + 1)) ++last;
  std::vector<std::size_t> list;
  for (std::size_t i = first; i <= last; ++i) list.push_back(i);
  return list;
}

bool Page::subject_like(std::size_t mention) const {
  const std::size_t start = mentions[mention].start;
  string_view before = between(clause_start(start), start);
  bool called = false;
  for (const string_view role : words("reference_role")) {
    if (!before.ends_with(role)) continue;
    before.remove_suffix(role.size());
    called = true;
  }
  // 时任村支书的被告人张某: what stands before 的 tells more of him.
  if (called && before.ends_with("的") && !has_word(before, words("reference_governs_anywhere"))) {
    return true;
  }
  for (const string_view role : words("reference_generic"))
    if (before.ends_with(role)) before.remove_suffix(role.size());
  for (const string_view connector : words("reference_connects"))
    if (before.starts_with(connector)) before.remove_prefix(connector.size());
  if (ends_with_word(before, words("reference_wish"))) return true;
  if (before.find("本院") != before.npos) return false;  // the court acts
  if (has_word(before, words("reference_governs_anywhere"))) return false;
  return !ends_with_word(before, words("reference_governs"));
}

Span Page::named(std::size_t who, std::size_t before) const {
  Span last{0, 0};
  for (std::size_t i = world.place_before(before); i != kNone; i = i == 0 ? kNone : i - 1)
    if (world.places[i].who == who) return {world.places[i].start, world.places[i].end};
  for (const NamedPlace& place : world.places)
    if (place.who == who) return {place.start, place.end};
  return last;
}

std::vector<Span> Page::people(const std::vector<std::size_t>& who, std::size_t before) const {
  std::vector<Span> list;
  for (const std::size_t each : who) {
    const Span place = named(each, before);
    if (place.end != 0) list.push_back(place);
  }
  return list;
}

std::vector<Span> Page::spans_of(const std::vector<std::size_t>& which, std::size_t before) const {
  std::vector<Span> list;
  for (const std::size_t each : which) {
    const Mention& mention = mentions[each];
    const auto names = people(mention.holders, before);
    // A party that is only named later is told by its role.
    const bool later =
        names.empty() || std::any_of(names.begin(), names.end(),
                                     [&](const Span& place) { return place.start >= before; });
    // 司法解释规定,受害人…: nobody of the case.
    const bool of_law =
        mention.who == kNone &&
        between(sentence_start(mention.start), mention.start).find("规定") != string_view::npos;
    if (mention.who != kNone || later || of_law) {
      list.push_back({mention.start, mention.end});
    } else {
      list.insert(list.end(), names.begin(), names.end());
    }
  }
  return list;
}

}  // namespace proviso::tasks::reference
