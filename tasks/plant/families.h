// The families of errors. Each function plants one error of its kind or finds no place for it.
#pragma once

#include <optional>

#include "tasks/plant/ground.h"

namespace proviso::tasks::planting {

using Planter = std::optional<Planted>(const Ground&, Dice&);

// amount.cc
Planter plant_amount, plant_unit;
// arithmetic.cc
Planter plant_sum, plant_capital_figure, plant_fee, plant_share;
// time.cc
Planter plant_date, plant_date_order, plant_sentence_term;
// interest.cc
Planter plant_interest;
// party.cc
Planter plant_party, plant_role;
// people.cc
Planter plant_unknown_party, plant_party_count, plant_alias, plant_joint_liability;
// outcome.cc
Planter plant_outcome, plant_dropped_claim, plant_excess_award;
// law.cc
Planter plant_statute, plant_statute_name, plant_statute_version;
// form.cc
Planter plant_case_number, plant_court, plant_place, plant_numbering;
// meaning.cc
Planter plant_semantic;
// contract.cc
Planter plant_defined_term, plant_cross_reference, plant_blank;
// contract_figures.cc
Planter plant_contract_amount, plant_contract_capital, plant_term, plant_contract_date,
    plant_contract_date_order;
// contract_form.cc
Planter plant_contract_party, plant_contract_role, plant_contract_numbering, plant_governing_law;

// harmless.cc: rewrites that stay right; Planted::quote is what was rewritten.
Planter harmless_total, harmless_each, harmless_half_fee, harmless_deadline, harmless_rounding,
    harmless_mask, harmless_partial, harmless_quotation;

}  // namespace proviso::tasks::planting
