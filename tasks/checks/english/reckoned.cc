#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>

#include "tasks/checks/contract/arithmetic.h"
#include "tasks/checks/english/english_checks.h"
#include "tasks/checks/english/reckoning.h"

namespace proviso::tasks::english {
namespace {

using contract::FiguredText;
using contract::Marked;
using contract::pattern_of;
using segmenter::Span;

// How a sentence comes from its figures to what they make.
constexpr const char* kMakes =
    "(?:,|;|:| -| –| —)? ?\\(?(?:that (?:is|was)(?: to say)?,?|which (?:is|was|makes|made|gives|"
    "gave|comes to|came to|amounts to|totals)|being|making|giving|amounting to|totall?ing|"
    "equals|=|i\\.e\\.,?|namely|for a total of|a total(?: sum)? of|in total,?)(?: a| the| "
    "in)?(?: total| sum| amount| gross| aggregate){0,2}(?: of)? ?{M}";

class Reckoned : public Reckoning {
 public:
  using Reckoning::Reckoning;

  std::vector<Finding> run() {
    products();
    so_many();
    two_sums();
    set_off();
    so_much_each();
    interest();
    equations();
    rests();
    more_than();
    differences();
    changes();
    return std::move(findings_);
  }

 private:
  // Eleven months at £900 per month, a total of £9,900; £2,600 a month for 36 months, that is …
  void products() {
    static const std::string rate = "(?: per| a| each| every) (month|week|day|year)";
    static const RE2 time_first(pattern_of("{T}[’']?" + words_up_to(60) +
                                           "\\b(?:at|@) (?:the rate of |a rate of |a rent "
                                           "of |the sum of )?{M}" +
                                           rate + kMakes));
    static const RE2 rate_first(
        pattern_of("{M}" + rate + words_up_to(20) + "\\bfor " + words_up_to(20) + "{T}" + kMakes));
    for (const bool first : {true, false}) {
      for (const auto& match : text_.matches(first ? time_first : rate_first)) {
        const Marked& time = figure(match, first ? 1 : 3);
        const Marked& each = figure(match, first ? 2 : 1);
        const Marked& printed = figure(match, 4);
        const std::string by = contract::lowered(text_.words(match.groups[first ? 3 : 2]));
        if (each.unit != printed.unit || rough(match.groups[0])) continue;
        Exact times = time.value;
        if (time.unit == "year" && by == "month") {
          times = times * Exact(12);
        } else if (time.unit != by) {
          continue;
        }
        // Two months at £900 and three at £800, a total of both.
        const Span lead = text_.lead(match.groups[0].start, 300);
        if (!text_.sums_in(lead).empty() &&
            slip_between(times * each.value, printed.value) == Slip::kNone)
          continue;
        wrong(printed,
              {std::min(time.span.start, each.span.start), std::max(time.span.end, each.span.end)},
              times * each.value, fmt::format("{} × {}", times.str(0), shown(each)));
      }
    }
  }

  // £1,900 per week for 20 weeks, £38,000 in all; £230 a tonne, for 260 tonnes £59,800; 90 tonnes
  // at £40 a tonne, and received £3,600: a slip away.
  void so_many() {
    static const std::string each = "{M} (?:an?|per|each) ?[a-z]{0,12}";
    static const RE2 in_all(pattern_of(each + " for (?:{T}|{N} [a-z]+), {M} (?:in all|in total|"
                                              "altogether)"));
    static const RE2 for_many(
        pattern_of(each + "[.,;]? (?:[Ff]or|[Oo]n|and for)(?: the)? (?:{T}|{N} [a-z]+),? (?:that "
                          "|this |which )?(?:is|makes|comes to|amounts to|gives) {M}"));
    static const RE2 many_at(pattern_of("(?:{T}|{N} [a-z]+)" + words_up_to(40) + "\\bat " + each +
                                        ",? (?:and (?:received|paid|got|was paid)|for|making|that "
                                        "is|which is|or|=|receiving) {M}"));
    for (const RE2* pattern : {&in_all, &for_many, &many_at}) {
      const bool count_first = pattern == &many_at;
      for (const auto& match : text_.matches(*pattern)) {
        const std::size_t at = count_first ? 1 : 2;
        const Marked& times = figure(match, match.groups.at(at).size() > 0 ? at : at + 1);
        const Marked& rate = figure(match, count_first ? 3 : 1);
        const Marked& printed = figure(match, 4);
        if (rate.unit != printed.unit || rough(match.groups[0]) ||
            !slip(times.value * rate.value, printed.value, 2))
          continue;
        // Some other sum of the same rate.
        if (!text_.sums_in(text_.lead(match.groups[0].start, 200)).empty()) continue;
        wrong(
            printed,
            {std::min(times.span.start, rate.span.start), std::max(times.span.end, rate.span.end)},
            times.value * rate.value, fmt::format("{} × {}", shown(times), shown(rate)));
      }
    }
  }

  // £4,150 and £1,350, which makes £5,500; these two sums come to £5,500: a slip away.
  void two_sums() {
    static const RE2 joined(pattern_of("{M} and " + words_up_to(40) +
                                       "{M},? (?:which (?:makes|comes to|is)|making|giving) {M}"));
    static const RE2 these(pattern_of(
        "{M}[^;\\n\x01]{0,80}{M}[^;\\n\x01]{0,60}\\. (?:These|Those|The) (?:two )?(?:sums|items|"
        "amounts|figures) (?:together )?(?:come to|total|make|amount to|give) {M}"));
    for (const RE2* pattern : {&joined, &these}) {
      for (const auto& match : text_.matches(*pattern)) {
        const Marked& one = figure(match, 1);
        const Marked& other = figure(match, 2);
        const Marked& printed = figure(match, 3);
        if (one.unit != printed.unit || other.unit != printed.unit || rough(match.groups[0]) ||
            a_rate(one) || a_rate(other) || !slip(one.value + other.value, printed.value, 2) ||
            !text_.sums_in(text_.lead(match.groups[0].start, 200)).empty())
          continue;
        wrong(printed, {one.span.start, other.span.end}, one.value + other.value,
              fmt::format("{} + {}", shown(one), shown(other)));
      }
    }
  }

  // The Defendant sets off £7,600. … The balance is £48,480: of no sum, but of one a slip away.
  void set_off() {
    static const RE2 pattern(
        pattern_of("(?i)\\b(?:set(?:s|ting)? off|set-off of|credit "
                   "for|deduct(?:s|ed)?|paid|less)[^\\n\x01]{0,40}{M}"
                   "[^\\n\x01]{0,160}\\bbalance (?:due |then |therefore )?(?:is|comes to) "
                   "(?:therefore )?{M}"));
    for (const auto& match : text_.matches(pattern)) {
      const Marked& part = figure(match, 1);
      const Marked& left = figure(match, 2);
      const Marked* whole = nullptr;
      bool right = part.unit != left.unit || rough(match.groups[0]);
      for (const Marked& each : text_.figures()) {
        if (each.sort != 'M' || each.unit != left.unit) continue;
        const Exact rest = each.value - part.value;
        right = right || contract::about(rest, left.value);
        if (!slip(rest, left.value)) continue;
        right = right || (whole != nullptr && whole->value != each.value);
        whole = &each;
      }
      if (right || whole == nullptr) continue;
      wrong(left, part.span, whole->value - part.value,
            fmt::format("{} − {}", shown(*whole), shown(part)));
    }
  }

  // It took 6,000 gowns. At $4.50 each the price was $27,000; 620 hours … £10 per hour, or £6,200.
  void so_much_each() {
    static const RE2 pattern(pattern_of(
        "{M} (?:each|apiece|(?:per|an|a) (?:[a-z]+))" + words_up_to(30) +
        "(?:\\b(?:was|is|comes to|makes|totals|equals|that is|a total of|price of)|, or|=) ?{M}"));
    static const RE2 count(pattern_of("{N} [a-z]"));
    for (const auto& match : text_.matches(pattern)) {
      const Marked& each = figure(match, 1);
      const Marked& printed = figure(match, 2);
      if (each.unit != printed.unit || rough(match.groups[0]) || a_rate(printed)) continue;
      // The count stands before it in its paragraph.
      const std::size_t line = text_.text().rfind('\n', match.groups[0].start);
      const Span before{line == std::string::npos ? 0 : line, match.groups[0].start};
      const Marked* odd = nullptr;
      bool right = false;
      for (const Marked* times : text_.sums_in(before, 'N')) {
        if (times->value < Exact(2)) continue;
        const Exact made = times->value * each.value;
        right = right || contract::about(made, printed.value);
        if (slip(made, printed.value, 2)) odd = times;
      }
      for (const Marked* times : text_.sums_in(before, 'T'))
        right = right || contract::about(times->value * each.value, printed.value);
      if (right || odd == nullptr) continue;
      wrong(printed, {odd->span.start, each.span.end}, odd->value * each.value,
            fmt::format("{} × {}", shown(*odd), shown(each)));
    }
  }

  // Interest on $102,400 for two years at 9 percent is $18,432: simple interest, a slip away.
  void interest() {
    static const RE2 pattern(
        pattern_of("(?i)interest on {M} for {T} at (?:the rate of |a rate of |the )?{P}" +
                   words_up_to(24) + "\\b(?:is|amounts to|comes to|equals|makes|totals) {M}"));
    for (const auto& match : text_.matches(pattern)) {
      const Marked& whole = figure(match, 1);
      const Marked& time = figure(match, 2);
      const Marked& rate = figure(match, 3);
      const Marked& printed = figure(match, 4);
      if (whole.unit != printed.unit || (time.unit != "year" && time.unit != "month")) continue;
      const Exact years = time.unit == "year" ? time.value : time.value / Exact(12);
      const Exact right = whole.value * rate.value * years;
      if (!slip(right, printed.value)) continue;
      wrong(printed, {whole.span.start, rate.span.end}, right,
            fmt::format("{} × {} × {}", shown(whole), shown(rate), judgment_.words(time.span)));
    }
  }

  // £39,900, but credit must be given for £6,400. The net loss is £33,500: a slip away.
  void rests() {
    static const RE2 pattern(pattern_of(
        "{M}[^;\\n\x01]{0,40}\\b(?:credit (?:must|is to|has to|should) be given "
        "for|returned|repaid|"
        "paid (?:back )?|refunded|less|deduct)[^;\\n\x01]{0,40}{M}[^;\\n\x01]{0,40}\\b(?:net loss|"
        "balance|remainder|still owes|therefore owes|shortfall|rest)(?: due| owing)? ?(?:is|was|of|"
        "comes to)? ?{M}"));
    static const RE2 balance(
        pattern_of("{M}\\. [^.;\\n\x01]{0,60}{M} of (?:that|this|the) (?:sum|amount|total)" +
                   words_up_to(60) + "\\bbalance of {M}"));
    for (const bool whole_first : {true, false}) {
      for (const auto& match : text_.matches(whole_first ? pattern : balance)) {
        const Marked& whole = figure(match, 1);
        const Marked& part = figure(match, 2);
        const Marked& left = figure(match, 3);
        if (whole.unit != left.unit || part.unit != left.unit || rough(match.groups[0])) continue;
        const Exact right = whole.value - part.value;
        if (!slip(right, left.value, 1)) continue;
        wrong(left, {whole.span.start, part.span.end}, right,
              fmt::format("{} − {}", shown(whole), shown(part)));
      }
    }
  }

  // Resold for £662,500, £22,500 more than the price.
  void more_than() {
    static const RE2 pattern(pattern_of("{M}, (?:which is |that is |being )?{M} (more|less) than"));
    for (const auto& match : text_.matches(pattern)) {
      const Marked& sum = figure(match, 1);
      const Marked& by = figure(match, 2);
      const bool more = text_.words(match.groups[3]) == "more";
      if (sum.unit != by.unit || rough({match.groups[0].start, match.groups[2].end})) continue;
      const Marked* other = nullptr;
      bool right = false;
      for (const Marked& each : text_.figures()) {
        if (each.sort != 'M' || each.unit != sum.unit) continue;
        const Exact off = more ? sum.value - each.value : each.value - sum.value;
        right = right || (off - by.value).abs() < Exact(1);
        if (slip(off, by.value, 2)) other = &each;
      }
      if (right || other == nullptr) continue;
      wrong(by, other->span, more ? sum.value - other->value : other->value - sum.value,
            more ? fmt::format("{} − {}", shown(sum), shown(*other))
                 : fmt::format("{} − {}", shown(*other), shown(sum)));
    }
  }

  // £96,000 + £12,500 (salvage) − £4,600 = £103,900; $117,000 ($171,000 minus $54,000).
  void equations() {
    static const RE2 result(pattern_of(
        "(?: ?=|,? (?:or|that is|being|making|giving|which (?:is|makes|comes to)|a total "
        "of|i\\.e\\.|"
        "comes to|makes|is|equals)),? (?:a total of |the sum of |in total |together )?{M}"));
    static const RE2 chain(
        "(\x01M[0-9]+\x02(?: ?\\([^()\\n\x01]{1,60}\\))?(?: ?(?:\\+|plus|-|–|−|minus|less) ?"
        "\x01M[0-9]+\x02(?: ?\\([^()\\n\x01]{1,60}\\))?)+)$");
    static const RE2 goes_on("^ ?(?:[+×x*/−]|[-–] ?[£$€0-9\x01]|plus|minus|less)");
    constexpr std::size_t kLongest = 600;
    for (const auto& match : text_.matches(result)) {
      const Marked& printed = figure(match, 1);
      const std::string_view before =
          std::string_view(text_.text())
              .substr(match.groups[0].start - std::min(match.groups[0].start, kLongest),
                      std::min(match.groups[0].start, kLongest));
      re2::StringPiece found;
      if (!RE2::PartialMatch(re2::StringPiece(before.data(), before.size()), chain, &found) ||
          contract::found_in(judgment_.behind(printed.span.end, 12), goes_on))
        continue;
      chain_makes({found.data(), found.size()}, printed);
    }
    static const RE2 bracket(pattern_of("{M} \\({M} (minus|less|-|–|−|plus|\\+) {M}\\)"));
    for (const auto& match : text_.matches(bracket)) {
      const Marked& printed = figure(match, 1);
      const Marked& one = figure(match, 2);
      const Marked& other = figure(match, 4);
      const std::string sign(text_.words(match.groups[3]));
      const bool adds = sign == "plus" || sign == "+";
      if (one.unit != printed.unit || other.unit != printed.unit) continue;
      wrong(printed, {one.span.start, other.span.end},
            adds ? one.value + other.value : one.value - other.value,
            fmt::format("{} {} {}", shown(one), adds ? "+" : "−", shown(other)));
    }
  }

  void chain_makes(std::string_view chain, const Marked& printed) {
    static const RE2 term("(?:\\)|\x02|^)? ?(\\+|plus|-|–|−|minus|less)? ?\x01M([0-9]+)\x02");
    re2::StringPiece rest(chain.data(), chain.size()), sign, index;
    Exact made;
    std::string how;
    Span from;
    while (RE2::FindAndConsume(&rest, term, &sign, &index)) {
      const Marked& each =
          text_.figures().at(static_cast<std::size_t>(std::stol(index.as_string())));
      if (each.unit != printed.unit) return;
      const bool adds = sign.empty() || sign == "+" || sign == "plus";
      made = adds ? made + each.value : made - each.value;
      how += (how.empty() ? "" : adds ? " + " : " − ") + shown(each);
      from = {from.size() == 0 ? each.span.start : from.start, each.span.end};
    }
    wrong(printed, from, made, how);
  }

  // £13,800, less £2,300 for charges, which leaves £11,500; setting £8,000 against £41,300 …
  void differences() {
    static const std::string leaves =
        words_up_to(60) +
        "\\b(?:leaves|leaving|gives|giving|produces|producing|makes|making|balance|there "
        "(?:is|remains|remained)|that is|which is|results in|equals|=)" +
        words_up_to(50) + "{M}";
    static const RE2 less(pattern_of("{M}" + words_up_to(40) +
                                     "\\b(?:less|minus|after deduct(?:ing|ion of)) " +
                                     words_up_to(40) + "{M}" + leaves));
    static const RE2 from(
        pattern_of("(?i)\\b(?:setting|deducting|subtracting|taking|crediting|if (?:I|one) "
                   "(?:deduct|subtract|set)s?|(?:deduct|subtract)(?:ed|ion of)?) " +
                   words_up_to(30) + "{M}" + words_up_to(60) + "\\b(?:against|from|off) " +
                   words_up_to(40) + "{M}" + leaves));
    static const RE2 remains(pattern_of("(?i)\\b(?:deduct|subtract|take) {M}" + words_up_to(30) +
                                        "\\bfrom " + words_up_to(40) + "{M}" + words_up_to(40) +
                                        "\\band {M} (?:remains|is left|is then due)"));
    for (const RE2* pattern : {&less, &from, &remains}) {
      const bool plain = pattern == &less;
      for (const auto& match : text_.matches(*pattern)) {
        const Marked& whole = figure(match, plain ? 1 : 2);
        const Marked& part = figure(match, plain ? 2 : 1);
        const Marked& left = figure(match, 3);
        if (whole.unit != left.unit || part.unit != left.unit || rough(match.groups[0])) continue;
        // One of several instalments, so much a month.
        static const RE2 several(
            "(?i)\\b(?:instal?lments|payments|invoices|sums|tranches|cheques|times|[0-9]+ x)(?: "
            "each)?"
            "(?: of| at)? $");
        if (a_rate(whole) || a_rate(part) ||
            contract::found_in(judgment_.before(whole.span.start, 24), several))
          continue;
        const Exact right = whole.value - part.value;
        // More stands before: £5,000 and £8,000, less £2,000.
        const Span lead = text_.lead(match.groups[0].start, 300);
        if (!text_.sums_in(lead).empty() && slip_between(right, left.value) == Slip::kNone)
          continue;
        wrong(
            left,
            {std::min(whole.span.start, part.span.start), std::max(whole.span.end, part.span.end)},
            right, fmt::format("{} − {}", shown(whole), shown(part)));
      }
    }
  }

  // Raised from £2,600 to £2,900, an increase of £300.
  void changes() {
    static const RE2 pattern(pattern_of(
        "\\bfrom {M}" + words_up_to(20) + "\\bto {M}" + words_up_to(30) +
        "\\b(?:an? (?:increase|rise|reduction|difference|decrease|shortfall|fall|drop|uplift)|"
        "the difference being|a loss|a gain) of {M}"));
    for (const auto& match : text_.matches(pattern)) {
      const Marked& one = figure(match, 1);
      const Marked& other = figure(match, 2);
      const Marked& by = figure(match, 3);
      if (one.unit != by.unit || other.unit != by.unit || rough(match.groups[0])) continue;
      const Exact right = (one.value - other.value).abs();
      if (contract::about(right, by.value)) continue;
      const Marked& more = one.value > other.value ? one : other;
      const Marked& fewer = one.value > other.value ? other : one;
      tell("sum", by.span, {one.span.start, other.span.end},
           fmt::format("By the judgment's own figures this is {}, not {}: {}.",
                       contract::like(text_, by, right), shown(by),
                       fmt::format("{} − {}", shown(more), shown(fewer))));
    }
  }
};

}  // namespace

std::vector<Finding> check_reckoned(const CaseView& view) {
  std::vector<Finding> findings = Reckoned(view).run();
  for (Finding& each : check_shares_reckoned(view)) findings.push_back(std::move(each));
  return findings;
}

}  // namespace proviso::tasks::english
