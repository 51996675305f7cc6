#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <set>

#include "tasks/checks/contract/arithmetic.h"
#include "tasks/checks/words.h"

namespace proviso::tasks::contract {
namespace {

// "(a) foundations, £200,000; (b) …": the words behind a lead-in, to the end of the list.
Span list_behind(const FiguredText& text, std::size_t start) {
  constexpr std::size_t kLongest = 1200;
  const string_view rest = string_view(text.text()).substr(start, kLongest);
  static const RE2 next(
      "^(?:[^\\n.]|\\.[0-9]|\\n ?(?:[(](?:[a-h]|[1-9]|i{1,3}|iv|v)[)]|[a-h][.)]|-|•|·))*");
  re2::StringPiece found;
  const re2::StringPiece piece(rest.data(), rest.size());
  if (!next.Match(piece, 0, piece.size(), RE2::ANCHOR_START, &found, 1)) return {start, start};
  return {start, start + found.size()};
}

// The sum that the last name in these words goes by.
std::vector<const Marked*> whole_of(const FiguredText& text, Span lead) {
  static const RE2 name("\\b(?:The )?([A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+){0,3})\\b");
  const std::vector<Span> names = all(text.text(), lead, name, 1);
  for (auto each = names.rbegin(); each != names.rend(); ++each) {
    auto found = text.named(text.words(*each));
    if (!found.empty()) return found;
  }
  return {};
}

// The Contract Sum is payable in stages: …, in the following installments: …
void lists(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 lead(
      "(?:as follows|the following (?:\\w+ "
      ")?(?:instal?lments|payments|stages|tranches|manner|parts)|in (?:\\w+ "
      ")?(?:stages|instal?lments|tranches))[^.;:\\n]{0,20}:");
  static const RE2 open_ended(
      "(?i)thereafter|each month|per month|monthly|annually|each year|per (?:year|unit|hour|day)|"
      "remaining|balance|if |unless|additional|plus ");
  for (const FiguredText::Match& match : text.matches(lead)) {
    const Span list = list_behind(text, match.groups[0].end);
    if (found_in(text.words(list), open_ended)) continue;
    const auto sums = text.sums_in(list);
    const auto shares = text.sums_in(list, 'P');
    const auto whole = whole_of(text, text.lead(match.groups[0].start, 160));
    if (sums.size() >= 2 && !whole.empty()) {
      Exact sum;
      bool alike = true;
      for (const Marked* each : sums) {
        sum = sum + each->value;
        alike = alike && each->unit == whole.front()->unit && each->value < whole.front()->value;
      }
      const bool any = std::any_of(whole.begin(), whole.end(),
                                   [&](const Marked* each) { return about(each->value, sum); });
      // The last one may be the sum of those before.
      if (alike && !any && sum.sign() > 0 &&
          !text.any_sum([&](const Exact& value) { return value == sum; })) {
        findings.push_back(parts_and_whole(text, {sums.front()->span.start, sums.back()->span.end},
                                           *whole.front(), like(text, *whole.front(), sum)));
        continue;
      }
    }
    if (shares.size() < 2 || (!sums.empty() && sums.size() != shares.size())) continue;
    Exact made;
    for (const Marked* each : shares) made = made + each->value;
    if (made == Exact(1) || made < Exact::ratio(3, 4) || made > Exact::ratio(5, 4)) continue;
    findings.push_back(
        not_the_whole(text, *shares.back(), shares.front()->span, (made * Exact(100)).str(2)));
  }
}

// repay the Loan in five equal annual instalments of £50,000; a salary of $240,000 a year, in
// monthly payments of $20,000.
void instalments(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pattern(
      pattern_of("(?:{N} )?(?:equal |consecutive |successive "
                 ")*(monthly|quarterly|annual|yearly|"
                 "semi-annual)? ?(?:instal?lments|payments) of {M}"));
  static const RE2 paid(
      "\\b(?:re)?pay (?:(?:to )?the [A-Z][a-z]+ )?the ([A-Z][a-z]+(?: [A-Z][a-z]+)?)");
  static const RE2 grows(
      "(?i)interest|first|initial|increas|thereafter|remaining|plus|principal and|balance|at "
      "least|minimum");
  const auto found = text.matches(pattern);
  for (const FiguredText::Match& match : found) {
    const Marked& each = text.figure(match, 3);
    // Eight of $50,000 and eight of $100,000: together the whole.
    const Span clause = text.contract().sentence(each.span);
    const bool several = std::any_of(found.begin(), found.end(), [&](const auto& other) {
      const Span place = text.figure(other, 3).span;
      return place != each.span && place.start >= clause.start && place.end <= clause.end;
    });
    if (several) continue;
    const Span lead = text.lead(match.groups[0].start, 200);
    const string_view before = text.words(lead);
    if (found_in(before, grows)) continue;
    std::vector<const Marked*> totals = text.sums_in(lead);
    re2::StringPiece name;
    if (totals.empty() &&
        RE2::PartialMatch(re2::StringPiece(before.data(), before.size()), paid, &name))
      totals = text.named({name.data(), name.size()});
    if (totals.empty()) continue;
    const Marked& total = *totals.back();
    if (total.unit != each.unit || total.value <= each.value) continue;
    Exact count;
    if (match.groups[1].size() > 0) {
      count = text.figure(match, 1).value;
    } else {
      const string_view by = text.words(match.groups[2]);
      // The sum itself is one of a year, not the interest on it.
      static const RE2 of_a_year(
          "(?i)^ ?\\)?,? ?(?:in )?(?:(?:per|each|every|a) (?:contract |calendar )?(?:year|annum)|"
          "annually|p\\.a\\.)");
      static const RE2 named_yearly("(?i)\\b(?:annual|yearly)\\b[^.;,%\\n]{0,60}$");
      if (!found_in(text.contract().behind(total.span.end, 40), of_a_year) &&
          !found_in(text.contract().before(total.span.start, 80), named_yearly))
        continue;
      if (by == "monthly") count = Exact(12);
      if (by == "quarterly") count = Exact(4);
      if (by == "semi-annual") count = Exact(2);
    }
    if (count < Exact(2)) continue;
    const Exact made = count * each.value;
    // Also a figure of a table, whose currency its head names.
    const auto is_made = [&](const Marked& figure) { return figure.value == made; };
    if (text.any_sum([&](const Exact& value) { return about(made, value); }) ||
        std::any_of(text.figures().begin(), text.figures().end(), is_made))
      continue;
    findings.push_back(miscalculated(text, each, total.span, like(text, each, total.value / count),
                                     fmt::format("{} / {}", shown(text, total), count.str(0))));
  }
}

// A salary of $312,000 per year, that is $26,000 per month.
void year_and_month(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pattern(pattern_of(
      "{M} (?:per (?:year|annum)|a year|annually|each year|in (?:each|every|any) (?:contract "
      "|calendar )?year)[,;(]* ?(?:that is|i\\.e\\.|being|which "
      "is|"
      "equal to|namely),? (?:the sum of )?{M} (?:in )?(?:per|a|each|every) (month|quarter|week)"));
  for (const FiguredText::Match& match : text.matches(pattern)) {
    const Marked& year = text.figure(match, 1);
    const Marked& part = text.figure(match, 2);
    const string_view by = text.words(match.groups[3]);
    const Exact times = by == "month" ? Exact(12) : by == "quarter" ? Exact(4) : Exact(52);
    // A week's part is rounded.
    if (about(part.value * times, year.value) || about(year.value / times, part.value)) continue;
    findings.push_back(miscalculated(text, part, year.span, like(text, part, year.value / times),
                                     fmt::format("{} / {}", shown(text, year), times.str(0))));
  }
}

// Two machines at $200,000 each; total $400,000.
void products(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pattern(
      pattern_of(" (?:at|for|@) (?:a price of )?{M} (?:each|apiece|per "
                 "[a-z]+)[,;]? ?(?:for a |making "
                 "a |a |in )?(?:total|aggregate)(?: price| amount| sum)?(?: is| of|:|,)? ?{M}"));
  for (const FiguredText::Match& match : text.matches(pattern)) {
    const Marked& unit = text.figure(match, 1);
    const Marked& total = text.figure(match, 2);
    const auto counts = text.sums_in(text.lead(match.groups[0].start, 120), 'N');
    if (counts.size() != 1 || counts[0]->value < Exact(2)) continue;
    if (about(counts[0]->value * unit.value, total.value)) continue;
    findings.push_back(
        miscalculated(text, total, unit.span, like(text, total, counts[0]->value * unit.value),
                      fmt::format("{} × {}", shown(text, *counts[0]), shown(text, unit))));
  }
}

// Interest at 6% a year, being £3,750 each quarter.
void interest(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pattern(pattern_of(
      "[Ii]nterest\\b[^.;\\n\x01]{0,80}(?:being|that is|amounting to|which is|equal to) {M} "
      "(?:each|per|a|every) (year|quarter|month)"));
  static const RE2 yearly("^(?: ?\\)?,? ?(?:per annum|a year|per year|p\\.a\\.))");
  for (const FiguredText::Match& match : text.matches(pattern)) {
    const Marked& sum = text.figure(match, 1);
    const string_view by = text.words(match.groups[2]);
    const Exact times = by == "year" ? Exact(1) : by == "quarter" ? Exact(4) : Exact(12);
    const Marked* rate = nullptr;
    bool right = false;
    for (const Marked& each : text.figures()) {
      if (each.sort != 'P' || !found_in(text.contract().behind(each.span.end, 20), yearly))
        continue;
      if (rate == nullptr) rate = &each;
      right = right || text.any_sum([&](const Exact& value) {
        return about(value * each.value / times, sum.value);
      });
    }
    if (rate == nullptr || right) continue;
    auto principal = text.named("loan");
    if (principal.empty()) principal = text.named("principal amount");
    if (principal.empty() || principal.front()->unit != sum.unit) continue;
    const Marked& whole = *principal.front();
    findings.push_back(miscalculated(
        text, sum, rate->span, like(text, sum, whole.value * rate->value / times),
        fmt::format("{} × {} / {}", shown(text, whole), shown(text, *rate), times.str(0))));
  }
}

// "$5,000 (the "Fee")", and elsewhere "the Fee of $6,000" or "Fee: $6,000".
void defined_sums(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 introduced(
      pattern_of("{M}[^.;\\n\x01]{0,50}[(](?:the |hereinafter |collectively,? |referred to as |as "
                 ")*[“\"]([A-Z][A-Za-z’' "
                 "-]{2,40}?)[”\"][)]"));
  static const RE2 means(pattern_of(
      "[“\"]([A-Z][A-Za-z’' -]{2,40}?)[”\"] (?:means|is|shall mean) (?:the |an? "
      ")?(?:(?:annual|monthly|total|"
      "aggregate|fixed) )?(?:sum|amount|fee|price|rent|total|limit|salary|payment) of {M}"));
  static const RE2 used(
      pattern_of("(?:\\b(?:[Tt]he|[Ss]uch|[Aa]) |(?:^|[.;\\n] ?)(?:Annual |Total "
                 ")?)([A-Z][A-Za-z’']*(?: [A-Z][A-Za-z’']*){0,3})(?:: "
                 "?| of (?:the (?:sum|amount) of )?| is | amounts to | equals )(?:US)?{M}"));
  static const RE2 steps(
      "(?i)thereafter|increase|adjust|escalat|instal?lment|year|extend|renew|additional|unless|"
      "except|if |up to|"
      "remaining|balance|portion|part of|maximum|minimum|excess");
  std::map<std::string, const Marked*> sums;
  std::set<std::string> twice;
  const auto define = [&](string_view name, const Marked& sum) {
    if (!sums.emplace(std::string(name), &sum).second) twice.insert(std::string(name));
  };
  for (const auto& match : text.matches(introduced))
    define(text.words(match.groups[2]), text.figure(match, 1));
  for (const auto& match : text.matches(means))
    define(text.words(match.groups[1]), text.figure(match, 2));
  const auto known = proviso::tasks::words("amount_name");
  for (const auto& match : text.matches(used)) {
    const std::string name(text.words(match.groups[1]));
    const auto there = sums.find(name);
    if (there == sums.end() || twice.count(name) != 0) continue;
    const Marked& here = text.figure(match, 2);
    const ContractView& contract = text.contract();
    if (&here == there->second || here.value == there->second->value) continue;
    // Another check compares these.
    if (std::find(known.begin(), known.end(), lowered(name)) != known.end() &&
        here.unit == there->second->unit && contract.in_body(here.span.start))
      continue;
    if (found_in(contract.words(contract.sentence(here.span)), steps)) continue;
    findings.push_back(tell(contract, "amount", "checks/arithmetic", here.span, there->second->span,
                            fmt::format("The {} is {} here and {} there.", name, shown(text, here),
                                        shown(text, *there->second)),
                            ""));
  }
}

// "Licence Fee" means the annual fee set out in Schedule 1; the Licence Fee of £84,000; in Schedule
// 1 the total is £86,000. On the contract's own text: its numbers of schedules are no figures.
void sums_of_schedules(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 means(
      "[“\"]([A-Z][A-Za-z’' -]{2,40}?)[”\"] (?:means|shall mean|is) the (?:[a-z]+ ){0,3}(?:fees?|"
      "price|sum|amount|rent|charges?) (?:set out|stated|specified|shown|given|set forth) in "
      "((?:Schedule|Exhibit|Annex|Appendix) [A-Z0-9]{1,3})\\b");
  static const RE2 next("(?mi)^(?:schedule|exhibit|annex|appendix) [A-Z0-9]{1,3}\\b");
  static const RE2 total_line(
      "(?mi)^(?:grand )?total[ \t]+[£$€]?([0-9][0-9,]*(?:\\.[0-9]+)?)[ \t]*$");
  constexpr std::size_t kSchedule = 3000;
  const ContractView& contract = text.contract();
  const std::vector<Span> names = all(contract.text, contract.whole, means, 1);
  const std::vector<Span> places = all(contract.text, contract.whole, means, 2);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string name(contract.words(names[i]));
    // Its heading: the line that begins with its name.
    const RE2 own("(?mi)^" + std::string(contract.words(places[i])) + "(?:[ \t]*[:.–—-].*)?$");
    const std::vector<Span> headings = all(contract.text, contract.whole, own);
    if (headings.size() != 1) continue;
    const Span behind{headings[0].end, std::min(contract.text.size(), headings[0].end + kSchedule)};
    const std::vector<Span> following = all(contract.text, behind, next);
    const Span schedule{behind.start, following.empty() ? behind.end : following.front().start};
    const std::vector<Span> totals = all(contract.text, schedule, total_line, 1);
    if (totals.size() != 1) continue;
    std::string digits(contract.words(totals[0]));
    digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
    const auto total = Exact::parse(digits);
    if (!total) continue;
    for (const Marked* here : text.named(name)) {
      if (here->span.start >= schedule.start || here->value == *total) continue;
      // Some figure of the schedule is the sum.
      const bool there =
          std::any_of(text.figures().begin(), text.figures().end(), [&](const Marked& each) {
            return each.span.start >= schedule.start && each.span.end <= schedule.end &&
                   each.value == here->value;
          });
      if (there) continue;
      findings.push_back(tell(contract, "amount", "checks/arithmetic", here->span, totals[0],
                              fmt::format("The {} is {} here and {} there.", name,
                                          shown(text, *here), like(text, *here, *total)),
                              ""));
      break;
    }
  }
}

}  // namespace

void sums_in_english(const FiguredText& text, std::vector<Finding>& findings) {
  lists(text, findings);
  instalments(text, findings);
  year_and_month(text, findings);
  products(text, findings);
  interest(text, findings);
  defined_sums(text, findings);
  sums_of_schedules(text, findings);
}

}  // namespace proviso::tasks::contract
