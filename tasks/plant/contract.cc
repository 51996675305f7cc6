// Errors in contracts: terms defined otherwise than used, references into the void, periods that
// disagree, blanks.
#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>

#include "tasks/plant/families.h"
#include "tasks/plant/slips.h"

namespace proviso::tasks::planting {
namespace {

const RE2& defined() {
  static const RE2 pattern(
      "[“\"]([A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+){0,3}|\\p{Han}{2,8})[”\"](?: (?:means|shall mean|has "
      "the "
      "meaning)|\\)|）|是指|系指|指|：)");
  return pattern;
}

bool word_ends(const Ground& ground, Span span) {
  const auto letter = [&](std::size_t at) {
    return at < ground.text.size() && ((ground.text[at] | 0x20) >= 'a') &&
           ((ground.text[at] | 0x20) <= 'z');
  };
  return !(span.start > 0 && letter(span.start - 1)) && !letter(span.end);
}

}  // namespace

// A capitalised term of several words is used with a word lost or exchanged, or defined twice.
std::optional<Planted> plant_defined_term(const Ground& ground, Dice& dice) {
  std::vector<std::pair<Span, Span>> uses;
  for (const Span& term : matches(ground.text, ground.whole[0], defined(), 1)) {
    const string_view words = ground.words(term);
    const bool chinese = static_cast<unsigned char>(words.front()) > 127;
    if (!chinese && words.find(' ') == string_view::npos) continue;
    if (chinese && words.size() < 12) continue;
    for (const Span& use : ground.places(ground.whole, words))
      if (use.start > term.end + 3 && word_ends(ground, use)) uses.emplace_back(use, term);
  }
  dice.shuffle(uses);
  for (const auto& [use, term] : uses) {
    std::string now(ground.words(use));
    if (const std::size_t blank = now.find(' '); blank != std::string::npos) {
      const std::string first = now.substr(0, blank);
      now = fmt::format("{} {}", now.substr(blank + 1), first);
      if (dice.chance(50)) now = fmt::format("Relevant{}", now.substr(now.rfind(' ')));
    } else {
      std::vector<std::string> list = characters(now);
      std::swap(list[0], list[1]);
      now = join(list);
    }
    if (ground.text.find(now) != string_view::npos) continue;
    return apply(ground.text, {use, now}, "defined_term", ground.clause(use), ground.clause(term));
  }
  return std::nullopt;
}

// Section 3.2 → Section 43.2; 第十二条 → 第五十二条, which the contract does not have.
std::optional<Planted> plant_cross_reference(const Ground& ground, Dice& dice) {
  static const RE2 chinese(
      "(?:本合同|本协议|按照|依照|依据|根据|前述|上述|符合|违反)第([一二三四五六七八九十]+)条");
  static const RE2 english(
      "(?:Section|Clause|Article|Paragraph|section|clause) ([0-9]{1,2})(?:\\.[0-9]+)*");
  std::vector<Span> places = matches(ground.text, ground.whole[0], chinese, 1);
  for (const Span& each : matches(ground.text, ground.whole[0], english, 1)) {
    const std::size_t line = ground.text.rfind('\n', each.start);
    // A heading is no reference.
    if (line != string_view::npos && each.start - line > 12) places.push_back(each);
  }
  dice.shuffle(places);
  for (const Span& place : places) {
    const string_view old = ground.words(place);
    const bool arabic = old.front() >= '0' && old.front() <= '9';
    const int number =
        arabic ? std::stoi(std::string(old)) : static_cast<int>(chinese_number(old).value_or(0));
    const std::string head = arabic ? fmt::format("\n{}.", number) : fmt::format("\n第{}条", old);
    std::size_t at = ground.text.find(head);
    for (const char* form : {"\nSection ", "\nSECTION ", "\nArticle ", "\nARTICLE ", "\nClause "})
      if (arabic && at == string_view::npos)
        at = ground.text.find(fmt::format("{}{}", form, number));
    if (at == string_view::npos) continue;  // what it names is not there now
    const int now = number % 10 + 10 * static_cast<int>(6 + dice.below(4));
    const std::string written_now = arabic ? std::to_string(now) : in_chinese(now);
    if (ground.text.find(arabic ? fmt::format("\n{}.", written_now)
                                : fmt::format("第{}条", written_now)) != string_view::npos)
      continue;
    const Span quote = ground.clause(place);
    return apply(ground.text, {place, written_now}, "cross_reference", quote,
                 {at + 1, std::min(ground.text.find('\n', at + 1), ground.text.size())});
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
    const Span quote{figures[chosen].start - 1, whole[chosen].end};
    const Span other{whole[chosen].start, figures[chosen].start - 1};
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

// An amount that stands elsewhere too is left blank.
std::optional<Planted> plant_blank(const Ground& ground, Dice& dice) {
  static const RE2 amount(
      "(?:USD|US\\$|\\$|￥|¥) ?([1-9][0-9,]*(?:\\.[0-9]+)?)|([1-9][0-9,]{2,}(?:\\.[0-9]+)?)元");
  std::vector<Span> places;
  for (const int group : {1, 2}) {
    const auto found = matches(ground.text, ground.whole[0], amount, group);
    places.insert(places.end(), found.begin(), found.end());
  }
  std::erase_if(places, [](Span each) { return each.size() == 0; });
  dice.shuffle(places);
  for (const Span& place : places) {
    const std::vector<Span> same = ground.places(ground.whole, ground.words(place));
    if (same.size() < 2) continue;
    const Span other = same.front() == place ? same.back() : same.front();
    return apply(ground.text, {place, "________"}, "blank", ground.clause(place),
                 ground.clause(other));
  }
  return std::nullopt;
}

}  // namespace proviso::tasks::planting
