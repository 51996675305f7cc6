#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "tasks/checks/contract/contract_dates.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/contract_dates";

// The date of the contract written otherwise in a schedule or clause that names it: the same but
// for the year, the month or the day.
void slipped(const ContractView& contract, const std::vector<Date>& dates,
             std::vector<Finding>& findings) {
  static const RE2 opens(
      "(?i)\\b(?:agreement|contract|lease)\\b[^.;]{0,160}?(?:made|entered|dated|effective|executed)"
      "[^.;]{0,60}$|^(?:dated )?(?:as of )?$");
  static const RE2 names(
      "(?:this|the|The|This) (?:[A-Z][\\w&-]* ){0,6}(?:Agreement|AGREEMENT|Contract|Lease)(?: "
      "\\([^()]{0,40}\\))?,? (?:(?:is |was )?(?:dated|made|entered into|effective)(?: and entered "
      "into| effective)?(?: as)?(?: of| on)?(?: the)? )$");
  const Date* own = nullptr;
  for (const Date& date : dates) {
    if (!date.exists()) continue;
    if (own == nullptr) {
      const Tag tag = contract.tag(date.span.start);
      if (tag != Tag::kParties && tag != Tag::kTitle) continue;
      if (!found_in(contract.before(date.span.start, 260), opens)) continue;
      own = &date;
      continue;
    }
    if ((*own <=> date) == 0 || !found_in(contract.before(date.span.start, 140), names)) continue;
    const int same = (own->year == date.year ? 1 : 0) + (own->month == date.month ? 1 : 0) +
                     (own->day == date.day ? 1 : 0);
    if (same != 2) continue;
    findings.push_back(tell(contract, "date", kCheck, date.span, own->span,
                            fmt::format("The agreement is dated {} here and {} at its head.",
                                        contract.words(date.span), contract.words(own->span)),
                            ""));
  }
}

// One paper named twice with its date, the License Agreement dated as of May 4, 2015: with the same
// date but for the year, the month or the day it is the same paper with a slip. The contract's own
// title counts as named with the date at its head.
void other_papers(const ContractView& contract, const std::vector<Date>& dates,
                  std::vector<Finding>& findings) {
  static const RE2 names(
      "((?:[A-Z][\\w&’/-]*,? (?:and |of |for "
      ")?){1,6}(?:Agreement|AGREEMENT|Contract|Lease|Indenture|"
      "Plan|Note|Deed|Memorandum|Guaranty|Guarantee|Mortgage|License))(?: \\([^()]{0,40}\\))?(?: "
      "(?i:by and "
      "between|between|by and among|among|with) [^.;]{3,80}?)?,? (?:(?:is |was "
      ")?(?:dated|made|entered "
      "into|effective|executed)(?: and entered into| effective)?(?: as)?(?: of| on)?(?: the)? )$");
  static const RE2 lead(
      "^(?:The|This|That|Such|Said|An?|Under|In|Each|Pursuant|Original|First|Second) ");
  static const RE2 changes("(?i)amend|addend|supplement|renew|order|statement");
  std::map<std::string, const Date*> seen;
  std::string title = lowered(contract.text.substr(0, 500));
  const Date* own = nullptr;
  for (const Date& date : dates) {
    if (!date.exists()) continue;
    const Tag tag = contract.tag(date.span.start);
    if (own == nullptr && (tag == Tag::kParties || tag == Tag::kTitle)) own = &date;
    const string_view before = contract.before(date.span.start, 220);
    std::string name;
    if (!RE2::PartialMatch(re2::StringPiece(before.data(), before.size()), names, &name)) continue;
    // "First Amendment to the Supply Agreement, effective …": the day of the amendment.
    static const RE2 of_another(
        "(?i)(?:amendment|addendum|supplement|side letter|annex|order|exhibit|schedule|statement "
        "of "
        "work|extension|renewal|assignment|notice|termination|joinder)[^.;]{0,24}\\b(?:to|of|under|"
        "for) "
        "(?:the |that certain )?$");
    const std::size_t at = before.rfind(name);
    if (at != string_view::npos && found_in(before.substr(0, at), of_another)) continue;
    RE2::GlobalReplace(&name, lead, "");
    if (std::count(name.begin(), name.end(), ' ') < 1 || found_in(name, changes)) continue;
    const std::string key = lowered(name);
    const auto [there, fresh] = seen.emplace(key, &date);
    const Date* first = there->second;
    if (fresh && own != nullptr && own != &date && std::count(key.begin(), key.end(), ' ') >= 2 &&
        title.find(key) != title.npos)
      first = own;
    if (first == &date || (*first <=> date) == 0) continue;
    const int same = (first->year == date.year ? 1 : 0) + (first->month == date.month ? 1 : 0) +
                     (first->day == date.day ? 1 : 0);
    const Span sentence = contract.sentence(date.span);
    if (same != 2 || (first->span.start >= sentence.start && first->span.end <= sentence.end))
      continue;
    if (std::any_of(findings.begin(), findings.end(),
                    [&](const Finding& each) { return each.place.start == date.span.start; }))
      continue;
    findings.push_back(tell(contract, "date", kCheck, date.span, first->span,
                            fmt::format("The {} is dated {} here and {} there.", name,
                                        contract.words(date.span), contract.words(first->span)),
                            ""));
  }
}

// The date by which the contract, or a term of it, is named: this Agreement dated …, the "Effective
// Date".
void named(const ContractView& contract, const std::vector<Date>& dates,
           std::vector<Finding>& findings) {
  static const RE2 effective_before(
      "(?i)\\beffective date(?:\\W{0,3} (?:of|is|shall be|means|will be)|:|\\W{0,3} as of)?(?: "
      "this agreement is)? ?(?:of )?$");
  static const RE2 effective_behind(
      "^,? ?\\((?:(?:the|hereinafter|referred to as|as|said|this) )*[“\"][Ee]ffective [Dd]ate");
  static const RE2 own_before(
      "(?i)\\bthis (?:[a-z]+ ){0,4}(?:agreement|contract|lease|license),? (?:(?:is |was "
      ")?(?:made|entered|dated|executed|effective)(?: and | into | made| entered| executed| "
      "delivered| effective|,)*(?: ?(?:as of|on|this|of|the))* )$");
  const Date* effective = nullptr;
  const Date* own = nullptr;
  for (const Date& date : dates) {
    if (!date.exists() || !contract.in_body(date.span.start)) continue;
    const string_view before = contract.before(date.span.start, 100);
    const bool names_effective = found_in(before, effective_before) ||
                                 found_in(contract.behind(date.span.end, 60), effective_behind);
    const bool names_own = found_in(before, own_before);
    for (const auto& [is, seen, what] : {std::tuple(names_effective, &effective, "Effective Date"),
                                         std::tuple(names_own, &own, "date of this agreement")}) {
      if (!is) continue;
      if (*seen == nullptr) {
        *seen = &date;
      } else if ((**seen <=> date) != 0) {
        findings.push_back(
            tell(contract, "date", kCheck, date.span, (*seen)->span,
                 fmt::format("The {} is {} here and {} there.", what, contract.words(date.span),
                             contract.words((*seen)->span)),
                 ""));
      }
    }
  }
}

}  // namespace

void named_dates_in_english(const ContractView& contract, const std::vector<Date>& dates,
                            std::vector<Finding>& findings) {
  if (!contract.amends) {
    slipped(contract, dates, findings);
    named(contract, dates, findings);
  }
  other_papers(contract, dates, findings);
}

}  // namespace proviso::tasks::contract
