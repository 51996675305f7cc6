// Errors in contracts: terms defined otherwise than used, references into the void, blanks.
#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>

#include "planting_data.h"
#include "tasks/plant/families.h"
#include "tasks/plant/slips.h"
#include "tasks/plant/word_lists.h"

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

namespace {

// The words of a defined term as a tired drafter writes them: another word for one of them, or
// their order exchanged. Empty where neither applies.
std::string misnamed(string_view term, Dice& dice) {
  static const auto rows = rows_of(::proviso::planting::data::contract_words);
  std::vector<std::string> choices;
  for (const auto& row : rows) {
    if (row.size() != 2) continue;
    const std::size_t at = term.find(row[0]);
    if (at == string_view::npos || term.size() == row[0].size()) continue;
    const bool latin = static_cast<unsigned char>(term.front()) < 128;
    const std::size_t end = at + row[0].size();
    if (latin && ((at > 0 && term[at - 1] != ' ') || (end < term.size() && term[end] != ' ')))
      continue;
    choices.push_back(std::string(term.substr(0, at)) + row[1] + std::string(term.substr(end)));
  }
  std::string now(term);
  if (!choices.empty() && dice.chance(70)) return choices[dice.below(choices.size())];
  if (const std::size_t blank = now.find(' '); blank != std::string::npos) {
    choices.push_back(fmt::format("{} {}", now.substr(blank + 1), now.substr(0, blank)));
    choices.push_back(fmt::format("Relevant{}", now.substr(now.rfind(' '))));
  } else if (choices.empty()) {
    std::vector<std::string> list = characters(now);
    if (list.size() < 4) return {};
    std::swap(list[0], list[1]);
    choices.push_back(join(list));
  }
  return choices[dice.below(choices.size())];
}

struct Defined {
  Span term;
  std::vector<Span> uses;  // behind the definition
};

std::vector<Defined> terms_of(const Ground& ground) {
  std::vector<Defined> terms;
  for (const Span& term : matches(ground.text, ground.whole[0], defined(), 1)) {
    const string_view words = ground.words(term);
    const bool chinese = static_cast<unsigned char>(words.front()) > 127;
    if (!chinese && words.find(' ') == string_view::npos) continue;
    if (chinese && words.size() < 12) continue;
    Defined found{term, {}};
    for (const Span& use : ground.places(ground.whole, words))
      if (use.start > term.end + 3 && word_ends(ground, use)) found.uses.push_back(use);
    if (!found.uses.empty()) terms.push_back(found);
  }
  return terms;
}

// The next definition of a list takes the term of the one before it: copied and not changed.
std::optional<Planted> defined_twice(const Ground& ground, Dice& dice) {
  static const RE2 listed(
      "(?m)^[^“\"\\n]{0,12}[“\"]([A-Z][A-Za-z ]{3,40}|\\p{Han}{2,10})[”\"](?: means| shall "
      "mean|：?是指|系指|指) ?([^\\n]{30,400})$");
  const std::vector<Span> terms = matches(ground.text, ground.whole[0], listed, 1);
  const std::vector<Span> bodies = matches(ground.text, ground.whole[0], listed, 2);
  std::vector<std::size_t> pairs;
  for (std::size_t i = 1; i < terms.size(); ++i)
    if (terms[i].start - terms[i - 1].end < 700) pairs.push_back(i);
  if (pairs.empty()) return std::nullopt;
  const std::size_t i = pairs[dice.below(pairs.size())];
  return apply(ground.text, {terms[i], std::string(ground.words(terms[i - 1]))}, "defined_term",
               {terms[i].start, bodies[i].end}, {terms[i - 1].start, bodies[i - 1].end});
}

}  // namespace

// A defined term of several words is used by another name, renamed where it is defined while the
// uses stay, or defined twice.
std::optional<Planted> plant_defined_term(const Ground& ground, Dice& dice) {
  const std::size_t way = dice.below(10);
  if (way < 2) {
    if (auto planted = defined_twice(ground, dice)) return planted;
  }
  std::vector<Defined> terms = terms_of(ground);
  dice.shuffle(terms);
  for (const Defined& term : terms) {
    const std::string now = misnamed(ground.words(term.term), dice);
    if (now.empty() || ground.text.find(now) != string_view::npos) continue;
    // Another term that ends alike would be the same word: nothing is left undefined then.
    if (way < 4 && term.uses.size() >= 2) {
      const auto quoted = ground.places(ground.whole, fmt::format("“{}”", ground.words(term.term)));
      if (quoted.size() <= 1)
        return apply(ground.text, {term.term, now}, "defined_term", ground.clause(term.uses[0]),
                     ground.clause(term.term));
    }
    const Span use = term.uses[dice.below(term.uses.size())];
    return apply(ground.text, {use, now}, "defined_term", ground.clause(use),
                 ground.clause(term.term));
  }
  return std::nullopt;
}

namespace {

// The highest number that a line begins with as a clause does.
int last_head(const Ground& ground, bool arabic) {
  static const RE2 english(
      "\\n *(?:(?:ARTICLE|Article|SECTION|Section|Clause) )?([1-9][0-9]?)[. ]");
  static const RE2 chinese("\\n[ 　]*第([一二三四五六七八九十]+)条");
  int last = 0;
  for (const Span& each : matches(ground.text, ground.whole[0], arabic ? english : chinese, 1)) {
    const string_view words = ground.words(each);
    last = std::max(last, arabic ? std::stoi(std::string(words))
                                 : static_cast<int>(chinese_number(words).value_or(0)));
  }
  return last;
}

// Exhibit B → Exhibit E where the exhibits end before.
std::optional<Planted> lost_schedule(const Ground& ground, Dice& dice) {
  static const RE2 heads(
      "\\n(?:EXHIBIT|Exhibit|SCHEDULE|Schedule|ANNEX|Annex|附件) "
      "?([A-F1-9一二三四五])(?:[^A-Za-z0-9]|$)");
  static const RE2 uses("[^\\n](?:Exhibit|Schedule|Annex|附件) ?([A-F1-9一二三四五])[^A-Za-z0-9]");
  std::vector<Span> there = matches(ground.text, ground.whole[0], heads, 1);
  std::vector<std::pair<Span, Span>> places;
  for (const Span& use : matches(ground.text, ground.whole[0], uses, 1))
    for (const Span& head : there)
      if (ground.words(head) == ground.words(use) && use.start + 40 < head.start)
        places.emplace_back(use, head);
  dice.shuffle(places);
  for (const auto& [use, head] : places) {
    const string_view old = ground.words(use);
    const std::string now = old.front() >= 'A' && old.front() <= 'Z'
                                ? std::string(1, static_cast<char>('G' + dice.below(4)))
                            : old.front() >= '1' && old.front() <= '9'
                                ? std::to_string(10 + dice.below(5))
                                : in_chinese(static_cast<int>(7 + dice.below(3)));
    bool stands = false;
    for (const char* word :
         {"Exhibit ", "EXHIBIT ", "Schedule ", "SCHEDULE ", "Annex ", "ANNEX ", "附件"})
      stands |= ground.text.find(word + now) != string_view::npos;
    if (stands) continue;
    return apply(ground.text, {use, now}, "cross_reference", ground.clause(use),
                 {head.start, std::min(ground.text.find('\n', head.start), ground.text.size())});
  }
  return std::nullopt;
}

}  // namespace

// Section 3.2 → Section 43.2; Exhibit B → Exhibit H; 第十二条 → 第五十二条, which the contract does
// not have.
std::optional<Planted> plant_cross_reference(const Ground& ground, Dice& dice) {
  static const RE2 chinese(
      "(?:本合同|本协议|按照|依照|依据|根据|前述|上述|符合|违反)第([一二三四五六七八九十]+)条");
  static const RE2 english(
      "(?:Section|Clause|Article|Paragraph|section|clause) ([0-9]{1,2})(?:\\.[0-9]+)*");
  if (dice.chance(30)) {
    if (auto planted = lost_schedule(ground, dice)) return planted;
  }
  std::vector<Span> places = matches(ground.text, ground.whole[0], chinese, 1);
  for (const Span& each : matches(ground.text, ground.whole[0], english, 1)) {
    const std::size_t line = ground.text.rfind('\n', each.start);
    // A heading is no reference, nor is an entry of a table of contents or a section of a statute
    // or of another paper.
    static const RE2 foreign(
        "(?i)(?:regulations?|reg\\.|act|code|rules?|law|u\\.?s\\.?c\\.?|plan|lease|indenture|"
        "(?:exhibit|schedule|appendix|annex|addendum) [a-z0-9-]{1,3})[, "
        "]*(?:section|article|paragraph) $|^\\.[0-9]{3}|^ [A-Z][^.;\\n]{3,80} [0-9]+ "
        "(?:Section|Article)");
    // Section 3.2 of the Credit Agreement, Section 4 thereof: clauses of another paper.
    static const RE2 other_paper(
        "^(?:\\.[0-9]+)*(?: ?\\([a-zA-Z0-9]{1,4}\\))*,? (?:thereof|thereto|(?:of|to|in|under) "
        "(?:(?i:the|that "
        "certain|such|its|each|any|their|said|his|an?) )?(?:[A-Z][A-Za-z’'&-]* "
        "){1,6}(?:Agreement|Plan|Act|Code|"
        "Indenture|Lease|Contract|Policy|Rules?|Order|Note|Regulations?|Bylaws|Law|Articles|"
        "Charter|Amendment|"
        "Deed|License)|(?:of|to|in|under) (?:(?i:the) "
        ")?(?:Exhibit|Schedule|Appendix|Annex|Addendum|Code|Plan|Lease|"
        "Indenture|Act|Bylaws|Charter))\\b");
    const string_view ahead = ground.text.substr(each.start - std::min<std::size_t>(each.start, 30),
                                                 std::min<std::size_t>(each.start, 30));
    const string_view behind = ground.text.substr(each.end, 110);
    if (RE2::PartialMatch(re2::StringPiece(ahead.data(), ahead.size()), foreign) ||
        RE2::PartialMatch(re2::StringPiece(behind.data(), behind.size()), foreign) ||
        RE2::PartialMatch(re2::StringPiece(behind.data(), behind.size()), other_paper))
      continue;
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
    // One of the clauses that a former draft had, or a number of another contract.
    const int now = dice.chance(50)
                        ? last_head(ground, arabic) + 1 + static_cast<int>(dice.below(4))
                        : number % 10 + 10 * static_cast<int>(6 + dice.below(4));
    const std::string written_now = arabic ? std::to_string(now) : in_chinese(now);
    if (ground.text.find(arabic ? fmt::format("\n{}.", written_now)
                                : fmt::format("第{}条", written_now)) != string_view::npos)
      continue;
    if (arabic && (ground.text.find(fmt::format("\n{}", now)) != string_view::npos ||
                   ground.text.find(fmt::format(" {}.1 ", now)) != string_view::npos ||
                   ground.text.find(fmt::format(" {}.1. ", now)) != string_view::npos ||
                   ground.text.find(fmt::format(" {}. ", now)) != string_view::npos))
      continue;
    const Span quote = ground.clause(place);
    return apply(ground.text, {place, written_now}, "cross_reference", quote,
                 {at + 1, std::min(ground.text.find('\n', at + 1), ground.text.size())});
  }
  return std::nullopt;
}

// An amount that stands elsewhere too is left blank.
std::optional<Planted> plant_blank(const Ground& ground, Dice& dice) {
  static const RE2 amount(
      "(?:USD|US\\$|\\$|￥|¥) ?([1-9][0-9,]*(?:\\.[0-9]+)?)|([1-9][0-9,]{2,}(?:\\.[0-9]+)?)元");
  // A form full of blanks is no place for one.
  static const RE2 open("_{3,}|\\[[●• ]*\\]|【 *】");
  if (matches(ground.text, ground.whole[0], open).size() > 2) return std::nullopt;
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
