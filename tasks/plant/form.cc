// Errors of form: case numbers, courts, places, numbering.
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

#include "planting_data.h"
#include "tasks/plant/families.h"
#include "tasks/plant/slips.h"
#include "tasks/plant/word_lists.h"

namespace proviso::tasks::planting {
namespace {

// What stands twice and more: its places in order.
std::vector<std::vector<Span>> repeated(const Ground& ground, const RE2& pattern) {
  std::map<std::string, std::vector<Span>> by_words;
  for (const Span& each : matches(ground.text, ground.whole[0], pattern))
    by_words[std::string(ground.words(each))].push_back(each);
  std::vector<std::vector<Span>> found;
  for (auto& [words, places] : by_words)
    if (places.size() > 1) found.push_back(std::move(places));
  return found;
}

// A case number's digits without what only pads them: 00123 and 0123 are one serial.
std::string unpadded(string_view number) {
  std::string plain;
  bool inside = false;
  for (const char c : number) {
    const bool digit = c >= '0' && c <= '9';
    if (c == '0' && !inside) continue;
    if (digit) inside = true;
    if (!digit) inside = false;
    plain += c;
  }
  return plain;
}

long long serial_of(string_view number) {
  const std::size_t end = number.find_last_of("0123456789");
  if (end == string_view::npos) return 0;
  std::size_t start = end + 1;
  while (start > 0 && number[start - 1] >= '0' && number[start - 1] <= '9') --start;
  return std::atoll(std::string(number.substr(start, end + 1 - start)).c_str());
}

// A neighbouring serial is another case unless a reader knows that one decision is meant: the
// number stands twice besides, or is what the court sets aside or upholds.
bool may_be_a_sister(const Ground& ground, const std::vector<Span>& places, Span place,
                     string_view now) {
  constexpr long long kSisters = 20;
  const string_view old = ground.words(place);
  // 第1号 of two years are two cases.
  constexpr long long kFirst = 10;
  if (serial_of(old) == serial_of(now) && serial_of(old) < kFirst) return places.size() < 3;
  if (serial_of(old) == serial_of(now) || std::llabs(serial_of(old) - serial_of(now)) > kSisters)
    return false;
  // The judgment's own number, called so, is no other case either.
  static const RE2 ruled("(?:撤销|维持|变更|不服)[^。；\\n]*$|本案[（(]?$");
  const std::size_t from = place.start > 90 ? place.start - 90 : 0;
  const string_view before = ground.text.substr(from, place.start - from);
  return places.size() < 3 &&
         !RE2::PartialMatch(re2::StringPiece(before.data(), before.size()), ruled);
}

}  // namespace

std::optional<Planted> plant_case_number(const Ground& ground, Dice& dice) {
  static const RE2 number(
      "[（(〔](?:19|20)[0-9]{2}[）)〕]\\p{Han}{1,3}[0-9]{0,6}\\p{Han}{1,6}[0-9]+号");
  std::vector<std::vector<Span>> numbers = repeated(ground, number);
  dice.shuffle(numbers);
  for (const auto& places : numbers) {
    const std::size_t chosen = 1 + dice.below(places.size() - 1);
    const Span place = places[chosen];
    for (int attempt = 0; attempt < 10; ++attempt) {
      const std::string now = digit_slip(ground.words(place), dice);
      if (now.empty() || ground.text.find(now) != string_view::npos) continue;
      static const RE2 whole("[（(〔](?:19|20)[0-9]{2}[）)〕].*[1-9][0-9]*号");
      if (!RE2::FullMatch(now, whole) || unpadded(now) == unpadded(ground.words(place))) continue;
      if (may_be_a_sister(ground, places, place, now)) continue;
      return apply(ground.text, {place, now}, "case_number", place, places.front());
    }
  }
  return std::nullopt;
}

// The court of appeal is of the wrong level, or the name of a court changes.
std::optional<Planted> plant_court(const Ground& ground, Dice& dice) {
  static const RE2 appeal("上诉于(?:\\p{Han}{2,14}?)(中级|高级)人民法院");
  static const RE2 court("(?:\\p{Han}{2}省|\\p{Han}{2}市|自治区)\\p{Han}{0,12}人民法院");
  const auto levels = matches(ground.text, ground.whole[0], appeal, 1);
  const std::string& own = ground.structure.court;
  if (!levels.empty() && !own.empty() && own.find("高级") == std::string::npos && dice.chance(60)) {
    const std::vector<Span> head = ground.places(ground.whole, own);
    const bool middle = ground.words(levels.front()) == "中级";
    const bool own_middle = own.find("中级") != std::string::npos;
    if (!head.empty() && head.front().end < levels.front().start && middle != own_middle)
      return apply(ground.text, {levels.front(), middle ? "高级" : "中级"}, "court",
                   ground.clause(levels.front()), head.front());
  }
  std::vector<std::vector<Span>> courts = repeated(ground, court);
  dice.shuffle(courts);
  for (const auto& places : courts) {
    const Span place = places[1 + dice.below(places.size() - 1)];
    std::vector<std::string> list = characters(ground.words(place));
    const auto town = std::find_if(list.rbegin(), list.rend(), [](const std::string& each) {
      return each == "区" || each == "县" || each == "市";
    });
    // A name of two characters: 美兰区 → 兰美区.
    const auto at = static_cast<std::size_t>(list.rend() - town);
    if (town == list.rend() || at < 3 || list[at - 2] == list[at - 3]) continue;
    std::swap(list[at - 2], list[at - 3]);
    if (ground.text.find(join(list)) != string_view::npos) continue;
    return apply(ground.text, {place, join(list)}, "court", place, places.front());
  }
  return std::nullopt;
}

// 江苏省南京市 → 安徽省南京市.
std::optional<Planted> plant_place(const Ground& ground, Dice& dice) {
  std::vector<std::string> provinces;
  for (const auto& row : rows_of(::proviso::planting::data::provinces)) provinces.push_back(row[0]);
  static const RE2 city("^\\p{Han}{2,3}市");
  struct Place {
    Span province, city;
  };
  std::vector<Place> places;
  for (const std::string& province : provinces) {
    for (const Span& each : ground.places(ground.whole, province)) {
      const string_view behind = ground.text.substr(each.end, 15);
      re2::StringPiece match;
      const re2::StringPiece piece(behind.data(), behind.size());
      if (city.Match(piece, 0, piece.size(), RE2::UNANCHORED, &match, 1))
        places.push_back({each, {each.start, each.end + match.size()}});
    }
  }
  if (places.empty()) return std::nullopt;
  const Place& place = places[dice.below(places.size())];
  const string_view old = ground.words(place.province);
  std::string now = provinces[dice.below(provinces.size())];
  while (now == old) now = provinces[dice.below(provinces.size())];
  const string_view town = ground.words({place.province.end, place.city.end});
  Span other;
  for (const Place& each : places)
    if (each.city.start != place.city.start &&
        ground.words({each.province.end, each.city.end}) == town && other.size() == 0)
      other = each.city;
  return apply(ground.text, {place.province, now}, "place", place.city, other);
}

// 一、二、三、 → 一、二、二、 or 一、二、四、.
std::optional<Planted> plant_numbering(const Ground& ground, Dice& dice) {
  static constexpr std::array<string_view, 10> kMarks{"一、", "二、", "三、", "四、", "五、",
                                                      "六、", "七、", "八、", "九、", "十、"};
  std::vector<std::size_t> places;
  for (std::size_t i = 1; i < ground.items.size() && i + 1 < kMarks.size(); ++i)
    if (ground.text.substr(ground.items[i].start).starts_with(kMarks.at(i)) &&
        ground.text.substr(ground.items[i - 1].start).starts_with(kMarks.at(i - 1)))
      places.push_back(i);
  if (places.empty()) return std::nullopt;
  const std::size_t chosen = places[dice.below(places.size())];
  const Span item = ground.items[chosen];
  const Span mark{item.start, item.start + kMarks.at(chosen).size()};
  const std::size_t now = dice.chance(50) ? chosen - 1 : chosen + 1;
  const auto opening = [&](Span of) {
    return Span{of.start, std::max(ground.clause({of.start + 6, of.start + 6}).end, of.start + 6)};
  };
  return apply(ground.text, {mark, std::string(kMarks.at(now))}, "numbering", opening(item),
               opening(ground.items[chosen - 1]));
}

}  // namespace proviso::tasks::planting
