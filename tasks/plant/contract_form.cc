// Errors in the frame of contracts: names, sides, numbers of clauses, the law that governs.
#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "tasks/plant/families.h"
#include "tasks/plant/slips.h"

namespace proviso::tasks::planting {
namespace {

std::string misspelled(string_view name, Dice& dice) {
  static constexpr std::array kForms{std::pair{"LLC", "Inc."}, std::pair{"Inc.", "LLC"},
                                     std::pair{"Corp.", "Inc."}, std::pair{"Ltd.", "Inc."},
                                     std::pair{"INC.", "LLC"}};
  std::string now(name);
  const bool latin = static_cast<unsigned char>(name.front()) < 128;
  if (latin && dice.chance(30)) {
    for (const auto& [form, other] : kForms)
      if (now.ends_with(form))
        return now.substr(0, now.size() - std::char_traits<char>::length(form)) + other;
  }
  std::vector<std::string> list = characters(now);
  // Within the name proper: neither its first character nor the legal form at its end.
  const std::size_t end =
      list.size() - std::min(list.size(), latin ? std::size_t{6} : std::size_t{4});
  std::vector<std::size_t> places;
  for (std::size_t i = 2; i + 1 < end; ++i) {
    const bool letters = !latin || (std::isalpha(static_cast<unsigned char>(list[i][0])) != 0 &&
                                    std::isalpha(static_cast<unsigned char>(list[i + 1][0])) != 0);
    if (letters && list[i] != list[i + 1]) places.push_back(i);
  }
  if (places.empty()) return {};
  const std::size_t at = places[dice.below(places.size())];
  if (dice.chance(50)) {
    std::swap(list[at], list[at + 1]);
  } else if (latin) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
  } else {
    list[at] = list[at] == "新" ? "欣" : "新";
  }
  return join(list);
}

bool heads_line(string_view text, Span place) {
  return place.start == 0 || text[place.start - 1] == '\n';
}

}  // namespace

// A party's name is written otherwise behind the head than at it; in the signatures the names of
// both sides are exchanged.
std::optional<Planted> plant_contract_party(const Ground& ground, Dice& dice) {
  std::vector<segmenter::Party> parties = ground.parties;
  std::erase_if(parties, [](const segmenter::Party& each) {
    return each.name.size() < 8 || each.span.size() == 0;
  });
  if (parties.size() == 2 && dice.chance(25)) {
    const auto first = ground.places(ground.whole, parties[0].name);
    const auto second = ground.places(ground.whole, parties[1].name);
    // Signed by both, in lines of their own.
    if (first.size() >= 2 && second.size() >= 2 &&
        first.back().start > ground.text.size() * 2 / 3 &&
        second.back().start > ground.text.size() * 2 / 3 &&
        static_cast<unsigned char>(parties[0].name.front()) > 127 &&
        !heads_line(ground.text, first.back())) {
      return apply(ground.text, {{first.back(), parties[1].name}, {second.back(), parties[0].name}},
                   "party", first.back(), parties[0].span);
    }
  }
  dice.shuffle(parties);
  for (const segmenter::Party& party : parties) {
    std::vector<Span> later;
    for (const Span& each : ground.places(ground.whole, party.name))
      if (each.start > party.span.end + 60) later.push_back(each);
    if (later.empty()) continue;
    const std::string now = misspelled(party.name, dice);
    if (now.empty() || ground.text.find(now) != string_view::npos) continue;
    const Span place = dice.chance(60) ? later.back() : later[dice.below(later.size())];
    return apply(ground.text, {place, now}, "party", place, party.span);
  }
  return std::nullopt;
}

// Seller shall deliver to Buyer → Seller shall deliver to Seller.
std::optional<Planted> plant_contract_role(const Ground& ground, Dice& dice) {
  struct Place {
    Span who, whom, side;
  };
  std::vector<Place> places;
  std::vector<std::pair<std::string, Span>> sides;
  for (const segmenter::Party& party : ground.parties) {
    for (const std::string& alias : party.aliases) sides.emplace_back(alias, party.span);
    for (const std::string& role : party.roles)
      if (static_cast<unsigned char>(role.front()) > 127) sides.emplace_back(role, party.span);
  }
  for (const auto& [who, place] : sides)
    for (const auto& [whom, other] : sides) {
      if (who == whom || place == other || who.size() < 3 || whom.size() < 3) continue;
      const RE2 pattern(fmt::format(
          "(?:^|[^A-Za-z\\p{{Han}}]|。|；|，)({0})(?: (?:shall|will|agrees to) (?:promptly "
          ")?(?:pay|deliver|provide|indemnify|reimburse|notify|sell|grant)(?: to)? "
          "|(?:应当?|须|有权)[^，。；\\n]{{0,12}}向)({1})(?:[^A-Za-z’'指委]|$)",
          RE2::QuoteMeta(who), RE2::QuoteMeta(whom)));
      const auto first = matches(ground.text, ground.whole[0], pattern, 1);
      const auto second = matches(ground.text, ground.whole[0], pattern, 2);
      for (std::size_t i = 0; i < first.size(); ++i) places.push_back({first[i], second[i], place});
    }
  if (places.empty()) return std::nullopt;
  const Place& chosen = places[dice.below(places.size())];
  const bool change_who = dice.chance(50);
  const Span old = change_who ? chosen.who : chosen.whom;
  const std::string now(ground.words(change_who ? chosen.whom : chosen.who));
  return apply(ground.text, {old, now}, "role", {chosen.who.start, chosen.whom.end}, chosen.side);
}

// A clause's number one too high or too low, so that one is missing or there twice.
std::optional<Planted> plant_contract_numbering(const Ground& ground, Dice& dice) {
  static const RE2 arabic(
      "(?m)^ *(?:(?:ARTICLE|Article|SECTION|Section|Clause) )?([1-9][0-9]?)\\. ?[A-Z]");
  static const RE2 han("(?m)^[ 　]*第([一二三四五六七八九十]+)条[ 　]");
  for (const RE2* pattern : {&arabic, &han}) {
    const std::vector<Span> marks = matches(ground.text, ground.whole[0], *pattern, 1);
    const auto value = [&](const Span& mark) {
      return pattern == &arabic ? std::stoi(std::string(ground.words(mark)))
                                : static_cast<int>(chinese_number(ground.words(mark)).value_or(0));
    };
    // The whole count must be in order, from one on.
    bool whole = marks.size() >= 5;
    for (std::size_t i = 0; i < marks.size(); ++i)
      whole &= value(marks[i]) == static_cast<int>(i) + 1;
    if (!whole) continue;
    const std::size_t i = 1 + dice.below(marks.size() - 2);
    const int now = value(marks[i]) + (dice.chance(50) ? 1 : -1);
    const std::size_t beside = now > value(marks[i]) ? i + 1 : i - 1;
    const auto line = [&](const Span& mark) {
      return Span{mark.start, std::min(ground.text.find('\n', mark.start), ground.text.size())};
    };
    return apply(ground.text,
                 {marks[i], pattern == &arabic ? std::to_string(now) : in_chinese(now)},
                 "numbering", line(marks[i]), line(marks[beside]));
  }
  return std::nullopt;
}

// The law or court named twice, once another.
std::optional<Planted> plant_governing_law(const Ground& ground, Dice& dice) {
  static const RE2 english(
      "(?:[Gg]overned|construed|interpreted)[^.;\\n]{0,80}laws? of (?:the "
      ")?(?:[Ss]tate|Commonwealth|Province) of ([A-Z][a-z]+(?: [A-Z][a-z]+)?)");
  static const RE2 chinese(
      "(?:向|由)((?:甲方|乙方|原告|被告|合同签订地|合同履行地|房屋|项目)所在地|\\p{Han}{2,3}市\\p{"
      "Han}{0,4}区?)人民法院(?:提起|起诉|管辖)");
  static constexpr std::array kStates{"Delaware",   "California", "Texas",
                                      "New Jersey", "Illinois",   "Nevada"};
  static constexpr std::array kPlaces{"甲方所在地", "乙方所在地", "合同签订地"};
  for (const RE2* pattern : {&english, &chinese}) {
    const auto places = matches(ground.text, ground.whole[0], *pattern, 1);
    if (places.size() < 2 || ground.words(places[0]) != ground.words(places[1])) continue;
    std::string now = pattern == &english ? kStates.at(dice.below(kStates.size()))
                                          : kPlaces.at(dice.below(kPlaces.size()));
    if (now == ground.words(places[1])) now = pattern == &english ? "Georgia" : "合同履行地";
    return apply(ground.text, {places[1], now}, "governing_law", ground.clause(places[1]),
                 ground.clause(places[0]));
  }
  return std::nullopt;
}

}  // namespace proviso::tasks::planting
