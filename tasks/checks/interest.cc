#include "tasks/checks/interest.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "tasks/mentions/period.h"
#include "tasks/mentions/rate.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

class Interest {
 public:
  explicit Interest(const CaseView& view) : view_(view), items_(view.disposition_items()) {}

  std::vector<Finding> run() {
    starts();
    rates();
    return std::move(findings_);
  }

 private:
  bool ordered(Span span) const {
    return std::any_of(items_.begin(), items_.end(), [&](const Span& item) {
      return span.start >= item.start && span.end <= item.end;
    });
  }
  bool before_order(Span span) const {
    const Tag tag = view_.section(span.start).tag;
    return tag == Tag::kFacts || tag == Tag::kReasoning || tag == Tag::kClaims ||
           tag == Tag::kDefence || tag == Tag::kEvidence || tag == Tag::kThirdParty ||
           tag == Tag::kProcedure || tag == Tag::kBasis;
  }
  bool reasoning(Span span) const {
    return view_.in(span.start, Tag::kReasoning) && view_.this_level(span.start);
  }

  // One of year, month and day was mistyped.
  static bool slipped(const Date& a, const Date& b) {
    const int same = (a.year == b.year) + (a.month == b.month) + (a.day == b.day);
    return same == 2 && std::labs(day_count(a) - day_count(b)) > 1;
  }

  bool stands(const Date& day, bool in_order) const {
    return std::any_of(view_.dates.begin(), view_.dates.end(), [&](const Date& each) {
      if (in_order != ordered(each.span)) return false;
      if (!in_order && !before_order(each.span)) return false;
      // The next day (次日) and the same day are the same start.
      return each.day > 0 && each.exists() &&
             std::labs(day_count(each) - day_count(day)) <= (in_order ? 0 : 1);
    });
  }

  // A month or year of the loan's length puts the due day as far from a day that is told.
  bool due_after_term(const Date& day) const {
    return std::any_of(view_.dates.begin(), view_.dates.end(), [&](const Date& each) {
      if (!before_order(each.span) || each.day == 0 || !each.exists() || day <= each) return false;
      return std::any_of(view_.numbers.begin(), view_.numbers.end(), [&](const Number& number) {
        if (number.measure != Measure::kMonths && number.measure != Measure::kYears) return false;
        if (!number.value.is_whole() || number.value > Exact(60)) return false;
        const int count = std::stoi(number.value.str(0));
        const Date due = after_months(each, number.measure == Measure::kYears ? count * 12 : count);
        return std::labs(day_count(due) - day_count(day)) <= 1;
      });
    });
  }

  // 截至2015年4月16日的利息为…，自2015年4月17日起…: the order goes on where a sum of its own ends.
  bool day_after_told(const Date& odd) const {
    return std::any_of(view_.dates.begin(), view_.dates.end(), [&](const Date& each) {
      return ordered(each.span) && each.day > 0 && each.exists() &&
             day_count(odd) - day_count(each) == 1;
    });
  }

  // A day of a sentence about interest or the debt's term, before the order.
  const Date* told_elsewhere(const Date& odd) const {
    const Date* right = nullptr;
    for (const Date& each : view_.dates) {
      if (each.day == 0 || each.inferred || !each.exists() || !before_order(each.span)) continue;
      if (!slipped(odd, each) || stands(each, true)) continue;
      const string_view sentence = view_.quote(sentence_around(view_.text, each.span));
      if (!contains(sentence, {"利息", "利率", "逾期", "违约金", "还款", "归还", "偿还"})) continue;
      if (right != nullptr && (*right <=> each) != 0) return nullptr;
      right = &each;
    }
    return right;
  }

  void starts() {
    const std::vector<InterestStart> all = find_interest_starts(view_);
    for (const InterestStart& start : all) {
      const Date& odd = view_.dates[start.date];
      if (!ordered(odd.span) || stands(odd, false)) continue;
      if (day_after_told(odd)) continue;
      const Date* right = nullptr;
      bool in_reasons = false;
      for (const InterestStart& other : all) {
        const Date& each = view_.dates[other.date];
        if (!before_order(each.span) || !slipped(odd, each) || stands(each, true)) continue;
        if (right == nullptr || (reasoning(each.span) && !in_reasons)) right = &each;
        in_reasons = in_reasons || reasoning(each.span);
      }
      if (right == nullptr) right = told_elsewhere(odd);
      if (right == nullptr || (!in_reasons && due_after_term(odd))) continue;
      report(
          odd.span, right->span,
          fmt::format("主文的利息自{}年{}月{}日起算，{}写作{}年{}月{}日，前一日期在别处均未出现。",
                      odd.year, odd.month, odd.day, in_reasons ? "理由部分" : "前文", right->year,
                      right->month, right->day));
    }
  }

  static bool same_rate(const Exact& a, const Exact& b) {
    return a == b || a == b * 12 || b == a * 12 || a == b * 360 || b == a * 360 || a == b * 365 ||
           b == a * 365 || a == b * 30 || b == a * 30;
  }

  void rates() {
    const std::vector<Rate> all = find_rates(view_);
    const auto known = [&](const Exact& value, bool in_order) {
      return std::any_of(view_.numbers.begin(), view_.numbers.end(), [&](const Number& each) {
        if (each.measure != Measure::kPercent && each.measure != Measure::kBare) return false;
        if (in_order != ordered(each.span) || (!in_order && !before_order(each.span))) return false;
        return same_rate(each.value, value) ||
               (each.measure == Measure::kBare && same_rate(each.value / 100, value));
      });
    };
    for (const Rate& rate : all) {
      const Span place = view_.numbers[rate.number].span;
      if (!ordered(place) || rate.per == Per::kUnsaid || known(rate.value, false)) continue;
      const Rate* right = nullptr;
      bool rival = false;
      for (const Rate& other : all) {
        const Span there = view_.numbers[other.number].span;
        if (!reasoning(there) || other.per != rate.per || known(other.value, true)) continue;
        if (right != nullptr && right->value != other.value) rival = true;
        right = &other;
      }
      if (right == nullptr || rival) continue;
      const Span there = view_.numbers[right->number].span;
      const string_view sentence = view_.quote(sentence_around(view_.text, there));
      if (contains(sentence, {"过高", "超过", "调整", "不予支持", "上限", "酌"})) continue;
      report(place, there,
             fmt::format("主文的利率为{}，理由部分为{}，前者在前文中没有出现。", view_.quote(place),
                         view_.quote(there)));
    }
  }

  void report(Span place, Span other, std::string explanation) {
    findings_.push_back(finding("interest", "checks/interest", clause_around(view_.text, place),
                                clause_around(view_.text, other), std::move(explanation)));
  }

  const CaseView& view_;
  std::vector<Span> items_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_interest(const CaseView& view) {
  if (!view.chinese()) return {};
  return Interest(view).run();
}

}  // namespace proviso::tasks
