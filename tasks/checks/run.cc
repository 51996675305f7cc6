#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "tasks/checks/alias.h"
#include "tasks/checks/amount.h"
#include "tasks/checks/capital_figure.h"
#include "tasks/checks/case_number.h"
#include "tasks/checks/case_view.h"
#include "tasks/checks/checks.h"
#include "tasks/checks/contract/contract_checks.h"
#include "tasks/checks/court.h"
#include "tasks/checks/court_name.h"
#include "tasks/checks/date.h"
#include "tasks/checks/dropped_claim.h"
#include "tasks/checks/english/english_checks.h"
#include "tasks/checks/event_date.h"
#include "tasks/checks/excess_award.h"
#include "tasks/checks/fee.h"
#include "tasks/checks/formula.h"
#include "tasks/checks/interest.h"
#include "tasks/checks/interest_base.h"
#include "tasks/checks/joint_liability.h"
#include "tasks/checks/judgment_view.h"
#include "tasks/checks/numbering.h"
#include "tasks/checks/opposite.h"
#include "tasks/checks/other_sum.h"
#include "tasks/checks/outcome.h"
#include "tasks/checks/party.h"
#include "tasks/checks/party_count.h"
#include "tasks/checks/place.h"
#include "tasks/checks/role.h"
#include "tasks/checks/sentence_term.h"
#include "tasks/checks/share.h"
#include "tasks/checks/statute.h"
#include "tasks/checks/sum.h"
#include "tasks/checks/unit.h"
#include "tasks/checks/unknown_party.h"

namespace proviso::tasks {
namespace {

struct Check {
  std::string_view name;
  std::vector<Finding> (*run)(const CaseView&);
};

struct JudgmentCheck {
  std::string_view name;
  std::vector<Finding> (*run)(const JudgmentView&);
};

// A check that asks nothing of the people and outcomes.
template <std::vector<Finding> (*check)(const CaseView&)>
std::vector<Finding> of_view(const JudgmentView& judgment) {
  return check(judgment.view);
}

// Slips in the figures of the order, then sums ordered in the place of others.
std::vector<Finding> ordered_sums(const JudgmentView& judgment) {
  std::vector<Finding> findings = check_amount(judgment.view);
  // A base of interest that the reasons have otherwise is told as such.
  for (const Finding& base : check_interest_base(judgment.view))
    std::erase_if(findings, [&](const Finding& each) { return each.place == base.place; });
  for (Finding& each : other_sums(judgment))
    if (!told_already(findings, each.place)) findings.push_back(std::move(each));
  return findings;
}

// Starts, rates and bases.
std::vector<Finding> interest(const CaseView& view) {
  std::vector<Finding> findings = check_interest(view);
  for (Finding& each : check_interest_base(view)) findings.push_back(std::move(each));
  return findings;
}

constexpr std::array kChecks{
    JudgmentCheck{"checks/formula", of_view<check_formula>},
    JudgmentCheck{"checks/sum", of_view<check_sum>},
    JudgmentCheck{"checks/amount", ordered_sums},
    JudgmentCheck{"checks/excess_award", of_view<check_excess_award>},
    JudgmentCheck{"checks/capital_figure", of_view<check_capital_figure>},
    JudgmentCheck{"checks/date", of_view<check_date>},
    JudgmentCheck{"checks/date_order", of_view<check_date_order>},
    JudgmentCheck{"checks/event_date", of_view<check_event_date>},
    JudgmentCheck{"checks/party", check_party},
    JudgmentCheck{"checks/role", check_role},
    JudgmentCheck{"checks/outcome", check_outcome},
    JudgmentCheck{"checks/dropped_claim", check_dropped_claim},
    JudgmentCheck{"checks/statute", of_view<check_statute>},
    JudgmentCheck{"checks/fee", of_view<check_fee>},
    JudgmentCheck{"checks/sentence_term", of_view<check_sentence_term>},
    JudgmentCheck{"checks/numbering", of_view<check_numbering>},
    JudgmentCheck{"checks/case_number", of_view<check_case_number>},
    JudgmentCheck{"checks/place", of_view<check_place>},
    JudgmentCheck{"checks/court", of_view<check_court>},
    JudgmentCheck{"checks/court_name", of_view<check_court_name>},
    JudgmentCheck{"checks/interest", of_view<interest>},
    JudgmentCheck{"checks/unit", of_view<check_unit>},
    JudgmentCheck{"checks/joint_liability", check_joint_liability},
    JudgmentCheck{"checks/share", check_share},
    JudgmentCheck{"checks/party_count", check_party_count},
    JudgmentCheck{"checks/unknown_party", check_unknown_party},
    JudgmentCheck{"checks/alias", of_view<check_alias>},
    JudgmentCheck{"checks/opposite", check_opposite},
};

// What judgments and contracts share: what holds wherever figures and statutes stand.
constexpr std::array kSharedChecks{
    Check{"checks/capital_figure", check_capital_figure},
    Check{"checks/statute", check_statute},
    Check{"checks/place", check_place},
};

struct ContractCheck {
  std::string_view name;
  std::vector<Finding> (*run)(const contract::ContractView&);
};

constexpr std::array kContractChecks{
    ContractCheck{"checks/cross_reference", contract::check_cross_reference},
    ContractCheck{"checks/annexes", contract::check_annexes},
    ContractCheck{"checks/clause_numbering", contract::check_clause_numbering},
    ContractCheck{"checks/written_twice", contract::check_written_twice},
    ContractCheck{"checks/named_figure", contract::check_named_figure},
    ContractCheck{"checks/named_time", contract::check_named_time},
    ContractCheck{"checks/same_matter", contract::check_same_matter},
    ContractCheck{"checks/particulars", contract::check_particulars},
    ContractCheck{"checks/arithmetic", contract::check_arithmetic},
    ContractCheck{"checks/bound_value", contract::check_bound_value},
    ContractCheck{"checks/counted_goods", contract::check_counted_goods},
    ContractCheck{"checks/signing_day", contract::check_signing_day},
    ContractCheck{"checks/opposed", contract::check_opposed},
    ContractCheck{"checks/same_words", contract::check_same_words},
    ContractCheck{"checks/contract_dates", contract::check_contract_dates},
    ContractCheck{"checks/defined_term", contract::check_defined_term},
    ContractCheck{"checks/contract_party", contract::check_contract_party},
    ContractCheck{"checks/contract_duty", contract::check_contract_duty},
    ContractCheck{"checks/governing_law", contract::check_governing_law},
    ContractCheck{"checks/blank", contract::check_blank},
};

// What English judgments have: the words of the others are Chinese, and read SI 1987/1967 as a sum.
constexpr std::array kEnglishChecks{
    Check{"checks/order_and_reasons", english::check_order_and_reasons},
    Check{"checks/judgment_sums", english::check_judgment_sums},
    Check{"checks/paragraph_reference", english::check_paragraph_reference},
};

template <typename... Lists>
constexpr auto names_of(const Lists&... lists) {
  std::array<std::string_view, (std::tuple_size_v<Lists> + ...)> names{};
  std::size_t at = 0;
  const auto add = [&](const auto& list) {
    for (const auto& each : list) names[at++] = each.name;
  };
  (add(lists), ...);
  return names;
}

constexpr auto kNames = names_of(kChecks);
constexpr auto kEnglishNames = names_of(kEnglishChecks);
constexpr auto kContractNames = names_of(kSharedChecks, kContractChecks);

// Whether this court says it itself, rather than a party, a piece of evidence or the court below.
bool own_words(const CaseView& view, std::size_t offset) {
  using segmenter::Tag;
  const Tag tag = view.section(offset).tag;
  return view.this_level(offset) && tag != Tag::kClaims && tag != Tag::kDefence &&
         tag != Tag::kThirdParty && tag != Tag::kEvidence;
}

bool meet(segmenter::Span a, segmenter::Span b) {
  return a.start < b.end && b.start < a.end;
}

// The same two places, however far each is quoted.
bool same_pair(const Finding& a, const Finding& b) {
  if (!a.other || !b.other || a.kind != b.kind) return false;
  return (meet(a.place, b.place) && meet(*a.other, *b.other)) ||
         (meet(a.place, *b.other) && meet(*a.other, b.place));
}

// A figure that its own words in capitals contradict also differs from what was found elsewhere:
// one slip, and the capitals tell it best.
void keep_one_of_a_slip(std::vector<Finding>& findings) {
  std::vector<segmenter::Span> slips;
  for (const Finding& each : findings) {
    if (each.kind != "capital_figure") continue;
    slips.push_back(each.place);
    if (each.other) slips.push_back(*each.other);
  }
  std::erase_if(findings, [&](const Finding& each) {
    const bool of_money = each.kind == "amount" || each.kind == "unit" || each.kind == "sum" ||
                          each.kind == "excess_award";
    // What a contract calculates from the sum is another slip than the capitals beside it.
    const bool calculated = each.check == "checks/arithmetic";
    return of_money && std::any_of(slips.begin(), slips.end(), [&](segmenter::Span slip) {
             return meet(each.place, slip) ||
                    (!calculated && each.other && meet(*each.other, slip));
           });
  });
}

// A length of time that its own words contradict, sixty (75) days, also differs from what another
// clause has: one slip, and the words tell it best.
void keep_words_against_figures(std::vector<Finding>& findings) {
  std::vector<segmenter::Span> slips;
  for (const Finding& each : findings) {
    if (each.check != "checks/written_twice") continue;
    slips.push_back(each.place);
    if (each.other) slips.push_back(*each.other);
  }
  std::erase_if(findings, [&](const Finding& each) {
    const bool of_figures = each.kind == "term" || each.kind == "share" || each.kind == "amount";
    return of_figures && each.check != "checks/written_twice" &&
           std::any_of(slips.begin(), slips.end(), [&](segmenter::Span slip) {
             return meet(each.place, slip) || (each.other && meet(*each.other, slip));
           });
  });
}

// Two checks of a contract that set the same two places against each other: the first that spoke
// explains them.
void keep_one_of_a_pair(std::vector<Finding>& findings) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const bool told =
        std::any_of(findings.begin(), findings.begin() + static_cast<std::ptrdiff_t>(kept),
                    [&](const Finding& each) { return same_pair(each, findings[i]); });
    if (told) continue;
    if (kept != i) findings[kept] = std::move(findings[i]);
    ++kept;
  }
  findings.erase(findings.begin() + static_cast<std::ptrdiff_t>(kept), findings.end());
}

// A judgment repeats itself, and a slip with it: what is told in the same figures of other places
// is told once, where it weighs most.
void keep_first_of_the_same(std::vector<Finding>& findings) {
  const auto again = [&](const Finding& each) {
    if (each.explanation.find_first_of("0123456789") == std::string::npos) return false;
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& other) {
      if (&other == &each || other.kind != each.kind || other.explanation != each.explanation)
        return false;
      return other.severity != each.severity ? other.severity == Severity::kError
                                             : other.place.start < each.place.start;
    });
  };
  std::vector<Finding> kept;
  for (Finding& each : findings)
    if (!again(each)) kept.push_back(each);
  findings = std::move(kept);
}

// A quote that was cut inside a bracket (12500元（大写) takes the bracket's other half in.
segmenter::Span with_whole_brackets(std::string_view text, segmenter::Span quote) {
  constexpr std::size_t kFar = 120;  // bytes
  for (const auto& [open, close] :
       {std::pair<std::string_view, std::string_view>{"（", "）"}, {"(", ")"}}) {
    const std::string_view words = text.substr(quote.start, quote.size());
    const std::size_t last_open = words.rfind(open);
    const std::size_t last_close = words.rfind(close);
    if (last_open != words.npos && (last_close == words.npos || last_close < last_open)) {
      const std::string_view behind = text.substr(quote.end, kFar);
      const std::size_t end = behind.find(close);
      if (end != behind.npos && end < behind.find('\n')) quote.end += end + close.size();
    }
    const std::size_t first_close = words.find(close);
    const std::size_t first_open = words.find(open);
    if (first_close != words.npos && (first_open == words.npos || first_close < first_open)) {
      const std::size_t from = quote.start > kFar ? quote.start - kFar : 0;
      const std::string_view ahead = text.substr(from, quote.start - from);
      const std::size_t start = ahead.rfind(open);
      const std::size_t line = ahead.rfind('\n');
      if (start != ahead.npos && (line == ahead.npos || line < start)) quote.start = from + start;
    }
  }
  return quote;
}

}  // namespace

std::span<const std::string_view> check_names(segmenter::Kind kind) {
  if (kind == segmenter::Kind::kContract) return kContractNames;
  if (kind == segmenter::Kind::kEnJudgment) return kEnglishNames;
  return kNames;
}

std::vector<Finding> run_checks(std::string_view text, const segmenter::Structure& structure,
                                const std::function<void(std::string_view check)>& ran) {
  const CaseView view(text, structure);
  if (ran) ran("");
  std::vector<Finding> findings;
  const auto add = [&](std::vector<Finding> found) {
    for (Finding& each : found) {
      // Two places, one disagreement: the first check that spoke explains it. A slip in an ordered
      // amount may exceed the claim too.
      const bool told = std::any_of(findings.begin(), findings.end(), [&](const Finding& other) {
        return other.place == each.place && other.other &&
               (other.other == each.other ||
                (each.kind == "excess_award" && other.kind == "amount"));
      });
      if (told) continue;
      if (!own_words(view, each.place.start)) each.severity = Severity::kWarning;
      findings.push_back(std::move(each));
    }
  };
  const auto run_all = [&](const auto& checks, const auto& seen) {
    for (const auto& check : checks) {
      add(check.run(seen));
      if (ran) ran(check.name);
    }
  };
  if (structure.kind == segmenter::Kind::kContract) {
    run_all(kSharedChecks, view);
    run_all(kContractChecks, contract::ContractView(view));
  } else if (structure.kind == segmenter::Kind::kEnJudgment) {
    run_all(kEnglishChecks, view);
  } else {
    const JudgmentView judgment(view);
    if (ran) ran("people and ruling");
    run_all(kChecks, judgment);
  }
  keep_one_of_a_slip(findings);
  if (structure.kind == segmenter::Kind::kContract) {
    keep_words_against_figures(findings);
    keep_one_of_a_pair(findings);
  } else {
    keep_first_of_the_same(findings);
  }
  for (Finding& each : findings)
    if (each.kind == "amount" || each.kind == "unit")
      each.place = with_whole_brackets(text, each.place);
  const auto order = [](const Finding& each) {
    return std::tuple(each.place.start, each.place.end, each.kind);
  };
  std::stable_sort(findings.begin(), findings.end(),
                   [&](const Finding& a, const Finding& b) { return order(a) < order(b); });
  // One place, one kind: the first check that spoke has it.
  findings.erase(
      std::unique(findings.begin(), findings.end(),
                  [&](const Finding& a, const Finding& b) { return order(a) == order(b); }),
      findings.end());
  return findings;
}

}  // namespace proviso::tasks
