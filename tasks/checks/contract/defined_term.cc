#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <set>

#include "tasks/checks/contract/contract_checks.h"
#include "tasks/checks/words.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/defined_term";

// Singular, without "the": how terms compare.
std::string key_of(string_view term) {
  std::string key = lowered(term);
  if (key.starts_with("the ")) key.erase(0, 4);
  if (key.ends_with("(s)")) key.erase(key.size() - 3);
  if (key.size() > 4 && key.ends_with("ies")) {
    key.replace(key.size() - 3, 3, "y");
  } else if (key.size() > 3 && key.ends_with("s") && !key.ends_with("ss")) {
    key.pop_back();
  }
  return key;
}

std::set<std::string> defined_in(const ContractView& contract) {
  static const RE2 quoted("[“\"]([^“”\"\\n]{1,80}?)[,.]?[”\"]");
  std::set<std::string> terms;
  for (const Item& item : contract.structure.items) {
    if (item.kind == ItemKind::kDefinition) terms.insert(key_of(item.number));
  }
  for (const Span& term : all(contract.text, contract.whole, quoted, 1)) {
    terms.insert(key_of(contract.words(term)));
  }
  for (const segmenter::Party& party : contract.structure.parties) {
    terms.insert(key_of(party.name));
    for (const std::string& alias : party.aliases) terms.insert(key_of(alias));
  }
  return terms;
}

// "capitalized terms … have the meaning in the Master Agreement": terms come from elsewhere.
bool terms_from_elsewhere(string_view text) {
  static const RE2 pattern(
      "(?i)(?:capitali[sz]ed|defined|initial(?:ly)? "
      "capital)[^.\\n]{0,60}(?:terms?|words?)[^.\\n]{0,120}"
      "(?:mean|defin|ascrib|assign|set forth|given)[^.\\n]{0,80}|terms "
      "(?:used|defined|not)[^.\\n]{0,60}(?:meaning|defined)[^.\\n]{0,60}");
  static const RE2 here("(?i)(?:in|of|under|by) this |herein");
  static const RE2 limited("(?i)(?:not|otherwise|unless)");
  for (const Span& each : all(text, {0, text.size()}, pattern)) {
    if (!found_in(text.substr(each.start,
                              std::min<std::size_t>(each.size() + 120, text.size() - each.start)),
                  here))
      return true;
    if (found_in(text.substr(each.start, each.size()), limited)) return true;
  }
  return false;
}

std::vector<std::string> words_of(string_view phrase) {
  std::vector<std::string> words(1);
  for (const char c : phrase) {
    if (c == ' ') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

// Whether the phrase needs no definition of its own or has one in another form: in quotation marks,
// "X means", "X, as defined in", a title, a column of a table, plain words elsewhere.
bool explained(const ContractView& contract, const std::string& phrase) {
  static const RE2 defines(
      "(?i)^s?[”\"’']|^s?,? ?(?:\\([^()\\n]{0,60}\\) ?)?(?:shall |will )?(?:means?|refers?|is "
      "defined|are defined|has the meaning|have the meaning|"
      "is the|are the|includes?|:|–|-|—)|^s?[ ,(]*(?:as (?:such term is )?|each as |is |are "
      ")?(?:herein(?:after|below)? )?(?:defined|described|specified|identified|set "
      "(?:forth|out)|listed|indicated|under the|of the [A-Z])");
  static const RE2 quote(
      "[“\"‘'_*][ ]?(?i:the |an? )?$|\\((?i:the |each,? an? |collectively,? the )$");
  const std::string whole = lowered(contract.text);
  const std::string low = lowered(phrase);
  for (std::size_t at = whole.find(low); at != whole.npos; at = whole.find(low, at + 1)) {
    if (at > 0 && std::isalpha(static_cast<unsigned char>(whole[at - 1]))) continue;
    const string_view written = contract.text.substr(at, low.size());
    const string_view before = contract.before(at, 60);
    if (written != phrase) return true;  // in plain words or in capitals: a title
    if (found_in(contract.behind(at + low.size(), 70), defines) || found_in(before, quote))
      return true;
    if (before.find_first_of("abcdefghijklmnopqrstuvwxyz") == before.npos) return true;
    // "Milestone Target Date Payment": capitals on both sides are a table or a title.
    static const RE2 capital_before("[A-Z][a-z]* $|[0-9.)] $");
    if (found_in(before, capital_before)) return true;
  }
  return false;
}

// A term of several words that the contract defines.
struct Term {
  const Item* item = nullptr;
  std::vector<std::string> words;
  std::size_t uses = 0;  // outside its definition
};

bool capitalised(const std::vector<std::string>& words) {
  return std::all_of(words.begin(), words.end(), [](const std::string& word) {
    return word.size() > 1 && word[0] >= 'A' && word[0] <= 'Z';
  });
}

// Places of `phrase` as words of their own.
std::vector<Span> places_of(string_view text, string_view phrase) {
  std::vector<Span> places;
  const auto letter = [&](std::size_t at) {
    return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
  };
  for (std::size_t at = text.find(phrase); at != string_view::npos;
       at = text.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    const bool plural = end < text.size() && text[end] == 's' && !letter(end + 1);
    if ((at > 0 && letter(at - 1)) || (letter(end) && !plural)) continue;
    places.push_back({at, end});
  }
  return places;
}

std::vector<Term> terms_of(const ContractView& contract) {
  std::vector<Term> terms;
  std::set<std::string> seen;
  for (const Item& item : contract.structure.items) {
    if (item.kind != ItemKind::kDefinition || !seen.insert(item.number).second) continue;
    Term term{&item, words_of(item.number), 0};
    if (term.words.size() < 2 || !capitalised(term.words)) continue;
    for (const Span& place : places_of(contract.text, item.number)) {
      if (place.start != item.span.start) ++term.uses;
    }
    terms.push_back(std::move(term));
  }
  return terms;
}

std::string joined(const std::vector<std::string>& words) {
  std::string phrase;
  for (const std::string& word : words) phrase.append(phrase.empty() ? "" : " ").append(word);
  return phrase;
}

bool quoted(const ContractView& contract, Span place) {
  const string_view before = contract.before(place.start, 6);
  return before.ends_with("“") || before.ends_with("\"") || before.ends_with("‘") ||
         before.ends_with("'");
}

Finding misused(const ContractView& contract, Span place, const Item& term, string_view phrase) {
  return tell(contract, "defined_term", kCheck, place, term.span,
              fmt::format("“{}” is not defined; what is defined is “{}”.", phrase, term.number),
              fmt::format("此处使用“{}”，合同中没有该定义，所定义的是“{}”。", phrase, term.number));
}

// Date Effective where Effective Date is defined.
void exchanged_in_english(const ContractView& contract, const std::vector<Term>& terms,
                          std::vector<Finding>& findings) {
  for (const Term& term : terms) {
    // The first word last, the last word first.
    for (const bool first_last : {true, false}) {
      std::vector<std::string> words = term.words;
      if (words.size() == 2 && !first_last) continue;
      std::rotate(words.begin(), first_last ? words.begin() + 1 : words.end() - 1, words.end());
      const std::string phrase = joined(words);
      const std::vector<Span> places = places_of(contract.text, phrase);
      if (places.empty() || places.size() > 12 || phrase == term.item->number) continue;
      if (std::any_of(places.begin(), places.end(),
                      [&](const Span& place) { return quoted(contract, place); }))
        continue;
      // Read over a border of two phrases: "the Product Work Product is …".
      const Span& place = places.front();
      const string_view around =
          contract.text.substr(place.start - std::min(place.start, term.words.front().size() + 1),
                               phrase.size() + 2 * (term.words.front().size() + 1));
      if (around.find(term.item->number) != around.npos) continue;
      // "the Licensee Affiliate": beside other words in capitals it is a phrase of its own.
      static const RE2 next_to_capitals("^ [A-Z][a-z]");
      static const RE2 determined(
          "(?i)(?:\\b(?:the|such|any|each|this|all|said|its|an?|every|their|applicable)|[(“\"]) $");
      if (!found_in(contract.before(place.start, 14), determined)) continue;
      if (found_in(contract.behind(place.end, 8), next_to_capitals)) continue;
      findings.push_back(misused(contract, place, *term.item, phrase));
    }
  }
}

// Phrases in capitals behind a determiner: "the Relevant Date".
std::map<std::string, std::vector<Span>> phrases_of(const ContractView& contract) {
  static const RE2 use(
      "\\b(?:the|such|any|each|this|applicable|all|said|its|of|to|in|under|for) "
      "((?:[A-Z][a-z]+(?:-[A-Z][a-z]+)? ){1,3}[A-Z][a-z]+)\\b");
  std::map<std::string, std::vector<Span>> phrases;
  for (const Span& phrase : all(contract.text, contract.whole, use, 1)) {
    if (!contract.in_body(phrase.start)) continue;
    // "Statement of Additional Information" is one name.
    static const RE2 of_a_name("[A-Z][a-z]+ of $");
    if (found_in(contract.before(phrase.start, 20), of_a_name)) continue;
    // A proper name goes on, or belongs to somebody: "the Bank Service Agreement", "of Acme".
    static const RE2 name_goes_on(
        "^(?: [A-Z]|-|/|’s|'s| of (?:the )?[A-Z]| \\(|&| and [A-Z]| or [A-Z])");
    if (found_in(contract.behind(phrase.end, 24), name_goes_on)) continue;
    phrases[std::string(contract.words(phrase))].push_back(phrase);
  }
  return phrases;
}

// "Initial Term" where "Term" is defined, "Product Data" where "Product" is.
bool made_of_terms(const std::vector<std::string>& words, const std::set<std::string>& terms) {
  std::string tail, front;
  for (std::size_t i = words.size(); i-- > 1;) {
    tail.insert(0, words[i] + (tail.empty() ? "" : " "));
    if (terms.count(key_of(tail)) != 0) return true;
  }
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    front.append(front.empty() ? "" : " ").append(words[i]);
    if (terms.count(key_of(front)) != 0) return true;
  }
  return false;
}

void undefined_in_english(const ContractView& contract, std::vector<Finding>& findings) {
  const std::vector<Term> terms = terms_of(contract);
  exchanged_in_english(contract, terms, findings);
  const std::set<std::string> defined = defined_in(contract);
  constexpr std::ptrdiff_t kMany = 4;
  const bool many =
      std::count_if(contract.structure.items.begin(), contract.structure.items.end(),
                    [](const Item& item) { return item.kind == ItemKind::kDefinition; }) >= kMany;
  const bool complete = many && !terms_from_elsewhere(contract.text);
  const auto heads = proviso::tasks::words("term_head");
  for (const auto& [phrase, places] : phrases_of(contract)) {
    if (defined.count(key_of(phrase)) != 0 || has_word(phrase, proviso::tasks::words("term_known")))
      continue;
    const std::vector<std::string> words = words_of(phrase);
    // The term that it may stand for: the same last word, and one word exchanged for another.
    const Term* meant = nullptr;
    for (const Term& term : terms) {
      if (key_of(term.words.back()) != key_of(words.back()) || term.words.size() != words.size())
        continue;
      std::size_t other = 0;
      for (std::size_t i = 0; i < words.size(); ++i)
        other += key_of(words[i]) != key_of(term.words[i]) ? 1 : 0;
      if (other == 1 && (meant == nullptr || term.uses == 0)) meant = &term;
    }
    const bool orphan = meant != nullptr && meant->uses == 0;
    const bool head = std::find(heads.begin(), heads.end(), words.back()) != heads.end();
    // One stray phrase where the term is used all over.
    constexpr std::size_t kAllOver = 5;
    const bool stray = head && meant != nullptr && meant->uses >= kAllOver;
    const bool suspect =
        orphan || stray || (head && complete && (places.size() >= 2 || meant != nullptr));
    if (!suspect || (!orphan && made_of_terms(words, defined)) || explained(contract, phrase))
      continue;
    findings.push_back(
        meant != nullptr
            ? misused(contract, places.front(), *meant->item, phrase)
            : tell(contract, "defined_term", kCheck, places.front(),
                   contract.sentence(places.front()),
                   fmt::format("“{}” is used like a defined term, but it is not defined.", phrase),
                   ""));
  }
}

// Words of a definition, to be compared.
std::string meaning(string_view words) {
  std::string out;
  for (const char c : words) {
    const bool letter =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) > 127;
    if (letter) out += c;
    if (c >= 'A' && c <= 'Z') out += static_cast<char>(c + 32);
  }
  return out;
}

void twice(const ContractView& contract, std::vector<Finding>& findings) {
  static const RE2 points(
      "(?i)meanings? (?:set forth|set out|given|ascribed|assigned|specified|provided|as)|as "
      "(?:defined|set forth|described)|defined in|"
      "for (?:the )?purposes? of|in relation to|with respect to|as used in this|见|定义于|所述");
  static const RE2 states("(?i)\\b(?:means?|shall mean|refers? to)\\b|是指|系指|指");
  std::map<std::string, const Item*> seen;
  for (const Item& item : contract.structure.items) {
    if (item.kind != ItemKind::kDefinition || !contract.own(item)) continue;
    const string_view words = contract.words(item.span);
    const Span sentence = contract.sentence({item.span.start, item.span.start});
    if (words.size() < item.number.size() + 12 || !found_in(words, states) ||
        found_in(words, points) ||
        found_in(contract.words({sentence.start, item.span.start}), points))
      continue;
    const auto [there, fresh] = seen.emplace(item.number, &item);
    if (fresh) continue;
    // One cut short is no other definition.
    const std::string here = meaning(words), before = meaning(contract.words(there->second->span));
    const std::size_t shorter = std::min(here.size(), before.size());
    if (here.compare(0, shorter, before, 0, shorter) == 0) continue;
    findings.push_back(
        tell(contract, "defined_term", kCheck, item.span, there->second->span,
             fmt::format("“{}” is defined a second time, in other words.", item.number),
             fmt::format("“{}”在此重新定义，与前文的定义不同。", item.number)));
  }
}

std::vector<std::string> characters(string_view text) {
  std::vector<std::string> list;
  for (std::size_t at = 0; at < text.size(); at += code_point_bytes(text[at])) {
    list.emplace_back(text.substr(at, code_point_bytes(text[at])));
  }
  return list;
}

// What a slip makes of a Chinese term: two neighbours exchanged, or another word for the same.
std::vector<std::string> slips_of(const std::string& term) {
  std::vector<std::string> slips;
  const std::vector<std::string> list = characters(term);
  if (list.size() >= 4) {
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {
      std::vector<std::string> changed = list;
      std::swap(changed[i], changed[i + 1]);
      std::string joined;
      for (const std::string& each : changed) joined += each;
      if (joined != term) slips.push_back(joined);
    }
  }
  for (const string_view group :
       {"zh_same", "zh_same_secret", "zh_same_lease", "zh_same_day", "zh_same_sign",
        "zh_same_goods", "zh_same_house", "zh_same_work", "zh_same_close"}) {
    for (const string_view from : proviso::tasks::words(group)) {
      const std::size_t at = term.find(from);
      if (at == term.npos || term.size() <= from.size()) continue;
      for (const string_view to : proviso::tasks::words(group)) {
        if (to == from) continue;
        slips.push_back(term.substr(0, at) + std::string(to) + term.substr(at + from.size()));
      }
    }
  }
  return slips;
}

void misused_in_chinese(const ContractView& contract, std::vector<Finding>& findings) {
  const std::set<std::string> terms = defined_in(contract);
  for (const Item& item : contract.structure.items) {
    if (item.kind != ItemKind::kDefinition) continue;
    const std::string& term = item.number;
    if (term.size() < 12 || static_cast<unsigned char>(term.front()) < 128) continue;
    for (const std::string& slip : slips_of(term)) {
      if (terms.count(slip) != 0) continue;
      std::vector<Span> places;
      for (std::size_t at = contract.text.find(slip); at != string_view::npos;
           at = contract.text.find(slip, at + slip.size())) {
        // Inside the term itself (保密信息保密…) or in its own definition it is no use of its own.
        const std::size_t reach = term.size();
        const std::size_t from = at - std::min(at, reach);
        const string_view around = contract.text.substr(from, reach * 2 + slip.size());
        const std::size_t own = around.find(term);
        const bool inside =
            own != around.npos && from + own < at + slip.size() && from + own + term.size() > at;
        const bool defining = at >= item.span.start && at < item.span.end;
        if (!inside && !defining && contract.in_body(at)) places.push_back({at, at + slip.size()});
      }
      if (places.empty()) continue;
      findings.push_back(
          tell(contract, "defined_term", kCheck, places.front(), item.span, "",
               fmt::format("此处使用“{}”，合同中没有该定义，所定义的是“{}”。", slip, term)));
    }
  }
}

}  // namespace

std::vector<Finding> check_defined_term(const ContractView& contract) {
  std::vector<Finding> findings;
  if (contract.amends) return findings;
  if (contract.chinese) {
    misused_in_chinese(contract, findings);
  } else {
    undefined_in_english(contract, findings);
  }
  twice(contract, findings);
  return findings;
}

}  // namespace proviso::tasks::contract
