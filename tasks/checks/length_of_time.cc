#include "tasks/checks/length_of_time.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tasks/checks/words.h"
#include "tasks/mentions/period.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

bool full(const Date& date) {
  return date.day > 0 && date.exists();
}

class Lengths {
 public:
  explicit Lengths(const CaseView& view) : view_(view), text_(view.folded.text) {}

  std::vector<Finding> run() {
    for (std::size_t i = 1; i < view_.dates.size(); ++i) {
      const Date& from = view_.dates[i - 1];
      const Date& to = view_.dates[i];
      if (!full(from) || !full(to) || to <= from || to.start < from.end) continue;
      const Tag tag = view_.section(from.span.start).tag;
      if (!view_.this_level(from.span.start) || (tag != Tag::kFacts && tag != Tag::kReasoning))
        continue;
      in_hospital(from, to);
      if (joined(from, to)) term(from, to);
    }
    return std::move(findings_);
  }

 private:
  string_view between(const Date& from, const Date& to) const {
    return text_.substr(from.end, to.start - from.end);
  }

  // 于A入院治疗，B出院，住院24天; 自A至B住院24天.
  void in_hospital(const Date& from, const Date& to) {
    static const RE2 days(
        "^(?:止|期间)?(?:,|在[^,。;\\n]{2,24}|好转|治愈|病愈|康复)?(?:出院)?,?(?:共计?|实际)?住院(?"
        ":"
        "治疗)?(?:共计|共|时间为|天数为|期间为)?(?:\\([^()]*\\))?([0-9]{1,3})(?:天|日)");
    constexpr std::size_t kFar = 300;  // bytes
    const string_view stay = between(from, to);
    if (stay.size() > kFar ||
        contains(stay, {"\n", "出院", "转院", "转入", "再次", "第二次", "又"}))
      return;
    if (!contains(stay, {"入院", "住院", "入住"}) && !joined(from, to)) return;
    // Of several stays the days may be told together.
    const string_view earlier = text_.substr(0, from.start);
    const std::size_t line = earlier.rfind('\n');
    const string_view before = earlier.substr(line == earlier.npos ? 0 : line + 1);
    // 被送往某医院住院治疗，自A至B，共住院28天: one stay alone.
    const bool one_stay =
        joined(from, to) && !contains(before, {"出院", "转院", "再次", "先后", "天"});
    if (!one_stay &&
        (contains(before, {"出院", "住院"}) || before.ends_with(",") || before.ends_with("、")))
      return;
    re2::StringPiece number;
    const string_view behind = text_.substr(to.end, 150);
    if (!RE2::PartialMatch(re2::StringPiece(behind.data(), behind.size()), days, &number)) return;
    if (!joined(from, to) && !contains(behind.substr(0, 60), {"出院"})) return;
    const long told = std::strtol(std::string(number).c_str(), nullptr, 10);
    const long apart = day_count(to) - day_count(from);
    if (std::labs(told - apart) <= 1) return;
    const auto start = static_cast<std::size_t>(number.data() - text_.data());
    const Span place = view_.folded.original(start, start + number.size());
    report(clause_around(view_.text, place), {from.span.start, to.span.end},
           fmt::format("自{}至{}为{}天，文中写作“{}天”。", view_.quote(from.span),
                       view_.quote(to.span), apart, told));
  }

  // 起至, 至: a period of two days.
  bool joined(const Date& from, const Date& to) const {
    constexpr std::size_t kLongest = 15;  // bytes
    const string_view joint = between(from, to);
    const auto joints = words("period");
    return joint.size() <= kLongest && std::any_of(joints.begin(), joints.end(), [&](auto each) {
             return joint.ends_with(each);
           });
  }

  void term(const Date& from, const Date& to) {
    static const RE2 ahead("^(?:,|:|\\(|,即|\\(即|,具体为)(?:自|从|由)?$");
    static const RE2 behind("^(?:止|届满)?(?:,|\\()(?:共计|共|为期|期限为|期限|租期为|租期|即)$");
    for (const Number& each : view_.numbers) {
      if (each.measure != Measure::kYears && each.measure != Measure::kMonths) continue;
      if (!each.value.is_whole() || each.value > Exact(600) || each.approximate) continue;
      const bool first = each.end <= from.start && from.start - each.end < 24;
      const bool last = each.start >= to.end && each.start - to.end < 30;
      if (!first && !last) continue;
      const string_view joint = first ? text_.substr(each.end, from.start - each.end)
                                      : text_.substr(to.end, each.start - to.end);
      if (!RE2::PartialMatch(re2::StringPiece(joint.data(), joint.size()), first ? ahead : behind))
        continue;
      const string_view lead = text_.substr(0, each.start);
      if (first && (!ends_with_word(lead, words("length_follows")) ||
                    contains(view_.quote(sentence_around(view_.text, each.span)),
                             {"单笔", "每笔", "循环", "额度", "授信"})))
        continue;
      // 三年零六个月: a part of a length.
      const string_view next = text_.substr(each.end, 6);
      if (next.starts_with("零") || next.starts_with("又") || next.starts_with("半") ||
          (!next.empty() && next[0] >= '0' && next[0] <= '9'))
        continue;
      const int count = std::stoi(each.value.str(0));
      const Date due = after_months(from, each.measure == Measure::kYears ? count * 12 : count);
      constexpr long kFortnight = 15;
      if (std::labs(day_count(due) - day_count(to)) <= kFortnight) continue;
      report(each.span, {from.span.start, to.span.end},
             fmt::format("此处期限为“{}”，与“{}”至“{}”的起止日期不符。", view_.quote(each.span),
                         view_.quote(from.span), view_.quote(to.span)));
    }
  }

  void report(Span place, Span other, std::string why) {
    if (told_already(findings_, place)) return;
    const bool apart = place.end <= other.start || other.end <= place.start;
    if (!apart) place = {std::max(place.start, other.end), std::max(place.end, other.end)};
    findings_.push_back(finding("date", "checks/event_date", place, other, std::move(why)));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_length_of_time(const CaseView& view) {
  if (!view.chinese()) return {};
  return Lengths(view).run();
}

}  // namespace proviso::tasks
