#include "tasks/mentions/period.h"

#include <re2/re2.h>

#include <optional>
#include <string_view>

#include "tasks/mentions/number.h"

namespace proviso::tasks {
namespace {

using std::string_view;

int small_number(const re2::StringPiece& figure) {
  const string_view text(figure.data(), figure.size());
  if (text.empty()) return 0;
  const std::optional<Exact> value =
      text[0] >= '0' && text[0] <= '9' ? Exact::parse(text) : chinese_value(text);
  return value && *value <= Exact(999) ? std::stoi(value->str(0)) : 0;
}

}  // namespace

std::vector<Term> find_terms(const Folded& folded) {
  static const RE2 pattern(
      "(有期徒刑|拘役|管制)(?:为|的刑期为)?"
      "(?:([0-9]{1,2}|[一二三四五六七八九十两]{1,3}) ?年)?"
      "(?:(?:又|零|,)?([0-9]{1,2}|[一二三四五六七八九十两]{1,3}) ?个月)?");
  std::vector<Term> terms;
  re2::StringPiece groups[4];
  std::size_t at = 0;
  while (pattern.Match(folded.text, at, folded.text.size(), RE2::UNANCHORED, groups, 4)) {
    const auto start = static_cast<std::size_t>(groups[0].data() - folded.text.data());
    at = start + groups[0].size();
    Term term;
    term.start = start;
    term.end = at;
    term.span = folded.original(start, at);
    term.months = small_number(groups[2]) * 12 + small_number(groups[3]);
    term.control = groups[1] == "管制";
    if (term.months > 0) terms.push_back(term);
  }
  return terms;
}

std::vector<Period> find_periods(const Folded& folded, const std::vector<Date>& dates) {
  static const RE2 between("(?:\\(含[^()]{0,9}\\))?(?:起)?(?:计算)?,? ?(?:至|到)");
  std::vector<Period> periods;
  const string_view text = folded.text;
  for (std::size_t i = 1; i < dates.size(); ++i) {
    const Date& from = dates[i - 1];
    const Date& to = dates[i];
    if (from.day == 0 || to.day == 0 || from.inferred || !from.exists() || !to.exists()) continue;
    const string_view middle = text.substr(from.end, to.start - from.end);
    if (!RE2::FullMatch(re2::StringPiece(middle.data(), middle.size()), between)) continue;
    const string_view before = text.substr(0, from.start);
    if (!before.ends_with("自") && !before.ends_with("从")) continue;
    constexpr std::size_t kWord = 3;  // 自, 止
    Period period;
    const bool marked = text.substr(to.end).starts_with("止");
    period.span = folded.original(from.start - kWord, to.end + (marked ? kWord : 0));
    period.from = i - 1;
    period.to = i;
    periods.push_back(period);
  }
  return periods;
}

// Days from civil, Howard Hinnant, chrono-compatible low-level date algorithms (2013).
long day_count(const Date& date) {
  const long year = date.month <= 2 ? date.year - 1 : date.year;
  const long era = (year >= 0 ? year : year - 399) / 400;
  const long of_era = year - era * 400;
  const long month = date.month > 2 ? date.month - 3 : date.month + 9;
  const long of_year = (153 * month + 2) / 5 + date.day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

Date after_months(Date date, int months) {
  const int total = date.year * 12 + date.month - 1 + months;
  date.year = total / 12;
  date.month = total % 12 + 1;
  while (!date.exists()) --date.day;
  return date;
}

}  // namespace proviso::tasks
