#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <utility>

#include "tasks/checks/contract/contract_checks.h"
#include "tasks/checks/contract/governing_law.h"
#include "tasks/checks/contract/law_place.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/governing_law";

struct Choice {
  Span place;
  std::string name;
};

std::string plain(string_view words) {
  std::string name = lowered(words);
  for (const string_view ahead : {"the state of ", "state of ", "the commonwealth of ",
                                  "commonwealth of ", "the province of ", "province of ", "the "}) {
    if (name.starts_with(ahead)) name.erase(0, ahead.size());
  }
  while (!name.empty() && (name.back() == ' ' || name.back() == ',' || name.back() == '.')) {
    name.pop_back();
  }
  return name;
}

// "english" to "england"; any other name as it is.
std::string country_of(std::string name) {
  static const std::array<std::pair<string_view, string_view>, 14> kCountry{
      {{"english", "england"},
       {"scottish", "scotland"},
       {"irish", "ireland"},
       {"french", "france"},
       {"german", "germany"},
       {"swiss", "switzerland"},
       {"dutch", "netherlands"},
       {"swedish", "sweden"},
       {"norwegian", "norway"},
       {"danish", "denmark"},
       {"italian", "italy"},
       {"spanish", "spain"},
       {"austrian", "austria"},
       {"japanese", "japan"}}};
  for (const auto& [people, country] : kCountry) {
    if (name == people) return std::string(country);
  }
  return name;
}

std::vector<Choice> laws_in_english(const ContractView& contract) {
  static const RE2 governs(
      "\\b(?:[Tt]his [A-Z]\\w+\\b[^.;]*|(?:^|[.] )It "
      "(?:shall|will|is|must)[^.;]*)\\b(?:governed|construed|"
      "interpreted)\\b[^.;]*$");
  static const RE2 pattern(
      "\\b[Ll]aws? "
      "(?:of|in) ((?:the )?(?:[Ss]tate of |[Cc]ommonwealth of |[Pp]rovince of )?[A-Z][a-z]+(?: "
      "(?:of )?[A-Z][a-z]+){0,3})");
  // The laws of Ohio govern this Agreement.
  static const RE2 governs_behind(
      "^,? (?:shall |will )?(?:exclusively )?(?:govern|control|apply to)s? (?:the \\w+ of )?(?:all "
      "(?:matters|disputes) \\w+ (?:under|to|from) )?this [A-Z]");
  std::vector<Choice> found;
  for (const Span& place : all(contract.text, contract.whole, pattern, 1)) {
    if (contract.tag(place.start) == Tag::kSchedule || contract.tag(place.start) == Tag::kOther)
      continue;
    if (!found_in(contract.before(place.start, 260), governs) &&
        !found_in(contract.behind(place.end, 60), governs_behind))
      continue;
    static const RE2 no_place("^[Tt]he (?:[A-Z][a-z]+)$");
    if (found_in(contract.words(place), no_place)) continue;
    found.push_back({place, plain(contract.words(place))});
  }
  // English law, New York law.
  static const RE2 by_name(
      "\\b((?:English|Scottish|Irish|French|German|Swiss|Dutch|Swedish|Norwegian|Danish|Italian|"
      "Spanish|"
      "Austrian|Belgian|Indian|Israeli|Japanese|Singapore|Hong Kong|New "
      "York|Delaware|California|Texas)) "
      "law\\b");
  for (const Span& place : all(contract.text, contract.whole, by_name, 1)) {
    if (!contract.in_body(place.start) || !found_in(contract.before(place.start, 160), governs))
      continue;
    found.push_back({place, country_of(lowered(contract.words(place)))});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Choice& a, const Choice& b) { return a.place.start < b.place.start; });
  return found;
}

// One place within the other is no contradiction: "Canada" and "Ontario, Canada".
bool within(const ContractView& contract, const Choice& a, const Choice& b) {
  static const RE2 federal(
      "^(?:united states|canada|united states of "
      "america|usa|australia|india|china|people|united kingdom)");
  const std::optional<bool> known = one_law(a.name, b.name);
  if (known && *known) return true;
  if (!known && (found_in(a.name, federal) || found_in(b.name, federal))) return true;
  return a.name.find(b.name) != a.name.npos || b.name.find(a.name) != b.name.npos ||
         lowered(contract.words(contract.sentence(a.place))).find(b.name) != std::string::npos;
}

// The courts of two places decide every dispute, and no others.
void two_courts(const ContractView& contract, std::vector<Finding>& findings) {
  static const RE2 of_a_place(
      "\\b[Cc]ourts (?:of|in|located in|sitting in) ((?:the )?(?:State of )?[A-Z][a-z]+(?: (?:and "
      ")?[A-Z][a-z]+){0,3})"
      "(?:, [A-Z][a-z]+)? (?:shall |will )?ha(?:s|ve) (?:the )?(?:sole and )?exclusive "
      "jurisdiction");
  static const RE2 of_a_people(
      "\\b(English|Scottish|Irish|French|German|Swiss|Dutch|Swedish|Norwegian|Danish|Italian|"
      "Spanish|Singapore|"
      "Hong Kong) courts (?:shall |will )?have (?:the )?(?:sole and )?exclusive jurisdiction");
  static const RE2 parted(
      "(?i)\\b(?:if|where|except|unless|proceedings (?:brought "
      ")?by|against|elect|option|provided|interim|injunct\\w*|"
      "land|respect of)\\b");
  std::vector<Choice> found;
  for (const RE2* pattern : {&of_a_place, &of_a_people}) {
    for (const Span& place : all(contract.text, contract.whole, *pattern, 1)) {
      if (!contract.in_body(place.start) ||
          found_in(contract.words(contract.sentence(place)), parted))
        continue;
      found.push_back({place, country_of(plain(contract.words(place)))});
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Choice& a, const Choice& b) { return a.place.start < b.place.start; });
  for (std::size_t i = 1; i < found.size(); ++i) {
    if (found[i].name == found[0].name || within(contract, found[0], found[i]) ||
        within(contract, found[i], found[0]))
      continue;
    findings.push_back(
        tell(contract, "governing_law", kCheck, found[i].place, found[0].place,
             fmt::format("The courts of {} alone decide here, those of {} there.",
                         contract.words(found[i].place), contract.words(found[0].place)),
             ""));
    return;
  }
}

// The courts decide every dispute, and so does a tribunal.
void court_and_tribunal(const ContractView& contract, std::vector<Finding>& findings) {
  static const RE2 courts(
      "\\b([Cc]ourts? (?:of|in|located in|sitting in) [^.;\\n]{2,60}? (?:shall |will )?ha(?:s|ve) "
      "(?:sole and )?exclusive jurisdiction(?: (?:over|in respect of|to (?:settle|hear|decide)) "
      "(?:any|all|every) (?:disputes?|claims?|matters?))?|"
      "(?:[Aa]ny|[Aa]ll|[Ee]very) (?:(?:legal |judicial )?(?:actions?|suits?|disputes?|claims?|"
      "proceedings?))\\b[^.;\\n]{0,90}? (?:shall|will|must) be (?:brought|instituted|filed|"
      "commenced|litigated|heard|tried)(?: exclusively| solely| only)? (?:in|by|before) the "
      "[^.;\\n]{0,50}?\\b[Cc]ourts?\\b(?: (?:of|in|located in|sitting in) [^.;\\n]{2,40})?)");
  static const RE2 tribunal(
      "\\b((?:[Aa]ny|[Aa]ll|[Ee]very) (?:disputes?|controvers\\w+|claims?)\\b[^.;\\n]{0,120}? "
      "(?:shall|will|must) be "
      "(?:(?:finally |exclusively )*(?:settled|resolved|decided|determined)(?: finally| "
      "exclusively)? by|referred to(?: and finally (?:settled|resolved) by)?|submitted to) "
      "(?:binding |final )*arbitration)");
  static const RE2 parted(
      "(?i)interim|injunct|equitable|award|in aid of|subject to|except|other than|not "
      "(?:settled|resolved)|"
      "if the arbitra|arbitral|unless|provided|support of|fails?\\b|notwithstanding|may elect|"
      "\\bif\\b|enforce|permitted|small claims");
  // Beside them in the clause: for these the court stays.
  static const RE2 left_to_courts(
      "(?i)injuncti|equitable relief|interim (?:relief|measure)|provisional|in aid of|specific "
      "performance|not subject to arbitration|compel arbitration|judgment (?:up)?on|small claims");
  const auto by_court = all(contract.text, contract.whole, courts, 1);
  const auto by_tribunal = all(contract.text, contract.whole, tribunal, 1);
  if (by_court.empty() || by_tribunal.empty()) return;
  for (const Span& each : {by_court.front(), by_tribunal.front()}) {
    if (!contract.in_body(each.start) || found_in(contract.words(contract.sentence(each)), parted))
      return;
    constexpr std::size_t kClause = 600;
    if (found_in(contract.before(each.start, kClause), left_to_courts) ||
        found_in(contract.behind(each.end, kClause), left_to_courts))
      return;
  }
  const bool later = by_court.front().start > by_tribunal.front().start;
  const Span here = later ? by_court.front() : by_tribunal.front();
  const Span there = later ? by_tribunal.front() : by_court.front();
  findings.push_back(tell(contract, "governing_law", kCheck, here, there,
                          "A court and a tribunal are both to decide every dispute.", ""));
}

void look_in_english(const ContractView& contract, std::vector<Finding>& findings) {
  const std::vector<Choice> laws = laws_in_english(contract);
  for (std::size_t i = 1; i < laws.size(); ++i) {
    if (laws[i].name == laws[0].name || within(contract, laws[0], laws[i]) ||
        within(contract, laws[i], laws[0]))
      continue;
    findings.push_back(
        tell(contract, "governing_law", kCheck, laws[i].place, laws[0].place,
             fmt::format("The law of {} governs here, that of {} there.",
                         contract.words(laws[i].place), contract.words(laws[0].place)),
             ""));
    return;
  }
}

void look_in_chinese(const ContractView& contract, std::vector<Finding>& findings) {
  static const RE2 court(
      "(?:向|由|提交|在)([^，。；：、\\n向由]{2,30}?(?:人民)?法院)[^，。；\\n]{0,6}(?:提起诉讼|"
      "起诉|诉讼|管辖|提出诉讼|解决|裁决)");
  static const RE2 tribunal(
      "(?:向|由|提交|提请|申请)([^，。；：、\\n向由]{2,30}?仲裁(?:委员会|院|中心|机构))[^。；\\n]{"
      "0,16}仲裁");
  static const RE2 choice(
      "或者|或|下列第|以下第|选择|任选|□|[（(][一二三四五123][）)]|种方式|_|＿|执行|撤销|不服|"
      "保全");
  std::vector<Choice> courts, tribunals;
  const auto gather = [&](const RE2& pattern, std::vector<Choice>& into) {
    for (const Span& place : all(contract.text, contract.whole, pattern, 1)) {
      if (!contract.in_body(place.start)) continue;
      const Span sentence = contract.sentence(place);
      if (found_in(contract.words(sentence), choice)) return into.clear();
      std::string name(contract.words(place));
      for (const string_view filler :
           {"本合同", "本协议", "合同", "有管辖权的", "有管辖权", "人民"}) {
        for (std::size_t at = name.find(filler); at != name.npos; at = name.find(filler)) {
          name.erase(at, filler.size());
        }
      }
      into.push_back({place, name});
    }
  };
  gather(court, courts);
  gather(tribunal, tribunals);
  const auto differ = [&](const std::vector<Choice>& list, string_view what) {
    for (std::size_t i = 1; i < list.size(); ++i) {
      const std::string& a = list[0].name;
      const std::string& b = list[i].name;
      if (a.find(b) != a.npos || b.find(a) != b.npos) continue;
      findings.push_back(
          tell(contract, "governing_law", kCheck, list[i].place, list[0].place, "",
               fmt::format("此处约定由“{}”{}，前文约定由“{}”{}。", contract.words(list[i].place),
                           what, contract.words(list[0].place), what)));
      return;
    }
  };
  differ(courts, "管辖");
  differ(tribunals, "仲裁");
  if (!courts.empty() && !tribunals.empty() && findings.empty()) {
    const bool court_later = courts[0].place.start > tribunals[0].place.start;
    const Span later = court_later ? courts[0].place : tribunals[0].place;
    const Span earlier = court_later ? tribunals[0].place : courts[0].place;
    findings.push_back(tell(contract, "governing_law", kCheck, later, earlier, "",
                            fmt::format("既约定由“{}”处理，又约定由“{}”处理，诉讼与仲裁不能并存。",
                                        contract.words(later), contract.words(earlier))));
  }
}

}  // namespace

std::vector<Finding> check_governing_law(const ContractView& contract) {
  std::vector<Finding> findings;
  if (contract.chinese) {
    look_in_chinese(contract, findings);
    laws_in_chinese(contract, findings);
  } else {
    look_in_english(contract, findings);
    two_courts(contract, findings);
    court_and_tribunal(contract, findings);
  }
  return findings;
}

}  // namespace proviso::tasks::contract
