#include "tasks/checks/date.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "tasks/checks/judgment_day.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

bool full(const Date& date) {
  return date.day > 0 && !date.inferred && date.exists();
}

std::string written(const Date& date) {
  return fmt::format("{}年{}月{}日", date.year, date.month, date.day);
}

class Order {
 public:
  explicit Order(const CaseView& view) : view_(view), text_(view.folded.text) {}

  std::vector<Finding> run() {
    periods();
    courses();
    if (const Date* day = judgment_day(view_)) after_judgment(*day);
    return std::move(findings_);
  }

 private:
  // 自2019年3月1日起至2018年2月28日止, 2019年3月1日至同年2月28日
  void periods() {
    for (std::size_t i = 1; i < view_.dates.size(); ++i) {
      const Date& from = view_.dates[i - 1];
      const Date& to = view_.dates[i];
      const bool ends = full(to) || (to.day > 0 && to.exists() && same_year(to));
      if (!full(from) || !ends || from <= to) continue;
      string_view between = text_.substr(from.end, to.start - from.end);
      for (bool stripped = true; stripped;) {
        stripped = false;
        for (const string_view word : words("from_day_on")) {
          if (!between.starts_with(word)) continue;
          between.remove_prefix(word.size());
          stripped = true;
        }
      }
      const auto joins = words("period");
      if (std::find(joins.begin(), joins.end(), between) == joins.end()) continue;
      report(to, from, fmt::format("期间的起始日{}晚于截止日{}。", written(from), written(to)),
             fmt::format("The period begins on {} and ends before that, on {}.", written(from),
                         written(to)));
    }
  }

  // 2019年3月5日入院…，2019年2月28日出院: what ends a course is told with a day before its
  // beginning.
  void courses() {
    constexpr std::size_t kFar = 300;  // bytes
    for (std::size_t i = 1; i < view_.dates.size(); ++i) {
      const Date& from = view_.dates[i - 1];
      const Date& to = view_.dates[i];
      if (!full(from) || !(full(to) || (to.day > 0 && to.exists() && same_year(to))) || from <= to)
        continue;
      if (to.start - from.end > kFar) continue;
      const string_view between = text_.substr(from.end, to.start - from.end);
      if (contains(between, {"\n", "再次", "第二次", "又", "另", "曾"})) continue;
      for (const string_view course : words("course")) {
        const std::size_t stroke = course.find('/');
        if (happens(from, course.substr(0, stroke)) && happens(to, course.substr(stroke + 1))) {
          report(to, from,
                 fmt::format("“{}”的日期{}早于“{}”的日期{}。", course.substr(stroke + 1),
                             written(to), course.substr(0, stroke), written(from)),
                 fmt::format("What began on {} is told to have ended before, on {}.", written(from),
                             written(to)));
          break;
        }
      }
    }
  }

  // The event stands behind the day, in its clause.
  bool happens(const Date& day, string_view event) const {
    constexpr std::size_t kNear = 120;  // bytes
    string_view behind = text_.substr(day.end, kNear);
    // 2021年4月12日，甲申请仲裁.
    if (behind.starts_with(",")) behind.remove_prefix(1);
    for (const string_view stop : {",", "。", ";", "\n", "("})
      behind = behind.substr(0, behind.find(stop));
    return behind.find(event) != behind.npos;
  }

  bool same_year(const Date& date) const {
    return begins_with_word(text_.substr(date.start), words("same_year"));
  }

  void after_judgment(const Date& day) {
    for (const Date& date : view_.dates) {
      if (!full(date) || date <= day || date.span.start >= day.span.start) continue;
      if (!view_.this_level(date.span.start)) continue;
      const Tag tag = view_.section(date.span.start).tag;
      const string_view next = text_.substr(date.end, 30);
      if (tag == Tag::kProcedure && begins_with_word(next, words("tried"))) {
        report(day, date,
               fmt::format("裁判日期{}早于立案或开庭日期{}。", written(day), written(date)),
               fmt::format("The judgment is dated {}, before the case was heard on {}.",
                           written(day), written(date)));
      }
      if (tag == Tag::kFacts && text_.substr(0, date.start).ends_with("于") &&
          begins_with_word(next, words("done"))) {
        report(date, day,
               fmt::format("事实认定在{}发生，晚于裁判日期{}。", written(date), written(day)),
               fmt::format("{} is found to have happened after the judgment of {}.", written(date),
                           written(day)));
      }
    }
  }

  void report(const Date& place, const Date& other, std::string chinese, std::string english) {
    Span quote = clause_around(view_.text, place.span);
    Span against = clause_around(view_.text, other.span);
    if (quote == against) {
      quote = place.span;
      against = other.span;
    }
    findings_.push_back(finding("date_order", "checks/date_order", quote, against,
                                view_.chinese() ? std::move(chinese) : std::move(english)));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_date(const CaseView& view) {
  std::vector<Finding> findings;
  for (const Date& date : view.dates) {
    if (date.exists() || date.inferred || date.month == 0) continue;
    Finding found;
    found.kind = "date";
    found.check = "checks/date";
    found.place = date.span;
    found.explanation = view.chinese()
                            ? fmt::format("“{}”不是日历上存在的日期。", view.quote(date.span))
                            : fmt::format("{} is no day of the calendar.", view.quote(date.span));
    const bool again = std::any_of(findings.begin(), findings.end(), [&](const Finding& each) {
      return each.explanation == found.explanation;
    });
    if (!again) findings.push_back(std::move(found));
  }
  return findings;
}

std::vector<Finding> check_date_order(const CaseView& view) {
  return Order(view).run();
}

}  // namespace proviso::tasks
