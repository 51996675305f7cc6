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
      "(?i)(?:capitali[sz]ed|defined|initial(?:ly)? capital)[^.\\n]{0,60}(?:terms?|words?)[^.\\n]{0,120}"
      "(?:mean|defin|ascrib|assign|set forth|given)[^.\\n]{0,80}|terms (?:used|defined|not)[^.\\n]{0,60}(?:meaning|defined)[^.\\n]{0,60}");
  static const RE2 here("(?i)(?:in|of|under|by) this |herein");
  for (const Span& each : all(text, {0, text.size()}, pattern)) {
    if (!found_in(text.substr(each.start, std::min<std::size_t>(each.size() + 120, text.size() - each.start)), here))
      return true;
    if (found_in(text.substr(each.start, each.size()), RE2("(?i)(?:not|otherwise|unless)"))) return true;
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
      "(?i)^s?[”\"’']|^s?,? ?(?:\\([^()\\n]{0,60}\\) ?)?(?:shall |will )?(?:means?|refers?|is defined|are defined|has the meaning|have the meaning|"
      "is the|are the|includes?|:|–|-|—)|^s?[ ,(]*(?:as (?:such term is )?|each as |is |are )?(?:herein(?:after|below)? )?(?:defined|described|specified|identified|set (?:forth|out)|listed|indicated|under the|of the [A-Z])");
  static const RE2 quote("[“\"‘'_*][ ]?(?i:the |an? )?$|\\((?i:the |each,? an? |collectively,? the )$");
  const std::string whole = lowered(contract.text);
  const std::string low = lowered(phrase);
  for (std::size_t at = whole.find(low); at != whole.npos; at = whole.find(low, at + 1)) {
    if (at > 0 && std::isalpha(static_cast<unsigned char>(whole[at - 1]))) continue;
    const string_view written = contract.text.substr(at, low.size());
    const string_view before = contract.before(at, 60);
    if (written != phrase) return true;  // in plain words or in capitals: a title
    if (found_in(contract.behind(at + low.size(), 70), defines) || found_in(before, quote)) return true;
    if (before.find_first_of("abcdefghijklmnopqrstuvwxyz") == before.npos) return true;
    // "Milestone Target Date Payment": capitals on both sides are a table or a title.
    static const RE2 capital_before("[A-Z][a-z]* $|[0-9.)] $");
    if (found_in(before, capital_before)) return true;
  }
  return false;
}

// A slip of a defined term: its words in another order, or another first word where the term is
// used all over.
bool near_a_term(const ContractView& contract, std::vector<std::string> words) {
  const std::string last = words.back();
  std::sort(words.begin(), words.end());
  for (const Item& item : contract.structure.items) {
    if (item.kind != ItemKind::kDefinition) continue;
    std::vector<std::string> other = words_of(item.number);
    const bool same_head = other.size() == words.size() && other.size() > 1 && other.back() == last;
    std::sort(other.begin(), other.end());
    if (other == words || same_head) return true;
  }
  return false;
}

// Phrases like "the Relevant Date" in running words.
void undefined_in_english(const ContractView& contract, std::vector<Finding>& findings) {
  static const RE2 use(
      "\\b(?:the|such|any|each|this|applicable|all|said|its) ((?:[A-Z][a-z]+(?:-[A-Z][a-z]+)? ){1,3}[A-Z][a-z]+)\\b");
  const std::set<std::string> terms = defined_in(contract);
  constexpr std::size_t kFewest = 4;
  const auto definitions =
      std::count_if(contract.structure.items.begin(), contract.structure.items.end(),
                    [](const Item& item) { return item.kind == ItemKind::kDefinition; });
  if (definitions < static_cast<std::ptrdiff_t>(kFewest) || terms_from_elsewhere(contract.text)) return;
  std::map<std::string, std::vector<Span>> uses;
  for (const Span& phrase : all(contract.text, contract.whole, use, 1)) {
    if (!contract.in_body(phrase.start)) continue;
    const string_view words = contract.words(phrase);
    const string_view last = words.substr(words.rfind(' ') + 1);
    const auto heads = proviso::tasks::words("term_head");
    if (std::find(heads.begin(), heads.end(), last) == heads.end()) continue;
    if (has_word(words, proviso::tasks::words("term_known"))) continue;
    // A proper name goes on, or belongs to somebody: "the Bank Service Agreement", "of Acme".
    const string_view behind = contract.behind(phrase.end, 24);
    static const RE2 name_goes_on("^(?: [A-Z]|-|/|’s|'s| of (?:the )?[A-Z]| \\(|&| and [A-Z]| or [A-Z])");
    if (found_in(behind, name_goes_on)) continue;
    uses[std::string(words)].push_back(phrase);
  }
  for (const auto& [phrase, places] : uses) {
    if (terms.count(key_of(phrase)) != 0) continue;
    // Its end is a term: "Initial Term" where "Term" is defined; or it is made of two terms.
    const std::vector<std::string> words = words_of(phrase);
    bool covered = false;
    std::string tail, front;
    for (std::size_t i = words.size(); i-- > 1;) {
      tail.insert(0, words[i] + (tail.empty() ? "" : " "));
      covered |= terms.count(key_of(tail)) != 0;
    }
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      front.append(front.empty() ? "" : " ").append(words[i]);
      covered |= terms.count(key_of(front)) != 0;
    }
    if (covered) continue;
    if (explained(contract, phrase) || (places.size() < 2 && !near_a_term(contract, words))) continue;
    // The nearest term that is defined: another word before the same last one.
    Span other = places.front();
    for (const Item& item : contract.structure.items) {
      if (item.kind == ItemKind::kDefinition &&
          key_of(item.number).ends_with(fmt::format(" {}", key_of(words.back())))) {
        other = item.span;
        break;
      }
    }
    findings.push_back(tell(contract, "defined_term", kCheck, places.front(), other,
                            fmt::format("“{}” is used like a defined term, but it is not defined.", phrase), ""));
  }
}

// Words of a definition, to be compared.
std::string meaning(string_view words) {
  std::string out;
  for (const char c : words) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) > 127;
    if (letter) out += c;
    if (c >= 'A' && c <= 'Z') out += static_cast<char>(c + 32);
  }
  return out;
}

void twice(const ContractView& contract, std::vector<Finding>& findings) {
  static const RE2 points(
      "(?i)meanings? (?:set forth|set out|given|ascribed|assigned|specified|provided|as)|as (?:defined|set forth|described)|defined in|"
      "for (?:the )?purposes? of|in relation to|with respect to|as used in this|见|定义于|所述");
  static const RE2 states("(?i)\\b(?:means?|shall mean|refers? to)\\b|是指|系指|指");
  std::map<std::string, const Item*> seen;
  for (const Item& item : contract.structure.items) {
    if (item.kind != ItemKind::kDefinition || !contract.own(item)) continue;
    const string_view words = contract.words(item.span);
    const Span sentence = contract.sentence({item.span.start, item.span.start});
    if (words.size() < item.number.size() + 12 || !found_in(words, states) || found_in(words, points) ||
        found_in(contract.words({sentence.start, item.span.start}), points))
      continue;
    const auto [there, fresh] = seen.emplace(item.number, &item);
    if (fresh) continue;
    // One cut short is no other definition.
    const std::string here = meaning(words), before = meaning(contract.words(there->second->span));
    const std::size_t shorter = std::min(here.size(), before.size());
    if (here.compare(0, shorter, before, 0, shorter) == 0) continue;
    findings.push_back(tell(
        contract, "defined_term", kCheck, item.span, there->second->span,
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
  for (const string_view group : {"zh_same", "zh_same_secret", "zh_same_lease", "zh_same_day", "zh_same_sign",
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
        const bool inside = own != around.npos && from + own < at + slip.size() && from + own + term.size() > at;
        const bool defining = at >= item.span.start && at < item.span.end;
        if (!inside && !defining && contract.in_body(at)) places.push_back({at, at + slip.size()});
      }
      if (places.empty()) continue;
      findings.push_back(tell(contract, "defined_term", kCheck, places.front(), item.span, "",
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
