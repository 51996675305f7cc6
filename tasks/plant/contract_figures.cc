// Errors in the figures of contracts: sums, words against figures, periods, dates.
#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <set>

#include "tasks/plant/families.h"
#include "tasks/plant/slips.h"

namespace proviso::tasks::planting {
namespace {

// Words that say what a figure is, near a place: long enough not to be the grammar's.
std::set<std::string> words_near(const Ground& ground, Span place) {
  static const RE2 latin("([A-Za-z]{5,})");
  static const RE2 han("(\\p{Han}\\p{Han})");
  static const std::set<std::string> common{
      "shall",  "amount", "equal",    "dollars",   "thousand", "million", "hundred", "total",
      "other",  "which",  "under",    "agreement", "party",    "within",  "after",   "written",
      "notice", "each",   "pursuant", "least",     "exceed",   "section", "人民",    "民币",
      "合同",   "金额",   "应当",     "支付",      "共计"};
  const std::size_t from =
      std::max(ground.clause(place).start, place.start - std::min<std::size_t>(place.start, 60));
  const std::size_t to = std::min(ground.text.size(), place.end + 24);
  std::set<std::string> near;
  for (const RE2* pattern : {&latin, &han})
    for (const Span& each : matches(ground.text, {from, to}, *pattern, 1)) {
      std::string word(ground.words(each));
      for (char& c : word)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
      if (common.count(word) == 0) near.insert(word);
    }
  return near;
}

// Pairs of places with the same figure that are told by the same words.
std::vector<std::pair<Span, Span>> told_twice(const Ground& ground, const RE2& pattern, int group,
                                              std::size_t shared) {
  std::map<std::string, std::vector<Span>> alike;
  for (const Span& each : matches(ground.text, ground.whole[0], pattern, group))
    if (each.size() > 0) alike[std::string(ground.words(each))].push_back(each);
  std::vector<std::pair<Span, Span>> pairs;
  for (const auto& [figure, places] : alike)
    for (std::size_t i = 1; i < places.size() && i < 6; ++i) {
      const auto first = words_near(ground, places[0]), other = words_near(ground, places[i]);
      std::size_t both = 0;
      for (const std::string& word : first) both += other.count(word);
      if (both >= shared && ground.sentence(places[0]).end < places[i].start)
        pairs.emplace_back(places[0], places[i]);
    }
  return pairs;
}

std::optional<Planted> change_one(const Ground& ground, Dice& dice,
                                  std::vector<std::pair<Span, Span>> pairs, string_view kind) {
  dice.shuffle(pairs);
  for (const auto& [first, second] : pairs) {
    const Span place = dice.chance(50) ? first : second;
    const std::string now = digit_slip(ground.words(place), dice);
    if (now.empty() || now == ground.words(place)) continue;
    return apply(ground.text, {place, now}, kind, ground.clause(second), ground.clause(first));
  }
  return std::nullopt;
}

// The month's length does not matter: days beyond the 28th are left alone.
std::optional<Planted> change_year(const Ground& ground, Dice& dice, Span year, bool back,
                                   string_view kind, Span quote, Span other) {
  const int old = std::stoi(std::string(ground.words(year)));
  const int by = back ? -(2 + static_cast<int>(dice.below(9))) : dice.chance(50) ? 1 : 2;
  return apply(ground.text, {year, std::to_string(old + by)}, kind, quote, other);
}

constexpr const char* kEnglishDate =
    "(?:January|February|March|April|May|June|July|August|September|October|November|December) "
    "[0-9]{1,2}, ";
constexpr const char* kChineseDate = "月[0-9]{1,2}日";

}  // namespace

// The same named sum with another figure at one of two places.
std::optional<Planted> plant_contract_amount(const Ground& ground, Dice& dice) {
  static const RE2 english("(?:US)?\\$ ?([1-9][0-9,]{2,}(?:\\.[0-9]+)?)");
  static const RE2 chinese("([1-9][0-9,]{2,}(?:\\.[0-9]+)?)元");
  auto pairs = told_twice(ground, english, 1, 2);
  const auto more = told_twice(ground, chinese, 1, 1);
  pairs.insert(pairs.end(), more.begin(), more.end());
  return change_one(ground, dice, pairs, "amount");
}

// ten thousand dollars ($10,000) → ($100,000); 壹万元整（￥10000元）.
std::optional<Planted> plant_contract_capital(const Ground& ground, Dice& dice) {
  static const RE2 english(
      "((?i:hundred|thousand|million|[a-z]+ty|[a-z]+een|ten|five|six|two|three)(?: "
      "(?i:U\\.?S\\.?))? (?i:dollars) ?\\((?:US)?\\$ ?)([1-9][0-9,]*)");
  static const RE2 chinese(
      "([零壹贰叁肆伍陆柒捌玖拾佰仟万]元?整? ?[（(](?:小写[:：]?|人民币)?[￥¥]? "
      "?)([1-9][0-9,]{2,})");
  std::vector<std::pair<Span, Span>> places;
  for (const RE2* pattern : {&english, &chinese}) {
    const auto words = matches(ground.text, ground.whole[0], *pattern, 1);
    const auto figures = matches(ground.text, ground.whole[0], *pattern, 2);
    for (std::size_t i = 0; i < words.size(); ++i) places.emplace_back(words[i], figures[i]);
  }
  dice.shuffle(places);
  for (const auto& [words, figure] : places) {
    std::string now;
    for (const char c : ground.words(figure))
      if (c != ',') now += c;
    now = dice.chance(40) ? now + "0" : digit_slip(now, dice);
    if (now.empty()) continue;
    if (ground.words(figure).find(',') != string_view::npos)
      for (int at = static_cast<int>(now.size()) - 3; at > 0; at -= 3)
        now.insert(static_cast<std::size_t>(at), 1, ',');
    if (now == ground.words(figure)) continue;
    return apply(ground.text, {figure, now}, "capital_figure", figure, words);
  }
  return std::nullopt;
}

// thirty (30) days → thirty (60) days; 三十（30）日; a period named alike in two clauses.
std::optional<Planted> plant_term(const Ground& ground, Dice& dice) {
  static const RE2 twice(
      "(?:[a-z]+(?:-[a-z]+)?|[一二三四五六七八九十]+)[ ]?[（(]([1-9][0-9]{0,2})[）)][ "
      "]?(?:calendar |business "
      "|Business |consecutive )?(?:days|months|years|day|month|year|日|天|个月|年|个工作日)");
  static const RE2 alone("[^0-9.,]([1-9][0-9]?)(?: days| months| years|日内|天内|个月|个工作日)");
  const auto whole = matches(ground.text, ground.whole[0], twice);
  const auto figures = matches(ground.text, ground.whole[0], twice, 1);
  if (!figures.empty()) {
    const std::size_t chosen = dice.below(figures.size());
    const int old = std::stoi(std::string(ground.words(figures[chosen])));
    const int now = old % 10 == 0 ? (dice.chance(50) ? old * 2 : old + 15)
                                  : old + 1 + static_cast<int>(dice.below(5));
    const std::size_t figure = figures[chosen].start;
    const std::size_t bracket =
        figure - (ground.text[figure - 1] == '(' ? 1 : string_view("（").size());
    const Span quote{bracket, whole[chosen].end};
    const Span other{whole[chosen].start, bracket};
    return apply(ground.text, {figures[chosen], std::to_string(now)}, "term", quote, other);
  }
  // The same period behind the same words in two clauses.
  std::map<std::string, std::vector<Span>> alike;
  for (const Span& figure : matches(ground.text, ground.whole[0], alone, 1)) {
    const Span clause = ground.clause(figure);
    const std::string ahead(ground.words(
        {std::max(clause.start, figure.start - std::min<std::size_t>(figure.start, 18)),
         figure.start}));
    alike[ahead + std::string(ground.words(figure))].push_back(figure);
  }
  for (const auto& [words, places] : alike) {
    if (places.size() < 2 || words.size() < 12) continue;
    const std::string now = std::to_string(std::stoi(std::string(ground.words(places.back()))) + 5);
    return apply(ground.text, {places.back(), now}, "term", ground.clause(places.back()),
                 ground.clause(places.front()));
  }
  return std::nullopt;
}

// "three years from January 1, 2030 to December 31, 2032" with another year at its end; the date of
// the contract or of its effect told twice.
std::optional<Planted> plant_contract_date(const Ground& ground, Dice& dice) {
  static const RE2 ranges(
      fmt::format("(?:[0-9一二两三四五六七八九十]+个?[年月]|years?|months?)[^.。；;\\n]{{0,50}}?((?"
                  ":(?:19|20)[0-9]{{2}}年[0-9]{{1,2}}{0}|{1}(?:19|20)[0-9]{{2}})[^.。；;\\n]{{1,40}"
                  "}?(?:{1})?)((?:19|20)[0-9]{{2}})(?:年[0-9]{{1,2}}{0}|[^0-9])",
                  kChineseDate, kEnglishDate));
  const auto lead = matches(ground.text, ground.whole[0], ranges, 1);
  const auto years = matches(ground.text, ground.whole[0], ranges, 2);
  if (!years.empty() && dice.chance(70)) {
    const std::size_t i = dice.below(years.size());
    return change_year(ground, dice, years[i], false, "date", ground.clause(years[i]),
                       ground.clause({lead[i].start, lead[i].start + 4}));
  }
  static const RE2 english(fmt::format(
      "(?:[Aa]greement|AGREEMENT|[Ee]ffective "
      "[Dd]ate\\W{{0,3}})[^.;\\n]{{0,40}}?(?:dated|made|effective|entered into|is|means|of|:)(?: "
      "and entered into)?(?: effective)?(?: as of| on)? ({}(?:19|20)[0-9]{{2}})",
      kEnglishDate));
  std::map<std::string, std::vector<Span>> alike;
  for (const Span& each : matches(ground.text, ground.whole[0], english, 1))
    alike[std::string(ground.words(each))].push_back(each);
  for (const auto& [date, places] : alike) {
    if (places.size() < 2) continue;
    const std::size_t year = places[1].end - 4;
    return change_year(ground, dice, {year, places[1].end}, false, "date", ground.clause(places[1]),
                       ground.clause(places[0]));
  }
  return std::nullopt;
}

// A period that ends before it begins.
std::optional<Planted> plant_contract_date_order(const Ground& ground, Dice& dice) {
  static const RE2 english(
      fmt::format("({0}(?:19|20)[0-9]{{2}},? (?:to|through|until|and ending on|and (?:shall "
                  ")?(?:continuing|ends?|expires?|terminates?) (?:on|through|until)),? "
                  "{0})((?:19|20)[0-9]{{2}})",
                  kEnglishDate));
  static const RE2 chinese(
      "([0-9]{4}年[0-9]{1,2}月[0-9]{1,2}日(?:起)?(?:至|到))([0-9]{4})年[0-9]{1,2}月[0-9]{1,2}日");
  for (const RE2* pattern : {&english, &chinese}) {
    const auto lead = matches(ground.text, ground.whole[0], *pattern, 1);
    const auto years = matches(ground.text, ground.whole[0], *pattern, 2);
    if (years.empty()) continue;
    const std::size_t i = dice.below(years.size());
    return change_year(ground, dice, years[i], true, "date_order", years[i],
                       {lead[i].start, lead[i].start + 4});
  }
  return std::nullopt;
}

}  // namespace proviso::tasks::planting
