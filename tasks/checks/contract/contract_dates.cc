#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "tasks/checks/contract/contract_checks.h"
#include "tasks/checks/contract/contract_dates.h"
#include "tasks/mentions/number.h"
#include "tasks/mentions/period.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/contract_dates";

// A length of time in months, from "three (3) years", "36 months", 三年, 36个月; 0 where there is
// none or another unit.
struct Length {
  Span span;
  int months = 0;
};

std::vector<Length> lengths_in(const ContractView& contract, Span within) {
  static const RE2 english(
      "(?i)\\b((?:[a-z]+(?:-[a-z]+)?|[0-9]{1,3}))(?: ?\\([0-9a-z]{1,6}\\))?[ -](?:consecutive "
      "|full |calendar |"
      "additional )?(year|month)s?\\b");
  static const RE2 chinese(
      "([0-9]{1,3}|[一二两三四五六七八九十]{1,3})(?:[（(][^（）()]{1,6}[）)])?(?:个)?(年|月)(?:整|"
      "期)?");
  std::vector<Length> found;
  const RE2& pattern = contract.chinese ? chinese : english;
  const re2::StringPiece piece(contract.text.data() + within.start, within.size());
  std::array<re2::StringPiece, 3> groups;
  for (std::size_t at = 0;
       pattern.Match(piece, at, piece.size(), RE2::UNANCHORED, groups.data(), 3);) {
    const auto start = static_cast<std::size_t>(groups[0].data() - contract.text.data());
    at = start + groups[0].size() - within.start;
    const int count = count_of({groups[1].data(), groups[1].size()});
    // 2031年 is a year of the calendar.
    if (count == 0 ||
        (start > 0 && contract.text[start - 1] >= '0' && contract.text[start - 1] <= '9'))
      continue;
    const bool years = groups[2] == "年" || lowered({groups[2].data(), groups[2].size()}) == "year";
    if (groups[2] == "月" &&
        string_view(groups[0].data(), groups[0].size()).find("个") == string_view::npos)
      continue;
    found.push_back({{start, start + groups[0].size()}, years ? count * 12 : count});
  }
  return found;
}

// "from January 1, 2020 to December 31, 2022", "commencing on … and ending on …".
bool runs(const ContractView& contract, const Date& from, const Date& to) {
  static const RE2 english(
      "(?i)^[,\\s]*(?:\\([^()]{0,60}\\)[,\\s]*)?(?:and )?(?:(?:that is|i\\.e\\.|namely),? "
      ")?(?:to|through|until|thru|-|–|up "
      "to|(?:shall |will )?be (?:completed|finished) (?:by|on)|(?:shall |will "
      ")?(?:continu\\w+|remain\\w*|"
      "end\\w*|expir\\w+|terminat\\w+|run\\w*)[^.;]{0,60}?(?:on|at|until|through|to))(?: and "
      "including)?,?(?: midnight)?(?: on| of)? $");
  static const RE2 chinese(
      "^ ?(?:（[^（）]{1,8}）)?(?:起)?(?:开始)?(?:计算)?[，,]? ?(?:至|到|-|—|—|~|～|止于)+ ?$");
  return found_in(contract.text.substr(from.span.end, to.span.start - from.span.end),
                  contract.chinese ? chinese : english);
}

// What the end is by the length: the words of the document, and the day that it comes to.
std::string ends_otherwise(const ContractView& contract, const Date& from, const Length& length,
                           const Date& to) {
  const Date end = last_day(after_months(from, length.months));
  const string_view start = contract.words(from.span), long_time = contract.words(length.span),
                    written = contract.words(to.span);
  if (!contract.chinese) {
    const auto month = kMonths.at(static_cast<std::size_t>(end.month) - 1);
    return fmt::format("“{}” from {} end on {} {}, {}, not {}.", long_time, start, month, end.day,
                       end.year, written);
  }
  if (length.months % 12 == 0) {
    return fmt::format("自{}起{}年（“{}”），应至{}年{}月{}日届满，此处写作{}。", start,
                       length.months / 12, long_time, end.year, end.month, end.day, written);
  }
  return fmt::format("自{}起{}个月（“{}”），应至{}年{}月{}日届满，此处写作{}。", start,
                     length.months, long_time, end.year, end.month, end.day, written);
}

// The length that the contract gives for the period between two dates. Right before the first of
// them it is surely theirs ("期限三年，自…起至…止，其中试用期三个月，自…"); elsewhere only where
// the sentence has one length and one pair of dates, and they stand close by.
std::optional<Length> length_of(const ContractView& contract, const std::vector<Date>& dates,
                                std::size_t to_index, Span sentence) {
  const Date& from = dates[to_index - 1];
  const Date& to = dates[to_index];
  const std::size_t reach = contract.chinese ? 45 : 90;
  std::vector<Length> lengths = lengths_in(contract, sentence);
  std::erase_if(lengths, [&](const Length& each) {
    return std::any_of(dates.begin(), dates.end(), [&](const Date& date) {
      return each.span.start < date.span.end && date.span.start < each.span.end;
    });
  });
  const std::size_t before = to_index >= 2 ? dates[to_index - 2].span.end : 0;
  std::vector<Length> ahead;
  for (const Length& each : lengths) {
    if (each.span.end <= from.span.start && each.span.start >= before) ahead.push_back(each);
  }
  if (ahead.size() == 1 && from.span.start - ahead[0].span.end <= (contract.chinese ? 15 : 8))
    return ahead[0];
  const auto others = std::count_if(dates.begin(), dates.end(), [&](const Date& each) {
    return each.span.start >= sentence.start && each.span.end <= sentence.end;
  });
  if (others != 2 || lengths.size() != 1) return std::nullopt;
  const Length& length = lengths[0];
  if (length.span.start < to.span.end && length.span.end > from.span.start) {
    // "begins on … and continues for twelve months, ending on …"
    static const RE2 lasts(
        "(?i)^,? ?(?:and )?(?:shall |will )?(?:continu\\w+|runs?|lasts?|for)\\b");
    return found_in(contract.text.substr(from.span.end, 40), lasts) ? std::optional(length)
                                                                    : std::nullopt;
  }
  const std::size_t gap = length.span.end <= from.span.start ? from.span.start - length.span.end
                                                             : length.span.start - to.span.end;
  return gap <= reach ? std::optional(length) : std::nullopt;
}

void periods(const ContractView& contract, const std::vector<Date>& dates,
             std::vector<Finding>& findings) {
  static const RE2 more("(?i)renew|extend|extension|additional|successive|unless|续|延|顺延|免租");
  for (std::size_t i = 1; i < dates.size(); ++i) {
    const Date& from = dates[i - 1];
    const Date& to = dates[i];
    if (!from.exists() || !to.exists() || to.span.start - from.span.end > 160) continue;
    if (!runs(contract, from, to)) continue;
    if (to < from) {
      findings.push_back(tell(contract, "date_order", kCheck, to.span, from.span,
                              fmt::format("The period ends on {}, before it begins on {}.",
                                          contract.words(to.span), contract.words(from.span)),
                              fmt::format("期间的终止日{}早于起始日{}。", contract.words(to.span),
                                          contract.words(from.span))));
      continue;
    }
    const Span sentence = contract.sentence({from.span.start, to.span.end});
    const std::optional<Length> found = length_of(contract, dates, i, sentence);
    if (!found) continue;
    const Length& length = *found;
    const Span joined{std::min(length.span.start, from.span.start),
                      std::max(length.span.end, to.span.end)};
    if (found_in(contract.words(joined), more)) continue;
    const long end = day_count(after_months(from, length.months));
    const long off = day_count(to) - end;
    if (off >= -2 && off <= 1) continue;
    findings.push_back(
        finding("date", kCheck, to.span, length.span, ends_otherwise(contract, from, length, to)));
  }
}

void impossible(const ContractView& contract, const std::vector<Date>& dates,
                std::vector<Finding>& findings) {
  for (const Date& date : dates) {
    static const RE2 page("(?i)page $");
    if (date.exists() || found_in(contract.before(date.span.start, 8), page)) continue;
    findings.push_back(tell(contract, "date", kCheck, date.span, date.span,
                            fmt::format("{} is no day of the calendar.", contract.words(date.span)),
                            fmt::format("“{}”不是历法中存在的日期。", contract.words(date.span))));
    findings.back().other.reset();
  }
}

// 计划开工日期：…计划竣工日期：…工期总日历天数365天.
void days_of_work(const ContractView& contract, const std::vector<Date>& dates,
                  std::vector<Finding>& findings) {
  static const RE2 starts("开工日期?(?:为|：|:)?[ 　]*$"), ends("[竣完]工日期?(?:为|：|:)?[ 　]*$");
  static const RE2 days(
      "(?:总?日历天数|总工期|工期)[^0-9。\\n]{0,12}([0-9]{1,4}) ?(?:日历)?[天日]");
  for (std::size_t i = 1; i < dates.size(); ++i) {
    const Date& from = dates[i - 1];
    const Date& to = dates[i];
    if (!from.exists() || !to.exists() || to.span.start - from.span.end > 90) continue;
    if (!found_in(contract.before(from.span.start, 30), starts) ||
        !found_in(contract.before(to.span.start, 30), ends))
      continue;
    if (to < from) {
      findings.push_back(tell(contract, "date_order", kCheck, to.span, from.span, "",
                              fmt::format("期间的终止日{}早于起始日{}。", contract.words(to.span),
                                          contract.words(from.span))));
      continue;
    }
    const string_view behind = contract.text.substr(to.span.end, 160);
    re2::StringPiece count;
    if (!RE2::PartialMatch(re2::StringPiece(behind.data(), behind.size()), days, &count)) continue;
    const long stated = std::atol(count.as_string().c_str());
    const long real = day_count(to) - day_count(from) + 1;
    if (stated >= real - 2 && stated <= real + 1) continue;
    const auto at = static_cast<std::size_t>(count.data() - contract.text.data());
    findings.push_back(tell(contract, "date", kCheck, {at, at + count.size()},
                            {from.span.start, to.span.end}, "",
                            fmt::format("自{}至{}共{}天，此处写作{}天。", contract.words(from.span),
                                        contract.words(to.span), real, stated)));
  }
}

}  // namespace

std::vector<Date> dates_of(const ContractView& contract) {
  if (!contract.chinese) return find_english_dates(contract.text);
  std::vector<Date> whole;
  for (const Date& date : contract.view.dates) {
    if (date.day != 0 && !date.inferred) whole.push_back(date);
  }
  return whole;
}

int count_of(string_view words) {
  const std::optional<Exact> value =
      !words.empty() && words[0] >= '0' && words[0] <= '9' ? Exact::parse(words)
      : static_cast<unsigned char>(words[0]) > 127         ? chinese_value(words)
                                                           : english_number(words);
  if (!value || !value->is_whole() || *value > Exact(600)) return 0;
  return std::atoi(value->str(0).c_str());
}

Date last_day(Date date) {
  if (--date.day == 0) {
    if (--date.month == 0) date.month = 12, --date.year;
    date.day = 31;
    while (!date.exists()) --date.day;
  }
  return date;
}

std::vector<Finding> check_contract_dates(const ContractView& contract) {
  std::vector<Finding> findings;
  const std::vector<Date> dates = dates_of(contract);
  periods(contract, dates, findings);
  impossible(contract, dates, findings);
  if (contract.chinese) {
    days_of_work(contract, dates, findings);
  } else {
    named_dates_in_english(contract, dates, findings);
    counted_dates_in_english(contract, dates, findings);
  }
  return findings;
}

}  // namespace proviso::tasks::contract
