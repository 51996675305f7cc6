#include "tasks/mentions/reference.h"

#include <re2/re2.h>

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "tasks/checks/cast.h"
#include "tasks/checks/names.h"
#include "tasks/checks/words.h"
#include "tasks/mentions/case_number.h"
#include "tasks/mentions/named.h"

namespace proviso::tasks {
namespace {

using segmenter::kNone;
using segmenter::Level;
using segmenter::Span;
using segmenter::Tag;
using std::string;
using std::string_view;

// A name or a bare role word. Offsets here and below are in the folded text.
struct Mention {
  std::size_t start = 0, end = 0;
  std::size_t who = kNone;           // index into World::all, of a name
  std::vector<std::size_t> holders;  // of a role: who hold it; may be empty
  string_view role;                  // of a role
};

bool same_people(const Mention& a, const Mention& b) {
  const auto in = [](const Mention& one, std::size_t who) {
    return one.who == who ||
           std::find(one.holders.begin(), one.holders.end(), who) != one.holders.end();
  };
  if (a.who != kNone) return in(b, a.who);
  if (b.who != kNone) return in(a, b.who);
  return a.role == b.role;
}

// 2 for 二被告; 0 where nothing is counted.
std::size_t number_of(string_view role) {
  if (role.starts_with("二") || role.starts_with("两")) return role.starts_with("二审") ? 0 : 2;
  if (role.starts_with("三")) return 3;
  if (role.starts_with("四")) return 4;
  return role.starts_with("五") ? 5 : 0;
}

class Resolver {
 public:
  explicit Resolver(const CaseView& view)
      : view_(view), text_(view.folded.text), world_(find_named(view)), headed_(has_head(view)) {
    cut();
    collect_mentions();
  }

  std::vector<Reference> all();

 private:
  // ---- sentences and clauses ----
  void cut();
  std::size_t sentence_start(std::size_t at) const { return at_or_before(sentences_, at); }
  std::size_t clause_start(std::size_t at) const { return at_or_before(clauses_, at); }
  static std::size_t at_or_before(const std::vector<std::size_t>& starts, std::size_t at) {
    const auto after = std::upper_bound(starts.begin(), starts.end(), at);
    return after == starts.begin() ? 0 : *std::prev(after);
  }
  std::size_t paragraph_start(std::size_t at) const {
    const std::size_t end = at == 0 ? string_view::npos : text_.rfind('\n', at - 1);
    return end == string_view::npos ? 0 : end + 1;
  }
  string_view between(std::size_t from, std::size_t to) const {
    return from < to ? text_.substr(from, to - from) : string_view();
  }
  bool begins(std::size_t at, string_view words) const {
    return text_.substr(at).starts_with(words);
  }
  const segmenter::Section& section(std::size_t at) const {
    return view_.section(view_.folded.origin[at]);
  }

  // ---- people ----
  void collect_mentions();
  std::vector<std::size_t> holders(string_view role, std::size_t at) const;
  std::size_t mention_before(std::size_t offset) const;  // index; kNone
  std::size_t first_mention_in(std::size_t from, std::size_t to) const;
  std::vector<std::size_t> list_around(std::size_t mention) const;
  bool subject_like(std::size_t mention) const;
  Span named(std::size_t who, std::size_t before) const;
  std::vector<Span> spans_of(const std::vector<std::size_t>& mentions, std::size_t before) const;
  std::vector<Span> people(const std::vector<std::size_t>& who, std::size_t before) const;

  // ---- the kinds; each appends what it resolves ----
  void roles();
  void aliases();
  void pronouns();
  void demonstratives();
  void chains();

  std::optional<std::size_t> witness(std::size_t at) const;
  std::size_t other_than_subject(std::size_t at) const;
  std::size_t subject_before(std::size_t at) const;
  void its(std::size_t at);
  void both(std::size_t at, std::size_t end);
  std::optional<Span> side_before(string_view side, std::size_t at) const;
  void several(std::size_t at, std::size_t end, std::size_t count);
  std::optional<Span> thing_before(string_view noun, std::size_t at) const;
  std::optional<Span> told_before(std::size_t at) const;
  std::optional<Span> same_thing(string_view noun, std::size_t at) const;
  std::optional<Span> facts_before(std::size_t at) const;
  std::optional<Span> item_before(string_view noun, std::size_t at) const;
  bool begins_clause_or_led(std::size_t at) const;
  void point(std::size_t start, std::size_t noun_start, string_view noun, bool above);
  Span noun_phrase(std::size_t start, std::size_t end) const;

  void give(std::size_t start, std::size_t end, ReferenceKind kind, std::vector<Span> refers,
            string_view rule) {
    if (refers.empty()) return;
    Reference reference;
    reference.span = view_.folded.original(start, end);
    reference.kind = kind;
    for (const Span& each : refers)
      reference.refers.push_back(view_.folded.original(each.start, each.end));
    reference.rule = rule;
    found_.push_back(std::move(reference));
  }

  const CaseView& view_;
  string_view text_;
  World world_;
  bool headed_;
  std::vector<std::size_t> sentences_, clauses_;  // starts
  std::vector<Mention> mentions_;                 // in order
  std::vector<CaseNumber> case_numbers_ = find_case_numbers(view_.folded);
  std::vector<Reference> found_;
  // 其 that are resolved count as mentions for the next one: place and mention.
  std::vector<std::pair<std::size_t, std::size_t>> its_;
};

void Resolver::cut() {
  sentences_.push_back(0);
  clauses_.push_back(0);
  int depth = 0;
  for (std::size_t at = 0; at < text_.size();) {
    const std::size_t bytes = std::min(code_point_bytes(text_[at]), text_.size() - at);
    const string_view c = text_.substr(at, bytes);
    at += bytes;
    if (c == "(") ++depth;
    if (c == ")" && depth > 0) --depth;
    if (c == "\n") depth = 0;
    const bool stop = c == "\n" || (depth == 0 && (c == "。" || c == ";" || c == "!" || c == "?"));
    const bool comma = c == "," && !(at < text_.size() && text_[at] >= '0' && text_[at] <= '9' &&
                                     at >= 2 && text_[at - 2] >= '0' && text_[at - 2] <= '9');
    if (stop) sentences_.push_back(at);
    if (stop || comma || c == ":") clauses_.push_back(at);
  }
}

// ---- people --------------------------------------------------------------------------------

void Resolver::collect_mentions() {
  for (const NamedPlace& place : world_.places) {
    if (world_.all[place.who].no_one || world_.all[place.who].name.ends_with("法院")) continue;
    mentions_.push_back({place.start, place.end, place.who, {}, {}});
  }
  static const RE2 role(fmt::format("{}|{}", fmt::join(words("reference_role"), "|"),
                                    fmt::join(words("reference_generic"), "|")));
  const re2::StringPiece whole(text_.data(), text_.size());
  re2::StringPiece found;
  std::vector<Mention> bare;
  for (std::size_t at = 0; role.Match(whole, at, text_.size(), RE2::UNANCHORED, &found, 1);) {
    const auto start = static_cast<std::size_t>(found.data() - text_.data());
    at = start + found.size();
    // 被告张某 is told by its name; the sides of a form (委托代理人) are nobody's.
    const std::size_t next = world_.place_before(at);
    const std::size_t behind = next == kNone ? 0 : next + 1;
    if (behind < world_.places.size() && world_.places[behind].start <= at + 1 &&
        !world_.all[world_.places[behind].who].no_one) {
      continue;
    }
    if (next != kNone && world_.places[next].start <= start && world_.places[next].end > start)
      continue;
    Mention mention{start, at, kNone, {}, {found.data(), found.size()}};
    mention.holders = holders(mention.role, start);
    bare.push_back(std::move(mention));
  }
  mentions_.insert(mentions_.end(), std::make_move_iterator(bare.begin()),
                   std::make_move_iterator(bare.end()));
  std::stable_sort(mentions_.begin(), mentions_.end(),
                   [](const Mention& a, const Mention& b) { return a.start < b.start; });
}

// Who hold a role where it is written: 原告 means, in the judgment below, who was plaintiff there.
std::vector<std::size_t> Resolver::holders(string_view role, std::size_t at) const {
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
    for (std::size_t i = 0; i < world_.all.size(); ++i) {
      const auto& held = world_.all[i].roles;
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
  return list;
}

std::size_t Resolver::mention_before(std::size_t offset) const {
  const auto after =
      std::upper_bound(mentions_.begin(), mentions_.end(), offset,
                       [](std::size_t value, const Mention& each) { return value < each.end; });
  return after == mentions_.begin() ? kNone
                                    : static_cast<std::size_t>(after - mentions_.begin()) - 1;
}

std::size_t Resolver::first_mention_in(std::size_t from, std::size_t to) const {
  const auto first =
      std::lower_bound(mentions_.begin(), mentions_.end(), from,
                       [](const Mention& each, std::size_t value) { return each.start < value; });
  if (first == mentions_.end() || first->end > to) return kNone;
  return static_cast<std::size_t>(first - mentions_.begin());
}

// The mentions that stand in one list with this one: 陈某、李某, 甲公司及乙公司.
std::vector<std::size_t> Resolver::list_around(std::size_t mention) const {
  const auto joins = [&](std::size_t left, std::size_t right) {
    string_view gap = between(mentions_[left].end, mentions_[right].start);
    for (const string_view role : words("reference_role"))
      if (gap.ends_with(role)) gap.remove_suffix(role.size());
    return (gap == "、" || gap == "及" || gap == "和" || gap == "以及") &&
           !same_people(mentions_[left], mentions_[right]);
  };
  std::size_t first = mention, last = mention;
  while (first > 0 && joins(first - 1, first)) --first;
  while (last + 1 < mentions_.size() && joins(last, last + 1)) ++last;
  std::vector<std::size_t> list;
  for (std::size_t i = first; i <= last; ++i) list.push_back(i);
  return list;
}

// Whether the mention may be its clause's subject: nothing that governs it stands before it.
bool Resolver::subject_like(std::size_t mention) const {
  const std::size_t start = mentions_[mention].start;
  string_view before = between(clause_start(start), start);
  for (const string_view role : words("reference_role"))
    if (before.ends_with(role)) before.remove_suffix(role.size());
  for (const string_view role : words("reference_generic"))
    if (before.ends_with(role)) before.remove_suffix(role.size());
  for (const string_view connector : words("reference_connects"))
    if (before.starts_with(connector)) before.remove_prefix(connector.size());
  if (ends_with_word(before, words("reference_wish"))) return true;
  if (has_word(before, words("reference_governs_anywhere"))) return false;
  return !ends_with_word(before, words("reference_governs"));
}

// Where `who` is named last before an offset; else the first time behind it.
Span Resolver::named(std::size_t who, std::size_t before) const {
  Span last{0, 0};
  for (std::size_t i = world_.place_before(before); i != kNone; i = i == 0 ? kNone : i - 1)
    if (world_.places[i].who == who) return {world_.places[i].start, world_.places[i].end};
  for (const NamedPlace& place : world_.places)
    if (place.who == who) return {place.start, place.end};
  return last;
}

std::vector<Span> Resolver::people(const std::vector<std::size_t>& who, std::size_t before) const {
  std::vector<Span> list;
  for (const std::size_t each : who) {
    const Span place = named(each, before);
    if (place.end != 0) list.push_back(place);
  }
  return list;
}

std::vector<Span> Resolver::spans_of(const std::vector<std::size_t>& mentions,
                                     std::size_t before) const {
  std::vector<Span> list;
  for (const std::size_t each : mentions) {
    const Mention& mention = mentions_[each];
    const auto names = people(mention.holders, before);
    // A party that is only named later is told by its role.
    const bool later =
        names.empty() || std::any_of(names.begin(), names.end(),
                                     [&](const Span& place) { return place.start >= before; });
    if (mention.who != kNone || later) {
      list.push_back({mention.start, mention.end});
    } else {
      list.insert(list.end(), names.begin(), names.end());
    }
  }
  return list;
}

// ---- roles and short names -----------------------------------------------------------------

void Resolver::roles() {
  for (std::size_t i = 0; i < mentions_.size(); ++i) {
    const Mention& mention = mentions_[i];
    // The head itself says who holds a role.
    if (mention.who != kNone || section(mention.start).tag == Tag::kParties) continue;
    std::vector<std::size_t> meant = mention.holders;
    string_view rule = "instance";
    const bool counted =
        number_of(mention.role) > 0 || text_.substr(0, mention.start).ends_with("原、");
    // An appeal told of below or beside: its appellant is who did not accept.
    if (mention.role == "上诉人" && section(mention.start).level != Level::kThis) {
      static const string_view refused = "不服";
      const std::size_t at = text_.rfind(refused, mention.start);
      if (at != string_view::npos) {
        const std::size_t subject = mention_before(at);
        if (subject != kNone && mentions_[subject].who != kNone && mentions_[subject].end == at) {
          meant = {mentions_[subject].who};
          rule = "appellant";
        }
      }
    }
    // One of several defendants: who was spoken of in this role in the sentence, then the
    // paragraph.
    const bool plaintiff = mention.role.ends_with("原告") || mention.role == "被上诉人";
    if (meant.size() > 1 && !counted && !plaintiff) {
      for (const std::size_t from :
           {sentence_start(mention.start), paragraph_start(mention.start)}) {
        bool narrowed = false;
        for (std::size_t j = i; j-- > 0 && mentions_[j].start >= from;) {
          const std::size_t who = mentions_[j].who;
          if (who == kNone || std::find(meant.begin(), meant.end(), who) == meant.end()) continue;
          std::vector<std::size_t> listed;
          for (const std::size_t each : list_around(j))
            if (mentions_[each].who != kNone) listed.push_back(mentions_[each].who);
          meant = listed;
          rule = "last of the role";
          narrowed = true;
          break;
        }
        if (narrowed) break;
      }
    }
    const std::size_t number = number_of(mention.role);
    if (number > 0 && meant.size() > number) {
      std::vector<std::size_t> last;
      for (std::size_t j = i; j-- > 0 && last.size() < number;) {
        const std::size_t who = mentions_[j].who;
        if (who == kNone || std::find(meant.begin(), meant.end(), who) == meant.end()) continue;
        if (std::find(last.begin(), last.end(), who) == last.end()) last.push_back(who);
      }
      if (last.size() == number) meant = last;
    }
    give(mention.start, mention.end, ReferenceKind::kRole, people(meant, mention.start), rule);
  }
}

void Resolver::aliases() {
  std::vector<Span> first(world_.all.size());
  for (const NamedPlace& place : world_.places) {
    if (place.full && first[place.who].end == 0) first[place.who] = {place.start, place.end};
  }
  for (const NamedPlace& place : world_.places) {
    if (place.full || first[place.who].end == 0) continue;
    give(place.start, place.end, ReferenceKind::kAlias, {first[place.who]}, "definition");
  }
}

// ---- pronouns ------------------------------------------------------------------------------

// 证人李某证实,…其…; 被告人李某的供述…\n证明…其….
std::optional<std::size_t> Resolver::witness(std::size_t at) const {
  std::size_t from = paragraph_start(at);
  for (int line = 0; line < 2; ++line) {
    const std::size_t first = first_mention_in(from, at);
    if (first != kNone && mentions_[first].start - from < 30) {
      const string_view behind = text_.substr(mentions_[first].end);
      if (begins_with_word(behind, words("reference_testifies"))) return first;
    }
    if (from == 0 || !begins_with_word(text_.substr(from), words("reference_proves"))) break;
    from = paragraph_start(from - 1);
  }
  return std::nullopt;
}

// The nearest mention before, in the sentence or the one before, that is not the subject of the
// clause at `at`.
std::size_t Resolver::other_than_subject(std::size_t at) const {
  const std::size_t clause = clause_start(at);
  std::size_t subject = first_mention_in(clause, at);
  if (subject != kNone && !subject_like(subject)) subject = kNone;
  // 张某要求李某向其履行: who acts at another's wish; the other is meant.
  const std::size_t near = mention_before(at);
  if (subject != kNone && near != subject && near != kNone && mentions_[near].start > clause &&
      ends_with_word(between(clause, mentions_[near].start), words("reference_wish"))) {
    return subject;
  }
  // 卖给李某让其砍伐: who is governed right before.
  if (subject == kNone && near != kNone && mentions_[near].start >= clause) return near;
  if (subject == kNone) {
    // 单位未向其发放: somebody without a name acts; 并向其发放: the subject before acts on.
    string_view rest = between(clause, at);
    for (const string_view object : words("reference_object"))
      if (rest.ends_with(object)) {
        rest.remove_suffix(object.size());
        break;
      }
    for (bool trimmed = true; trimmed && !rest.empty();) {
      trimmed = false;
      for (const string_view adverb : words("reference_adverb")) {
        if (!rest.ends_with(adverb)) continue;
        rest.remove_suffix(adverb.size());
        trimmed = true;
      }
    }
    const std::size_t before = subject_before(clause);
    if (!rest.empty()) return before;
    subject = before;
  }
  const std::size_t from = sentence_start(sentence_start(at) > 0 ? sentence_start(at) - 1 : 0);
  std::size_t nearest = kNone;
  for (std::size_t i = mention_before(at); i != kNone && mentions_[i].start >= from;
       i = i == 0 ? kNone : i - 1) {
    if (subject != kNone && same_people(mentions_[i], mentions_[subject])) continue;
    if (nearest == kNone) nearest = i;
    if (subject_like(i) && mentions_[i].start < clause) return i;
  }
  return nearest;
}

// The subject of the nearest clause before that has one; else the nearest mention.
std::size_t Resolver::subject_before(std::size_t at) const {
  const auto after = std::upper_bound(clauses_.begin(), clauses_.end(), at == 0 ? 0 : at - 1);
  std::size_t end = at;
  constexpr int kMost = 12;  // clauses
  int looked = 0;
  for (auto clause = after; clause != clauses_.begin() && looked < kMost; ++looked) {
    --clause;
    const std::size_t first = first_mention_in(*clause, end);
    if (first != kNone && subject_like(first)) return first;
    end = *clause;
  }
  return mention_before(at);
}

void Resolver::its(std::size_t at) {
  const std::size_t end = at + 3;
  const string_view behind = text_.substr(end);
  const std::size_t sentence = sentence_start(at);
  const std::size_t clause = clause_start(at);
  const string_view before = between(clause, at);
  const auto answer = [&](std::size_t mention, string_view rule, bool whole_list) {
    std::vector<std::size_t> list = {mention};
    if (whole_list) list = list_around(mention);
    give(at, end, ReferenceKind::kPronoun, spans_of(list, at), rule);
    its_.push_back({at, mention});
  };
  // 其真实性, 其内容: a thing's.
  if (begins_with_word(behind, words("reference_of_things"))) {
    static const RE2 thing("(?:该[\\p{Han}]{2,4}|《[^》\\n]{1,60}》|证据[0-9]+|[\\p{Han}]{0,4}" +
                           fmt::format("(?:{})", fmt::join(words("reference_paper"), "|")) + ")");
    re2::StringPiece found;
    const re2::StringPiece whole(text_.data(), text_.size());
    Span last{0, 0};
    for (std::size_t from = sentence; thing.Match(whole, from, at, RE2::UNANCHORED, &found, 1);) {
      const auto start = static_cast<std::size_t>(found.data() - text_.data());
      last = {start, start + found.size()};
      from = last.end;
    }
    if (last.end != 0) {
      give(at, end, ReferenceKind::kPronoun, {last}, "thing");
      return;
    }
  }
  const std::size_t near = mention_before(at);
  if (near == kNone) return;
  if (auto first = witness(at)) {
    // Another may speak further on: 案外人杨某到庭陈述.
    for (std::size_t i = near; i > *first; --i) {
      const string_view said = between(mentions_[i].end, std::min(at, mentions_[i].end + 45));
      if (mentions_[i].start >= clause_start(mentions_[i].start) + 30 || !subject_like(i)) continue;
      const string_view own_clause = said.substr(0, std::min(said.find(","), said.size()));
      if (!ends_with_word(own_clause, words("reference_testifies"))) continue;
      first = i;
      break;
    }
    return answer(*first, "witness", false);
  }
  // 沈某及其辩护人: whoever stands right before.
  if (ends_with_word(before, words("reference_and")) && mentions_[near].end + 6 >= at &&
      mentions_[near].end + 3 <= at) {
    return answer(near, "owner", false);
  }
  if (before.ends_with("及") && mentions_[near].start >= clause)
    return answer(near, "owner", false);
  // 追究其刑事责任: the accused.
  const bool sentenced =
      before.ends_with("对") && begins_with_word(behind, words("reference_sentences"));
  if (before.ends_with("追究") || sentenced || before.ends_with("指控")) {
    for (std::size_t i = near; i != kNone && mentions_[i].start + 1500 > at;
         i = i == 0 ? kNone : i - 1) {
      const Mention& each = mentions_[i];
      const bool accused = each.role.ends_with("被告人") ||
                           (each.who != kNone && text_.substr(0, each.start).ends_with("被告人"));
      if (accused) return answer(i, "accused", true);
    }
  }
  // The speaker: 甲公司主张其….
  for (std::size_t i = near; i != kNone && mentions_[i].start >= sentence;
       i = i == 0 ? kNone : i - 1) {
    if (!begins_with_word(text_.substr(mentions_[i].end), words("reference_speaks"))) continue;
    const std::size_t said = mentions_[i].end;
    if (first_mention_in(said, at) == kNone) return answer(i, "speaker", true);
    break;
  }
  const bool own_thing = (before.ends_with("将") || before.ends_with("把")) &&
                         begins_with_word(behind, words("reference_own"));
  if (!own_thing && ends_with_word(before, words("reference_object")) &&
      !before.ends_with("认为")) {
    const std::size_t other = other_than_subject(at);
    if (other != kNone) return answer(other, "object", true);
  }
  const std::size_t own = first_mention_in(clause, at);
  if (own != kNone && subject_like(own)) return answer(own, "subject", true);
  const std::size_t subject = subject_before(clause);
  if (subject != kNone) return answer(subject, "subject before", true);
}

// 双方: the last two that something binds (甲与乙签订), else plaintiff and defendant.
void Resolver::both(std::size_t at, std::size_t end) {
  const std::size_t from = paragraph_start(at);
  for (std::size_t i = mention_before(at); i != kNone && i > 0 && mentions_[i].start >= from; --i) {
    string_view gap = between(mentions_[i - 1].end, mentions_[i].start);
    for (const string_view role : words("reference_role"))
      if (gap.ends_with(role)) gap.remove_suffix(role.size());
    if (!begins_with_word(gap, words("reference_binds")) || gap.size() > 6) continue;
    if (same_people(mentions_[i - 1], mentions_[i])) continue;
    give(at, end, ReferenceKind::kPronoun, spans_of({i - 1, i}, at), "pair");
    return;
  }
  static constexpr std::array<std::array<string_view, 2>, 4> kSides = {
      {{"原告", "被告"},
       {"申请人", "被申请人"},
       {"上诉人", "被上诉人"},
       {"申请执行人", "被执行人"}}};
  for (const auto& pair : kSides) {
    std::vector<Span> sides;
    for (const string_view side : pair)
      if (const auto place = side_before(side, at)) sides.push_back(*place);
    if (sides.size() < 2) continue;
    give(at, end, ReferenceKind::kPronoun, sides, "sides");
    return;
  }
}

// Where a side is named last in the paragraph, else its first party; else its word.
std::optional<Span> Resolver::side_before(string_view side, std::size_t at) const {
  const std::size_t from = paragraph_start(at);
  const auto list = holders(side, at);
  for (std::size_t i = mention_before(at); i != kNone && mentions_[i].start >= from;
       i = i == 0 ? kNone : i - 1) {
    const Mention& each = mentions_[i];
    const bool named_so =
        each.who != kNone && std::find(list.begin(), list.end(), each.who) != list.end();
    if (!named_so &&
        (!holds_role(each.role, side) || each.role.starts_with("被") != side.starts_with("被"))) {
      continue;
    }
    const auto spans = spans_of({i}, at);
    return spans.empty() ? Span{each.start, each.end} : spans.front();
  }
  const Span name = list.empty() ? Span{0, 0} : named(list.front(), at);
  if (name.end != 0 && name.start < at) return name;
  const std::size_t word = text_.rfind(side, at);
  if (word == string_view::npos) return std::nullopt;
  return Span{word, word + side.size()};
}

// 二人, 三人: the last list of so many, else the last so many.
void Resolver::several(std::size_t at, std::size_t end, std::size_t count) {
  // 周、吕二人: the families are named right before.
  static const RE2 families("(\\p{Han}(?:、\\p{Han}){1,5})$");
  re2::StringPiece named_so;
  const std::size_t clause = clause_start(at);
  if (RE2::PartialMatch(re2::StringPiece(text_.data() + clause, at - clause), families,
                        &named_so)) {
    const auto start = static_cast<std::size_t>(named_so.data() - text_.data());
    if ((at - start) / 6 + 1 == count) {
      give(at, end, ReferenceKind::kPronoun, {{start, at}}, "families");
      return;
    }
  }
  std::vector<std::size_t> last;
  for (std::size_t i = mention_before(at); i != kNone && mentions_[i].start + 1500 > at;
       i = i == 0 ? kNone : i - 1) {
    const auto list = list_around(i);
    if (list.size() == count) {
      give(at, end, ReferenceKind::kPronoun, spans_of(list, at), "list");
      return;
    }
    const bool known = std::any_of(last.begin(), last.end(), [&](std::size_t each) {
      return same_people(mentions_[each], mentions_[i]);
    });
    if (!known && last.size() < count) last.push_back(i);
    if (last.size() == count && last.back() != i) break;
  }
  if (last.size() == count) give(at, end, ReferenceKind::kPronoun, spans_of(last, at), "the last");
}

void Resolver::pronouns() {
  static const RE2 word("其|他|她|双方|(?:二|两|三|四|五|六)人");
  const re2::StringPiece whole(text_.data(), text_.size());
  re2::StringPiece found;
  for (std::size_t at = 0; word.Match(whole, at, text_.size(), RE2::UNANCHORED, &found, 1);) {
    const auto start = static_cast<std::size_t>(found.data() - text_.data());
    at = start + found.size();
    const string_view here(found.data(), found.size());
    const string_view behind = text_.substr(at);
    const string_view before = text_.substr(0, start);
    if (here == "双方") {
      both(start, at);
    } else if (here == "其") {
      if (begins_with_word(behind, words("reference_no_its")) ||
          ends_with_word(before, words("reference_no_its_before"))) {
        continue;
      }
      its(start);
    } else if (here == "他" || here == "她") {
      if (before.ends_with("其") || begins_with_word(behind, words("reference_no_he"))) continue;
      its(start);
    } else if (!before.ends_with("第") && !before.ends_with("一")) {
      static constexpr std::array<string_view, 6> kCounts = {"二", "三", "四", "五", "六", "两"};
      const auto which = std::find_if(kCounts.begin(), kCounts.end(),
                                      [&](string_view each) { return here.starts_with(each); });
      const auto number = static_cast<std::size_t>(which - kCounts.begin());
      several(start, at, number == 5 ? 2 : number + 2);
    }
  }
}

// ---- 该合同, 上述事实 ------------------------------------------------------------------------

// The noun phrase that ends with [start, end): a title in its brackets, or the characters before
// it that are no function words.
Span Resolver::noun_phrase(std::size_t start, std::size_t end) const {
  if (begins(end, "》")) {
    const std::size_t open = text_.rfind("《", start);
    if (open != string_view::npos && start - open < 200) return {open, end + 3};
  }
  std::size_t at = start;
  constexpr std::size_t kMost = 30;  // bytes
  while (at > 0 && start - at < kMost) {
    const std::size_t before = previous_code_point(text_, at);
    const string_view c = text_.substr(before, at - before);
    if (c == "\n" || c == " " || c == "(" || c == ")" || has_word(c, words("reference_breaks")) ||
        has_word(c, words("reference_function"))) {
      break;
    }
    at = before;
  }
  return {at, end};
}

// The last place before with this noun that does not itself point back.
std::optional<Span> Resolver::thing_before(string_view noun, std::size_t at) const {
  std::size_t looked = 0;
  for (std::size_t found = text_.rfind(noun, at - 1);
       found != string_view::npos && at - found < 20000 && looked < 200;
       found = found == 0 ? string_view::npos : text_.rfind(noun, found - 1), ++looked) {
    if (found + noun.size() > at) continue;
    Span phrase = noun_phrase(found, found + noun.size());
    const std::size_t sentence = sentence_start(found);
    // A law that is quoted speaks of no thing of this case.
    const string_view said = between(sentence, found);
    const std::size_t quote = said.rfind("“");
    const bool quoted = quote != string_view::npos && said.find("”", quote) == string_view::npos;
    if (sentence != sentence_start(at) &&
        (quoted || between(clause_start(found), found).find("规定") != string_view::npos)) {
      continue;
    }
    const std::size_t open = text_.rfind("《", found), close = text_.rfind("》", found);
    if (open != string_view::npos && (close == string_view::npos || close < open) &&
        !begins(found + noun.size(), "》")) {
      continue;  // inside a title
    }
    for (const string_view verb : words("reference_verb")) {
      const std::size_t verb_at = between(phrase.start, found).rfind(verb);
      if (verb_at != string_view::npos) phrase.start += verb_at + verb.size();
    }
    const string_view before = text_.substr(0, found);
    if (ends_with_word(before, words("reference_points")) ||
        has_word(between(phrase.start, found), words("reference_points"))) {
      continue;
    }
    return phrase;
  }
  return std::nullopt;
}

// What was told right before: the beginning of the sentence, else the sentence before.
std::optional<Span> Resolver::told_before(std::size_t at) const {
  const std::size_t sentence = sentence_start(at);
  constexpr std::size_t kSomething = 24;  // bytes
  if (at > sentence + kSomething) return Span{sentence, at};
  std::size_t end = sentence;
  while (end > 0) {
    std::size_t trimmed = end;
    while (trimmed > 0 && text_[trimmed - 1] == ' ') --trimmed;
    while (trimmed > 0) {
      const std::size_t before = previous_code_point(text_, trimmed);
      const string_view c = text_.substr(before, trimmed - before);
      if (c != "\n" && c != "。" && c != ";" && c != " ") break;
      trimmed = before;
    }
    if (trimmed == 0) return std::nullopt;
    std::size_t start = sentence_start(trimmed - 1);
    while (start < trimmed && text_[start] == ' ') ++start;
    if (trimmed > start + kSomething) return Span{start, trimmed};
    end = sentence_start(trimmed - 1);
  }
  return std::nullopt;
}

void Resolver::demonstratives() {
  static const RE2 pointing(
      "(该|上述|前述|上列|前列|以上)(?:(?:两|二|三|四|五|六|七)?(?:份|笔|项|个|名|张|起|部分|几)?)"
      "(\\p{Han}{1,8})");
  const re2::StringPiece whole(text_.data(), text_.size());
  re2::StringPiece groups[3];
  for (std::size_t at = 0; pointing.Match(whole, at, text_.size(), RE2::UNANCHORED, groups, 3);) {
    const auto start = static_cast<std::size_t>(groups[0].data() - text_.data());
    const auto noun_start = static_cast<std::size_t>(groups[2].data() - text_.data());
    at = start + groups[1].size();
    const string_view before = text_.substr(0, start);
    if (groups[1] == "该" && ends_with_word(before, words("reference_no_that"))) continue;
    if (groups[1] == "以上" && !begins_clause_or_led(start)) continue;
    string_view noun(groups[2].data(), groups[2].size());
    static const RE2 people_counted("(?:二|两|三|四|五|六)人");  // pronouns()
    if (RE2::FullMatch(text_.substr(start + groups[1].size(), 6), people_counted)) continue;
    // 上述原审查明的事实: what is told; 上述未施工的后续工程: the head behind 的.
    static const RE2 with_head("^(\\p{Han}{1,8}?的)(\\p{Han}{2,5})");
    re2::StringPiece head[3];
    std::size_t noun_at = noun_start;
    const string_view ahead = text_.substr(noun_start, 60);
    if (groups[1] != "该" &&
        with_head.Match(re2::StringPiece(ahead.data(), ahead.size()), 0, ahead.size(),
                        RE2::ANCHOR_START, head, 3) &&
        has_word(string_view(head[1].data(), head[1].size()), words("reference_before_head"))) {
      noun_at = noun_start + head[1].size();
      noun = string_view(head[2].data(), head[2].size());
    }
    // The noun ends before the first function word.
    for (std::size_t i = 3; i < noun.size(); i += 3) {
      const string_view rest = noun.substr(i);
      if (rest.starts_with("为") && noun.substr(0, i).ends_with("行")) continue;  // 行为
      if (begins_with_word(rest, words("reference_function")) ||
          begins_with_word(rest, words("reference_noun_ends"))) {
        noun = noun.substr(0, i);
        break;
      }
    }
    point(start, noun_at, noun, groups[1] != "该");
  }
}

// 以上 as a pointer stands at a clause's beginning or behind a preposition, not behind a measure.
bool Resolver::begins_clause_or_led(std::size_t at) const {
  const string_view before = between(clause_start(at), at);
  return before.empty() || before.ends_with(" ") ||
         ends_with_word(before, words("reference_leads_above"));
}

// The last sentence of what was found or charged.
std::optional<Span> Resolver::facts_before(std::size_t at) const {
  auto told = told_before(sentence_start(at));
  for (int back = 0; told && back < 6; ++back) {
    const string_view sentence = between(told->start, told->end);
    if (!begins_with_word(sentence, words("reference_opines"))) return told;
    told = told_before(told->start);
  }
  return told;
}

// 上述第一项: the item 一、.
std::optional<Span> Resolver::item_before(string_view noun, std::size_t at) const {
  if (!noun.starts_with("第")) return std::nullopt;
  const std::size_t end = noun.find("项");
  const string where(noun.substr(3, end == noun.npos ? 3 : end - 3));
  for (const string_view mark : {"、", "."}) {
    const std::size_t found = text_.rfind(where + string(mark), at);
    if (found == string_view::npos) continue;
    const std::size_t stop = text_.find("。", found);
    return Span{found, std::min(at, stop == string_view::npos ? at : stop)};
  }
  return std::nullopt;
}

void Resolver::point(std::size_t start, std::size_t noun_start, string_view noun, bool above) {
  if (noun.empty()) return;
  const std::size_t end = noun_start + noun.size();
  const auto answer = [&](const std::optional<Span>& thing, string_view rule) {
    if (!thing) return false;
    give(start, end, ReferenceKind::kDemonstrative, {*thing}, rule);
    return true;
  };
  const auto organisation_before = [&](string_view ending) -> std::optional<Span> {
    for (std::size_t i = world_.place_before(start);
         i != kNone && world_.places[i].start + 6000 > start; i = i == 0 ? kNone : i - 1) {
      const Named& each = world_.all[world_.places[i].who];
      const string_view here = between(world_.places[i].start, world_.places[i].end);
      if (each.organisation && (here.ends_with(ending) || each.name.ends_with(ending)))
        return Span{world_.places[i].start, world_.places[i].end};
    }
    return std::nullopt;
  };
  if ((noun.starts_with("院") || noun.starts_with("法院")) &&
      answer(organisation_before("院"), "court"))
    return;
  for (const string_view body : words("reference_organisation")) {
    if (!noun.starts_with(body) || begins_with_word(noun, words("reference_no_body"))) continue;
    if (answer(organisation_before(body), "organisation")) return;
    if (body == "公司" && answer(organisation_before(""), "organisation")) return;
    break;
  }
  if (noun.starts_with("案")) {
    std::optional<Span> last;
    for (const CaseNumber& each : case_numbers_) {
      if (each.end > start) break;
      last = Span{each.start, each.end};
    }
    if (answer(last, "case")) return;
  }
  if (noun.starts_with("时间") || noun.starts_with("日期")) {
    std::optional<Span> last;
    for (const Date& each : view_.dates) {
      if (each.end > start) break;
      last = Span{each.start, each.end};
    }
    if (answer(last, "date")) return;
  }
  if (noun.starts_with("第") && answer(item_before(noun, start), "item")) return;
  const auto has = [&](string_view group) { return has_word(noun, words(group)); };
  if (has("reference_ruling")) {
    const auto last_number = [&](string_view act) {
      std::optional<Span> number;
      for (const CaseNumber& each : case_numbers_) {
        if (each.end > start) break;
        if (act.empty() || each.act.find(act) != each.act.npos) number = Span{each.start, each.end};
      }
      return number;
    };
    const auto told = told_before(start);
    const bool ruled = told && has_word(between(told->start, told->end), words("reference_rules"));
    auto last = last_number(noun.find("判决") != noun.npos   ? "判决"
                            : noun.find("裁定") != noun.npos ? "裁定"
                                                             : "");
    if (!last) last = last_number("");
    if (has("reference_effective") && answer(last, "ruling")) return;
    if (ruled && answer(told, "ruling told")) return;
    if (answer(last, "ruling")) return;
  }
  if (has("reference_law")) {
    const std::size_t close = text_.rfind("》", start);
    if (close != string_view::npos && start - close < 1500 &&
        answer(noun_phrase(close, close), "law")) {
      return;
    }
  }
  const bool told_on =
      ends_with_word(between(clause_start(start), start), words("reference_confesses"));
  if (has("reference_facts") && (told_on || start <= sentence_start(start) + 6) &&
      answer(facts_before(start), "facts")) {
    return;
  }
  if (noun.starts_with("证据")) {
    const bool own =
        has_word(between(sentence_start(start), clause_start(start)), words("reference_evidence"));
    for (auto told = told_before(own ? start : sentence_start(start));
         told && told->start + 4000 > start; told = told_before(told->start)) {
      if (!has_word(between(told->start, told->end), words("reference_evidence"))) continue;
      if (above && answer(told, "told")) return;
      break;
    }
  }
  if (noun.starts_with("证据") && answer(same_thing(noun, start), "same noun")) return;
  if (has("reference_told") && answer(told_before(start), "told")) return;
  if (noun.starts_with("条") && !noun.starts_with("条款")) {
    static const RE2 article("第[一二三四五六七八九十百零0-9]+条");
    re2::StringPiece found;
    const re2::StringPiece whole(text_.data(), text_.size());
    std::optional<Span> last;
    for (std::size_t from = start > 1500 ? start - 1500 : 0;
         article.Match(whole, from, start, RE2::UNANCHORED, &found, 1);) {
      from = static_cast<std::size_t>(found.data() - text_.data()) + found.size();
      last = Span{from - found.size(), from};
    }
    if (answer(last, "article")) return;
  }
  if (answer(same_thing(noun, start), "same noun")) return;
  if (above) answer(told_before(start), "told");
}

// The nearest thing of which the noun, one of its beginnings or ends speaks, or one of its sort.
std::optional<Span> Resolver::same_thing(string_view noun, std::size_t at) const {
  for (const string_view group :
       {"reference_same_sort", "reference_same_sort_2", "reference_same_sort_3",
        "reference_same_sort_4", "reference_same_sort_5", "reference_same_sort_6",
        "reference_same_sort_7"}) {
    const auto sort = words(group);
    if (!noun.starts_with(sort.front())) continue;
    std::optional<Span> nearest;
    for (const string_view each : sort) {
      const auto thing = thing_before(each, at);
      if (thing && (!nearest || thing->end > nearest->end)) nearest = thing;
    }
    if (nearest) return nearest;
  }
  for (std::size_t keep = noun.size(); keep >= 6; keep -= 3)
    if (const auto thing = thing_before(noun.substr(0, keep), at)) return thing;
  if (begins_with_word(noun, words("reference_one_character")))
    if (const auto thing = thing_before(noun.substr(0, 3), at)) return thing;
  for (std::size_t cut = 3; cut + 6 <= noun.size(); cut += 3)
    if (const auto thing = thing_before(noun.substr(cut), at)) return thing;
  return noun.size() == 3 && !begins_with_word(noun, words("reference_no_noun"))
             ? thing_before(noun, at)
             : std::nullopt;
}

// ---- conclusions ---------------------------------------------------------------------------

void Resolver::chains() {
  static const RE2 opener("综上所述|综上|因此|据此|由此|为此|故而|故此|故|所以");
  const re2::StringPiece whole(text_.data(), text_.size());
  re2::StringPiece found;
  for (std::size_t at = 0; opener.Match(whole, at, text_.size(), RE2::UNANCHORED, &found, 1);) {
    const auto start = static_cast<std::size_t>(found.data() - text_.data());
    at = start + found.size();
    const Tag tag = section(start).tag;
    if (tag != Tag::kReasoning && tag != Tag::kBasis) continue;
    if (start != clause_start(start) ||
        begins_with_word(text_.substr(at), words("reference_no_thus")))
      continue;
    const string_view here(found.data(), found.size());
    auto premise = told_before(start);
    const bool sums_up =
        here.starts_with("综上") ||
        (here == "据此" && begins_with_word(text_.substr(at), words("reference_basis")));
    if (sums_up && premise && start <= sentence_start(start) + 1) {
      // What sums up rests on the verdicts before it.
      auto earlier = premise;
      for (int back = 0; earlier && back < 4; ++back) {
        if (section(earlier->start).tag != Tag::kReasoning) break;
        if (has_word(between(earlier->start, earlier->end), words("reference_verdict"))) {
          premise = earlier;
          break;
        }
        earlier = told_before(earlier->start);
      }
    }
    if (premise) give(start, at, ReferenceKind::kChain, {*premise}, "premise");
  }
}

std::vector<Reference> Resolver::all() {
  roles();
  aliases();
  pronouns();
  demonstratives();
  chains();
  std::stable_sort(found_.begin(), found_.end(), [](const Reference& a, const Reference& b) {
    return a.span.start < b.span.start;
  });
  return std::move(found_);
}

}  // namespace

std::string_view name(ReferenceKind kind) {
  static constexpr std::array<string_view, 5> kNames = {"role", "alias", "pronoun", "demonstrative",
                                                        "chain"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<Reference> resolve_references(const CaseView& view) {
  if (!view.chinese()) return {};
  return Resolver(view).all();
}

}  // namespace proviso::tasks
