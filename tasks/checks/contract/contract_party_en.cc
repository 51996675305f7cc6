#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <set>

#include "tasks/checks/contract/party_names.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/contract_party";

// A company's name parted into what it is called and its legal form.
struct Company {
  std::string core, form;
};

std::string form_of(string_view written) {
  const std::string low = lowered(written);
  std::string form;
  for (const char c : low) {
    if (c != '.' && c != ' ' && c != ',') form += c;
  }
  if (form == "incorporated") return "inc";
  if (form == "corporation") return "corp";
  if (form == "limited") return "ltd";
  if (form == "company") return "co";
  if (form == "limitedliabilitycompany") return "llc";
  if (form == "limitedpartnership") return "lp";
  return form;
}

Company company_of(string_view name) {
  static const RE2 pattern(
      "^(.+?),? "
      "(?i:(inc\\.?|incorporated|corp\\.?|corporation|l\\.?l\\.?c\\.?|ltd\\.?|limited|l\\.?p\\.?|"
      "plc|gmbh|s\\.?a\\.?|"
      "b\\.?v\\.?|n\\.?v\\.?|ag))$");
  std::string core, form;
  if (!RE2::FullMatch(re2::StringPiece(name.data(), name.size()), pattern, &core, &form))
    return {lowered(name), ""};
  std::string low;
  for (const char c : lowered(core)) {
    if (c != ',' && c != '.') low += c;
  }
  return {low, form_of(form)};
}

// A word of the text.
struct Word {
  Span span;
  std::string low;
};

std::vector<Word> words_of(string_view text) {
  static const RE2 word("[A-Za-z0-9&][\\w&’'-]*(?:\\.[A-Za-z]\\.(?:[A-Za-z]\\.)?)?");
  std::vector<Word> words;
  for (const Span& each : all(text, {0, text.size()}, word)) {
    words.push_back({each, lowered(text.substr(each.start, each.size()))});
  }
  return words;
}

// Equal, or one legal form written in two ways: Corp, Corporation.
bool same_word(const std::string& a, const std::string& b) {
  return a == b || (a[0] == b[0] && form_of(a) == form_of(b));
}

// Term, Temr.
bool neighbours_exchanged(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  std::size_t at = 0;
  while (at < a.size() && a[at] == b[at]) ++at;
  return at + 1 < a.size() && a[at] == b[at + 1] && a[at + 1] == b[at] &&
         a.compare(at + 2, a.npos, b, at + 2, b.npos) == 0;
}

bool named_otherwise(const ContractView& contract, Span place) {
  static const RE2 also(
      "(?i)(?:doing business as|d/?b/?a/?|formerly(?: known as)?|f/?k/?a/?|known as|trading "
      "as|successor to|name to)[ (\"“]*$");
  return found_in(contract.before(place.start, 40), also);
}

// Whether the phrase stands once in the document.
bool written_once(const std::string& low, const std::string& phrase, std::size_t at) {
  const std::size_t first = low.find(phrase);
  return first == at && low.find(phrase, first + 1) == low.npos;
}

// In the signatures, or in a line that says so behind the schedules: "Signed for …", "… By:".
bool signs_here(const ContractView& contract, Span place) {
  if (contract.tag(place.start) == Tag::kSignature) return true;
  static const RE2 ahead("(?i)^(?:signed|executed|accepted and agreed|for)\\b[^.;\\n]{0,50}$");
  static const RE2 alone("^[.,]?[ \\t]*\n(?:By|Name|Per|Its)\\b ?:");
  if (found_in(contract.before(place.start, 60), ahead)) return true;
  constexpr std::size_t kNext = 12;
  return contract.before(place.start, 60).empty() &&
         found_in(contract.text.substr(place.end, kNext), alone);
}

// Whether a company signs under a name of which one word or number is another: the line has nothing
// else but its role, no place else names it, and nobody signs with the right name.
bool signs_as_another(const ContractView& contract, const segmenter::Party& party,
                      const std::string& right, const std::string& wrong, Span place) {
  if (!signs_here(contract, place)) return false;
  static const RE2 number("^[0-9]+$");
  const bool numbers = found_in(right, number) && found_in(wrong, number);
  constexpr std::size_t kShortest = 4;
  if (!numbers &&
      (right.size() < kShortest || wrong.size() < kShortest || company_of(party.name).form.empty()))
    return false;
  static const RE2 label(
      "^(?:[A-Z][A-Za-z]+:? *)?$|(?i)\\b(?:signed|executed|on behalf of|for|deed)[^\n]{0,40} $");
  static const RE2 rest("^[.,]?[ \t]*(?:$|by\\b|acting\\b)");
  if (!found_in(contract.before(place.start, 60), label) ||
      !found_in(contract.behind(place.end, 40), rest))
    return false;
  const std::string low = lowered(contract.text);
  if (!written_once(low, lowered(contract.words(place)), place.start)) return false;
  const std::string name = lowered(party.name);
  for (std::size_t at = low.find(name); at != low.npos; at = low.find(name, at + 1)) {
    if (signs_here(contract, {at, at + name.size()})) return false;
  }
  return true;
}

// Tidewater Marine Services Limited for Tidewell Marine Services Limited: a company of three words
// and more of which one begins alike, once in the document and not introduced as another.
bool begins_alike(const ContractView& contract, const segmenter::Party& party,
                  const std::string& right, const std::string& wrong, Span place) {
  constexpr std::size_t kAlike = 4, kShortest = 6;
  static const RE2 introduced("^,? ?(?:\\(|an? |its |the |as |which |formerly\\b)");
  static const RE2 group(
      "(?i)\\b(?:affiliates?|subsidiar\\w+|parent|guarantor|successor|formerly|predecessor)\\b[^.;]"
      "{0,30}$");
  return right.size() >= kShortest && wrong.size() >= kShortest &&
         right.compare(0, kAlike, wrong, 0, kAlike) == 0 && !company_of(party.name).form.empty() &&
         !found_in(contract.behind(place.end, 16), introduced) &&
         !found_in(contract.before(place.start, 60), group) &&
         written_once(lowered(contract.text), lowered(contract.words(place)), place.start);
}

// The party's name with one word misspelled, anywhere behind the head.
void misspelled_in_english(const ContractView& contract, const std::vector<Word>& words,
                           std::vector<Finding>& findings) {
  std::set<std::string> told;
  for (const segmenter::Party& party : contract.structure.parties) {
    std::vector<Word> name = words_of(party.name);
    static const RE2 title("^(?:mrs?|ms|dr|miss|sir)$");
    if (!name.empty() && found_in(name.front().low, title)) name.erase(name.begin());
    if (name.size() < 2 || name.size() > 9) continue;
    for (std::size_t i = 0; i + name.size() <= words.size(); ++i) {
      std::size_t differing = name.size(), count = 0;
      for (std::size_t j = 0; j < name.size() && count < 2; ++j) {
        if (same_word(words[i + j].low, name[j].low)) continue;
        differing = j;
        ++count;
      }
      const bool capital =
          contract.text[words[i].span.start] >= 'A' && contract.text[words[i].span.start] <= 'Z';
      const bool as_at_head =
          contract.text[words[i].span.start] == party.name[name.front().span.start];
      if (count != 1 || !(capital || as_at_head)) continue;
      const std::string& right = name[differing].low;
      const std::string& wrong = words[i + differing].low;
      // AFI and AWI are two companies; Inc and Inc. one form.
      if (!form_of(wrong).compare(form_of(right))) continue;
      const Span whole{words[i].span.start, words[i + name.size() - 1].span.end};
      const bool another =
          name.size() >= 3 &&
          (signs_as_another(contract, party, right, wrong, whole) ||
           (name.size() >= 4 && begins_alike(contract, party, right, wrong, whole)));
      const bool swapped = name.size() >= 3 && neighbours_exchanged(right, wrong);
      const bool signed_wrongly = right.size() >= 4 &&
                                  contract.tag(words[i].span.start) == Tag::kSignature &&
                                  slips_between(characters(right), characters(wrong)) == 1;
      if (!another && !swapped && !signed_wrongly && (right.size() < 5 || wrong.size() < 4))
        continue;
      if (!another && slips_between(characters(right), characters(wrong)) > 2) continue;
      // The word before ran into it.
      if (wrong.size() > right.size() + 1 && wrong.ends_with(right)) continue;
      const bool last = differing + 1 == name.size();
      const std::size_t shared = std::min(wrong.size(), right.size());
      if (last && wrong.compare(0, shared, right, 0, shared) == 0) continue;  // Owners, Owners'
      if (wrong.ends_with("’s") || wrong.ends_with("'s")) continue;
      if (!another && wrong.find_first_of("0123456789") != wrong.npos) continue;
      const Span place = whole;
      if (contract.text.substr(place.start, place.size()).find('\n') != string_view::npos) continue;
      if (place.start < party.span.end && party.span.start < place.end) continue;
      if (named_otherwise(contract, place) || !told.insert(lowered(contract.words(place))).second)
        continue;
      findings.push_back(tell(
          contract, "party", kCheck, place, party.span,
          fmt::format("The head names “{}”; here it is “{}”.", party.name, contract.words(place)),
          ""));
    }
  }
}

// Outside the signatures: a name of some length whose form is another once or twice, not told of as
// another company of the group.
bool slip_of_form(const ContractView& contract, const std::vector<Span>& companies,
                  const Company& head, const std::string& form, Span place) {
  constexpr std::ptrdiff_t kSlips = 2;
  constexpr std::size_t kShortest = 8;
  static const RE2 group_ahead(
      "(?i:affiliates?|subsidiar\\w+|parent|guarantor|successor|formerly|predecessor|members?|"
      "partners?|"
      "merge\\w*|c/o)[ ,]+(?:(?:the|its|called|by|to|with|into|including|namely) "
      "?)*$|[A-Z][\\w&’'-]*,? "
      "$");
  static const RE2 group_behind(
      "^[.,]? ?(?:\\(|(?:an?|its|the|as|which|each|and its|f/k/a|formerly)\\b)");
  // Limited and Inc. are companies of two countries.
  static const RE2 american("^(?:inc|llc|corp|co|lp)$");
  if (!found_in(head.form, american) || !found_in(form, american)) return false;
  if (head.core.size() < kShortest || found_in(contract.behind(place.end, 24), group_behind))
    return false;
  if (found_in(contract.before(place.start, 30), group_ahead)) return false;
  return std::count_if(companies.begin(), companies.end(), [&](const Span& each) {
           const Company other = company_of(contract.words(each));
           return other.core.ends_with(head.core) && other.form == form;
         }) <= kSlips;
}

}  // namespace

void names_in_english(const ContractView& contract, std::vector<Finding>& findings) {
  static const RE2 company(
      "\\b((?:[A-Z][\\w&’'.-]*,? "
      "){1,5}?(?:Inc\\b\\.?|INC\\b\\.?|Incorporated|LLC\\b|L\\.L\\.C\\.|Ltd\\b\\.?|LTD\\b\\.?|"
      "Limited|LIMITED|Corp\\b\\.?|CORP\\b\\.?|"
      "Corporation|CORPORATION|L\\.P\\.|LP\\b|plc\\b|PLC\\b|GmbH|S\\.A\\.|B\\.V\\.|N\\.V\\.|AG\\b)"
      ")");
  misspelled_in_english(contract, words_of(contract.text), findings);
  std::set<std::string> known, told;
  for (const auto& party : contract.structure.parties) {
    const Company each = company_of(party.name);
    known.insert(each.core + "|" + each.form);
  }
  const std::vector<Span> companies = all(contract.text, contract.whole, company, 1);
  for (const auto& party : contract.structure.parties) {
    const Company head = company_of(party.name);
    if (head.form.empty() || head.core.size() < 5) continue;
    for (const Span& each : companies) {
      // The name stands at the end of what was matched.
      const std::string low = lowered(contract.words(each));
      std::string plain;
      for (const char c : low)
        if (c != ',' && c != '.') plain += c;
      const std::size_t at = plain.find(head.core + " ");
      if (at == plain.npos || (at > 0 && plain[at - 1] != ' ')) continue;
      const std::string form = form_of(string_view(plain).substr(at + head.core.size() + 1));
      if (form.empty() || form == head.form || known.count(head.core + "|" + form) != 0) continue;
      if (company_of(head.core + " " + form).form.empty()) continue;
      const std::size_t from = low.find(head.core.substr(0, head.core.find_first_of(" ,")));
      const Span place{each.start + (from == low.npos ? 0 : from), each.end};
      if (place.start < party.span.end + 40 && place.end + 40 > party.span.start) continue;
      // Another company of the group has a name of its own: (“…”), "a Delaware limited …".
      static const RE2 notices("(?i)if to[^.;]{0,30}$");
      static const RE2 signs(
          "(?i)(?:^|\\n)[ \\t]*(?:signed|accepted|executed|duly "
          "authori[sz]ed)[^.;\\n]{0,40}\\b(?:for|by|of) $");
      if (contract.tag(place.start) != Tag::kSignature &&
          !found_in(contract.before(place.start, 60), signs) &&
          !found_in(contract.before(place.start, 60), notices) &&
          !slip_of_form(contract, companies, head, form, place))
        continue;
      if (place.end < contract.text.size() &&
          std::isalnum(static_cast<unsigned char>(contract.text[place.end])))
        continue;
      static const RE2 introduced(
          "^,? ?(?:\\((?:the |each|together|collectively)?[^)]{0,20}[“\"]|an? [A-Z])");
      if (found_in(contract.behind(place.end, 40), introduced) || named_otherwise(contract, place))
        continue;
      if (!told.insert(head.core + "|" + form).second) continue;
      findings.push_back(tell(
          contract, "party", kCheck, place, party.span,
          fmt::format("The head names “{}”; here it is “{}”.", party.name, contract.words(place)),
          ""));
    }
  }
}

}  // namespace proviso::tasks::contract
