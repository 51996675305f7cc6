// Errors in who is meant and how many, and in how they are liable.
#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "planting_data.h"
#include "tasks/plant/families.h"
#include "tasks/plant/slips.h"
#include "tasks/plant/word_lists.h"

namespace proviso::tasks::planting {
namespace {

bool is_company(string_view name) {
  return name.size() > 15;
}

// The party that a place inside the head or the text introduces.
Span introduced(const Ground& ground, const segmenter::Party& party) {
  return ground.clause(party.span);
}

}  // namespace

// Someone who is no party is ordered to pay or is paid.
std::optional<Planted> plant_unknown_party(const Ground& ground, Dice& dice) {
  struct Place {
    Span later, head;
    bool company;
  };
  std::vector<Place> places;
  for (const segmenter::Party& party : ground.parties) {
    if (party.name.size() < 6) continue;
    for (const Span& later : ground.places(ground.after, party.name)) {
      // Not where the name is a part of a longer one (a shop called after its owner).
      const string_view ahead = ground.text.substr(0, later.start);
      static constexpr std::array<string_view, 16> kAhead{"告", "人", "由", "向", "回", "、",
                                                          "及", "和", "与", "，", "\n", " ",
                                                          "付", "还", "偿", "令"};
      if (std::none_of(kAhead.begin(), kAhead.end(),
                       [&](string_view each) { return ahead.ends_with(each); }))
        continue;
      places.push_back({later, introduced(ground, party), is_company(party.name)});
    }
  }
  dice.shuffle(places);
  for (const Place& place : places) {
    std::vector<std::string> names;
    for (const auto& row : rows_of(::proviso::planting::data::names))
      if (row[0] == (place.company ? "company" : "person")) names.push_back(row[1]);
    const std::string& now = names[dice.below(names.size())];
    // Where somebody is called 简某, 简书晴 may be he.
    const std::string hidden = characters(now).front();
    const auto stands = [&](const std::string& words) {
      return ground.text.find(words) != string_view::npos;
    };
    if (stands(now) || (!place.company && (stands(hidden + "某") || stands(hidden + "×"))))
      continue;
    return apply(ground.text, {place.later, now}, "unknown_party", ground.clause(place.later),
                 place.head);
  }
  return std::nullopt;
}

// 二被告 where there are two: 三被告.
std::optional<Planted> plant_party_count(const Ground& ground, Dice& dice) {
  static const RE2 count("([二两三四五六])(?:名|位|个)?(原告|被告人|被告|上诉人|被上诉人|第三人)");
  std::vector<std::pair<Span, const segmenter::Party*>> places;
  for (const auto* parts : {&ground.reasoning, &ground.disposition, &ground.costs, &ground.facts}) {
    for (const Span& part : *parts) {
      for (const Span& whole : matches(ground.text, part, count)) {
        const string_view words = ground.words(whole);
        std::string number, role;
        RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), count, &number, &role);
        long long with_role = 0;
        const segmenter::Party* first = nullptr;
        for (const segmenter::Party& party : ground.parties) {
          if (party.roles.empty() || party.roles.front() != role) continue;
          ++with_role;
          if (first == nullptr) first = &party;
        }
        // Without a head the number must be told twice.
        const bool told = !ground.structure.parties.empty() ||
                          ground.places(ground.whole, number + role).size() > 1;
        if (first != nullptr && told && chinese_number(number).value_or(0) == with_role)
          places.emplace_back(Span{whole.start, whole.start + 3}, first);
      }
    }
  }
  if (places.empty()) return std::nullopt;
  const auto& [place, first] = places[dice.below(places.size())];
  static constexpr string_view kNumbers = "二三四五六";
  const bool two = ground.words(place) == "两";
  const std::size_t at = two ? 0 : kNumbers.find(ground.words(place)) / 3;
  // A smaller number may mean some of them and contradicts nothing.
  const std::size_t now = at + 1;
  if (now > 4) return std::nullopt;
  return apply(ground.text, {place, std::string(kNumbers.substr(3 * now, 3))}, "party_count",
               ground.clause(place), introduced(ground, *first));
}

// A short name is used that was introduced otherwise: 远帆公司 → 帆远公司.
std::optional<Planted> plant_alias(const Ground& ground, Dice& dice) {
  static const RE2 alias(
      "(?:[（(](?:以下|下|后)?(?:均|统一)?(?:简)?称[:：为]?[“\"‘]?|(?:以下简称|下称|简称)[:：为]?["
      "“\"‘])"
      "(\\p{Han}{2,8}?)[”\"’]?[）)，。]");
  std::vector<std::pair<Span, Span>> places;
  const std::vector<Span> defined = matches(ground.text, ground.whole[0], alias, 1);
  for (const Span& name : defined) {
    if (name.size() < 9) continue;
    for (const auto* parts : {&ground.reasoning, &ground.disposition, &ground.costs})
      for (const Span& use : ground.places(*parts, ground.words(name)))
        if (use.start > name.end) places.emplace_back(use, name);
  }
  dice.shuffle(places);
  for (const auto& [use, name] : places) {
    std::vector<std::string> list = characters(ground.words(use));
    if (list[0] != list[1] && dice.chance(60)) {
      // 涉案房屋 and 案涉房屋 are both right.
      if ((list[0] == "涉" || list[0] == "案" || list[0] == "讼" || list[0] == "争") &&
          (list[1] == "涉" || list[1] == "案" || list[1] == "讼" || list[1] == "争"))
        continue;
      std::swap(list[0], list[1]);
    } else {
      list.erase(list.begin() + 1);
    }
    const std::string now = join(list);
    // 三公司 are three companies, 该公司 and 分公司 are words of their own.
    static const RE2 a_word("^(?:[一二三四五六七八九十两几各该本此其某分总子母新老原前后]|法院)");
    if (ground.text.find(now) != string_view::npos || RE2::PartialMatch(now, a_word)) continue;
    return apply(ground.text, {use, now}, "alias", ground.clause(use), ground.clause(name));
  }
  return std::nullopt;
}

// 连带 here and there: one of the two says 补充, 按份 or 各自 instead.
std::optional<Planted> plant_joint_liability(const Ground& ground, Dice& dice) {
  struct Place {
    Span later, other;
    std::string now;
  };
  std::vector<Place> places;
  for (const auto& row : rows_of(::proviso::planting::data::liability)) {
    const std::vector<Span> earlier = ground.places(ground.reasoning, row[0]);
    if (earlier.empty()) continue;
    for (const Span& later : ground.places(ground.disposition, row[0])) {
      // 承担连带清偿责任 has a row of its own.
      if (!row[0].ends_with("责任") && ground.text.substr(later.end).starts_with("责任")) continue;
      for (std::size_t i = 1; i < row.size(); ++i)
        places.push_back({later, earlier.back(), row[i]});
    }
  }
  if (places.empty()) return std::nullopt;
  const Place& place = places[dice.below(places.size())];
  const bool only_one = ground.places(ground.reasoning, ground.words(place.later)).size() == 1;
  const Span changed = only_one && dice.chance(30) ? place.other : place.later;
  return apply(ground.text, {changed, place.now}, "joint_liability", ground.clause(place.later),
               ground.clause(place.other));
}

}  // namespace proviso::tasks::planting
