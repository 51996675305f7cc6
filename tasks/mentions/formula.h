// Calculations printed in running text: 100元/天×13天=1300元, 660.49元（1160元-499.51元）.
#pragma once

#include <cstddef>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/mentions/exact.h"
#include "tasks/mentions/folded.h"
#include "tasks/mentions/number.h"

namespace proviso::tasks {

// A calculation and the result printed for it, in either order. The calculation is whole: no
// operator stands on its open side, every bracket in it is closed, labels between operator and
// figure (伤残赔偿金71626.5元) are passed over, and so are bracketed notes behind a figure.
struct Equation {
  segmenter::Span calculation;  // in the document
  segmenter::Span printed;  // the result: a figure, or a further calculation in a chain a+b=c-d=e
  Exact computed;           // value of the calculation, scale words applied (1.5万元 is 15000)
  Exact computed_raw;       // the same without scale words: courts drop 万 inside a calculation
  Exact result;             // value of the printed side, scale words applied
  Exact result_raw;
  Exact result_unit = 1;         // worth of the last printed place
  Exact result_scale = 1;        // 10000 for 万元
  std::size_t result_start = 0;  // printed side in the folded text
  std::size_t result_end = 0;
  bool result_is_money = false;
  bool product = false;      // × or a rate takes part
  bool quotient = false;     // ÷ takes part
  bool approximate = false;  // ≈, 约
  bool labelled = false;     // words stood between the operators
  std::size_t operands = 0;
};

// Every calculation with its result, in order of place. `numbers` as find_numbers gave them for the
// same text.
std::vector<Equation> find_equations(const Folded& folded, const std::vector<Number>& numbers);

}  // namespace proviso::tasks
