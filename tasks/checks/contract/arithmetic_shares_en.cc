#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>

#include "tasks/checks/contract/arithmetic.h"

namespace proviso::tasks::contract {
namespace {

constexpr const char* kIs =
    ",? ?[(]?(?:that is(?: to say)?|i\\.e\\.|being|equal to|equals|amounting to|amounts to|which "
    "is|"
    "namely|=|representing|which (?:amounts|comes) to|which equals),? (?:up to |at most |not more "
    "than "
    ")?(?:(?:a|an|the) (?:total |maximum |aggregate )?(?:sum|total|maximum|amount) of )?";

std::string percent(const Exact& share) {
  return (share * Exact(100)).str(4) + "%";
}

// Words of choice: $500 or 10 %, whichever is greater.
bool chosen(const FiguredText& text, Span match) {
  static const RE2 choice(
      "(?i)whichever|greater of|lesser of|higher of|lower of|the greater|the lesser|or more|at "
      "least|"
      "approximately|about \x01|roughly|estimated|minimum|not less than");
  const std::size_t from = match.start - std::min<std::size_t>(match.start, 80);
  const std::size_t end = std::min(text.text().size(), match.end + 60);
  return found_in(text.words({from, end}), choice);
}

// The sums of a phrase or of its first words: "Contract Sum from the first day".
std::vector<const Marked*> sums_of(const FiguredText& text, std::string phrase) {
  while (!phrase.empty()) {
    if (phrase.size() > 2) {
      auto found = text.named(phrase);
      if (!found.empty()) return found;
    }
    const std::size_t blank = phrase.rfind(' ');
    if (blank == phrase.npos) break;
    phrase.erase(blank);
  }
  return {};
}

// "10% of the Contract Sum, that is £120,000"; "£60,000, being 5% of the Loan".
void share_of_a_sum(const FiguredText& text, std::vector<Finding>& findings) {
  static const std::string base =
      "\\)?,? (?:of|on) (?:the |its |his |her |such |total |aggregate |full |entire |principal "
      "amount of "
      "|then |initial )*([A-Za-z][A-Za-z’']*(?: [A-Za-z’']+){0,5}?)";
  static const RE2 share_first(pattern_of("{P}" + base + kIs + "{M}"));
  static const RE2 sum_first(
      pattern_of("{M}\\)?" + std::string(kIs) + "{P}" + base + "(?:[,.;)\\n]|$)"));
  for (const bool first : {true, false}) {
    for (const FiguredText::Match& match : text.matches(first ? share_first : sum_first)) {
      const Marked& share = text.figure(match, first ? 1 : 2);
      const Marked& sum = text.figure(match, first ? 3 : 1);
      const std::string name(text.words(match.groups.at(first ? 2 : 3)));
      if (chosen(text, match.groups[0])) continue;
      const auto fits = [&](const Exact& value) { return about(value * share.value, sum.value); };
      if (text.any_sum(fits)) continue;
      // A yearly base of what is stated by the month.
      if (text.any_sum([&](const Exact& value) {
            return about(value * share.value * Exact(12), sum.value) ||
                   about(value * share.value / Exact(12), sum.value);
          }))
        continue;
      const auto bases = sums_of(text, name);
      if (bases.empty() || bases.front()->unit != sum.unit) continue;
      const Marked& whole = nearest(bases, share.value, sum.value);
      findings.push_back(
          miscalculated(text, sum, whole.span, like(text, sum, whole.value * share.value),
                        fmt::format("{} of {}", percent(share.value), shown(text, whole))));
    }
  }
}

// (a) 30%, being $120,000; (b) 50%, being $200,000 …: all of one sum.
void shares_of_one_sum(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pair(pattern_of("{P}\\)?" + std::string(kIs) + "{M}"));
  constexpr std::size_t kNear = 400;
  struct Pair {
    const Marked* share;
    const Marked* sum;
    std::size_t at;
  };
  std::vector<std::vector<Pair>> groups;
  for (const FiguredText::Match& match : text.matches(pair)) {
    const Pair each{&text.figure(match, 1), &text.figure(match, 2), match.groups[0].start};
    if (each.share->value.sign() == 0) continue;
    if (groups.empty() || each.at - groups.back().back().at > kNear) groups.emplace_back();
    groups.back().push_back(each);
  }
  for (const auto& group : groups) {
    if (group.size() < 2) continue;
    for (const Marked& whole : text.figures()) {
      if (whole.sort != 'M') continue;
      const auto fits = [&](const Pair& each) {
        return about(whole.value * each.share->value, each.sum->value);
      };
      const auto right = std::count_if(group.begin(), group.end(), fits);
      if (right + 1 != static_cast<std::ptrdiff_t>(group.size())) continue;
      const auto wrong = std::find_if_not(group.begin(), group.end(), fits);
      const Exact other = wrong->sum->value;
      if (text.any_sum(
              [&](const Exact& value) { return about(value * wrong->share->value, other); }))
        continue;
      findings.push_back(miscalculated(
          text, *wrong->sum, whole.span, like(text, *wrong->sum, whole.value * wrong->share->value),
          fmt::format("{} of {}", percent(wrong->share->value), shown(text, whole))));
      break;
    }
  }
}

// VAT at 20% is £240,000, so that the total payable is £1,440,000.
void taxes(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 tax(
      pattern_of("(?:VAT|[Tt]ax|GST|TAX)\\b[^.;\\n\x01]{0,40}{P}\\)?[^.;\\n\x01]{0,16}"
                 "(?: is| amounts to| amounting to| being| that is| equals|:|=|,| ?\\() ?"
                 "(?:amounting to |that is,? |being |i\\.e\\. )?(?:the sum of )?{M}"
                 "([^.;\\n]{0,80}\\b[Tt]otal[^.;\\n\x01]{0,30}{M})?"));
  static const RE2 on_top("(?i)in addition|plus|exclusive|excluding|added|on top");
  for (const FiguredText::Match& match : text.matches(tax)) {
    const Marked& rate = text.figure(match, 1);
    const Marked& sum = text.figure(match, 2);
    const std::size_t from =
        match.groups[0].start - std::min<std::size_t>(match.groups[0].start, 400);
    const auto ahead = text.sums_in({from, match.groups[0].start});
    if (ahead.empty() || ahead.back()->unit != sum.unit) continue;
    const Marked* total = match.groups[4].size() == 0 ? nullptr : &text.figure(match, 4);
    const auto net = [&](const Exact& value) { return about(value * rate.value, sum.value); };
    const auto gross = [&](const Exact& value) {
      return about(value * rate.value / (Exact(1) + rate.value), sum.value);
    };
    // Price, tax and total agree among themselves: the rate does not.
    const Marked& price = *ahead.back();
    if (total != nullptr && !net(price.value) && price.value + sum.value == total->value &&
        !text.any_sum(net)) {
      Finding finding = miscalculated(text, rate, price.span, percent(sum.value / price.value),
                                      fmt::format("{} / {}", shown(text, sum), shown(text, price)));
      finding.kind = "share";
      findings.push_back(std::move(finding));
      continue;
    }
    const std::size_t to = std::min(text.text().size(), match.groups[0].end + 40);
    static const RE2 within_it("(?i)\\binclu");
    const bool beside =
        found_in(text.words({from, to}), on_top) && !found_in(text.words({from, to}), within_it);
    if (!text.any_sum(net) && (beside || !text.any_sum(gross))) {
      findings.push_back(
          miscalculated(text, sum, price.span, like(text, sum, price.value * rate.value),
                        fmt::format("{} of {}", percent(rate.value), shown(text, price))));
      continue;
    }
    if (total == nullptr ||
        text.any_sum([&](const Exact& value) { return about(value + sum.value, total->value); }))
      continue;
    const Marked* whole = nullptr;
    for (const Marked* each : ahead) {
      if (net(each->value)) whole = each;
    }
    if (whole == nullptr) continue;
    findings.push_back(
        miscalculated(text, *total, sum.span, like(text, *total, whole->value + sum.value),
                      fmt::format("{} + {}", shown(text, *whole), shown(text, sum))));
  }
}

// £40,000 plus VAT of £8,000, in total £48,000; and by the one rate of VAT that the contract has.
void price_and_tax(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pair(
      pattern_of("{M}(?:,|;| and| plus|\\+)* ?(?:VAT|GST)(?: of| at| in the sum of|:)? ?{M}"
                 "(?:[,;]? ?(?:and |making |being |giving )*(?:in |a |the )?(?:grand )?total"
                 "(?: amount| sum| price| payable)*(?: of| is|:)? ?{M})?"));
  static const RE2 rated(pattern_of("(?:VAT|GST)\\b[^.;\\n\x01]{0,24}{P}"));
  const auto rates = text.matches(rated);
  const bool one_rate =
      !rates.empty() &&
      std::all_of(rates.begin(), rates.end(), [&](const FiguredText::Match& each) {
        return text.figure(each, 1).value == text.figure(rates.front(), 1).value;
      });
  for (const FiguredText::Match& match : text.matches(pair)) {
    const Marked& price = text.figure(match, 1);
    const Marked& tax = text.figure(match, 2);
    if (price.unit != tax.unit || tax.value > price.value) continue;
    if (match.groups[3].size() > 0 &&
        !about(price.value + tax.value, text.figure(match, 3).value)) {
      const Marked& total = text.figure(match, 3);
      findings.push_back(
          miscalculated(text, total, price.span, like(text, total, price.value + tax.value),
                        fmt::format("{} + {}", shown(text, price), shown(text, tax))));
      continue;
    }
    if (!one_rate) continue;
    const Marked& rate = text.figure(rates.front(), 1);
    if (about(price.value * rate.value, tax.value)) continue;
    findings.push_back(
        miscalculated(text, tax, price.span, like(text, tax, price.value * rate.value),
                      fmt::format("{} of {}", percent(rate.value), shown(text, price))));
  }
}

// six months' salary, that is $120,000; the Deposit, being three months' Rent.
void months_of(const FiguredText& text, std::vector<Finding>& findings) {
  static const std::string months =
      "{T}[’']?s?[’']? (?:of )?(?i:the |his |her |base |monthly |gross |basic )*"
      "((?i)rent|salary|fees?|pay|wages|remuneration)\\b";
  static const RE2 months_first(pattern_of(months + kIs + "{M}"));
  static const RE2 sum_first(pattern_of("{M}\\)?" + std::string(kIs) + months));
  static const RE2 name_first(
      pattern_of("(?:the|The) ([A-Z][a-z]+(?: [A-Z][a-z]+)?)(?: to the [A-Z][a-z]+)?,? "
                 "(?:being|which is|equal to) " +
                 months));
  const auto judge = [&](const Marked& time, const Marked& sum, const std::string& name) {
    if (time.unit != "month") return;
    const Exact& count = time.value;
    if (text.any_sum([&](const Exact& value) {
          return about(value * count, sum.value) || about(value * count / Exact(12), sum.value);
        }))
      return;
    const auto bases = text.named(name);
    if (bases.empty() || bases.front()->unit != sum.unit || bases.front() == &sum) return;
    const Marked& base = *bases.front();
    // By the year where the words around the sum say so.
    static const RE2 yearly("(?i)annual|per (?:year|annum)|a year|yearly");
    const Span sentence = text.contract().sentence(base.span);
    const bool by_year = found_in(text.contract().words(sentence), yearly);
    const Exact right = by_year ? base.value * count / Exact(12) : base.value * count;
    findings.push_back(miscalculated(text, sum, base.span, like(text, sum, right),
                                     fmt::format("{} of {}{}", text.contract().words(time.span),
                                                 shown(text, base), by_year ? " a year" : "")));
  };
  for (const auto& match : text.matches(months_first))
    judge(text.figure(match, 1), text.figure(match, 3), lowered(text.words(match.groups[2])));
  for (const auto& match : text.matches(sum_first))
    judge(text.figure(match, 2), text.figure(match, 1), lowered(text.words(match.groups[3])));
  for (const auto& match : text.matches(name_first)) {
    const auto sums = text.named(text.words(match.groups[1]));
    if (!sums.empty())
      judge(text.figure(match, 2), *sums.front(), lowered(text.words(match.groups[3])));
  }
}

// 600 of the 1,000 issued shares, that is 60%.
void shares_held(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 held(
      pattern_of("{N} of the {N} (?:issued |outstanding |total |fully paid "
                 ")*(?:shares|units)[^.;\x01]{0,80}(?:that "
                 "is|being|representing|equal to|i\\.e\\.,?) {P}"));
  for (const FiguredText::Match& match : text.matches(held)) {
    const Marked& part = text.figure(match, 1);
    const Marked& whole = text.figure(match, 2);
    const Marked& share = text.figure(match, 3);
    if (whole.value.sign() == 0) continue;
    const Exact right = part.value / whole.value;
    if (((right - share.value) * Exact(100)).abs() <= Exact::ratio(1, 2)) continue;
    findings.push_back(
        miscalculated(text, share, {part.span.start, whole.span.end}, percent(right),
                      fmt::format("{} / {}", shown(text, part), shown(text, whole))));
  }
}

// The Owner shall retain five percent (5%) of each payment. The total retainage of $210,000 …
void retainage(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pattern(pattern_of(
      "(?:retain|withhold|hold back|retainage of|retention of) {P}\\)? (?:of|from) "
      "(?:each|every|all) "
      "(?:progress |stage |interim |monthly )?payments?[^.;\\n\x01]{0,60}[.;,][^.;\\n\x01]{0,20}"
      "(?:total|aggregate|entire) (?:retainage|retention)(?: amount| sum)? (?:of|is|being) {M}"));
  for (const FiguredText::Match& match : text.matches(pattern)) {
    const Marked& share = text.figure(match, 1);
    const Marked& sum = text.figure(match, 2);
    if (text.any_sum([&](const Exact& value) { return about(value * share.value, sum.value); }))
      continue;
    for (const string_view name : {"contract price", "contract sum"}) {
      const auto bases = text.named(name);
      if (bases.empty() || bases.front()->unit != sum.unit) continue;
      const Marked& whole = nearest(bases, share.value, sum.value);
      findings.push_back(
          miscalculated(text, sum, whole.span, like(text, sum, whole.value * share.value),
                        fmt::format("{} of {}", percent(share.value), shown(text, whole))));
      break;
    }
  }
}

}  // namespace

void shares_in_english(const FiguredText& text, std::vector<Finding>& findings) {
  share_of_a_sum(text, findings);
  shares_of_one_sum(text, findings);
  taxes(text, findings);
  price_and_tax(text, findings);
  months_of(text, findings);
  shares_held(text, findings);
  retainage(text, findings);
}

}  // namespace proviso::tasks::contract
