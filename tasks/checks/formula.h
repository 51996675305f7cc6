#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// A calculation printed in the document gives another result than the one printed for it (误算,
// Civil Procedure Law, Interpretation art. 245). kind "sum" for additions and subtractions,
// "amount" where rates, × or ÷ take part, "unit" where the result is right but for a 万. Silent
// where rounding of the result or of a quotient on the way explains the difference, where words
// drop 万 from the operands, where a price per month or year meets days, or where the figure is
// called approximate; but not where the claim asks to be free of
// that sum, or where another operand of the same unit that this court tells makes the result and the
// printed one stands nowhere else. Quotes the result (place) and the calculation (other).
std::vector<Finding> check_formula(const CaseView& view);

}  // namespace proviso::tasks
