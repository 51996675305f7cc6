// Errors without any number: what one place finds, another denies.
#include <re2/re2.h>

#include <algorithm>

#include "planting_data.h"
#include "tasks/plant/families.h"
#include "tasks/plant/word_lists.h"

namespace proviso::tasks::planting {
namespace {

// How many pairs of neighbouring characters two passages share.
int shared_pairs(string_view one, string_view other) {
  const std::vector<std::string> list = characters(one);
  int shared = 0;
  for (std::size_t i = 0; i + 1 < list.size(); ++i)
    if (list[i].size() == 3 && list[i + 1].size() == 3 && list[i] != "，" && list[i + 1] != "，" &&
        other.find(list[i] + list[i + 1]) != string_view::npos)
      ++shared;
  return shared;
}

// 拖欠的工资, 支付尚欠货款: the word stands behind a verb or before 的 and describes a thing.
bool attribute(const Ground& ground, Span words) {
  const string_view behind = ground.text.substr(words.end);
  static const RE2 verb("(?:支付|偿还|返还|给付|归还|赔偿|其|解决|治理|上述|付|还)$");
  const string_view ahead = ground.text.substr(0, words.start);
  const string_view near = ahead.substr(ahead.size() - std::min<std::size_t>(ahead.size(), 12));
  return behind.starts_with("的") || behind.starts_with("情节") ||
         RE2::PartialMatch(re2::StringPiece(near.data(), near.size()), verb);
}

// Of the pairs that two passages share, those that the judgment has few times: 本院依法予以确认
// says nothing of what is confirmed.
int rare_pairs(const Ground& ground, string_view one, string_view other) {
  constexpr int kFew = 4;
  const std::vector<std::string> list = characters(one);
  int rare = 0;
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    const std::string pair = list[i] + list[i + 1];
    if (list[i].size() != 3 || list[i + 1].size() != 3 || other.find(pair) == string_view::npos)
      continue;
    int times = 0;
    for (std::size_t at = ground.text.find(pair); at != string_view::npos && times <= kFew;
         at = ground.text.find(pair, at + pair.size()))
      ++times;
    if (times <= kFew) ++rare;
  }
  return rare;
}

// Inside “…” somebody else speaks.
bool quoted(const Ground& ground, Span words) {
  const Span sentence = ground.sentence(words);
  const string_view ahead = ground.words({sentence.start, words.start});
  const std::size_t open = ahead.rfind("“");
  const std::size_t closed = ahead.rfind("”");
  return open != string_view::npos && (closed == string_view::npos || closed < open);
}

// Both clauses carry figures, and not one is the same: they tell of two things.
bool other_figures(string_view one, string_view other) {
  static const RE2 figure("([0-9]+(?:\\.[0-9]+)?)");
  re2::StringPiece rest(one.data(), one.size());
  re2::StringPiece found;
  bool any = false;
  while (RE2::FindAndConsume(&rest, figure, &found)) {
    any = true;
    if (other.find(string_view(found.data(), found.size())) != string_view::npos) return false;
  }
  return any && RE2::PartialMatch(re2::StringPiece(other.data(), other.size()), figure);
}

// Both clauses name parties, and not one is the same.
bool other_people(const Ground& ground, Span one, Span other) {
  bool here = false;
  bool there = false;
  for (const segmenter::Party& party : ground.parties) {
    const bool in_one = ground.words(one).find(party.name) != string_view::npos;
    const bool in_other = ground.words(other).find(party.name) != string_view::npos;
    if (in_one && in_other) return false;
    here = here || in_one;
    there = there || in_other;
  }
  return here && there;
}

}  // namespace

std::optional<Planted> plant_semantic(const Ground& ground, Dice& dice) {
  struct Place {
    Span later, other;
    std::string now;
    int alike = 0;
  };
  // A question, or the words of a party, is no finding.
  // Nor is what nobody proved, a condition, or the decision of an arbitrator.
  static const RE2 no_finding(
      "是否|焦点|主张|辩称|诉称|上诉称|认为|请求|如果|若|应否|能否|证明|证实|显示|不是|并非|称|"
      "异议|"
      "裁决|仲裁|申请人|虽|情况下|约定");
  const auto finding = [](string_view words) {
    return !RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), no_finding);
  };
  std::vector<Place> places;
  std::vector<Span> late = ground.disposition;
  late.insert(late.end(), ground.reasoning.begin(), ground.reasoning.end());
  for (const auto& row : rows_of(::proviso::planting::data::opposites)) {
    const std::vector<Span> all = ground.places(ground.before, row[0]);
    for (const Span& later : ground.places(late, row[0])) {
      const string_view here = ground.words(ground.clause(later));
      // 不构成违约 holds 构成违约; turning that round would say it twice.
      const string_view ahead =
          ground.text.substr(later.start - std::min<std::size_t>(later.start, 6),
                             std::min<std::size_t>(later.start, 6));
      if (ahead.ends_with("不") || ahead.ends_with("未") || ahead.ends_with("不予") ||
          ahead.ends_with("无") || ahead.ends_with("非"))
        continue;
      // 拖欠的工资: what only describes a thing finds nothing.
      if (!finding(here) || attribute(ground, later) || quoted(ground, later)) continue;
      for (const Span& other : all) {
        if (other.end > later.start || !finding(ground.words(ground.clause(other))) ||
            other_people(ground, ground.clause(later), ground.clause(other)) ||
            quoted(ground, other) || other_figures(here, ground.words(ground.clause(other))))
          continue;
        const Span there = ground.clause(other);
        const int alike = shared_pairs(here, ground.words(there));
        // The words themselves share size/3-1 pairs; more says that both speak of one thing.
        if (alike >= static_cast<int>(row[0].size() / 3) + 3 &&
            rare_pairs(ground, here, ground.words(there)) >= 2)
          places.push_back({later, other, row[1], alike});
      }
    }
  }
  if (places.empty()) return std::nullopt;
  const Place& place = places[dice.below(places.size())];
  return apply(ground.text, {place.later, place.now}, "semantic", ground.clause(place.later),
               ground.clause(place.other));
}

}  // namespace proviso::tasks::planting
