// Terms of imprisonment and the days between which they run.
#pragma once

#include <cstddef>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/mentions/date.h"
#include "tasks/mentions/folded.h"

namespace proviso::tasks {

// 有期徒刑三年六个月 or 拘役五个月 or 管制一年, as years × 12 + months.
struct Term {
  segmenter::Span span;
  std::size_t start = 0;  // in the folded text
  std::size_t end = 0;
  int months = 0;
  bool control = false;  // 管制: a day in custody counts for two
};
std::vector<Term> find_terms(const Folded& folded);

// 自2015年3月2日起至2016年3月1日止: indices into the dates that find_dates gave.
struct Period {
  segmenter::Span span;  // from 自 to 止
  std::size_t from = 0;
  std::size_t to = 0;
};
// Only periods of two full dates, in order of place.
std::vector<Period> find_periods(const Folded& folded, const std::vector<Date>& dates);

// Days since 1970-01-01 (Gregorian; `date` must exist).
long day_count(const Date& date);
// `date` plus months; a day that the month lacks becomes its last day.
Date after_months(Date date, int months);

}  // namespace proviso::tasks
