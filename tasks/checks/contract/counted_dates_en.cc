#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>

#include "tasks/checks/contract/contract_dates.h"
#include "tasks/mentions/period.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/contract_dates";

// The day from which the contract counts: its Effective Date, else the first date of its head.
const Date* first_day(const ContractView& contract, const std::vector<Date>& dates) {
  static const RE2 effective(
      "^,? ?\\((?:(?:the|hereinafter|referred to as|as|said|this) "
      ")*[“\"](?:Effective|Commencement|Start) "
      "Date");
  constexpr std::size_t kHead = 1500;
  // "Commencement Date" means 1 March 2024.
  static const RE2 defined(
      "[“\"](?:Effective|Commencement|Start) Date[”\"] (?:means|is|shall mean) $");
  static const RE2 alone("^[.;]?(?:$|\\n)|^[.;]");
  for (const Date& date : dates) {
    if (date.exists() && contract.in_body(date.span.start) &&
        found_in(contract.before(date.span.start, 60), defined) &&
        found_in(contract.behind(date.span.end, 4), alone))
      return &date;
  }
  const Date* first = nullptr;
  for (const Date& date : dates) {
    if (!date.exists() || date.span.start > kHead) break;
    if (found_in(contract.behind(date.span.end, 60), effective)) return &date;
    if (first == nullptr) first = &date;
  }
  return first;
}

// "ends on 8 September 2029, five years after its date"; a term of three years from the Effective
// Date that "ends on April 14, 2030".
void from_the_first_day(const ContractView& contract, const std::vector<Date>& dates,
                        std::vector<Finding>& findings) {
  static const RE2 after(
      "(?i)^,? ?(?:being |that is,? |i\\.e\\.,? )?(?:the date (?:that is |which is "
      ")?)?\\(?([a-z]+|[0-9]{1,2})(?: "
      "?\\([0-9a-z]{1,6}\\))? (year|month)s? (?:after|from) (?:its date|the date (?:hereof|of this "
      "\\w+)|the (?:effective|commencement|start) date)");
  static const RE2 ends(
      "(?:starts|begins|commences|is effective|shall commence|commencing|beginning|starting) "
      "(?:on|as of|from) "
      "the (?:Effective|Commencement|Start) Date[^.;\\n]{0,30} (?:and |until|to )[^.;\\n]{0,40}$");
  static const RE2 length(
      "(?i)\\b(?:period|term) of ([a-z]+|[0-9]{1,2})(?: ?\\([0-9a-z]{1,6}\\))? (year|month)s? "
      "(?:from|after|commencing on|beginning on|starting on) the (?:effective|commencement|start) "
      "date");
  // "starts on the Commencement Date and continues for an initial period of three years, expiring
  // on 28 February 2027".
  static const RE2 runs_on(
      "(?:starts|begins|commences|commencing|beginning|starting) (?:on|from) the "
      "(?:Effective|Commencement|Start) Date,? and (?:shall |will )?(?:continues?|runs?|lasts?)"
      "(?: in force| in effect)? for (?:an? (?:initial )?(?:period|term) of )?([a-z]+|[0-9]{1,2})"
      "(?: ?\\([0-9a-z]{1,6}\\))? (year|month)s?,? (?:expiring|ending|and "
      "(?:expires|ends)|until|to)"
      "(?: on)? $");
  const Date* first = first_day(contract, dates);
  if (first == nullptr) return;
  const auto judge = [&](const Date& date, const std::string& number, const std::string& unit,
                         Span of) {
    const int count = count_of(number);
    if (count == 0 || &date == first || date < *first) return;
    const int months = lowered(unit) == "year" ? count * 12 : count;
    const Date right = after_months(*first, months);
    const Date end = last_day(right);
    const long off = day_count(date) - day_count(right);
    if (off >= -2 && off <= 1) return;
    findings.push_back(tell(contract, "date", kCheck, date.span, of,
                            fmt::format("“{} {}s” from {} end on {} {}, {}, not {}.", number,
                                        lowered(unit), contract.words(first->span),
                                        kMonths.at(static_cast<std::size_t>(end.month) - 1),
                                        end.day, end.year, contract.words(date.span)),
                            ""));
  };
  std::string number, unit;
  const bool term = RE2::PartialMatch(re2::StringPiece(contract.text.data(), contract.text.size()),
                                      length, &number, &unit);
  for (const Date& date : dates) {
    if (!date.exists() || !contract.in_body(date.span.start)) continue;
    const string_view behind = contract.behind(date.span.end, 90);
    std::string count, of;
    if (RE2::PartialMatch(re2::StringPiece(behind.data(), behind.size()), after, &count, &of)) {
      judge(date, count, of, first->span);
      continue;
    }
    const string_view before = contract.before(date.span.start, 200);
    if (RE2::PartialMatch(re2::StringPiece(before.data(), before.size()), runs_on, &count, &of)) {
      judge(date, count, of, first->span);
    } else if (term && found_in(contract.before(date.span.start, 120), ends)) {
      judge(date, number, unit, first->span);
    }
  }
}

// "Start date: March 1, 2024", "Term: ten years from 1 July 2022" and "Date of this Agreement: …"
// of a schedule, where the clauses or the head have another day.
void rows(const ContractView& contract, const std::vector<Date>& dates,
          std::vector<Finding>& findings) {
  static const RE2 start_row(
      "(?i)^(?:\\(?[0-9a-z]{1,3}[.)] ?)?(?:(?:start|commencement|starting)(?: date| "
      "day)?|(?:initial |contract |lease "
      ")?term(?: of [a-z]+)?): *[^.;:]{0,40}$");
  static const RE2 of_date("(?i)(?:[:] *|\\bfrom(?: and including)? )(?:the )?$");
  static const RE2 own_row(
      "(?i)^(?:\\(?[0-9a-z]{1,3}[.)] ?)?(?:date of (?:this |the )?(?:agreement|lease|contract)|"
      "(?:agreement|lease|contract) date): *$");
  static const RE2 starts(
      "(?i)\\b(?:begins?|starts?|commences?|commencing|beginning) (?:on|from|as of)(?: and "
      "including)? "
      "(?:the )?$|\\bterm of [^.;,]{2,40} from(?: and including)? (?:the )?$");
  static const RE2 head("(?i)\\b(?:made|dated|entered)\\b[^.;]{0,60}$");
  const Date *start = nullptr, *own = nullptr;
  bool several = false;
  for (const Date& date : dates) {
    if (!date.exists()) continue;
    const string_view before = contract.before(date.span.start, 120);
    if (found_in(before, start_row) || found_in(before, own_row)) continue;
    const Tag tag = contract.tag(date.span.start);
    if (own == nullptr && (tag == Tag::kParties || tag == Tag::kTitle) && found_in(before, head))
      own = &date;
    if (!contract.in_body(date.span.start) || !found_in(before, starts)) continue;
    several = several || (start != nullptr && (*start <=> date) != 0);
    if (start == nullptr) start = &date;
  }
  for (const Date& date : dates) {
    if (!date.exists()) continue;
    const string_view before = contract.before(date.span.start, 120);
    const bool of_start = found_in(before, start_row) && found_in(before, of_date);
    const Date* other = of_start && !several ? start : found_in(before, own_row) ? own : nullptr;
    if (other == nullptr || (*other <=> date) == 0) continue;
    findings.push_back(tell(contract, "date", kCheck, date.span, other->span,
                            fmt::format("This row has {}, the clause {}.",
                                        contract.words(date.span), contract.words(other->span)),
                            ""));
  }
}

}  // namespace

void counted_dates_in_english(const ContractView& contract, const std::vector<Date>& dates,
                              std::vector<Finding>& findings) {
  if (contract.amends) return;
  from_the_first_day(contract, dates, findings);
  rows(contract, dates, findings);
}

}  // namespace proviso::tasks::contract
