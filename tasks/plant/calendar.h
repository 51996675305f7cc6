// Dates as the planter reads them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tasks/plant/ground.h"

namespace proviso::tasks::planting {

struct Day {
  int year = 0, month = 0, day = 0;
  friend bool operator==(const Day&, const Day&) = default;
  // Days since an arbitrary one (civil calendar).
  long long number() const;
  // "2019年3月4日"
  std::string written() const;
};

Day day_of(long long number);

// A full Arabic date (2019年3月4日) and where it stands.
struct Dated {
  Span span;
  Day day;
};
std::vector<Dated> dates(const Ground& ground, const std::vector<Span>& parts);

}  // namespace proviso::tasks::planting
