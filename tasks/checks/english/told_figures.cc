#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>

#include "tasks/checks/contract/arithmetic.h"
#include "tasks/checks/english/english_checks.h"
#include "tasks/mentions/english.h"
#include "tasks/mentions/period.h"

namespace proviso::tasks::english {
namespace {

using contract::ContractView;
using contract::FiguredText;
using contract::Marked;
using segmenter::Span;

constexpr std::string_view kCheck = "checks/judgment_sums";

class ToldFigures {
 public:
  explicit ToldFigures(const CaseView& view) : judgment_(view), text_(judgment_) {}

  std::vector<Finding> run() {
    instalments();
    parts();
    reduced();
    shares_allowed();
    terms();
    service();
    grounds();
    return std::move(findings_);
  }

 private:
  void add(std::string_view kind, Span place, Span other, std::string why) {
    findings_.push_back(contract::tell(judgment_, kind, kCheck, place, other, std::move(why), ""));
  }
  const Marked& figure(const FiguredText::Match& match, std::size_t group) const {
    return text_.figure(match, group);
  }

  // £84,000 a year, payable in equal quarterly instalments of £21,000.
  void instalments() {
    static const RE2 pattern(contract::pattern_of(
        "(?i){M} (?:a year|per annum|per year|annually|yearly)[^.;\\n\x01]{0,40}\\b(?:equal )"
        "(quarterly|monthly|half-yearly) (?:instalments|installments|payments) of {M}"));
    for (const auto& match : text_.matches(pattern)) {
      const Marked& year = figure(match, 1);
      const Marked& each = figure(match, 3);
      const std::string how = contract::lowered(text_.words(match.groups[2]));
      const int times = how == "monthly" ? 12 : how == "quarterly" ? 4 : 2;
      if (contract::about(each.value * times, year.value)) continue;
      add("amount", each.span, year.span,
          fmt::format("{} {} payments of {} make {}, not {}.", times, how,
                      contract::shown(text_, each), contract::like(text_, year, each.value * times),
                      contract::shown(text_, year)));
    }
  }

  // An award of £23,460, made up of £4,572 and £18,888: the parts make nothing that is told.
  void parts() {
    static const RE2 pattern(contract::pattern_of(
        "(?i)\\b(?:made up of|consist(?:s|ed|ing) of|comprised|comprising)\\b[^.;\\n\x01]{0,40}{M}"
        " and [^.;\\n\x01]{0,40}{M}(?:\\.|$)"));
    for (const auto& match : text_.matches(pattern)) {
      const Marked& one = figure(match, 1);
      const Marked& other = figure(match, 2);
      const Exact sum = one.value + other.value;
      const Marked* whole = nullptr;
      bool told = false;
      for (const Marked& each : text_.figures()) {
        if (each.sort != 'M' || each.unit != one.unit) continue;
        told = told || contract::about(each.value, sum);
        if (slip_between(each.value, sum) != Slip::kNone || difference_is_slip(each, one, other))
          whole = whole == nullptr ? &each : whole;
      }
      if (told || whole == nullptr) continue;
      add("sum", {one.span.start, other.span.end}, whole->span,
          fmt::format("The parts make {}, but the whole is {}.", contract::like(text_, *whole, sum),
                      contract::shown(text_, *whole)));
    }
  }

  // Digits exchanged in a part move several digits of the sum.
  static bool difference_is_slip(const Marked& whole, const Marked& one, const Marked& other) {
    return slip_between(whole.value - one.value, other.value) != Slip::kNone ||
           slip_between(whole.value - other.value, one.value) != Slip::kNone;
  }

  // Assessed at 25% … reduced to £3,429: no sum of the text less that share, but one less another.
  void reduced() {
    static const RE2 share(contract::pattern_of(
        "(?i)\\b(?:contribut|deduct|reduc|fault|responsib)[^.;\\n\x01]{0,60}{P}"));
    static const RE2 result(contract::pattern_of("(?i)\\breduced to {M}"));
    const auto shares = text_.matches(share);
    const auto results = text_.matches(result);
    if (shares.size() != 1) return;
    const Marked& by = figure(shares[0], 1);
    for (const auto& match : results) {
      const Marked& left = figure(match, 1);
      if (made_by(left, by.value) != nullptr) continue;
      constexpr int kSteps = 19;  // of five per cent
      for (int i = 1; i <= kSteps; ++i) {
        const Exact other = Exact::ratio(i * 5, 100);
        const Marked* base = made_by(left, other);
        if (base == nullptr || other == by.value) continue;
        add("share", by.span, left.span,
            fmt::format("{} is {} less {}%, not less {}.", contract::shown(text_, left),
                        contract::shown(text_, *base), i * 5, contract::shown(text_, by)));
        return;
      }
    }
  }

  // The sum before it that this share less makes the other.
  const Marked* made_by(const Marked& left, const Exact& share) const {
    for (const Marked& each : text_.figures())
      if (each.sort == 'M' && each.span.end <= left.span.start && each.unit == left.unit &&
          contract::about(each.value - each.value * share, left.value))
        return &each;
    return nullptr;
  }

  // Claimed at £92,750 … betterment of one fifth … allow £74,200.
  void shares_allowed() {
    static const RE2 pattern(contract::pattern_of(
        "(?i)\\bclaim(?:ed)? (?:at|of) {M}[^\\n\x01]{0,120}\\b(?:of|by) (?:(?:one|{N}) "
        "(half|third|quarter|fifth|tenth)|{P})[^\\n\x01]{0,80}\\b(?:allow|award|assess)"
        "[^\\n\x01]{0,20}{M}"));
    static const std::map<std::string, int> kParts{
        {"half", 2}, {"third", 3}, {"quarter", 4}, {"fifth", 5}, {"tenth", 10}};
    for (const auto& match : text_.matches(pattern)) {
      const Marked& base = figure(match, 1);
      const Marked& allowed = figure(match, 5);
      const std::string word = contract::lowered(text_.words(match.groups[3]));
      const Exact share = word.empty() ? figure(match, 4).value : Exact::ratio(1, kParts.at(word));
      if (contract::about(base.value * share, allowed.value) ||
          contract::about(base.value - base.value * share, allowed.value))
        continue;
      add("amount", allowed.span, base.span,
          fmt::format("{} less that share is {}, not {}.", contract::shown(text_, base),
                      contract::like(text_, base, base.value - base.value * share),
                      contract::shown(text_, allowed)));
    }
  }

  // A term of ten years from 25 March 2016 to 24 March 2026.
  void terms() {
    static const RE2 lead(
        "(?i)\\bterm of ([a-z-]+|[0-9]+)(?: \\([0-9]+\\))? years[^.;\\n]{0,30}"
        "(?:from|commencing on|beginning on|starting on) (?:and including )?$");
    static const RE2 joint(
        "(?i)^,? ?(?:up )?(?:to|until|and (?:ending|expiring) on)"
        "(?: and including)? $");
    const std::vector<Date> dates = find_english_dates(judgment_.text);
    for (std::size_t i = 1; i < dates.size(); ++i) {
      const Date& from = dates[i - 1];
      const Date& to = dates[i];
      if (!from.exists() || !to.exists() || !(from < to)) continue;
      const std::string_view between =
          judgment_.text.substr(from.span.end, to.span.start - from.span.end);
      std::string count;
      const std::string_view before = judgment_.before(from.span.start, 110);
      if (!contract::found_in(between, joint) ||
          !RE2::PartialMatch(re2::StringPiece(before.data(), before.size()), lead, &count))
        continue;
      const auto years =
          count[0] >= '0' && count[0] <= '9' ? Exact::parse(count) : english_number(count);
      if (!years || !years->is_whole() || *years > Exact(999)) continue;
      const Date due = after_months(from, std::stoi(years->str(0)) * 12);
      constexpr long kFortnight = 15;
      if (std::labs(day_count(due) - day_count(to)) <= kFortnight) continue;
      add("date", to.span, from.span,
          fmt::format("A term of {} years from {} does not end on {}.", count,
                      judgment_.words(from.span), judgment_.words(to.span)));
    }
  }

  // Employed from 6 January 2009 until 30 November 2018 … nine complete years.
  void service() {
    static const RE2 lead("(?i)\\b(?:employed|worked|served)\\b[^.;\\n]{0,60}\\bfrom (?:the )?$");
    static const RE2 joint("(?i)^,? ?(?:to|until) (?:the )?$");
    static const RE2 told(
        "(?i)\\b((?:[a-z-]+|[0-9]+) (?:complete|completed|full|whole) years)(?: of| ?['’]? "
        "service)");
    const std::vector<Date> dates = find_english_dates(judgment_.text);
    std::vector<std::size_t> found;
    for (std::size_t i = 1; i < dates.size(); ++i) {
      const std::string_view between =
          judgment_.text.substr(dates[i - 1].span.end, dates[i].span.start - dates[i - 1].span.end);
      if (dates[i - 1].exists() && dates[i].exists() && contract::found_in(between, joint) &&
          contract::found_in(judgment_.before(dates[i - 1].span.start, 90), lead))
        found.push_back(i);
    }
    const std::vector<Span> years = contract::all(judgment_.text, judgment_.whole, told, 1);
    if (found.size() != 1 || years.size() != 1) return;
    const Date& from = dates[found[0] - 1];
    const Date& to = dates[found[0]];
    const std::string_view words = judgment_.words(years[0]);
    const std::string count(words.substr(0, words.find(' ')));
    const auto value =
        count[0] >= '0' && count[0] <= '9' ? Exact::parse(count) : english_number(count);
    if (!value || !value->is_whole()) return;
    int whole = 0;
    while (day_count(after_months(from, (whole + 1) * 12)) <= day_count(to) + 1) ++whole;
    if (*value == Exact(whole)) return;
    add("date", years[0], {from.span.start, to.span.end},
        fmt::format("From {} to {} are {} complete years, not {}.", judgment_.words(from.span),
                    judgment_.words(to.span), whole, count));
  }

  // Ground 2 succeeds in the reasons, and the appeal is allowed on Ground 1.
  void grounds() {
    static const RE2 verdict(
        "\\bGround ((?:[0-9]|one|two|three|four|One|Two|Three|Four) (?:fails|succeeds|is dismissed|"
        "is allowed|must fail|must succeed))\\b");
    static const RE2 disposal(
        "\\b((?:allow|dismiss) (?:the|this) appeal on (?:Ground|ground) "
        "(?:[0-9]|one|two|three|four)"
        "(?: only| alone)?)\\b");
    std::map<std::string, std::pair<bool, Span>> reasoned;
    for (const Span& each : contract::all(judgment_.text, judgment_.whole, verdict, 1)) {
      const std::string words = contract::lowered(judgment_.words(each));
      const std::string ground = words.substr(0, words.find(' '));
      const bool good = contains(words, {"succe", "allow"});
      const auto [at, added] = reasoned.try_emplace(ground, good, each);
      if (!added && at->second.first != good) return;
    }
    if (contract::found_in(judgment_.text, RE2("(?i)dissent|I disagree|respondent['’]s notice")))
      return;
    for (const Span& each : contract::all(judgment_.text, judgment_.whole, disposal, 1)) {
      std::string words = contract::lowered(judgment_.words(each));
      for (const char* tail : {" only", " alone"})
        if (words.ends_with(tail)) words.resize(words.size() - std::string(tail).size());
      const std::string ground = words.substr(words.rfind(' ') + 1);
      const auto said = reasoned.find(ground);
      if (said == reasoned.end() || said->second.first == words.starts_with("allow")) continue;
      add("outcome", each, said->second.second,
          fmt::format("“{}” here, “Ground {}” there.", judgment_.words(each),
                      judgment_.words(said->second.second)));
      return;
    }
  }

  ContractView judgment_;
  FiguredText text_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_told_figures(const CaseView& view) {
  return ToldFigures(view).run();
}

}  // namespace proviso::tasks::english
