#include "tasks/checks/part_of.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

constexpr std::size_t kGroups = 6;
using Groups = std::array<re2::StringPiece, kGroups>;

class Parts {
 public:
  explicit Parts(const CaseView& view) : view_(view), text_(view.folded.text) {}

  std::vector<Finding> run() {
    static const RE2 half(
        "([0-9][0-9,.]*)元[^0-9。;\\n]{0,60}?其中的?(一半|二分之一),?即([0-9][0-9,.]*)元"
        "(?:[^0-9。;\\n]{0,40}?其余([0-9][0-9,.]*)元)?");
    static const RE2 heirs(
        "([0-9][0-9,.]*)元[^0-9\\n]{0,20}遗产[^0-9\\n]{0,100}?每人(?:继承|分得|应得)(?:其中的|"
        "遗产的)?"
        "(二分之一|三分之一|四分之一|五分之一|六分之一),?即([0-9][0-9,.]*)元");
    static const RE2 months(
        "年([0-9]{1,2})月至([0-9]{1,2})月(?:份|期间)?的?(?:工资|租金|生活费|抚养费),每月"
        "([0-9][0-9,.]*)元,(?:[二两三四五六七八九十]个月)?(?:共计|合计|共)([0-9][0-9,.]*)元");
    each(half, [&](const Groups& found) { half_of(found); });
    each(heirs, [&](const Groups& found) { each_heir(found); });
    each(months, [&](const Groups& found) { so_many_months(found); });
    return std::move(findings_);
  }

 private:
  template <typename Told>
  void each(const RE2& pattern, const Told& told) {
    const re2::StringPiece whole(text_.data(), text_.size());
    for (const Tag tag : {Tag::kFacts, Tag::kReasoning}) {
      for (const Span& part : view_.spans(tag)) {
        Groups groups;
        const std::size_t end = view_.folded.folded(part.end);
        for (std::size_t at = view_.folded.folded(part.start);
             pattern.Match(whole, at, end, RE2::UNANCHORED, groups.data(), kGroups);) {
          at = static_cast<std::size_t>(groups[0].data() - whole.data()) + groups[0].size();
          if (!contains({groups[0].data(), groups[0].size()}, {"扣除", "已付", "约", "余元"}))
            told(groups);
        }
      }
    }
  }

  static std::optional<Exact> value(const re2::StringPiece& words) {
    std::string digits(words.data(), words.size());
    std::erase(digits, ',');
    return Exact::parse(digits);
  }
  static bool same(const Exact& a, const Exact& b) { return (a - b).abs() < Exact(1); }

  void half_of(const Groups& found) {
    const auto whole = value(found[1]);
    const auto part = value(found[3]);
    if (!whole || !part) return;
    if (!same(*part * 2, *whole)) {
      report("amount", found[3], found[1], *whole / Exact(2), found[2]);
      return;
    }
    const auto rest = found[4].empty() ? std::nullopt : value(found[4]);
    if (!rest || same(*rest + *part, *whole)) return;
    findings_.push_back(
        finding("sum", "checks/sum", place(found[4]), {place(found[1]).start, place(found[3]).end},
                fmt::format("{}减去{}为{}，文中写作“{}”。", view_.quote(place(found[1])),
                            view_.quote(place(found[3])), money_text(*whole - *part),
                            view_.quote(place(found[4])))));
  }

  // The figure is a third of the very estate of which it is called a quarter.
  void each_heir(const Groups& found) {
    static const std::map<string_view, int> parts{
        {"二分之一", 2}, {"三分之一", 3}, {"四分之一", 4}, {"五分之一", 5}, {"六分之一", 6}};
    const auto whole = value(found[1]);
    const auto part = value(found[3]);
    if (!whole || !part) return;
    const int of = parts.at({found[2].data(), found[2].size()});
    if (same(*part * of, *whole)) return;
    for (const int other : {2, 3, 4, 5, 6}) {
      if (!same(*part * other, *whole)) continue;
      report("amount", found[3], found[1], *whole / Exact(of), found[2]);
      return;
    }
  }

  void so_many_months(const Groups& found) {
    const auto from = value(found[1]);
    const auto to = value(found[2]);
    const auto each_month = value(found[3]);
    const auto total = value(found[4]);
    if (!from || !to || !each_month || !total || *to < *from) return;
    const Exact right = (*to - *from + 1) * *each_month;
    // A whole month more or less is another count.
    if (same(right, *total) || !((right - *total).abs() < *each_month)) return;
    findings_.push_back(finding("amount", "checks/formula", place(found[4]),
                                {place(found[1]).start, place(found[3]).end},
                                fmt::format("按所写月数和每月数额计算应为{}，文中写作“{}”。",
                                            money_text(right), view_.quote(place(found[4])))));
  }

  // The figure and its 元.
  Span place(const re2::StringPiece& figure) const {
    const auto start = static_cast<std::size_t>(figure.data() - text_.data());
    return view_.folded.original(start, start + figure.size() + string_view("元").size());
  }

  void report(string_view kind, const re2::StringPiece& part, const re2::StringPiece& whole,
              const Exact& right, const re2::StringPiece& fraction) {
    findings_.push_back(
        finding(kind, "checks/formula", place(part), place(whole),
                fmt::format("“{}”的{}应为{}，文中写作“{}”。", view_.quote(place(whole)),
                            string_view(fraction.data(), fraction.size()), money_text(right),
                            view_.quote(place(part)))));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_part_of(const CaseView& view) {
  if (!view.chinese()) return {};
  return Parts(view).run();
}

}  // namespace proviso::tasks
