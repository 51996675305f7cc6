// The checks of English judgments: orders beside reasons, sums of heads, references to paragraphs.
// Each reads one judgment and tells where it contradicts itself; pure, deterministic, and silent
// where a judgment has two appeals, a counterclaim or a dissent that explain the difference.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks::english {

// order_and_reasons.cc, kinds "outcome" (an appeal allowed here and dismissed there), "role" (who
// pays damages or costs exchanged between reasons and order, a defendant of an ordinal that is
// named once), "amount" (the sum ordered with the sum awarded), "interest" (its rate or first day).
std::vector<Finding> check_order_and_reasons(const CaseView& view);

// judgment_sums.cc, kind "sum": heads of damage beside their total, in a sentence or in rows; kind
// "capital_figure": a sum in words with its figures.
std::vector<Finding> check_judgment_sums(const CaseView& view);

// told_figures.cc, as "checks/judgment_sums": instalments of a yearly sum, the parts of an award, a
// deduction and what it leaves ("amount", "sum", "share"); a term of years and its two days, years
// of service ("date"); a ground of appeal that fails and is allowed ("outcome").
std::vector<Finding> check_told_figures(const CaseView& view);

// paragraph_reference.cc, kind "cross_reference": "paragraph 45 above" in a judgment of thirty.
std::vector<Finding> check_paragraph_reference(const CaseView& view);

}  // namespace proviso::tasks::english
