#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <optional>
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

class Shares : public Reckoning {
 public:
  using Reckoning::Reckoning;

  std::vector<Finding> run() {
    fractions();
    shares_of_sums();
    less_a_share();
    whole_shares();
    return std::move(findings_);
  }

 private:
  // Half, a third, three quarters: the words, with the number that a mark holds.
  std::optional<Exact> fraction(const FiguredText::Match& match, std::size_t group) const {
    static const std::map<std::string, int> kParts{
        {"half", 2}, {"third", 3}, {"quarter", 4}, {"fifth", 5}, {"tenth", 10}};
    std::string word = contract::lowered(text_.words(match.groups.at(group + 1)));
    if (word.ends_with('s')) word.pop_back();
    const Exact times = match.groups.at(group).size() > 0 ? figure(match, group).value : Exact(1);
    const Exact share = times / Exact(kParts.at(word));
    if (!(share < Exact(1))) return std::nullopt;
    return share;
  }

  std::string fraction_words(const FiguredText::Match& match) const {
    const std::string word(text_.words(match.groups[2]));
    if (match.groups[1].size() == 0) return word;
    const Marked& times = figure(match, 1);
    return fmt::format("{} {}{}", judgment_.words(times.span), word,
                       times.value == Exact(1) ? "" : "s");
  }

  // Half of that, £48,000; three quarters of the deposit, £48,000; one quarter, that is 25%; a
  // deposit of 10%, that is £64,000.
  void fractions() {
    static const std::string part =
        "(?:{N}[ -]|[^A-Za-z0-9-](?:an? )?)(half|third|quarter|fifth|tenth)s?";
    static const RE2 of_sum(pattern_of(
        "(?i)" + part +
        " of (?:that|it|which|the|that sum|this)\\b[^.,;\\n\x01]{0,40}(?:,|, being|, that "
        "is|, or) {M}"));
    static const RE2 in_percent(
        pattern_of("(?i)" + part + "(?:,|,? \\(?(?:that is|or|i\\.e\\.|being)),? {P}"));
    static const RE2 named(pattern_of(
        "(?i)\\b(?:deposit|commission|fee|discount|reduction|surcharge|retention|uplift) of {P},? "
        "\\(?(?:that is|being|or|namely|which is|amounting to),? {M}"));
    for (const auto& match : text_.matches(of_sum)) {
      const Marked& printed = figure(match, 3);
      const auto share = fraction(match, 1);
      if (!share || rough(match.groups[0]) || a_rate(printed)) continue;
      Marked part_of_it;
      part_of_it.sort = 'P';
      part_of_it.value = *share;
      share_of_a_name(printed, part_of_it, fraction_words(match));
    }
    for (const auto& match : text_.matches(in_percent)) {
      const Marked& printed = figure(match, 3);
      const auto right = fraction(match, 1);
      if (!right || rough(match.groups[0]) ||
          (printed.value - *right).abs() <= Exact::ratio(1, 100))
        continue;
      tell("share", printed.span, judgment_.sentence(printed.span),
           fmt::format("“{}” is not {}.", fraction_words(match), shown(printed)));
    }
    for (const auto& match : text_.matches(named)) {
      if (!rough(match.groups[0])) share_of_a_name(figure(match, 2), figure(match, 1), "");
    }
  }

  // A percentage is printed to its last digit: half of one either way.
  static bool is_share(const Exact& part, const Exact& share, const Exact& whole) {
    return contract::about(whole * share, part) ||
           (whole * share - part).abs() <= whole.abs() * Exact::ratio(6, 1000);
  }

  // £40,000, which is 50% of £80,000; 25% of £132,000 is £33,000; a deposit of £21,600, being 30%
  // of the price.
  void shares_of_sums() {
    static const RE2 part_first(pattern_of(
        "{M},? \\(?(?:(?:which|that) (?:is|was|represents|represented|amounts to|equals)|being|"
        "representing|equal to|equivalent to|i\\.e\\.,?) {P} of ((?:the|its|his|her|their|that|"
        "this) [^.;,\\n\x01]{0,60})?(?:{M})?"));
    static const RE2 share_first(pattern_of("{P} of " + words_up_to(40) +
                                            "{M},? (?:is|was|being|equals|=|amounts to|comes to|"
                                            "which is|that is|gives) " +
                                            words_up_to(16) + "{M}"));
    for (const auto& match : text_.matches(share_first)) {
      const Marked& share = figure(match, 1);
      const Marked& whole = figure(match, 2);
      const Marked& part = figure(match, 3);
      if (whole.unit != part.unit || rough(match.groups[0]) ||
          is_share(part.value, share.value, whole.value))
        continue;
      wrong(part, {share.span.start, whole.span.end}, whole.value * share.value,
            fmt::format("{} × {}", shown(share), shown(whole)));
    }
    for (const auto& match : text_.matches(part_first)) {
      const Marked& part = figure(match, 1);
      const Marked& share = figure(match, 2);
      if (rough(match.groups[0])) continue;
      static const RE2 another("\\b(?:and|or|plus|less|but|than|to|from)\\b");
      if (match.groups[4].size() > 0 &&
          !contract::found_in(text_.words(match.groups[3]), another)) {
        const Marked& whole = figure(match, 4);
        if (whole.unit != part.unit || is_share(part.value, share.value, whole.value)) continue;
        wrong(part, {share.span.start, whole.span.end}, whole.value * share.value,
              fmt::format("{} × {}", shown(share), shown(whole)));
      } else if (match.groups[3].size() > 0) {
        share_of_a_name(part, share, "");
      }
    }
  }

  // Of the sums told, none has this share, and one has it but for a slip of the hand.
  void share_of_a_name(const Marked& part, const Marked& share, const std::string& words) {
    const Marked* whole = nullptr;
    for (const Marked& each : text_.figures()) {
      if (each.sort != 'M' || each.unit != part.unit || &each == &part) continue;
      if (is_share(part.value, share.value, each.value)) return;
      if (!slip(each.value * share.value, part.value, 2)) continue;
      if (each.value < part.value || (whole != nullptr && whole->value != each.value)) return;
      whole = &each;
    }
    if (whole == nullptr) return;
    wrong(part, whole->span, whole->value * share.value,
          fmt::format("{} × {}", words.empty() ? shown(share) : words, shown(*whole)));
  }

  // Reduced by 20% for contributory negligence, £123,000 becomes £98,400.
  void less_a_share() {
    static const std::string becomes =
        "\\b(?:becomes|is|comes to|gives|leaves|leaving|produces|"
        "makes|equals|that is|reduces to)" +
        words_up_to(24) + "{M}";
    static const RE2 share_first(
        pattern_of("(?i)\\b(?:reduced|reducing|discounted|discounting|diminished|less|deducting) " +
                   words_up_to(30) + "{P}" + words_up_to(70) + "{M}" + words_up_to(20) + becomes));
    static const RE2 sum_first(pattern_of("(?i){M}" + words_up_to(24) +
                                          "\\b(?:reduced by|less|discounted by|minus|subject "
                                          "to a (?:reduction|deduction) of) {P}" +
                                          words_up_to(60) + becomes));
    for (const bool first : {true, false}) {
      for (const auto& match : text_.matches(first ? share_first : sum_first)) {
        const Marked& share = figure(match, first ? 1 : 2);
        const Marked& whole = figure(match, first ? 2 : 1);
        const Marked& left = figure(match, 3);
        if (whole.unit != left.unit || rough(match.groups[0])) continue;
        if (contract::about(whole.value * share.value, left.value) ||
            !text_.sums_in(text_.lead(match.groups[0].start, 200)).empty())
          continue;
        wrong(left,
              {std::min(whole.span.start, share.span.start),
               std::max(whole.span.end, share.span.end)},
              whole.value - whole.value * share.value,
              fmt::format("{} − {}", shown(whole), shown(share)));
      }
    }
  }

  // Plaintiff 25 percent negligent, two defendants 45 and 30 percent; at 20%, and the remaining
  // 80%.
  void whole_shares() {
    static const RE2 fault(
        pattern_of("{P} (?:negligent|at fault|responsible|to blame|liable|of the (?:fault|blame|"
                   "negligence|responsibility))" +
                   words_up_to(60) + "{P}"));
    static const RE2 remaining(pattern_of("\\b(?:remaining|other|balance of) {P}"));
    static const RE2 any(pattern_of("{P}"));
    for (const auto& match : text_.matches(remaining)) {
      const Marked& last = figure(match, 1);
      const std::size_t at = match.groups[0].start;
      const std::size_t line = text_.text().rfind('\n', at);
      const Span before{line == std::string::npos ? 0 : line, at};
      const auto shares = text_.sums_in(before, 'P');
      if (shares.empty() || rough({before.start, match.groups[0].end})) continue;
      Exact made = last.value;
      bool whole = false;
      for (auto each = shares.rbegin(); each != shares.rend(); ++each) {
        made = made + (*each)->value;
        whole = whole || made == Exact(1) || (*each)->value + last.value == Exact(1);
      }
      if (whole || shares.size() > 1) continue;
      shares_make(last, *shares.front(), made);
    }
    std::size_t told = 0;
    for (const auto& match : text_.matches(fault)) {
      if (match.groups[0].start < told) continue;
      const std::size_t start = text_.lead(match.groups[0].start, 300).start;
      std::size_t end = match.groups[0].end;
      while (end < text_.text().size() && text_.text()[end] != '\n' && text_.text()[end] != ';' &&
             text_.text().compare(end, 2, ". ") != 0)
        ++end;
      told = end;
      const auto shares = text_.sums_in({start, end}, 'P');
      // Of several accidents each has its own shares.
      static const RE2 several(
          "(?i)\\b(?:first|second|third|each|both|respectively|other|original|in turn)\\b");
      if (shares.size() < 2 || rough({start, end}) ||
          contract::found_in(text_.words({start, end}), several))
        continue;
      Exact made;
      for (const Marked* each : shares) made = made + each->value;
      if (made < Exact::ratio(8, 10) || made > Exact::ratio(12, 10) || made == Exact(1)) continue;
      if (made > Exact::ratio(985, 1000) && made < Exact::ratio(1015, 1000)) continue;  // thirds
      shares_make(*shares.back(), *shares.front(), made);
    }
  }

  void shares_make(const Marked& last, const Marked& first, const Exact& made) {
    tell("share", last.span, first.span,
         fmt::format("The shares make {}%, not 100%.", (made * Exact(100)).str(0)));
  }
};

}  // namespace

std::vector<Finding> check_shares_reckoned(const CaseView& view) {
  return Shares(view).run();
}

}  // namespace proviso::tasks::english
