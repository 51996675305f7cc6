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

// order_and_findings.cc, as "checks/order_and_reasons": what the order or the conclusion says
// beside the findings: a sum, a limit or costs a slip away from what was found for the same head,
// and nothing else explains ("amount"); "interest"; a claim of a defendant who made none, a name on
// the other side, costs paid by who has won ("role"); an appeal allowed whose grounds all fail
// ("outcome").
std::vector<Finding> check_order_and_findings(const CaseView& view);

// paper_days.cc, kind "date", as "checks/order_and_reasons": an agreement, a guarantee or an order
// under appeal that is told to be of two days, one a slip from the other and told once. Silent
// where there are several such papers.
std::vector<Finding> check_paper_days(const CaseView& view);

// judgment_sums.cc, kind "sum": heads of damage beside their total, in a sentence or in rows; kind
// "capital_figure": a sum in words with its figures.
std::vector<Finding> check_judgment_sums(const CaseView& view);

// told_figures.cc, as "checks/judgment_sums": instalments of a yearly sum, the parts of an award, a
// deduction and what it leaves ("amount", "sum", "share"); a term of years and its two days, years
// of service ("date"); a ground of appeal that fails and is allowed ("outcome").
std::vector<Finding> check_told_figures(const CaseView& view);

// reckoned.cc and reckoned_shares.cc, as "checks/judgment_sums": what a judgment works out in
// words, months at a rate, so much each, printed sums, what is left, simple interest; a share of a
// sum, contributory negligence taken off ("sum"); shares that are to make the whole ("share").
// Silent where a figure is rough. The second is part of the first.
std::vector<Finding> check_reckoned(const CaseView& view);
std::vector<Finding> check_shares_reckoned(const CaseView& view);

// paragraph_reference.cc, kind "cross_reference": "paragraph 45 above" in a judgment of thirty.
std::vector<Finding> check_paragraph_reference(const CaseView& view);

}  // namespace proviso::tasks::english
