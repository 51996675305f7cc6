#include "tasks/checks/date.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "tasks/checks/judgment_day.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

bool full(const Date& date) {
  return date.day > 0 && !date.inferred && date.exists();
}

std::string words(const Date& date) {
  return fmt::format("{}年{}月{}日", date.year, date.month, date.day);
}

class Order {
 public:
  explicit Order(const CaseView& view) : view_(view), text_(view.folded.text) {}

  std::vector<Finding> run() {
    periods();
    if (const Date* day = judgment_day(view_)) after_judgment(*day);
    return std::move(findings_);
  }

 private:
  string_view before(const Date& date, std::size_t bytes) const {
    const std::size_t start = date.start > bytes ? date.start - bytes : 0;
    return text_.substr(start, date.start - start);
  }
  string_view after(const Date& date, std::size_t bytes) const {
    return text_.substr(date.end, bytes);
  }

  // 自2019年3月1日起至2018年2月28日止
  void periods() {
    for (std::size_t i = 1; i < view_.dates.size(); ++i) {
      const Date& from = view_.dates[i - 1];
      const Date& to = view_.dates[i];
      if (!full(from) || !full(to) || from <= to) continue;
      const bool begins = before(from, 3) == "自" || before(from, 3) == "从" ||
                          before(from, 6) == "期限" || before(from, 9) == "期限为" ||
                          before(from, 9) == "期限自";
      string_view between = text_.substr(from.end, to.start - from.end);
      for (const string_view word : {"起", "开始", "(含当日)", "(含)", "计算", "算", ",", " "}) {
        if (between.starts_with(word)) between.remove_prefix(word.size());
      }
      if (!begins || (between != "至" && between != "到" && between != "-" && between != "止"))
        continue;
      // 自2019年3月1日起至2018年…日止的利息 is sure only when the end is marked or the period is
      // one of months.
      report(to, from, fmt::format("期间的起始日{}晚于截止日{}。", words(from), words(to)),
             fmt::format("The period begins on {} and ends before that, on {}.", words(from),
                         words(to)));
    }
  }

  void after_judgment(const Date& day) {
    for (const Date& date : view_.dates) {
      if (!full(date) || date <= day || date.span.start >= day.span.start) continue;
      if (!view_.this_level(date.span.start)) continue;
      const Tag tag = view_.section(date.span.start).tag;
      const string_view next = after(date, 30);
      const auto follows = [&](std::initializer_list<string_view> list) {
        return std::any_of(list.begin(), list.end(),
                           [&](string_view word) { return next.starts_with(word); });
      };
      if (tag == Tag::kProcedure && follows({"立案", "受理", "公开开庭", "不公开开庭", "开庭"})) {
        report(day, date, fmt::format("裁判日期{}早于立案或开庭日期{}。", words(day), words(date)),
               fmt::format("The judgment is dated {}, before the case was heard on {}.", words(day),
                           words(date)));
      }
      if (tag == Tag::kFacts && before(date, 3) == "于" &&
          follows({"签订", "支付", "向", "出具", "登记结婚", "死亡", "入职", "离职", "发生", "转账",
                   "借款", "归还", "偿还"})) {
        report(date, day,
               fmt::format("事实认定在{}发生，晚于裁判日期{}。", words(date), words(day)),
               fmt::format("{} is found to have happened after the judgment of {}.", words(date),
                           words(day)));
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
