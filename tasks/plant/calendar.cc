#include "tasks/plant/calendar.h"

#include <re2/re2.h>

#include <cstdlib>

namespace proviso::tasks::planting {

// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms" (days_from_civil).
long long Day::number() const {
  const long long y = month <= 2 ? year - 1 : year;
  const long long era = y / 400;
  const long long of_era = y - era * 400;
  const long long of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year;
}

Day day_of(long long number) {
  const long long era = number / 146097;
  const long long of_era = number - era * 146097;
  const long long year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const long long of_year = of_era - (365 * year + year / 4 - year / 100);
  const long long m = (5 * of_year + 2) / 153;
  Day day;
  day.day = static_cast<int>(of_year - (153 * m + 2) / 5 + 1);
  day.month = static_cast<int>(m < 10 ? m + 3 : m - 9);
  day.year = static_cast<int>(year + era * 400 + (day.month <= 2 ? 1 : 0));
  return day;
}

std::string Day::written() const {
  return std::to_string(year) + "年" + std::to_string(month) + "月" + std::to_string(day) + "日";
}

std::vector<Dated> dates(const Ground& ground, const std::vector<Span>& parts) {
  static const RE2 date("((?:19|20)[0-9]{2})年(1[0-2]|0?[1-9])月(3[01]|[12][0-9]|0?[1-9])日");
  std::vector<Dated> found;
  for (const Span& part : parts) {
    for (const Span& span : matches(ground.text, part, date)) {
      const string_view words = ground.words(span);
      Dated dated{span, {}};
      RE2::FullMatch(re2::StringPiece(words.data(), words.size()), date, &dated.day.year,
                     &dated.day.month, &dated.day.day);
      found.push_back(dated);
    }
  }
  return found;
}

}  // namespace proviso::tasks::planting
