#include "tasks/plant/plant.h"

#include <algorithm>
#include <array>

#include "tasks/plant/families.h"

namespace proviso::tasks {
namespace {

using namespace planting;

enum class Needs { kDecision, kJudgment, kContract };

struct Entry {
  string_view kind;
  Planter* planter;
  Needs needs;
};

constexpr std::array kTable{Entry{"amount", plant_amount, Needs::kDecision},
                            Entry{"party", plant_party, Needs::kDecision},
                            Entry{"outcome", plant_outcome, Needs::kDecision},
                            Entry{"unit", plant_unit, Needs::kDecision},
                            Entry{"sum", plant_sum, Needs::kDecision},
                            Entry{"capital_figure", plant_capital_figure, Needs::kJudgment},
                            Entry{"date", plant_date, Needs::kDecision},
                            Entry{"date_order", plant_date_order, Needs::kDecision},
                            Entry{"interest", plant_interest, Needs::kDecision},
                            Entry{"role", plant_role, Needs::kDecision},
                            Entry{"unknown_party", plant_unknown_party, Needs::kDecision},
                            Entry{"party_count", plant_party_count, Needs::kDecision},
                            Entry{"alias", plant_alias, Needs::kDecision},
                            Entry{"joint_liability", plant_joint_liability, Needs::kDecision},
                            Entry{"share", plant_share, Needs::kDecision},
                            Entry{"dropped_claim", plant_dropped_claim, Needs::kDecision},
                            Entry{"excess_award", plant_excess_award, Needs::kDecision},
                            Entry{"statute", plant_statute, Needs::kJudgment},
                            Entry{"statute_name", plant_statute_name, Needs::kJudgment},
                            Entry{"statute_version", plant_statute_version, Needs::kJudgment},
                            Entry{"fee", plant_fee, Needs::kJudgment},
                            Entry{"case_number", plant_case_number, Needs::kJudgment},
                            Entry{"court", plant_court, Needs::kJudgment},
                            Entry{"sentence_term", plant_sentence_term, Needs::kJudgment},
                            Entry{"place", plant_place, Needs::kJudgment},
                            Entry{"numbering", plant_numbering, Needs::kJudgment},
                            Entry{"semantic", plant_semantic, Needs::kDecision},
                            Entry{"defined_term", plant_defined_term, Needs::kContract},
                            Entry{"cross_reference", plant_cross_reference, Needs::kContract},
                            Entry{"term", plant_term, Needs::kContract},
                            Entry{"blank", plant_blank, Needs::kContract},
                            Entry{"governing_law", plant_governing_law, Needs::kContract}};

// Kinds that judgments have too: in contracts they are planted otherwise.
constexpr std::array kContractTable{
    Entry{"amount", plant_contract_amount, Needs::kContract},
    Entry{"capital_figure", plant_contract_capital, Needs::kContract},
    Entry{"date", plant_contract_date, Needs::kContract},
    Entry{"date_order", plant_contract_date_order, Needs::kContract},
    Entry{"party", plant_contract_party, Needs::kContract},
    Entry{"role", plant_contract_role, Needs::kContract},
    Entry{"numbering", plant_contract_numbering, Needs::kContract}};

constexpr std::array kHarmless{Entry{"total", harmless_total, Needs::kDecision},
                               Entry{"each", harmless_each, Needs::kJudgment},
                               Entry{"half_fee", harmless_half_fee, Needs::kJudgment},
                               Entry{"deadline", harmless_deadline, Needs::kDecision},
                               Entry{"rounding", harmless_rounding, Needs::kDecision},
                               Entry{"mask", harmless_mask, Needs::kDecision},
                               Entry{"partial", harmless_partial, Needs::kDecision},
                               Entry{"quotation", harmless_quotation, Needs::kDecision}};

template <std::size_t N>
std::array<string_view, N> names(const std::array<Entry, N>& table) {
  std::array<string_view, N> list;
  for (std::size_t i = 0; i < N; ++i) list.at(i) = table.at(i).kind;
  return list;
}

bool offers(const Ground& ground, Needs needs) {
  const bool contract = ground.structure.kind == segmenter::Kind::kContract;
  if (needs == Needs::kContract || contract) return (needs == Needs::kContract) == contract;
  return needs == Needs::kJudgment || (!ground.disposition.empty() && !ground.reasoning.empty());
}

template <std::size_t N>
std::optional<Planted> draw(const std::array<Entry, N>& table, string_view text,
                            const segmenter::Structure& structure, string_view kind,
                            std::uint64_t seed) {
  const auto entry = std::find_if(table.begin(), table.end(),
                                  [&](const Entry& each) { return each.kind == kind; });
  if (entry == table.end()) return std::nullopt;
  const Ground ground(text, structure);
  if (!offers(ground, entry->needs)) return std::nullopt;
  Dice dice(seed);
  return entry->planter(ground, dice);
}

}  // namespace

std::span<const string_view> plant_kinds() {
  static const auto list = names(kTable);
  return list;
}

std::span<const string_view> harmless_kinds() {
  static const auto list = names(kHarmless);
  return list;
}

std::optional<Planted> plant(string_view text, const segmenter::Structure& structure,
                             string_view kind, std::uint64_t seed) {
  if (structure.kind == segmenter::Kind::kContract) {
    if (auto planted = draw(kContractTable, text, structure, kind, seed)) return planted;
  }
  return draw(kTable, text, structure, kind, seed);
}

std::optional<Planted> rewrite(string_view text, const segmenter::Structure& structure,
                               string_view kind, std::uint64_t seed) {
  return draw(kHarmless, text, structure, kind, seed);
}

}  // namespace proviso::tasks
