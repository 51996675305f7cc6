#include "tasks/checks/due_day.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/search.h"
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

int small_number(const re2::StringPiece& figure) {
  const string_view said(figure.data(), figure.size());
  if (said.empty()) return 0;
  const std::optional<Exact> value =
      said[0] >= '0' && said[0] <= '9' ? Exact::parse(said) : chinese_value(said);
  return value && value->is_whole() && *value < Exact(1000) ? std::stoi(value->str(0)) : 0;
}

constexpr const char* kLength = "([0-9]{1,3}|[一二三四五六七八九十两]{1,3})(年|个月)";

int months_of(const re2::StringPiece& number, const re2::StringPiece& unit) {
  return small_number(number) * (unit == "年" ? 12 : 1);
}

class DueDays {
 public:
  explicit DueDays(const CaseView& view) : view_(view), text_(view.folded.text) {}

  std::vector<Finding> run() {
    for (const Tag tag : {Tag::kFacts, Tag::kReasoning}) {
      for (const Span& part : view_.spans(tag)) {
        std::size_t at = view_.folded.folded(part.start);
        const std::size_t end = view_.folded.folded(part.end);
        while (at < end) {
          std::size_t stop = at;
          while (stop < end && text_[stop] != '\n' && text_[stop] != ';' &&
                 !text_.substr(stop).starts_with("。"))
            stop += code_point_bytes(text_[stop]);
          if (stop > at) sentence(at, std::min(stop, end));
          at = stop < end ? stop + code_point_bytes(text_[stop]) : end;
        }
      }
    }
    return std::move(findings_);
  }

 private:
  void sentence(std::size_t start, std::size_t end) {
    const string_view said = text_.substr(start, end - start);
    if (has_word(said, words("time_moved"))) return;
    std::vector<const Date*> days;
    const auto first =
        std::lower_bound(view_.dates.begin(), view_.dates.end(), start,
                         [](const Date& each, std::size_t offset) { return each.start < offset; });
    for (auto each = first; each != view_.dates.end() && each->end <= end; ++each)
      days.push_back(&*each);
    if (days.empty()) return;
    after_something(start, end, days);
    within(start, days);
    if (days.size() != 2 || !full(*days[0]) || !full(*days[1])) return;
    between(start, end, *days[0], *days[1]);
    run_out(start, end, *days[0], *days[1]);
    served(end, *days[0], *days[1]);
  }

  // 之日起满二年，即2021年9月20日.
  void after_something(std::size_t start, std::size_t end, const std::vector<const Date*>& days) {
    static const RE2 pattern(
        fmt::format("(\\p{{Han}}{{2}})(?:之日|之次日|次日|日)起?(?:满|后)?{},?(?:即|也即|亦即|即为)"
                    "(?:至|到|于|为)?$",
                    kLength));
    for (const Date* day : days) {
      if (!full(*day) || day->end > end) continue;
      // 起两年，即2015年10月17日至2017年10月17日: the whole time is told, not its last day.
      if (begins_with_word(text_.substr(day->end), words("from_day"))) continue;
      re2::StringPiece groups[4];
      const string_view lead = text_.substr(start, day->start - start);
      if (!pattern.Match(piece(lead), 0, lead.size(), RE2::UNANCHORED, groups, 4)) continue;
      const int months = months_of(groups[2], groups[3]);
      if (months == 0) continue;
      const string_view event(groups[1].data(), groups[1].size());
      const bool named = std::any_of(view_.dates.begin(), view_.dates.end(), [&](const Date& each) {
        return each.start < day->start && happens(each, event);
      });
      const Date* near = nullptr;
      bool made = false;
      for (const Date& each : view_.dates) {
        if (!full(each) || &each == day || (each <=> *day) == 0) continue;
        if (named && !happens(each, event)) continue;
        const Date due = after_months(each, months);
        if (std::labs(day_count(due) - day_count(*day)) <= 2) made = true;
        if (slip(due, *day)) near = &each;
      }
      if (made || near == nullptr) continue;
      const auto from = static_cast<std::size_t>(groups[0].data() - text_.data());
      report(*day, original(from, day->start), *near,
             fmt::format("自{}起“{}”，应至{}年{}月{}日届满，此处写作{}。", view_.quote(near->span),
                         std::string(groups[2]) + std::string(groups[3]),
                         after_months(*near, months).year, after_months(*near, months).month,
                         after_months(*near, months).day, view_.quote(day->span)));
    }
  }

  // 2020年11月15日供完，货款应于二个月内即2021年1月15日前付清.
  void within(std::size_t start, const std::vector<const Date*>& days) {
    static const RE2 pattern(
        fmt::format("{}(?:之)?内,?(?:即|也即|亦即)(?:于|在|至|到)?$", kLength));
    for (std::size_t i = 1; i < days.size(); ++i) {
      const Date& from = *days[i - 1];
      const Date& to = *days[i];
      if (!full(from) || !full(to) || !(from < to)) continue;
      re2::StringPiece groups[3];
      const string_view lead = text_.substr(start, to.start - start);
      if (!pattern.Match(piece(lead), 0, lead.size(), RE2::UNANCHORED, groups, 3)) continue;
      const auto begun = static_cast<std::size_t>(groups[0].data() - text_.data());
      const int months = months_of(groups[1], groups[2]);
      if (begun < from.end || months == 0) continue;
      const Date due = after_months(from, months);
      if (std::labs(day_count(due) - day_count(to)) <= 3 || !slip(due, to)) continue;
      report(to, original(begun, to.start), from,
             fmt::format("自{}起“{}”，应至{}年{}月{}日届满，此处写作{}。", view_.quote(from.span),
                         std::string(groups[1]) + std::string(groups[2]), due.year, due.month,
                         due.day, view_.quote(to.span)));
    }
  }

  // 届满之日: the last day of a period; 合格之日: a day with these words in its clause.
  bool happens(const Date& date, string_view event) const {
    if (!full(date)) return false;
    if (event == "届满" || event == "到期" || event == "期满") {
      const string_view lead = text_.substr(0, date.start);
      static const RE2 ends("^(?:止|届满|到期|期满)");
      return lead.ends_with("至") || lead.ends_with("到") ||
             RE2::PartialMatch(piece(text_.substr(date.end, 12)), ends);
    }
    string_view clause = text_.substr(date.end, 120);
    for (const string_view stop : {",", "。", ";", "\n"})
      clause = clause.substr(0, clause.find(stop));
    return clause.find(event) != clause.npos;
  }

  // One field of year, month and day off; a day more or less is the day before.
  static bool slip(const Date& a, const Date& b) {
    const int differing =
        (a.year != b.year ? 1 : 0) + (a.month != b.month ? 1 : 0) + (a.day != b.day ? 1 : 0);
    if (differing == 1) return true;
    // 3月31日 behind 4月1日: the day before a slip.
    Date before = a;
    if (--before.day > 0) return false;
    if (--before.month == 0) {
      before.month = 12;
      --before.year;
    }
    for (before.day = 31; !before.exists();) --before.day;
    return (before.year != b.year ? 1 : 0) + (before.month != b.month ? 1 : 0) +
               (before.day != b.day ? 1 : 0) ==
           1;
  }

  // 生产，保质期十二个月，至…届满.
  void between(std::size_t start, std::size_t end, const Date& from, const Date& to) {
    static const RE2 pattern(fmt::format(
        "(?:保质期|保修期|质保期|保证期间?|期限|租期|借期|有效期|试用期|服务期|缺陷责任期)"
        "(?:限)?(?:为|是)?{},",
        kLength));
    static const RE2 ends("^(?:届满|到期|期满|止|终止)");
    if (to.start < from.end || !(from < to)) return;
    const string_view lead = text_.substr(0, to.start);
    if ((!lead.ends_with("至") && !lead.ends_with("于") && !lead.ends_with("到")) ||
        !RE2::PartialMatch(piece(text_.substr(to.end, 12)), ends))
      return;
    re2::StringPiece groups[3];
    const string_view said = text_.substr(from.end, to.start - from.end);
    if (!pattern.Match(piece(said), 0, said.size(), RE2::UNANCHORED, groups, 3)) return;
    const int months = months_of(groups[1], groups[2]);
    if (months == 0 || contains(text_.substr(start, end - start), {"分期", "每期", "次日起"}))
      return;
    const Date due = after_months(from, months);
    constexpr long kFortnight = 15;
    if (std::labs(day_count(due) - day_count(to)) <= kFortnight) return;
    report(to, from.span, from,
           fmt::format("自{}起“{}”，应至{}年{}月{}日届满，此处写作{}。", view_.quote(from.span),
                       std::string(groups[1]) + std::string(groups[2]), due.year, due.month,
                       due.day, view_.quote(to.span)));
  }

  // 未超过十八个月.
  void run_out(std::size_t start, std::size_t end, const Date& from, const Date& to) {
    static const RE2 pattern(
        "(未超过|没有超过|未超出|未逾|并未超过|已超过|已经超过|已超出|已逾)"
        "([0-9]{1,3}|[一二三四五六七八九十两]{1,3})(年|个月|日|天)(?:的|,|$|。)");
    re2::StringPiece groups[4];
    const string_view said = text_.substr(start, end - start);
    if (to.start < from.end || (from <=> to) == 0 ||
        !pattern.Match(piece(said), 0, said.size(), RE2::UNANCHORED, groups, 4))
      return;
    const auto verdict = static_cast<std::size_t>(groups[0].data() - text_.data());
    if (verdict < to.end || verdict - to.end > 100 || small_number(groups[2]) == 0) return;
    // 发函时间为25日，距15日收货已超过七日: the earlier may stand behind.
    const Date& first = from < to ? from : to;
    const Date& last = from < to ? to : from;
    const bool in_days = groups[3] == "日" || groups[3] == "天";
    const long limit = in_days ? day_count(first) + small_number(groups[2])
                               : day_count(after_months(first, months_of(groups[2], groups[3])));
    const bool within = !groups[1].starts_with("已");
    const long over = day_count(last) - limit;
    // Whether the first and the last day count is a question of its own.
    const long unsure = in_days ? 1 : 3;
    if (within ? over <= unsure : over > -unsure) return;
    report(last, original(verdict, verdict + groups[0].size()), first,
           fmt::format(fmt::runtime(within ? "自{}至{}已超过“{}”，与此处所述不符。"
                                           : "自{}至{}未超过“{}”，与此处所述不符。"),
                       view_.quote(first.span), view_.quote(last.span),
                       std::string(groups[2]) + std::string(groups[3])));
  }

  // 自…入职至…离职，工作年限为六年.
  void served(std::size_t end, const Date& from, const Date& to) {
    static const RE2 pattern(
        "(?:工作年限|工龄|服务年限)(?:共计|合计|共|应|计算)?(?:为|计|满)?"
        "([0-9]{1,2}|[一二三四五六七八九十两]{1,3})(?:\\.(5))?(年)(半)?(?:零?([0-9]{1,2}|"
        "[一二三四五六七八九十]{1,2})个月)?");
    re2::StringPiece groups[6];
    if (to.start < from.end || !(from < to)) return;
    if (!contains(text_.substr(from.start, to.end + 30 - from.start), {"入职", "工作", "劳动"}))
      return;
    if (!pattern.Match(piece(text_), to.end, end, RE2::UNANCHORED, groups, 6)) return;
    const auto begun = static_cast<std::size_t>(groups[0].data() - text_.data());
    if (contains(text_.substr(to.end, begun - to.end), {"以前", "之前", "合并", "连续", "加上"}))
      return;
    const int years = small_number(groups[1]);
    const bool half = !groups[2].empty() || !groups[4].empty();
    const int more = small_number(groups[5]);
    // The last day counts.
    int months = 0;
    while (day_count(after_months(from, months + 1)) <= day_count(to) + 1) ++months;
    const int told = years * 12 + (half ? 6 : more);
    const bool exact = more > 0;
    // A part of a year counts as half of one or as a whole (劳动合同法 第四十七条).
    const bool right = exact ? std::abs(told - months) <= 1
                             : told == months || (told <= months && months - told < 12) ||
                                   (told > months && told - months <= 6);
    if (years == 0 || right) return;
    report(to, original(begun, begun + groups[0].size()), from,
           fmt::format("自{}至{}为{}年{}个月，此处写作“{}”。", view_.quote(from.span),
                       view_.quote(to.span), months / 12, months % 12, std::string(groups[0])));
  }

  Span original(std::size_t start, std::size_t end) const {
    return view_.folded.original(start, end);
  }

  // The day and the words that say how it is reckoned; the day from which it is.
  void report(const Date& day, Span how, const Date& from, std::string why) {
    const Span place{std::min(day.span.start, how.start), std::max(day.span.end, how.end)};
    const bool apart = place.end <= from.span.start || from.span.end <= place.start;
    const Span here = apart ? place : day.span;
    if (told_already(findings_, here)) return;
    findings_.push_back(finding("date", "checks/event_date", here, from.span, std::move(why)));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_due_day(const CaseView& view) {
  if (!view.chinese()) return {};
  return DueDays(view).run();
}

}  // namespace proviso::tasks
