#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

#include "tasks/checks/contract/contract_checks.h"
#include "tasks/mentions/english.h"
#include "tasks/mentions/number.h"
#include "tasks/mentions/period.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/contract_dates";

std::vector<Date> dates_of(const ContractView& contract) {
  if (!contract.chinese) return find_english_dates(contract.text);
  std::vector<Date> whole;
  for (const Date& date : contract.view.dates) {
    if (date.day != 0 && !date.inferred) whole.push_back(date);
  }
  return whole;
}

// A length of time in months, from "three (3) years", "36 months", 三年, 36个月; 0 where there is
// none or another unit.
struct Length {
  Span span;
  int months = 0;
};

int count_of(string_view words) {
  const std::optional<Exact> value =
      !words.empty() && words[0] >= '0' && words[0] <= '9' ? Exact::parse(words)
      : static_cast<unsigned char>(words[0]) > 127         ? chinese_value(words)
                                                           : english_number(words);
  if (!value || !value->is_whole() || *value > Exact(600)) return 0;
  return std::atoi(value->str(0).c_str());
}

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

// The day before: a year from October 1 is over on September 30.
Date last_day(Date date) {
  if (--date.day == 0) {
    if (--date.month == 0) date.month = 12, --date.year;
    date.day = 31;
    while (!date.exists()) --date.day;
  }
  return date;
}

constexpr std::array<string_view, 12> kMonths{"January",   "February", "March",    "April",
                                              "May",       "June",     "July",     "August",
                                              "September", "October",  "November", "December"};

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

// The date of the contract written otherwise in a schedule or clause that names it: the same but
// for the year, the month or the day.
void slipped(const ContractView& contract, const std::vector<Date>& dates,
             std::vector<Finding>& findings) {
  static const RE2 opens(
      "(?i)\\b(?:agreement|contract|lease)\\b[^.;]{0,160}?(?:made|entered|dated|effective|executed)"
      "[^.;]{0,60}$|^(?:dated )?(?:as of )?$");
  static const RE2 names(
      "(?:this|the|The|This) (?:[A-Z][\\w&-]* ){0,6}(?:Agreement|AGREEMENT|Contract|Lease)(?: "
      "\\([^()]{0,40}\\))?,? (?:(?:is |was )?(?:dated|made|entered into|effective)(?: and entered "
      "into| effective)?(?: as)?(?: of| on)?(?: the)? )$");
  const Date* own = nullptr;
  for (const Date& date : dates) {
    if (!date.exists()) continue;
    if (own == nullptr) {
      const Tag tag = contract.tag(date.span.start);
      if (tag != Tag::kParties && tag != Tag::kTitle) continue;
      if (!found_in(contract.before(date.span.start, 260), opens)) continue;
      own = &date;
      continue;
    }
    if ((*own <=> date) == 0 || !found_in(contract.before(date.span.start, 140), names)) continue;
    const int same = (own->year == date.year ? 1 : 0) + (own->month == date.month ? 1 : 0) +
                     (own->day == date.day ? 1 : 0);
    if (same != 2) continue;
    findings.push_back(tell(contract, "date", kCheck, date.span, own->span,
                            fmt::format("The agreement is dated {} here and {} at its head.",
                                        contract.words(date.span), contract.words(own->span)),
                            ""));
  }
}

// One paper named twice with its date, the License Agreement dated as of May 4, 2015: with the same
// date but for the year, the month or the day it is the same paper with a slip. The contract's own
// title counts as named with the date at its head.
void other_papers(const ContractView& contract, const std::vector<Date>& dates,
                  std::vector<Finding>& findings) {
  static const RE2 names(
      "((?:[A-Z][\\w&’/-]*,? (?:and |of |for "
      ")?){1,6}(?:Agreement|AGREEMENT|Contract|Lease|Indenture|"
      "Plan|Note|Deed|Memorandum|Guaranty|Guarantee|Mortgage|License))(?: \\([^()]{0,40}\\))?(?: "
      "(?i:by and "
      "between|between|by and among|among|with) [^.;]{3,80}?)?,? (?:(?:is |was "
      ")?(?:dated|made|entered "
      "into|effective|executed)(?: and entered into| effective)?(?: as)?(?: of| on)?(?: the)? )$");
  static const RE2 lead(
      "^(?:The|This|That|Such|Said|An?|Under|In|Each|Pursuant|Original|First|Second) ");
  static const RE2 changes("(?i)amend|addend|supplement|renew|order|statement");
  std::map<std::string, const Date*> seen;
  std::string title = lowered(contract.text.substr(0, 500));
  const Date* own = nullptr;
  for (const Date& date : dates) {
    if (!date.exists()) continue;
    const Tag tag = contract.tag(date.span.start);
    if (own == nullptr && (tag == Tag::kParties || tag == Tag::kTitle)) own = &date;
    const string_view before = contract.before(date.span.start, 220);
    std::string name;
    if (!RE2::PartialMatch(re2::StringPiece(before.data(), before.size()), names, &name)) continue;
    // "First Amendment to the Supply Agreement, effective …": the day of the amendment.
    static const RE2 of_another(
        "(?i)(?:amendment|addendum|supplement|side letter|annex|order|exhibit|schedule|statement "
        "of "
        "work|extension|renewal|assignment|notice|termination|joinder)[^.;]{0,24}\\b(?:to|of|under|"
        "for) "
        "(?:the |that certain )?$");
    const std::size_t at = before.rfind(name);
    if (at != string_view::npos && found_in(before.substr(0, at), of_another)) continue;
    RE2::GlobalReplace(&name, lead, "");
    if (std::count(name.begin(), name.end(), ' ') < 1 || found_in(name, changes)) continue;
    const std::string key = lowered(name);
    const auto [there, fresh] = seen.emplace(key, &date);
    const Date* first = there->second;
    if (fresh && own != nullptr && own != &date && std::count(key.begin(), key.end(), ' ') >= 2 &&
        title.find(key) != title.npos)
      first = own;
    if (first == &date || (*first <=> date) == 0) continue;
    const int same = (first->year == date.year ? 1 : 0) + (first->month == date.month ? 1 : 0) +
                     (first->day == date.day ? 1 : 0);
    const Span sentence = contract.sentence(date.span);
    if (same != 2 || (first->span.start >= sentence.start && first->span.end <= sentence.end))
      continue;
    if (std::any_of(findings.begin(), findings.end(),
                    [&](const Finding& each) { return each.place.start == date.span.start; }))
      continue;
    findings.push_back(tell(contract, "date", kCheck, date.span, first->span,
                            fmt::format("The {} is dated {} here and {} there.", name,
                                        contract.words(date.span), contract.words(first->span)),
                            ""));
  }
}

// The date by which the contract, or a term of it, is named: this Agreement dated …, the "Effective
// Date".
void named(const ContractView& contract, const std::vector<Date>& dates,
           std::vector<Finding>& findings) {
  static const RE2 effective_before(
      "(?i)\\beffective date(?:\\W{0,3} (?:of|is|shall be|means|will be)|:|\\W{0,3} as of)?(?: "
      "this agreement is)? ?(?:of )?$");
  static const RE2 effective_behind(
      "^,? ?\\((?:(?:the|hereinafter|referred to as|as|said|this) )*[“\"][Ee]ffective [Dd]ate");
  static const RE2 own_before(
      "(?i)\\bthis (?:[a-z]+ ){0,4}(?:agreement|contract|lease|license),? (?:(?:is |was "
      ")?(?:made|entered|dated|executed|effective)(?: and | into | made| entered| executed| "
      "delivered| effective|,)*(?: ?(?:as of|on|this|of|the))* )$");
  static const RE2 chinese_own("本(?:合同|协议)(?:由|于|自)[^。；，\\n]{0,20}$");
  const Date* effective = nullptr;
  const Date* own = nullptr;
  if (!contract.chinese) {
    slipped(contract, dates, findings);
  }
  for (const Date& date : dates) {
    if (!date.exists() || !contract.in_body(date.span.start)) continue;
    if (contract.chinese) continue;
    const string_view before = contract.before(date.span.start, 100);
    const bool names_effective = found_in(before, effective_before) ||
                                 found_in(contract.behind(date.span.end, 60), effective_behind);
    const bool names_own = found_in(before, own_before);
    for (const auto& [is, seen, what] : {std::tuple(names_effective, &effective, "Effective Date"),
                                         std::tuple(names_own, &own, "date of this agreement")}) {
      if (!is) continue;
      if (*seen == nullptr) {
        *seen = &date;
      } else if ((**seen <=> date) != 0) {
        findings.push_back(
            tell(contract, "date", kCheck, date.span, (*seen)->span,
                 fmt::format("The {} is {} here and {} there.", what, contract.words(date.span),
                             contract.words((*seen)->span)),
                 ""));
      }
    }
  }
}

// The day from which the contract counts: its Effective Date, else the first date of its head.
const Date* first_day(const ContractView& contract, const std::vector<Date>& dates) {
  static const RE2 effective(
      "^,? ?\\((?:(?:the|hereinafter|referred to as|as|said|this) "
      ")*[“\"](?:Effective|Commencement|Start) "
      "Date");
  constexpr std::size_t kHead = 1500;
  // "Commencement Date" means 1 March 2024.
  static const RE2 defined(
      "[“\"](?:Effective|Commencement|Start) Date[”\"] (?:means|is|shall mean) $");
  static const RE2 alone("^[.;]?(?:$|\\n)|^[.;]");
  for (const Date& date : dates) {
    if (date.exists() && contract.in_body(date.span.start) &&
        found_in(contract.before(date.span.start, 60), defined) &&
        found_in(contract.behind(date.span.end, 4), alone))
      return &date;
  }
  const Date* first = nullptr;
  for (const Date& date : dates) {
    if (!date.exists() || date.span.start > kHead) break;
    if (found_in(contract.behind(date.span.end, 60), effective)) return &date;
    if (first == nullptr) first = &date;
  }
  return first;
}

// "ends on 8 September 2029, five years after its date"; a term of three years from the Effective
// Date that "ends on April 14, 2030".
void from_the_first_day(const ContractView& contract, const std::vector<Date>& dates,
                        std::vector<Finding>& findings) {
  static const RE2 after(
      "(?i)^,? ?(?:being |that is,? |i\\.e\\.,? )?(?:the date (?:that is |which is "
      ")?)?\\(?([a-z]+|[0-9]{1,2})(?: "
      "?\\([0-9a-z]{1,6}\\))? (year|month)s? (?:after|from) (?:its date|the date (?:hereof|of this "
      "\\w+)|the (?:effective|commencement|start) date)");
  static const RE2 ends(
      "(?:starts|begins|commences|is effective|shall commence|commencing|beginning|starting) "
      "(?:on|as of|from) "
      "the (?:Effective|Commencement|Start) Date[^.;\\n]{0,30} (?:and |until|to )[^.;\\n]{0,40}$");
  static const RE2 length(
      "(?i)\\b(?:period|term) of ([a-z]+|[0-9]{1,2})(?: ?\\([0-9a-z]{1,6}\\))? (year|month)s? "
      "(?:from|after|commencing on|beginning on|starting on) the (?:effective|commencement|start) "
      "date");
  // "starts on the Commencement Date and continues for an initial period of three years, expiring
  // on 28 February 2027".
  static const RE2 runs_on(
      "(?:starts|begins|commences|commencing|beginning|starting) (?:on|from) the "
      "(?:Effective|Commencement|Start) Date,? and (?:shall |will )?(?:continues?|runs?|lasts?)"
      "(?: in force| in effect)? for (?:an? (?:initial )?(?:period|term) of )?([a-z]+|[0-9]{1,2})"
      "(?: ?\\([0-9a-z]{1,6}\\))? (year|month)s?,? (?:expiring|ending|and "
      "(?:expires|ends)|until|to)"
      "(?: on)? $");
  const Date* first = first_day(contract, dates);
  if (first == nullptr) return;
  const auto judge = [&](const Date& date, const std::string& number, const std::string& unit,
                         Span of) {
    const int count = count_of(number);
    if (count == 0 || &date == first || date < *first) return;
    const int months = lowered(unit) == "year" ? count * 12 : count;
    const Date right = after_months(*first, months);
    const Date end = last_day(right);
    const long off = day_count(date) - day_count(right);
    if (off >= -2 && off <= 1) return;
    findings.push_back(tell(contract, "date", kCheck, date.span, of,
                            fmt::format("“{} {}s” from {} end on {} {}, {}, not {}.", number,
                                        lowered(unit), contract.words(first->span),
                                        kMonths.at(static_cast<std::size_t>(end.month) - 1),
                                        end.day, end.year, contract.words(date.span)),
                            ""));
  };
  std::string number, unit;
  const bool term = RE2::PartialMatch(re2::StringPiece(contract.text.data(), contract.text.size()),
                                      length, &number, &unit);
  for (const Date& date : dates) {
    if (!date.exists() || !contract.in_body(date.span.start)) continue;
    const string_view behind = contract.behind(date.span.end, 90);
    std::string count, of;
    if (RE2::PartialMatch(re2::StringPiece(behind.data(), behind.size()), after, &count, &of)) {
      judge(date, count, of, first->span);
      continue;
    }
    const string_view before = contract.before(date.span.start, 200);
    if (RE2::PartialMatch(re2::StringPiece(before.data(), before.size()), runs_on, &count, &of)) {
      judge(date, count, of, first->span);
    } else if (term && found_in(contract.before(date.span.start, 120), ends)) {
      judge(date, number, unit, first->span);
    }
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

std::vector<Finding> check_contract_dates(const ContractView& contract) {
  std::vector<Finding> findings;
  const std::vector<Date> dates = dates_of(contract);
  periods(contract, dates, findings);
  impossible(contract, dates, findings);
  if (!contract.amends) named(contract, dates, findings);
  if (contract.chinese) {
    days_of_work(contract, dates, findings);
  } else if (!contract.amends) {
    from_the_first_day(contract, dates, findings);
  }
  if (!contract.chinese) other_papers(contract, dates, findings);
  return findings;
}

}  // namespace proviso::tasks::contract
