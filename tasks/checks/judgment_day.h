// When a judgment was given, as far as its own text says.
#pragma once

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// The last full date of the signature; nullptr where the text has none. Points into `view.dates`.
const Date* judgment_day(const CaseView& view);

// The latest day on which something is told to have happened (于2015年3月2日签订 …) in procedure or
// facts: the judgment cannot be older. Year 0 where there is none. Dates of performance and ends of
// periods do not count.
Date not_before(const CaseView& view);

// 20150302, to compare days as numbers.
inline int as_number(const Date& date) {
  return date.year * 10000 + date.month * 100 + date.day;
}

}  // namespace proviso::tasks
