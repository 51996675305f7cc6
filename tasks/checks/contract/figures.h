// The figures of a contract in one list, whatever its language.
#pragma once

#include <string>
#include <vector>

#include "tasks/checks/contract/contract_view.h"
#include "tasks/mentions/exact.h"

namespace proviso::tasks::contract {

enum class FigureKind : std::uint8_t { kMoney, kPercent, kTime };

struct Figure {
  Span span;  // with currency, unit and the words that say it again: thirty (30) days
  FigureKind kind = FigureKind::kMoney;
  Exact value;
  std::string unit;  // currency, or day, month, year …; lengths of time compare within one unit
};

// In order of place, none overlapping.
std::vector<Figure> figures_of(const ContractView& contract);

// "amount", "share", "term".
string_view kind_name(FigureKind kind);

}  // namespace proviso::tasks::contract
