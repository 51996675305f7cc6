#include "tasks/checks/contract/terms.h"

#include <re2/re2.h>

#include <algorithm>
#include <cctype>

namespace proviso::tasks::contract {
namespace {

bool letter(string_view text, std::size_t at) {
  return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
}

std::vector<Span> places_in(string_view text, string_view phrase) {
  std::vector<Span> places;
  for (std::size_t at = text.find(phrase); at != string_view::npos;
       at = text.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    const bool plural =
        end < text.size() && (text[end] == 's' || text[end] == 'S') && !letter(text, end + 1);
    if ((at > 0 && letter(text, at - 1)) || (letter(text, end) && !plural)) continue;
    places.push_back({at, end});
  }
  return places;
}

bool capitalised(const std::vector<std::string>& words) {
  return std::all_of(words.begin(), words.end(), [](const std::string& word) {
    return word.size() > 1 && word[0] >= 'A' && word[0] <= 'Z';
  });
}

}  // namespace

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

std::string joined(const std::vector<std::string>& words) {
  std::string phrase;
  for (const std::string& word : words) phrase.append(phrase.empty() ? "" : " ").append(word);
  return phrase;
}

Vocabulary::Vocabulary(const ContractView& contract)
    : contract_(contract), low_(lowered(contract.text)), defined_(defined_in(contract)) {
  static const RE2 small("\\b[a-z]{3,}\\b");
  for (const Span& word : all(contract.text, contract.whole, small)) {
    small_.emplace(contract.words(word));
  }
  std::set<std::string> seen;
  for (const Item& item : contract.structure.items) {
    if (item.kind != ItemKind::kDefinition || !seen.insert(item.number).second) continue;
    Term term{&item, words_of(item.number), 0};
    if (term.words.size() < 2 || !capitalised(term.words)) continue;
    for (const Span& place : places_in(low_, lowered(item.number))) {
      if (place.start != item.span.start) ++term.uses;
    }
    terms_.push_back(std::move(term));
  }
}

bool Vocabulary::made_of_terms(const std::vector<std::string>& words) const {
  std::string tail, front;
  for (std::size_t i = words.size(); i-- > 1;) {
    tail.insert(0, words[i] + (tail.empty() ? "" : " "));
    if (defines(tail)) return true;
  }
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    front.append(front.empty() ? "" : " ").append(words[i]);
    if (defines(front)) return true;
  }
  return false;
}

std::vector<Span> Vocabulary::places_of(string_view phrase) const {
  return places_in(contract_.text, phrase);
}

bool Vocabulary::explained(string_view phrase) const {
  static const RE2 defines(
      "(?i)^s?[”\"’']|^s?,? ?(?:\\([^()\\n]{0,60}\\) ?)?(?:shall |will )?(?:means?|refers?|is "
      "defined|are defined|has the meaning|have the meaning|"
      "is the|are the|includes?|:|–|-|—)|^s?[ ,(]*(?:as (?:such term is )?|each as |is |are "
      ")?(?:herein(?:after|below)? )?(?:defined|described|specified|identified|set "
      "(?:forth|out)|listed|indicated|under the|of the (?-i:[A-Z]))");
  static const RE2 quote(
      "[“\"‘'_*][ ]?(?i:the |an? )?$|\\((?i:the |each,? an? |collectively,? the )$");
  static const RE2 capital_before("[A-Z][a-z]* $|[0-9.)] $");
  const string_view text = contract_.text;
  // Licensed Products are explained where a Licensed Product is.
  if (phrase.ends_with('s') && !phrase.ends_with("ss")) phrase.remove_suffix(1);
  const std::string low = lowered(phrase);
  for (std::size_t at = low_.find(low); at != low_.npos; at = low_.find(low, at + 1)) {
    if (at > 0 && std::isalpha(static_cast<unsigned char>(low_[at - 1]))) continue;
    const string_view before = contract_.before(at, 60);
    if (text.substr(at, low.size()) != phrase) return true;  // in plain words or in a title
    if (found_in(contract_.behind(at + low.size(), 70), defines) || found_in(before, quote))
      return true;
    if (before.find_first_of("abcdefghijklmnopqrstuvwxyz") == before.npos) return true;
    // "Milestone Target Date Payment": capitals on both sides are a table or a title.
    if (found_in(before, capital_before)) return true;
  }
  return false;
}

std::map<std::string, std::vector<Span>> Vocabulary::undefined_phrases(bool led) const {
  static const RE2 led_use(
      "\\b(?:the|such|any|each|this|applicable|all|said|its|of|to|in|under|for) "
      "((?:[A-Z][a-z]+(?:-[A-Z][a-z]+)? ){1,3}[A-Z][a-z]+)\\b");
  static const RE2 any_use(
      "\\b(?:[a-z]+,?|The|Such|Any|Each|This|All|If) "
      "((?:[A-Z][A-Za-z]+(?:-[A-Z][a-z]+)? ){1,3}[A-Z][A-Za-z]+)\\b");
  // "Statement of Additional Information" is one name.
  static const RE2 of_a_name("[A-Z][a-z]+ of $");
  // A proper name goes on, or belongs to somebody: "the Bank Service Agreement", "of Acme".
  static const RE2 name_goes_on(
      "^(?: [A-Z]|-|/|’s|'s| of (?:the )?[A-Z]| \\(|&| and [A-Z]| or [A-Z])");
  static const RE2 joins("^(?:-|/| \\(|&| [A-Z])");
  std::map<std::string, std::vector<Span>> phrases;
  for (const Span& phrase : all(contract_.text, contract_.whole, led ? led_use : any_use, 1)) {
    if (!contract_.in_body(phrase.start) || defines(contract_.words(phrase))) continue;
    if (found_in(contract_.before(phrase.start, 20), of_a_name)) continue;
    if (found_in(contract_.behind(phrase.end, 24), led ? name_goes_on : joins)) continue;
    phrases[std::string(contract_.words(phrase))].push_back(phrase);
  }
  return phrases;
}

}  // namespace proviso::tasks::contract
