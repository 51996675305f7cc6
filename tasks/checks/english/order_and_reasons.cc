#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <set>

#include "tasks/checks/contract/arithmetic.h"
#include "tasks/checks/english/english_checks.h"
#include "tasks/checks/english/order_span.h"
#include "tasks/mentions/english.h"

namespace proviso::tasks::english {
namespace {

using contract::all;
using contract::ContractView;
using contract::FiguredText;
using contract::found_in;
using contract::Marked;
using segmenter::Span;

constexpr std::string_view kCheck = "checks/order_and_reasons";
constexpr const char* kRole =
    "(Claimant|Defendant|Plaintiff|Applicant|Petitioner|Respondent|Appellant)";

std::string lower(std::string_view words) {
  return contract::lowered(words);
}

// Who asks, by whichever name.
bool asks(const std::string& role) {
  return role == "claimant" || role == "plaintiff" || role == "applicant" || role == "petitioner" ||
         role == "appellant";
}

class Order {
 public:
  explicit Order(const CaseView& view)
      : judgment_(view), text_(judgment_), order_(order_of(view)) {}

  std::vector<Finding> findings() {
    appeal();
    dates();
    if (order_.size() > 0) {
      costs();
      costs_assessed();
      payment();
      sum_ordered();
      interest();
      ordinal();
    }
    return std::move(findings_);
  }

 private:
  // All before the order, or all behind it.
  Span reasons() const {
    const std::size_t size = judgment_.text.size();
    return order_.end == size ? Span{0, order_.start} : Span{order_.end, size};
  }
  Span order() const { return order_; }
  bool in_order(std::size_t at) const { return at >= order_.start && at < order_.end; }

  void add(std::string_view kind, Span place, Span other, std::string explanation) {
    findings_.push_back(
        contract::tell(judgment_, kind, kCheck, place, other, std::move(explanation), ""));
  }

  bool has(const char* pattern) const {
    const RE2 compiled(pattern);
    return found_in(judgment_.text, compiled);
  }

  // The appeal is allowed; the appeal is dismissed.
  void appeal() {
    static const RE2 allowed(
        "\\b((?:[Tt]he|[Tt]his) appeal (?:is|must be|will be) (?:therefore |accordingly |hereby "
        ")?allowed|Appeal allowed|(?:I|[Ww]e) "
        "(?:would |will |therefore |accordingly )*allow (?:the|this) appeal)\\b");
    static const RE2 dismissed(
        "\\b((?:[Tt]he|[Tt]his) appeal (?:is|must be|will be) (?:therefore |accordingly |hereby "
        ")?dismissed|Appeal dismissed|(?:I|[Ww]e) "
        "(?:would |will |therefore |accordingly )*dismiss (?:the|this) appeal)\\b");
    if (has("(?i)appeals\\b|cross-appeal|in part\\b|dissent|otherwise|remainder of the appeal|"
            "appeal on grounds?|grounds [1-9] |second appeal|first appeal|would have "
            "(?:allowed|dismissed)|if the appeal|whether the "
            "appeal"))
      return;
    const std::size_t half = judgment_.text.size() / 2;
    const auto yes = all(judgment_.text, {half_boundary(half), judgment_.text.size()}, allowed, 1);
    const auto no = all(judgment_.text, {half_boundary(half), judgment_.text.size()}, dismissed, 1);
    if (yes.empty() || no.empty()) return;
    const bool last = yes.back().start > no.back().start;
    // Of several grounds one may fail and another succeed: the order alone then tells against them.
    if (has("(?i)grounds? (?:one|two|[0-9])\\b|to (?:that|this) extent") &&
        (!in_order(last ? yes.back().start : no.back().start) ||
         in_order(last ? no.back().start : yes.back().start)))
      return;
    add("outcome", last ? yes.back() : no.back(), last ? no.front() : yes.front(),
        fmt::format("“{}” here, “{}” there.", judgment_.words(last ? yes.back() : no.back()),
                    judgment_.words(last ? no.front() : yes.front())));
  }

  std::size_t half_boundary(std::size_t at) const {
    const std::size_t line = judgment_.text.find('\n', at);
    return line == std::string_view::npos ? at : line;
  }

  struct Pair {
    Span place;
    std::string from, to;
  };

  std::vector<Pair> pairs(Span within, const RE2& pattern) const {
    std::vector<Pair> found;
    const std::string_view part = judgment_.words(within);
    const re2::StringPiece piece(part.data(), part.size());
    re2::StringPiece groups[4];
    for (std::size_t at = 0; pattern.Match(piece, at, piece.size(), RE2::UNANCHORED, groups, 4);) {
      const auto start = static_cast<std::size_t>(groups[0].data() - judgment_.text.data());
      at = start + groups[0].size() - within.start;
      found.push_back({{start, start + groups[0].size()},
                       lower({groups[1].data(), groups[1].size()}),
                       lower({groups[2].data(), groups[2].size()})});
    }
    return found;
  }

  // The reasons: the Defendant must pay the Claimant's costs. The order: the other way round.
  void costs() {
    static const RE2 pattern(fmt::format(
        "(?i)the (?:first |second )?{0}s? (?:shall|must|should|is to|will|do|is ordered "
        "to|ought to) pay (?:to )?the "
        "(?:first |second )?{0}[’']?s?[’']? (?:reasonable |legal )?costs",
        kRole));
    if (has("(?i)issue-based|counterclaim|proportion of|per ?cent of (?:the|his|her|its) costs|no "
            "order (?:as to|for) "
            "costs|costs of the (?:application|adjournment)"))
      return;
    const std::vector<Pair> told = pairs(judgment_.whole, pattern);
    if (told.size() != 2) return;
    const bool order_first = in_order(told[0].place.start) && !in_order(told[1].place.start);
    const Pair& a = told[order_first ? 1 : 0];
    const Pair& b = told[order_first ? 0 : 1];
    if (a.from != b.to || a.to != b.from || a.from == a.to) return;
    add("role", b.place, a.place,
        fmt::format("Here the {} pays the {}'s costs, in the reasons the {} the {}'s.", b.from,
                    b.to, a.from, a.to));
  }

  // Judgment for the claimant, and the claimant is ordered to pay.
  void payment() {
    static const RE2 won(
        fmt::format("(?i)judgment (?:is |will be |shall be |must be )?(?:given |entered "
                    ")?(?:for|in favour of) the {0}|the "
                    "{0}[’']s claim (?:succeeds|is well founded|is allowed)|the {0} (?:succeeds|is "
                    "entitled to (?:recover|damages|"
                    "judgment))",
                    kRole));
    static const RE2 pays(
        fmt::format("(?i)the {0} (?:shall|must|do|is to|is ordered to) pay (?:to )?the {0} (?:the "
                    "sum of |damages|judgment|[£$€])",
                    kRole));
    if (has("(?i)counterclaim|counter-claim|set-off|cross-claim|refund|repay|in the alternative"))
      return;
    std::set<std::string> winners;
    Span place;
    const std::string_view part = judgment_.words(reasons());
    re2::StringPiece rest(part.data(), part.size()), groups[4];
    for (std::size_t at = 0; won.Match(rest, at, rest.size(), RE2::UNANCHORED, groups, 4);) {
      at = static_cast<std::size_t>(groups[0].data() - rest.data()) + groups[0].size();
      for (int i = 1; i < 4; ++i) {
        if (groups[i].data() != nullptr)
          winners.insert(lower({groups[i].data(), groups[i].size()}));
      }
      const auto start = static_cast<std::size_t>(groups[0].data() - judgment_.text.data());
      place = {start, start + groups[0].size()};
    }
    if (winners.size() != 1) return;
    const auto ordered = pairs(order(), pays);
    if (ordered.size() != 1 || ordered[0].from != *winners.begin() ||
        ordered[0].from == ordered[0].to || asks(ordered[0].from) == asks(ordered[0].to))
      return;
    add("role", ordered[0].place, place,
        fmt::format("The {} has won by the reasons, and is ordered to pay here.", ordered[0].from));
  }

  // The sum ordered is neither awarded nor made of sums in the reasons.
  void sum_ordered() {
    static const RE2 ordered(
        contract::pattern_of("(?i)(?:shall|must|do|is to|is ordered to) pay (?:to )?the [a-z]+ "
                             "(?:claimant |defendant |plaintiff )?(?:the sum "
                             "of |damages of |damages in the sum of )?{M}"));
    static const RE2 awarded(contract::pattern_of(
        "(?i)(?:\\b(?:I|we) (?:therefore |accordingly )?(?:award|assess)|total award|judgment "
        "(?:for|in)[^.;\\n\x01]{0,60}sum "
        "of|damages (?:of|in the (?:total )?sum of|are assessed at|is)|entitled to (?:recover "
        ")?|total of)[^.;\\n\x01]{0,60}{M}"));
    const auto orders = text_.matches(ordered);
    const auto awards = text_.matches(awarded);
    std::vector<const Marked*> before;
    for (const Marked& each : text_.figures()) {
      if (each.sort == 'M' && !in_order(each.span.start)) before.push_back(&each);
    }
    std::vector<const Marked*> ordered_sums;
    for (const auto& match : orders) {
      const Marked& sum = text_.figure(match, 1);
      if (in_order(sum.span.start)) ordered_sums.push_back(&sum);
    }
    if (ordered_sums.size() != 1) return;
    const Marked& sum = *ordered_sums[0];
    const Marked* award = nullptr;
    for (const auto& match : awards) {
      const Marked& each = text_.figure(match, 1);
      if (!in_order(each.span.start) && each.unit == sum.unit) award = &each;
    }
    if (award == nullptr) return;
    for (const Marked* a : before) {
      if (contract::about(a->value, sum.value)) return;
      for (const Marked* b : before) {
        if (contract::about(a->value + b->value, sum.value) ||
            contract::about(a->value - b->value, sum.value))
          return;
      }
      for (const Marked& share : text_.figures()) {
        if (share.sort == 'P' && (contract::about(a->value * share.value, sum.value) ||
                                  contract::about(a->value - a->value * share.value, sum.value)))
          return;
      }
    }
    add("amount", sum.span, award->span,
        fmt::format("{} is ordered, but {} is awarded; no other figure explains it.",
                    contract::shown(text_, sum), contract::shown(text_, *award)));
  }

  // Interest at 8% in the reasons, at 6% in the order; from one day, and from another.
  void interest() {
    static const RE2 rate(contract::pattern_of(
        "(?i)interest\\b[^.;\\n\x01]{0,80}?\\bat (?:the rate of |a rate of )?{P}"));
    std::vector<const Marked*> there, here;
    for (const auto& match : text_.matches(rate)) {
      const Marked& each = text_.figure(match, 1);
      (in_order(each.span.start) ? here : there).push_back(&each);
    }
    if (there.size() == 1 && here.size() == 1 && there[0]->value != here[0]->value)
      add("interest", here[0]->span, there[0]->span,
          fmt::format("Interest is at {} here, at {} in the reasons.",
                      contract::shown(text_, *here[0]), contract::shown(text_, *there[0])));
    static const RE2 from("(?i)interest\\b[^.;\\n]{0,90}\\bfrom (?:the )?$");
    std::vector<Date> before, behind;
    for (const Date& date : find_english_dates(judgment_.text)) {
      if (!date.exists() || !found_in(judgment_.before(date.span.start, 130), from)) continue;
      (in_order(date.span.start) ? behind : before).push_back(date);
    }
    if (before.size() == 1 && behind.size() == 1 && (before[0] <=> behind[0]) != 0)
      add("interest", behind[0].span, before[0].span,
          fmt::format("Interest runs from {} here, from {} in the reasons.",
                      judgment_.words(behind[0].span), judgment_.words(before[0].span)));
  }

  // Costs assessed at one sum in the reasons, at another in the order.
  void costs_assessed() {
    static const RE2 pattern(
        contract::pattern_of("(?i)costs\\b[^.;\\n\x01]{0,60}(?:assess(?:ed)?|fixed) (?:summarily "
                             ")?(?:at|in the (?:total )?sum of) {M}"));
    std::vector<const Marked*> there, here;
    for (const auto& match : text_.matches(pattern)) {
      const Marked& each = text_.figure(match, 1);
      (in_order(each.span.start) ? here : there).push_back(&each);
    }
    if (there.size() != 1 || here.size() != 1 || there[0]->value == here[0]->value) return;
    add("amount", here[0]->span, there[0]->span,
        fmt::format("Costs are {} here, {} in the reasons.", contract::shown(text_, *here[0]),
                    contract::shown(text_, *there[0])));
  }

  void dates() {
    static const RE2 page("(?i)page $");
    for (const Date& date : find_english_dates(judgment_.text)) {
      if (date.exists() || found_in(judgment_.before(date.span.start, 8), page)) continue;
      add("date", date.span, date.span,
          fmt::format("{} is no day of the calendar.", judgment_.words(date.span)));
      findings_.back().other.reset();
    }
  }

  // The Third Defendant, where the rest of the judgment has two.
  void ordinal() {
    static const RE2 pattern(
        "\\b((First|Second|Third|Fourth|Fifth) (Claimant|Defendant|Respondent|Appellant))\\b");
    constexpr std::array<std::string_view, 5> kOrdinals{"First", "Second", "Third", "Fourth",
                                                        "Fifth"};
    constexpr std::ptrdiff_t kOften = 2;
    for (const Span& place : all(judgment_.text, order(), pattern, 1)) {
      const std::string_view words = judgment_.words(place);
      const std::size_t blank = words.find(' ');
      const auto at =
          std::find(kOrdinals.begin(), kOrdinals.end(), words.substr(0, blank)) - kOrdinals.begin();
      if (at < 2) continue;
      const auto count = [&](std::string_view ordinal) {
        const RE2 same(fmt::format("(?i)\\b({}{})\\b", ordinal, words.substr(blank)));
        return static_cast<std::ptrdiff_t>(all(judgment_.text, judgment_.whole, same, 1).size());
      };
      const std::string number = fmt::format("({})", at + 1);
      if (judgment_.text.substr(0, 3000).find(number) != std::string_view::npos) continue;
      if (count(words.substr(0, blank)) != 1 ||
          count(kOrdinals.at(static_cast<std::size_t>(at - 1))) < kOften)
        continue;
      add("unknown_party", place, judgment_.sentence(place),
          fmt::format("The {} is named nowhere else.", words));
    }
  }

  ContractView judgment_;
  FiguredText text_;
  Span order_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_order_and_reasons(const CaseView& view) {
  std::vector<Finding> findings = Order(view).findings();
  for (Finding& each : check_order_and_findings(view)) findings.push_back(std::move(each));
  for (Finding& each : check_paper_days(view)) findings.push_back(std::move(each));
  return findings;
}

}  // namespace proviso::tasks::english
