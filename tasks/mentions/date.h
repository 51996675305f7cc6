// Calendar dates in running text.
#pragma once

#include <compare>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/mentions/folded.h"

namespace proviso::tasks {

// 2016年5月3日, 二〇一六年五月三日, 2016年5月 (day 0), 2016-05-03, 2016.5.3, 同年6月1日 and 同月5日
// (year, month from the date before). Masked dates (201×年) are no dates.
struct Date {
  segmenter::Span span;
  std::size_t start = 0;  // in the folded text
  std::size_t end = 0;
  int year = 0;
  int month = 0;
  int day = 0;            // 0: only year and month
  bool inferred = false;  // the year was taken from the date before it

  bool exists() const;  // month 1..12 and the day within it (Gregorian)
  friend std::strong_ordering operator<=>(const Date& a, const Date& b) {
    if (const auto order = a.year <=> b.year; order != 0) return order;
    if (const auto order = a.month <=> b.month; order != 0) return order;
    return a.day <=> b.day;
  }
};

// In order of place. Impossible dates (2月30日) are found too: see exists().
std::vector<Date> find_dates(const Folded& folded);

}  // namespace proviso::tasks
