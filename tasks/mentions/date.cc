#include "tasks/mentions/date.h"

#include <re2/re2.h>

#include <cctype>
#include <optional>
#include <string>

#include "tasks/mentions/number.h"

namespace proviso::tasks {
namespace {

int days_in_month(int year, int month) {
  switch (month) {
    case 2:
      return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
      return 30;
    default:
      return 31;
  }
}

// Digits or Chinese numerals as a small number; -1 for neither.
int small_number(std::string_view figure) {
  if (figure.empty()) return -1;
  const std::optional<Exact> value =
      figure[0] >= '0' && figure[0] <= '9' ? Exact::parse(figure) : chinese_value(figure);
  if (!value || *value > Exact(9999)) return -1;
  return std::stoi(value->str(0));
}

// 四五月份, 九十月份, 三四日: one or the other. Two Chinese numerals that make no number together.
bool one_or_other(std::string_view figure) {
  constexpr std::string_view kTen = "十";
  constexpr std::size_t kTwo = 6;  // bytes
  if (figure.size() != kTwo || figure.starts_with(kTen)) return false;
  return !figure.ends_with(kTen) || figure.starts_with("九");
}

}  // namespace

bool Date::exists() const {
  return month >= 1 && month <= 12 && day >= 0 && day <= days_in_month(year, month);
}

std::vector<Date> find_dates(const Folded& folded) {
  static const RE2 pattern(
      "(?:((?:1[89]|20)\\d\\d|[一二][一二三四五六七八九〇零O0]{3}|同|该|当) ?年 ?)?"
      "(?:(\\d{1,2}|[一二三四五六七八九十]{1,2}) ?月份? ?|(同月))"
      "(?:(\\d{1,2}|[一二三四五六七八九十]{1,3}) ?[日号])?"
      "|((?:19|20)\\d\\d)([-./])(\\d{1,2})[-./](\\d{1,2})");
  std::vector<Date> dates;
  re2::StringPiece rest(folded.text);
  const char* const begin = folded.text.data();
  re2::StringPiece year, month, same_month, day, year2, mark, month2, day2;
  re2::StringPiece whole;
  std::size_t from = 0;
  re2::StringPiece groups[9];
  while (from < folded.text.size() &&
         pattern.Match(folded.text, from, folded.text.size(), RE2::UNANCHORED, groups, 9)) {
    const auto start = static_cast<std::size_t>(groups[0].data() - begin);
    const std::size_t end = start + groups[0].size();
    from = end > from ? end : from + 1;
    const auto piece = [&](int i) { return std::string_view(groups[i].data(), groups[i].size()); };
    Date date;
    date.start = start;
    date.end = end;
    if (!piece(5).empty()) {
      date.year = small_number(piece(5));
      date.month = small_number(piece(7));
      date.day = small_number(piece(8));
      if (date.month > 12 || date.day > 31) continue;
      // A longer code (case number, version) goes on before or after.
      if (start > 0 && (std::isalnum(static_cast<unsigned char>(begin[start - 1])) != 0 ||
                        begin[start - 1] == '.'))
        continue;
      if (end < folded.text.size() && std::isdigit(static_cast<unsigned char>(begin[end])) != 0)
        continue;
    } else {
      const std::string_view written = piece(1);
      const bool relative =
          written.empty() || written == "同" || written == "该" || written == "当";
      std::string numerals(written);
      for (std::size_t at = 0; !relative && at < numerals.size(); ++at) {
        if (numerals[at] == 'O') numerals.replace(at, 1, "〇");
        if (numerals[at] == '0' && numerals[0] != '1' && numerals[0] != '2')
          numerals.replace(at, 1, "〇");
      }
      if (relative) {
        if (dates.empty()) continue;
        date.year = dates.back().year;
        date.inferred = true;
      } else {
        date.year = small_number(numerals);
      }
      date.month = piece(3).empty() ? small_number(piece(2))
                   : dates.empty()  ? 0
                                    : dates.back().month;
      date.day = piece(4).empty() ? 0 : small_number(piece(4));
      if (one_or_other(piece(2)) || one_or_other(piece(4))) continue;
      if (written.empty() && date.day == 0)
        continue;  // 12月 alone: a length of time or a month of some year
      if (start > 0 && written.size() == 4 &&
          std::isdigit(static_cast<unsigned char>(begin[start - 1])) != 0)
        continue;
    }
    if (date.year < 0 || date.month < 0 || date.day < 0) continue;
    date.span = folded.original(start, end);
    dates.push_back(date);
  }
  return dates;
}

}  // namespace proviso::tasks
