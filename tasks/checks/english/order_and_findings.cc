#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>

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

bool meet(Span a, Span b) {
  return a.start < b.end && b.start < a.end;
}

bool meets(const Finding& finding, Span place) {
  return meet(finding.place, place) || (finding.other && meet(*finding.other, place));
}

class Concluded {
 public:
  explicit Concluded(const CaseView& view)
      : judgment_(view), text_(judgment_), conclusion_(conclusion_of(view)) {}

  std::vector<Finding> run() {
    if (conclusion_.size() > 0) {
      sums();
      interest();
      claim_of_the_other_side();
      name_of_the_other_side();
      costs_of_the_loser();
      share_of_costs();
      grounds();
    }
    return std::move(findings_);
  }

 private:
  bool concluded(std::size_t at) const { return at >= conclusion_.start && at < conclusion_.end; }
  bool has(const char* pattern) const { return found_in(judgment_.text, RE2(pattern)); }
  void add(std::string_view kind, Span place, Span other, std::string why) {
    findings_.push_back(contract::tell(judgment_, kind, kCheck, place, other, std::move(why), ""));
  }
  std::string_view sentence_of(Span place) const {
    return judgment_.words(judgment_.sentence(place));
  }

  // What a sum is for, as far as its sentence says.
  enum class Head { kCosts, kCap, kAward };
  Head head_of(const Marked& sum) const {
    static const RE2 cap(
        "(?i)(?:up to|limited to|limit of|not exceeding|not exceed|no more than|to the extent of|"
        "maximum of|cap of|capped at)(?: the sum of)? ?$");
    static const RE2 costs("(?i)\\bcosts\\b|on account|attorney|\\bfees?\\b");
    static const RE2 costs_behind("(?i)^[^.;,]{0,24}(?:\\bcosts\\b|on account)");
    if (found_in(judgment_.before(sum.span.start, 40), cap)) return Head::kCap;
    // The words since the figure before it.
    const Span sentence = judgment_.sentence(sum.span);
    std::size_t from = sentence.start;
    for (const Marked& each : text_.figures())
      if (each.sort == 'M' && each.span.end <= sum.span.start) from = std::max(from, each.span.end);
    if (found_in(judgment_.words({from, sum.span.start}), costs) ||
        found_in(judgment_.behind(sum.span.end, 40), costs_behind))
      return Head::kCosts;
    return Head::kAward;
  }

  std::string_view paragraph_of(Span place) const {
    const std::size_t line = judgment_.text.rfind('\n', place.start);
    const std::size_t start = line == std::string_view::npos ? 0 : line + 1;
    return judgment_.words(
        {start, std::min(judgment_.text.find('\n', place.end), judgment_.text.size())});
  }

  // The sum of the order stands nowhere else, and one that was found differs from it by a slip.
  void sums() {
    static const RE2 ordered(
        "(?i)\\b(?:judgment|(?:re)?pays?|return|refund|paid|liable|award(?:s|ed)?|recover|entitled|"
        "damages|sum of|"
        "amount of|up to|limited)\\b");
    for (const Marked& sum : text_.figures()) {
      if (sum.sort != 'M' || !concluded(sum.span.start)) continue;
      const Span sentence = judgment_.sentence(sum.span);
      if (!found_in(judgment_.words({sentence.start, sum.span.start}), ordered)) continue;
      const Marked* found = found_before(sum);
      if (found == nullptr || explained(sum, *found)) continue;
      add("amount", sum.span, found->span,
          fmt::format("{} is ordered, but {} is found; no other figure explains it.",
                      contract::shown(text_, sum), contract::shown(text_, *found)));
    }
  }

  // Told elsewhere, or made of what is told: a sum, a difference, a share of others. What was found
  // is taken off nothing.
  bool explained(const Marked& sum, const Marked& found) const {
    std::vector<const Marked*> others, shares;
    for (const Marked& each : text_.figures()) {
      if (&each == &sum) continue;
      if (each.sort == 'P') shares.push_back(&each);
      if (each.sort != 'M') continue;
      if ((each.value - sum.value).abs() < Exact(1)) return true;
      if (each.unit == sum.unit) others.push_back(&each);
    }
    const auto is = [&](const Exact& made) { return (made - sum.value).abs() <= Exact(1); };
    for (const Marked* a : others) {
      for (const Marked* b : others)
        if (is(a->value + b->value) || (b->value != found.value && is(a->value - b->value)))
          return true;
      for (const Marked* share : shares)
        if (is(a->value * share->value) || is(a->value - a->value * share->value) ||
            is(a->value + a->value * share->value))
          return true;
    }
    return false;
  }

  // The one sum of the reasons from which a slip of the hand makes this one, for the same head: of
  // those that the court awards, or else of all that it finds.
  const Marked* found_before(const Marked& sum) const {
    static const RE2 awarding(
        "(?i)\\b(?:award|allow|assess|balance|recover|entitled|owes?|judgment|limited|liable|"
        "payment on account|would order|reasonable)");
    static const RE2 finding("(?i)\\b(?:find|found|conclude|therefore|thus|total)|=");
    static const RE2 asked("(?i)\\b(?:claims?|claimed|seeks?|sought|demands?|asks?|offer)\\b");
    const Head head = head_of(sum);
    const Marked* found = nullptr;
    bool awarded = false, unsure = false;
    for (const Marked& each : text_.figures()) {
      if (each.sort != 'M' || each.unit != sum.unit || concluded(each.span.start)) continue;
      const Slip slip = slip_between(each.value, sum.value, head == Head::kCap ? 1 : 2);
      if (slip != Slip::kDigit && slip != Slip::kTransposed) continue;
      // Another order pays it.
      if (told_in_conclusion(each.value)) continue;
      const std::string_view words = sentence_of(each.span);
      static const RE2 costs("(?i)\\bcosts\\b");
      const bool same = head_of(each) == head ||
                        (head == Head::kCosts && found_in(paragraph_of(each.span), costs));
      if (!same || (found_in(words, asked) && head == Head::kAward)) continue;
      const bool awards = found_in(words, awarding);
      if (!awards && (awarded || (head != Head::kCosts && !found_in(words, finding)))) continue;
      const bool another = found != nullptr && found->value != each.value;
      unsure = awards == awarded ? unsure || another : false;
      found = &each;
      awarded = awards;
    }
    return unsure ? nullptr : found;
  }

  bool told_in_conclusion(const Exact& value) const {
    return std::any_of(text_.figures().begin(), text_.figures().end(), [&](const Marked& each) {
      return each.sort == 'M' && concluded(each.span.start) && each.value == value;
    });
  }

  // Judgments without an order conclude: interest at one rate, and before at another.
  void interest() {
    interest_days();
    if (order_of(judgment_.view).size() > 0) return;
    static const RE2 rate(contract::pattern_of(
        "(?i)interest\\b[^.;\\n\x01]{0,80}?\\bat (?:the rate of |a rate of )?{P}"));
    std::vector<const Marked*> before, here;
    for (const auto& match : text_.matches(rate)) {
      const Marked& each = text_.figure(match, 1);
      (concluded(each.span.start) ? here : before).push_back(&each);
    }
    if (here.size() != 1 || before.empty()) return;
    for (const Marked* each : before)
      if (each->value == here[0]->value || each->value != before[0]->value) return;
    static const RE2 awarded("(?i)\\b(?:will|shall|award|allow|runs?|payable|order)\\b");
    if (!found_in(sentence_of(before.back()->span), awarded)) return;
    add("interest", here[0]->span, before.back()->span,
        fmt::format("Interest is at {} here, at {} in the reasons.",
                    contract::shown(text_, *here[0]), contract::shown(text_, *before.back())));
  }

  // It runs from one day, and in the reasons from another.
  void interest_days() {
    if (order_of(judgment_.view).size() > 0) return;
    static const RE2 from(
        "(?i)interest\\b[^.;\\n]{0,40}(?:[0-9.%]+[^.;\\n]{0,30})?\\bfrom (?:the )?$");
    static const RE2 awarded("(?i)\\b(?:will|shall|award|allow|runs?|payable|order)\\b");
    std::vector<Date> before, here;
    for (const Date& date : find_english_dates(judgment_.text)) {
      if (!date.exists() || !found_in(judgment_.before(date.span.start, 130), from)) continue;
      (concluded(date.span.start) ? here : before).push_back(date);
    }
    if (before.size() != 1 || here.size() != 1 || (before[0] <=> here[0]) == 0) return;
    if (!found_in(sentence_of(before[0].span), awarded)) return;
    add("interest", here[0].span, before[0].span,
        fmt::format("Interest runs from {} here, from {} in the reasons.",
                    judgment_.words(here[0].span), judgment_.words(before[0].span)));
  }

  // The defendant's claim is dismissed, and he made none.
  void claim_of_the_other_side() {
    static const RE2 pattern(
        "(?i)(the defendants?[’']?s?[’']? claims? (?:is|are|be|must be|will be|shall be|stands?) "
        "(?:therefore |accordingly |hereby )?(?:dismissed|allowed|struck out|refused))\\b");
    if (has("(?i)counter-?claim|cross-?claim|part 20|additional claim|third[ -]party|set-?off|"
            "defendants?[’']?s?[’']? (?:own )?claims? (?:for|that|to|against|under|in)\\b|"
            "contribution"))
      return;
    static const RE2 theirs(
        "(?i)((?:the )?(?:claimants?|plaintiffs?)[’']?s?[’']? (?:claims?|case|action))\\b");
    const auto others = all(judgment_.text, judgment_.whole, theirs, 1);
    if (others.empty()) return;
    for (const Span& place : all(judgment_.text, conclusion_, pattern, 1)) {
      const auto other = std::find_if(others.begin(), others.end(), [&](const Span& each) {
        return each.end <= place.start || each.start >= place.end;
      });
      if (other == others.end()) continue;
      add("role", place, *other, "The defendant has made no claim; the claim is the other side's.");
    }
  }

  // Against defendant Halverson Seed Company, who is the plaintiff.
  void name_of_the_other_side() {
    static const RE2 pattern(
        "\\b(?:[Pp]laintiffs?|[Dd]efendants?|[Cc]laimants?) ((?:[A-Z][A-Za-z&’'.-]*,? ?){2,6})");
    if (has("(?i)counter-?claim-?(?:ant|defend|plaint)|cross-?(?:claim|defend|plaint)|"
            "third-party (?:defend|plaint)|part 20"))
      return;
    // In the conclusion, and only names whose sides the head knows.
    for (Span name : all(judgment_.text, conclusion_, pattern, 1)) {
      while (judgment_.text[name.end - 1] == ' ' || judgment_.text[name.end - 1] == ',') --name.end;
      const std::string words = contract::lowered(judgment_.words(name));
      const std::string_view before = judgment_.before(name.start, 12);
      const bool defends = contract::lowered(before).find("defendant") != std::string::npos;
      int own = 0, other = 0;
      Span place;
      for (const auto& party : judgment_.structure.parties) {
        std::string known = contract::lowered(party.name);
        if (known.find(" and ") != std::string::npos && known.size() > 60) return;
        constexpr std::size_t kFirst = 12;
        if (known.size() > kFirst) known.resize(kFirst);
        bool alike = words.starts_with(known);
        bool sued = false, sues = false;
        for (const auto& each : party.roles) {
          const std::string side = contract::lowered(each);
          sued = sued || side.find("defendant") != std::string::npos;
          sues = sues || side.find("plaintiff") != std::string::npos ||
                 side.find("claimant") != std::string::npos;
        }
        if (!alike) continue;
        if (sued == sues) return;
        ++(sued == defends ? own : other);
        place = party.span;
      }
      if (other != 1 || own != 0) continue;
      add("role", name, place,
          fmt::format("{} is no {} by the head of the judgment.", judgment_.words(name),
                      defends ? "defendant" : "claimant"));
    }
  }

  // The claim succeeds, and the claimants pay the costs of the defendants; or the other way round.
  void costs_of_the_loser() {
    static const RE2 pays(
        "(?i)\\b(the (claimant|defendant|plaintiff)s? (?:must|shall|should|will|is to|are to) pay "
        "the "
        "(claimant|defendant|plaintiff)[’']?s?[’']? (?:reasonable |legal )?costs(?: of (?:the "
        "|this "
        ")?(?:claim|action|proceedings|trial))?)(?: on the| to be|,? assessed|[.,;])");
    static const RE2 won(
        "(?i)\\b((?:(?:the|their|his|her|its) claims? (?:therefore |accordingly )?(?:succeeds?|is "
        "allowed|is well[ -]founded))|(?:there will be |there must be |i give |enter )judgment for "
        "the (?:claimant|plaintiff)s?)\\b");
    static const RE2 lost(
        "(?i)\\b((?:the|their|his|her|its|this) (?:claim|action) (?:therefore |accordingly "
        ")?(?:fails?|"
        "(?:is|must be|will be) dismissed)|judgment for the defendants?)\\b");
    if (has("(?i)counter-?claim|cross-|part 36|calderbank|without prejudice|offers? (?:to "
            "settle|of "
            "settlement)|issue-based|in part\\b|partly|appeal|wasted|conduct of the (?:litigation|"
            "proceedings)|unreasonabl[ey] (?:conduct|refus|in)"))
      return;
    const auto good = all(judgment_.text, conclusion_, won, 1);
    const auto bad = all(judgment_.text, judgment_.whole, lost, 1);
    const auto orders = all(judgment_.text, judgment_.whole, pays, 1);
    if (orders.size() != 1 || orders[0].start < judgment_.text.size() / 2 ||
        good.empty() == bad.empty())
      return;
    std::string from, to, whole;
    const std::string words = std::string(judgment_.words(orders[0])) + ".";
    if (!RE2::PartialMatch(words, pays, &whole, &from, &to)) return;
    const bool defendant_pays = contract::lowered(from).starts_with("defendant");
    if (contract::lowered(to).starts_with("defendant") == defendant_pays) return;
    if (defendant_pays == !good.empty()) return;
    const Span why = good.empty() ? bad.front() : good.front();
    add("role", orders[0], why,
        fmt::format("Who has won pays the costs here: “{}” there.", judgment_.words(why)));
  }

  // Three quarters of the costs in the reasons, another share in the order.
  void share_of_costs() {
    static const RE2 pattern(
        contract::pattern_of("(?i){P} of (?:the|their|his|her|its) [^.;\\n\x01]{0,30}\\bcosts\\b"));
    static const RE2 granted("(?i)\\b(?:must|shall|should|will|would|order|award)\\b");
    static const RE2 below("(?i)\\b(?:judge|court below|recorder|tribunal|master)\\b[^.]*\\border");
    const Marked* before = nullptr;
    const Marked* here = nullptr;
    for (const auto& match : text_.matches(pattern)) {
      const Marked& each = text_.figure(match, 1);
      if (concluded(each.span.start)) {
        if (here != nullptr) return;
        here = &each;
      } else {
        if (before != nullptr) return;
        before = &each;
      }
    }
    if (before == nullptr || here == nullptr || before->value == here->value) return;
    const std::string_view words = sentence_of(before->span);
    if (!found_in(words, granted) || found_in(words, below)) return;
    add("share", here->span, before->span,
        fmt::format("The share of the costs is {} here, {} in the reasons.",
                    contract::shown(text_, *here), contract::shown(text_, *before)));
  }

  // Every ground fails, and the appeal is allowed.
  void grounds() {
    static const RE2 named("\\b[Gg]rounds? ([1-9])\\b");
    static const RE2 verdict(
        "\\b([Gg]round [1-9] (?:therefore |accordingly |also )?(fails|succeeds|must fail|is "
        "dismissed|is allowed|does not arise|is made out|is well[ -]founded|is rejected|is "
        "upheld))\\b");
    static const RE2 allowed(
        "\\b((?:I|[Ww]e) (?:would |will |therefore |accordingly )*allow (?:the|this) appeal|[Tt]he "
        "appeal is (?:therefore |accordingly )?allowed)\\b");
    if (has("(?i)appeals\\b|cross-appeal|dissent|respondent[’']s notice|in part\\b|I disagree|"
            "grounds [1-9]"))
      return;
    std::map<char, bool> failed;
    for (const Span& each : all(judgment_.text, judgment_.whole, named, 1))
      failed.emplace(judgment_.words(each)[0], false);
    Span place;
    bool any_failed = false;
    for (const Span& each : all(judgment_.text, judgment_.whole, verdict, 1)) {
      const std::string_view words = judgment_.words(each);
      if (words.find("succe") != words.npos || words.find("allow") != words.npos ||
          words.find("made out") != words.npos || words.find("founded") != words.npos ||
          words.find("upheld") != words.npos)
        return;
      failed[words[std::string_view("Ground ").size()]] = true;
      if (words.find("arise") == words.npos) {
        any_failed = true;
        place = each;
      }
    }
    const auto orders = all(judgment_.text, judgment_.whole, allowed, 1);
    const bool all_failed =
        std::all_of(failed.begin(), failed.end(), [](const auto& each) { return each.second; });
    if (!any_failed || !all_failed || orders.empty()) return;
    add("outcome", orders.back(), place,
        fmt::format("“{}” here, “{}” there.", judgment_.words(orders.back()),
                    judgment_.words(place)));
  }

  ContractView judgment_;
  FiguredText text_;
  Span conclusion_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_order_and_findings(const CaseView& view) {
  std::vector<Finding> findings = Concluded(view).run();
  // A sum that the judgment works out wrongly is told there.
  if (findings.empty()) return findings;
  const std::vector<Finding> worked_out = check_judgment_sums(view);
  std::erase_if(findings, [&](const Finding& each) {
    return each.kind == "amount" &&
           std::any_of(worked_out.begin(), worked_out.end(), [&](const Finding& sum) {
             return meets(each, sum.place) || (sum.other && meets(each, *sum.other));
           });
  });
  return findings;
}

}  // namespace proviso::tasks::english
