#include <re2/re2.h>

#include <algorithm>

#include "tasks/plant/families.h"

namespace proviso::tasks::planting {
namespace {

// A name with a slip; empty where it does not apply. Characters come from the document, so that
// they are plausible.
std::string misspell(string_view name, string_view text, Dice& dice) {
  std::vector<std::string> list = characters(name);
  const std::string company = "公司";
  if (name.ends_with(company)) {
    std::string changed(name);
    const std::size_t limited = changed.find("有限公司");
    const std::size_t liable = changed.find("有限责任公司");
    switch (dice.below(4)) {
      case 0:
        if (liable != std::string::npos) return changed.erase(liable + 6, 6);
        if (limited != std::string::npos && changed.find("股份") == std::string::npos) {
          return changed.insert(limited + 6, "责任");
        }
        return {};
      case 1: {
        const std::size_t city = changed.find("市");
        return city == std::string::npos ? std::string() : changed.erase(city, 3);
      }
      case 2:
        if (list.size() < 8) return {};
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(2 + dice.below(list.size() - 7)));
        return join(list);
      default:
        if (list.size() < 8) return {};
        std::swap(list[2], list[3]);
        return list[2] == list[3] ? std::string() : join(list);
    }
  }
  if (list.size() < 2 || list.size() > 4) return {};
  static const RE2 given("(?:原告|被告|证人|法定代表人|负责人)[:：]?(\\p{Han}{2,3})");
  std::vector<Span> names = matches(text, {0, text.size()}, given);
  if (names.empty()) return {};
  const Span drawn = names[dice.below(names.size())];
  const std::vector<std::string> source = characters(text.substr(drawn.start, drawn.size()));
  std::string& changed = list[1 + dice.below(list.size() - 1)];
  if (source.empty() || source.back() == changed || masked(source.back())) return {};
  changed = source.back();
  return join(list);
}

std::optional<Planted> misspelt_party(const Ground& ground, Dice& dice) {
  struct Place {
    Span later, head;
  };
  std::vector<Place> places;
  for (const segmenter::Party& party : ground.parties) {
    if (party.name.size() < 6 || masked(party.name)) continue;
    for (const auto* part : {&ground.disposition, &ground.costs}) {
      for (const Span& span : *part) {
        const string_view words = ground.text.substr(span.start, span.size());
        for (std::size_t at = words.find(party.name); at != string_view::npos;
             at = words.find(party.name, at + 1)) {
          places.push_back({{span.start + at, span.start + at + party.name.size()}, party.span});
        }
      }
    }
  }
  dice.shuffle(places);
  for (const Place& place : places) {
    const string_view name = ground.text.substr(place.later.start, place.later.size());
    for (int attempt = 0; attempt < 6; ++attempt) {
      const std::string now = misspell(name, ground.text, dice);
      if (now.empty() || ground.text.find(now) != string_view::npos) continue;
      return apply(ground.text, {place.later, now}, "party", ground.clause(place.later),
                   ground.clause(place.head));
    }
  }
  return std::nullopt;
}

// 被告甲给付原告乙 -> 原告甲给付被告乙, in one clause of an item or of the costs.
std::optional<Planted> exchanged_roles(const Ground& ground, Dice& dice) {
  static const RE2 role("(?:反诉)?(?:原告|被告)");
  std::vector<std::pair<Span, Span>> places;
  for (const segmenter::Party& party : ground.parties) {
    if (party.name.size() < 6 || party.roles.empty()) continue;
    for (const string_view word : {"原告", "被告"}) {
      if (party.roles.front() != word || party.roles.size() > 1) continue;
      const std::string written = std::string(word) + party.name;
      for (const auto* part : {&ground.disposition, &ground.costs}) {
        for (const Span& span : *part) {
          const string_view words = ground.text.substr(span.start, span.size());
          const std::size_t at = words.find(written);
          if (at == string_view::npos) continue;
          places.push_back({{span.start + at, span.start + at + word.size()}, party.span});
        }
      }
    }
  }
  if (places.empty()) return std::nullopt;
  const auto [later, head] = places[dice.below(places.size())];
  const bool plaintiff = ground.text.substr(later.start, later.size()) == "原告";
  return apply(ground.text, {later, plaintiff ? "被告" : "原告"}, "party", ground.clause(later),
               ground.clause(head));
}

// 被告甲向原告乙支付 -> 原告乙向被告甲支付, in an item of the disposition.
std::optional<Planted> reversed_sides(const Ground& ground, Dice& dice) {
  struct Sides {
    Span payer, payee, other;
  };
  std::vector<Sides> places;
  for (const segmenter::Party& payer : ground.parties) {
    for (const segmenter::Party& payee : ground.parties) {
      if (payer.roles != std::vector<std::string>{"被告"}) continue;
      if (payee.roles != std::vector<std::string>{"原告"}) continue;
      const std::string debtor = "被告" + payer.name;
      const std::string creditor = "原告" + payee.name;
      for (const Span& item : ground.items) {
        const string_view words = ground.text.substr(item.start, item.size());
        const std::size_t first = words.find(debtor);
        const std::size_t second = words.find(creditor);
        if (first == string_view::npos || second == string_view::npos || second < first) continue;
        if (words.substr(first + debtor.size()).starts_with("、")) continue;
        // 归被告甲所有，在原告乙名下的 may be said of both; a payment goes one way.
        const string_view between = words.substr(first, second - first);
        const string_view rest = words.substr(second);
        const auto pays = [](string_view part) {
          return RE2::PartialMatch(re2::StringPiece(part.data(), part.size()),
                                   "支付|偿还|赔偿|给付|返还|退还|归还|赔付|补偿");
        };
        if (!pays(between) && !pays(rest.substr(0, 90))) continue;
        places.push_back({{item.start + first, item.start + first + debtor.size()},
                          {item.start + second, item.start + second + creditor.size()},
                          payer.span});
      }
    }
  }
  if (places.empty()) return std::nullopt;
  const Sides& place = places[dice.below(places.size())];
  const auto words = [&](std::size_t start, std::size_t end) {
    return std::string(ground.text.substr(start, end - start));
  };
  const Span whole{place.payer.start, place.payee.end};
  const std::string now = words(place.payee.start, place.payee.end) +
                          words(place.payer.end, place.payee.start) +
                          words(place.payer.start, place.payer.end);
  return apply(ground.text, {whole, now}, "party", whole, ground.clause(place.other));
}

}  // namespace

std::optional<Planted> plant_party(const Ground& ground, Dice& dice) {
  const bool roles_first = dice.chance(30);
  if (roles_first && dice.chance(50)) {
    if (auto planted = reversed_sides(ground, dice)) return planted;
  }
  if (roles_first) {
    if (auto planted = exchanged_roles(ground, dice)) return planted;
  }
  if (auto planted = misspelt_party(ground, dice)) return planted;
  return exchanged_roles(ground, dice);
}

std::optional<Planted> plant_role(const Ground& ground, Dice& dice) {
  const bool sides_first = dice.chance(50);
  auto planted = sides_first ? reversed_sides(ground, dice) : exchanged_roles(ground, dice);
  if (!planted)
    planted = sides_first ? exchanged_roles(ground, dice) : reversed_sides(ground, dice);
  if (planted) planted->kind = "role";
  return planted;
}

}  // namespace proviso::tasks::planting
