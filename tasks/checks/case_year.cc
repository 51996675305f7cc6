#include "tasks/checks/case_year.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tasks/checks/case_slip.h"
#include "tasks/checks/judgment_day.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Tag;
using std::string_view;

int year_of(const CaseNumber& number) {
  return std::stoi(number.year);
}

// The one number at the head; none where several cases are joined.
const CaseNumber* own_number(const CaseView& view, const std::vector<CaseNumber>& numbers) {
  const CaseNumber* own = nullptr;
  for (const CaseNumber& each : numbers) {
    if (!at_head(view, each)) continue;
    if (own != nullptr && own->str() != each.str()) return nullptr;
    own = &each;
  }
  return own;
}

// 不服某法院（2021）…民初…号判决: what is appealed here.
bool appealed_here(const CaseView& view, const CaseNumber& number) {
  const string_view before = before_in_sentence(view.folded.text, number.start);
  return view.this_level(number.span.start) && view.in(number.span.start, Tag::kProcedure) &&
         !number.act.empty() && before.find("不服") != before.npos &&
         !has_word(before, words("another_case"));
}

// The letters and digits of a court at the beginning of its code: 鲁1522.
string_view court_code(const CaseNumber& number) {
  std::size_t at = number.code.empty() ? 0 : code_point_bytes(number.code.front());
  while (at < number.code.size() && number.code[at] >= '0' && number.code[at] <= '9') ++at;
  return string_view(number.code).substr(0, at);
}

bool outside_district(const CaseNumber& own, const CaseNumber& appealed) {
  constexpr std::size_t kProvince = 3;  // bytes
  const string_view ours = court_code(own);
  const string_view theirs = court_code(appealed);
  if (ours.size() != kProvince + 2 || theirs.size() != kProvince + 4) return false;
  static constexpr string_view kCities[] = {"京", "沪", "津", "渝", "兵"};
  const string_view province = ours.substr(0, kProvince);
  if (std::find(std::begin(kCities), std::end(kCities), province) != std::end(kCities))
    return false;
  // 71 and on: railways, seas, intellectual property, counties under the province itself.
  if (ours[kProvince] >= '7' || theirs[kProvince] >= '7') return false;
  return theirs.substr(0, ours.size()) != ours;
}

// The day on which this court took the case, where one alone is told.
const Date* day_of_acceptance(const CaseView& view) {
  const Date* day = nullptr;
  const string_view text = view.folded.text;
  for (const Date& date : view.dates) {
    if (date.day == 0 || date.inferred || !date.exists()) continue;
    if (!view.in(date.span.start, Tag::kProcedure) || !view.this_level(date.span.start)) continue;
    const string_view next = text.substr(date.end, 18);
    if (!next.starts_with("立案") && !next.starts_with("受理") && !next.starts_with("依法立案"))
      continue;
    if (!text.substr(0, date.start).ends_with("本院于") || day != nullptr) return nullptr;
    day = &date;
  }
  return day;
}

}  // namespace

std::vector<Finding> impossible_numbers(const CaseView& view,
                                        const std::vector<CaseNumber>& numbers) {
  std::vector<Finding> findings;
  const auto tell = [&](const CaseNumber& number, segmenter::Span other, std::string why) {
    if (!told_already(findings, number.span))
      findings.push_back(
          finding("case_number", "checks/case_number", number.span, other, std::move(why)));
  };
  const Date* signed_on = judgment_day(view);
  const CaseNumber* own = own_number(view, numbers);
  for (const CaseNumber& each : numbers) {
    if (!of_a_court(each) || view.in(each.span.start, Tag::kAppendix)) continue;
    if (signed_on != nullptr && year_of(each) > signed_on->year && each.start < signed_on->start) {
      tell(each, signed_on->span,
           fmt::format("案号“{}”的年份晚于本裁判文书的日期（{}年）。", view.quote(each.span),
                       signed_on->year));
    } else if (own != nullptr && appealed_here(view, each)) {
      if (year_of(each) > year_of(*own)) {
        tell(each, own->span,
             fmt::format("被上诉的裁判案号“{}”的年份晚于本案案号“{}”的年份。",
                         view.quote(each.span), view.quote(own->span)));
      } else if (outside_district(*own, each)) {
        tell(each, own->span,
             fmt::format("案号“{}”中的法院代码不属于本案案号“{}”所示法院的辖区。",
                         view.quote(each.span), view.quote(own->span)));
      }
    }
  }
  const Date* accepted = own == nullptr ? nullptr : day_of_acceptance(view);
  if (accepted != nullptr && of_a_court(*own) && year_of(*own) != accepted->year) {
    // What comes in at the end of December is numbered in January, and the other way round.
    const bool turn = year_of(*own) > accepted->year ? accepted->month >= 11 : accepted->month <= 2;
    if (!turn)
      tell(*own, accepted->span,
           fmt::format("本案于{}年立案，案号“{}”的年份却为{}年。", accepted->year,
                       view.quote(own->span), own->year));
  }
  return findings;
}

}  // namespace proviso::tasks
