#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "tasks/checks/contract/contract_checks.h"
#include "tasks/checks/contract/terms.h"
#include "tasks/checks/words.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/defined_term";

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

// Whether drafters write one for the other: a row of the data names both.
bool same_thing(const std::string& a, const std::string& b) {
  static const auto rows = [] {
    std::vector<std::set<std::string>> list;
    for (const string_view group : words("same_thing")) {
      std::set<std::string> row;
      std::string word;
      for (const char c : std::string(group) + " ") {
        if (c != ' ') {
          word += c;
        } else {
          row.insert(std::exchange(word, {}));
        }
      }
      list.push_back(std::move(row));
    }
    return list;
  }();
  return std::any_of(rows.begin(), rows.end(), [&](const std::set<std::string>& row) {
    return row.count(key_of(a)) != 0 && row.count(key_of(b)) != 0;
  });
}

Finding misused(const ContractView& contract, Span place, const Term& term, string_view phrase) {
  return tell(
      contract, "defined_term", kCheck, place, term.item->span,
      fmt::format("“{}” is not defined; what is defined is “{}”.", phrase, term.item->number), "");
}

Finding never_used(const ContractView& contract, Span place, const Term& term, string_view phrase) {
  return tell(contract, "defined_term", kCheck, place, term.item->span,
              fmt::format("“{}” is used and not defined; “{}” is defined and not used.", phrase,
                          term.item->number),
              "");
}

bool in_quotes(const ContractView& contract, Span place) {
  const string_view before = contract.before(place.start, 6);
  return before.ends_with("“") || before.ends_with("\"") || before.ends_with("‘") ||
         before.ends_with("'");
}

// Read over a border of two phrases: "the Product Work Product is …", "the Licensee Affiliate".
bool beside_capitals(const ContractView& contract, Span place) {
  static const RE2 ahead("([A-Za-z’'-]+) $");
  static const RE2 behind("^s? ?(?:[A-Z][A-Za-z]|-|/|&)");
  static const RE2 leads(
      "(?i)^(?:the|such|any|each|this|that|all|no|its|an?|every|if|in|on|upon|after|before|from|of|"
      "to|by|for|with|and|or|as|until|during|following|said|their|unless|where|when)$");
  const string_view before = contract.before(place.start, 30);
  re2::StringPiece word;
  if (RE2::PartialMatch(re2::StringPiece(before.data(), before.size()), ahead, &word) &&
      word[0] >= 'A' && word[0] <= 'Z' && !RE2::PartialMatch(word, leads))
    return true;
  return found_in(contract.behind(place.end, 8), behind);
}

// Date Effective where Effective Date is defined, or the other way round.
void exchanged(const Vocabulary& vocabulary, std::vector<Finding>& findings) {
  constexpr std::size_t kSlips = 3;  // places: what stands oftener is another thing
  static const RE2 after_noun("(?i)^s? (?:to|by|under|hereunder|for|in|from|pursuant|hereby)\\b");
  const ContractView& contract = vocabulary.contract();
  for (const Term& term : vocabulary.terms()) {
    if (term.words.size() > 4) continue;
    // The first word last, the last word first.
    for (const bool first_last : {true, false}) {
      std::vector<std::string> words = term.words;
      if (words.size() == 2 && !first_last) continue;
      std::rotate(words.begin(), first_last ? words.begin() + 1 : words.end() - 1, words.end());
      const std::string phrase = joined(words);
      if (phrase == term.item->number || vocabulary.defines(phrase)) continue;
      std::vector<Span> places = vocabulary.places_of(phrase);
      std::erase_if(places, [&](const Span& place) {
        // "the Products Licensed hereunder" is plain speech.
        const bool participle =
            words.back().ends_with("ed") && found_in(contract.behind(place.end, 12), after_noun);
        return participle || in_quotes(contract, place) || beside_capitals(contract, place);
      });
      if (places.empty()) continue;
      // "the amount of Gas Customer is to deliver": two terms side by side.
      const bool two_terms = vocabulary.defines(words.front()) && vocabulary.defines(words.back());
      if (term.uses > 0 && two_terms) continue;
      if (term.uses > 0 && (places.size() > kSlips || places.size() > term.uses)) continue;
      findings.push_back(term.uses > 0 ? misused(contract, places.front(), term, phrase)
                                       : never_used(contract, places.front(), term, phrase));
    }
  }
}

// The words in which two phrases of one length differ, where they differ in one alone.
std::optional<std::size_t> only_difference(const std::vector<std::string>& a,
                                           const std::vector<std::string>& b) {
  if (a.size() != b.size()) return std::nullopt;
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (key_of(a[i]) == key_of(b[i])) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

// A term is defined and never used, and a phrase that differs in one word is used in its place.
void orphans(const Vocabulary& vocabulary, std::vector<Finding>& findings) {
  constexpr std::size_t kAgain = 2;
  const auto heads = proviso::tasks::words("term_head");
  const bool sure = !terms_from_elsewhere(vocabulary.contract().text);
  const auto phrases = vocabulary.undefined_phrases(false);
  for (const Term& term : vocabulary.terms()) {
    if (term.uses > 0) continue;
    const std::pair<const std::string, std::vector<Span>>* best = nullptr;
    for (const auto& each : phrases) {
      const std::vector<std::string> words = words_of(each.first);
      const auto at = only_difference(words, term.words);
      if (!at) continue;
      const bool same = same_thing(words[*at], term.words[*at]);
      const bool head_kept = *at + 1 < words.size();
      const bool marked = has_word(term.words[*at], proviso::tasks::words("term_mark"));
      const bool no_name = vocabulary.plain(lowered(words[*at]));
      const bool often = each.second.size() >= (no_name ? kAgain : kAgain + 1);
      // Once is enough where the phrase reads like a term and no other paper may define it.
      const bool lone =
          sure && no_name && std::find(heads.begin(), heads.end(), words.back()) != heads.end();
      if (!same &&
          !(head_kept && (marked || ((often || lone) && !vocabulary.explained(each.first)))))
        continue;
      if (best == nullptr || each.second.size() > best->second.size()) best = &each;
    }
    if (best != nullptr)
      findings.push_back(
          never_used(vocabulary.contract(), best->second.front(), term, best->first));
  }
}

// A phrase that stands once or twice beside a term that is used all over.
void strays(const Vocabulary& vocabulary, std::vector<Finding>& findings) {
  constexpr std::size_t kSlips = 2;    // places
  constexpr std::size_t kAllOver = 1;  // uses
  const auto marks = proviso::tasks::words("term_mark");
  for (const auto& [phrase, places] : vocabulary.undefined_phrases(false)) {
    if (places.size() > kSlips || has_word(phrase, proviso::tasks::words("term_known"))) continue;
    const std::vector<std::string> words = words_of(phrase);
    const bool marked = std::find(marks.begin(), marks.end(), words.front()) != marks.end();
    const Term* meant = nullptr;
    for (const Term& term : vocabulary.terms()) {
      const auto at = only_difference(words, term.words);
      const bool same = at && term.uses >= kAllOver && same_thing(words[*at], term.words[*at]);
      const bool relevant =
          marked && term.uses > 0 && key_of(words.back()) == key_of(term.words.back());
      // "Effective Date means the Closing Date": the two are told apart.
      const bool explains =
          vocabulary.contract().words(term.item->span).find(phrase) != string_view::npos;
      if ((same || relevant) && !explains && (meant == nullptr || term.uses > meant->uses))
        meant = &term;
    }
    if (meant == nullptr || vocabulary.explained(phrase)) continue;
    findings.push_back(misused(vocabulary.contract(), places.front(), *meant, phrase));
  }
}

// A phrase that reads like a term, used again and again, that nothing defines in a contract that
// defines its terms.
void undefined(const Vocabulary& vocabulary, std::vector<Finding>& findings) {
  const ContractView& contract = vocabulary.contract();
  constexpr std::ptrdiff_t kMany = 4;
  const bool many =
      std::count_if(contract.structure.items.begin(), contract.structure.items.end(),
                    [](const Item& item) { return item.kind == ItemKind::kDefinition; }) >= kMany;
  const bool complete = many && !terms_from_elsewhere(contract.text);
  const auto heads = proviso::tasks::words("term_head");
  for (const auto& [phrase, places] : vocabulary.undefined_phrases(true)) {
    if (has_word(phrase, proviso::tasks::words("term_known"))) continue;
    const std::vector<std::string> words = words_of(phrase);
    if (std::find(heads.begin(), heads.end(), words.back()) == heads.end()) continue;
    // "the Houston Facility": a word that stands in capitals alone is a name.
    const bool name = std::any_of(words.begin(), words.end() - 1, [&](const std::string& word) {
      return !vocabulary.plain(lowered(word)) && !vocabulary.plain(key_of(word));
    });
    if (name) continue;
    // The term that it may stand for: the same last word, and one word exchanged for another.
    const Term* meant = nullptr;
    for (const Term& term : vocabulary.terms()) {
      const auto at = only_difference(words, term.words);
      const bool explains = contract.words(term.item->span).find(phrase) != string_view::npos;
      if (at && *at + 1 < words.size() && meant == nullptr && !explains) meant = &term;
    }
    // One stray phrase where the term is used all over.
    constexpr std::size_t kAllOver = 5;
    const bool stray = meant != nullptr && meant->uses >= kAllOver;
    if (!stray && !(complete && (places.size() >= 2 || meant != nullptr))) continue;
    if (vocabulary.made_of_terms(words) || vocabulary.explained(phrase)) continue;
    findings.push_back(
        meant != nullptr
            ? misused(contract, places.front(), *meant, phrase)
            : tell(contract, "defined_term", kCheck, places.front(),
                   contract.sentence(places.front()),
                   fmt::format("“{}” is used like a defined term, but it is not defined.", phrase),
                   ""));
  }
}

}  // namespace

void undefined_in_english(const ContractView& contract, std::vector<Finding>& findings) {
  const Vocabulary vocabulary(contract);
  std::vector<Finding> found;
  exchanged(vocabulary, found);
  orphans(vocabulary, found);
  if (!contract.amends) {
    strays(vocabulary, found);
    undefined(vocabulary, found);
  }
  // One flag for one place, the surest way first.
  std::set<std::size_t> told;
  // Consulting Fee and Consulting Fees for one term are one slip.
  std::set<std::pair<std::size_t, std::string>> named;
  for (Finding& each : found) {
    const bool fresh =
        !each.other || named.emplace(each.other->start, key_of(contract.words(each.place))).second;
    if (told.insert(each.place.start).second && fresh) findings.push_back(std::move(each));
  }
}

}  // namespace proviso::tasks::contract
