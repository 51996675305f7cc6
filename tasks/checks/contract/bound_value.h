// Names of a contract with the values that they are bound to: the Security Deposit is $20,000,
// “质量保证期”指自最终验收之日起二十四个月.
#pragma once

#include <string>
#include <vector>

#include "tasks/checks/contract/contract_view.h"
#include "tasks/checks/contract/figures.h"

namespace proviso::tasks::contract {

struct Bound {
  std::string name;  // how bindings compare: in small letters, with what the value is counted by
  Span place;        // from the name to the value, or from the value to the name
  FigureKind kind = FigureKind::kMoney;
  Exact value;       // lengths of time of whole months in months
  std::string unit;  // currency; "month", "day", …
};

// What is bound in the contract's own words and its schedules, in order of place. Left out: values
// in steps (first year, renewed), under a condition, and names with a word before them that makes
// another thing of them.
std::vector<Bound> bound_in_english(const ContractView& contract);
std::vector<Bound> bound_in_chinese(const ContractView& contract);

// Years as months, weeks as days, so that twelve months are one year.
void common_unit(Bound& bound);

}  // namespace proviso::tasks::contract
