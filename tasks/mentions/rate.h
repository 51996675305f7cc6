// Rates of interest in running text and what they are counted by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tasks/checks/case_view.h"
#include "tasks/mentions/exact.h"

namespace proviso::tasks {

enum class Per : std::uint8_t { kUnsaid, kYear, kMonth, kDay };

// A percentage in a clause of interest or default money: 按年利率6%计算, 月息2分, 日万分之五.
struct Rate {
  std::size_t number = 0;  // index into CaseView::numbers
  Exact value;             // as written: 6/100
  Per per = Per::kUnsaid;
};
// In order of place. Rates beside 利率, 利息, 违约金, 罚息, 滞纳金 within the clause; percentages
// of shares, fault and discounts are none.
std::vector<Rate> find_rates(const CaseView& view);

// A day from which interest runs: 自2019年3月2日起按….
struct InterestStart {
  std::size_t date = 0;  // index into CaseView::dates; a full date with its own year
};
// In order of place: dates behind 自 or 从 and before 起 or 开始 in a sentence of interest.
std::vector<InterestStart> find_interest_starts(const CaseView& view);

}  // namespace proviso::tasks
