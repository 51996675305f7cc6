#include "tasks/checks/office_acts.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/figure_head.h"
#include "tasks/checks/names.h"
#include "tasks/checks/ruling.h"
#include "tasks/checks/search.h"
#include "tasks/mentions/period.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

bool full(const Date& date) {
  return date.day > 0 && date.exists();
}

class OfficeActs {
 public:
  explicit OfficeActs(const CaseView& view) : view_(view), text_(view.folded.text) {}

  std::vector<Finding> run() {
    shelf_life();
    if (view_.structure.kind == segmenter::Kind::kZhAdministrative) {
      order_of_days();
      for (const string_view key : {"没收违法所得", "罚款", "货值金额"}) sums(key);
      numbers();
    }
    return std::move(findings_);
  }

 private:
  // What stands behind a day up to the end of its sentence.
  string_view behind(const Date& date) const {
    const string_view rest = text_.substr(date.end, 240);
    const std::size_t stop = std::min({rest.find("。"), rest.find('\n'), rest.find(';')});
    return rest.substr(0, stop);
  }

  // 生产日期为2021年2月1日，保质期十八个月，已于2022年8月1日到期.
  void shelf_life() {
    static const RE2 until("^[^0-9。;\\n]{0,6},?(?:已|应|即)?(?:于|至|到|截止|截至)$");
    static const RE2 ends("^(?:到期|届满|期满|止|过期|已过期|已到期)");
    for (std::size_t i = 1; i < view_.dates.size(); ++i) {
      const Date& made = view_.dates[i - 1];
      const Date& end = view_.dates[i];
      if (!full(made) || !full(end) || end <= made) continue;
      const string_view between = text_.substr(made.end, end.start - made.end);
      const std::size_t life = between.find("保质期");
      if (between.size() > 90 || life > 9 || contains(between, {"。", "\n"}) ||
          !contains(text_.substr(made.start - std::min<std::size_t>(made.start, 36), 36), {"生产"}))
        continue;
      for (const Number& each : numbers_in(view_, {made.span.end, end.span.start})) {
        const bool months = each.measure == Measure::kMonths || each.measure == Measure::kYears;
        if (!months || !each.value.is_whole()) continue;
        const string_view rest = text_.substr(each.end, end.start - each.end);
        if (!RE2::PartialMatch(piece(rest), until) ||
            !RE2::PartialMatch(piece(text_.substr(end.end, 30)), ends))
          continue;
        const int count = std::stoi(each.value.str(0));
        const Date due = after_months(made, each.measure == Measure::kYears ? count * 12 : count);
        constexpr long kFewDays = 4;
        if (std::labs(day_count(due) - day_count(end)) <= kFewDays) continue;
        report("date", "checks/event_date", end.span, {made.span.start, each.span.end},
               fmt::format("自{}起的保质期{}至{}年{}月{}日届满，文中写作“{}”。",
                           view_.quote(made.span), view_.quote(each.span), due.year, due.month,
                           due.day, view_.quote(end.span)));
      }
    }
  }

  struct Step {
    const RE2* first;
    const RE2* second;
    const char* why;
  };

  // 于2023年1月29日申请行政复议。…于2023年1月31日受理.
  void order_of_days() {
    static const RE2 asks(
        "^[^。;,\\n0-9]{0,24}申请(?:了)?行政复议|^[^。;,\\n0-9]{0,24}提出行政复议申请");
    static const RE2 accepts("^(?:依法|予以|决定)*受理");
    static const RE2 makes("^,?[^。;,\\n]{0,24}作出[^。;,\\n]{0,60}决定(?:书)?(?:,|$)");
    static const RE2 serves("^[^。;,\\n0-9]{0,8}送达");
    static const RE2 decides("^[^。;,\\n]{0,6}作出[^。;,\\n]{0,40}复议决定");
    const Step steps[] = {{&asks, &accepts, "受理日期早于申请复议的日期"},
                          {&makes, &serves, "送达日期早于决定作出的日期"},
                          {&accepts, &decides, "决定作出的日期早于受理日期"}};
    constexpr std::size_t kFar = 240;  // bytes
    for (std::size_t i = 1; i < view_.dates.size(); ++i) {
      const Date& earlier = view_.dates[i - 1];
      const Date& later = view_.dates[i];
      if (!full(earlier) || !full(later) || !(later < earlier) || later.start < earlier.end ||
          later.start - earlier.end > kFar || earlier.inferred || later.inferred)
        continue;
      const string_view between = text_.substr(earlier.end, later.start - earlier.end);
      if (contains(between, {"\n", "另", "此前", "曾", "之前"})) continue;
      for (const Step& step : steps) {
        if (!RE2::PartialMatch(piece(behind(earlier)), *step.first) ||
            !RE2::PartialMatch(piece(behind(later)), *step.second))
          continue;
        report("date", "checks/date_order", clause_around(view_.text, later.span),
               clause_around(view_.text, earlier.span),
               fmt::format("{}：前为{}，后为{}。", step.why, view_.quote(earlier.span),
                           view_.quote(later.span)));
      }
    }
  }

  // The sums told of the decision behind one word.
  void sums(string_view key) {
    std::vector<const Number*> told;
    for (const Number& each : view_.numbers) {
      if (each.measure != Measure::kMoney || each.per || each.approximate ||
          !view_.this_level(each.span.start))
        continue;
      string_view lead = text_.substr(0, each.start);
      for (const string_view filler : {"为", "共计", "合计", "计", "人民币"})
        if (lead.ends_with(filler)) lead.remove_suffix(filler.size());
      if (!lead.ends_with(key)) continue;
      lead.remove_suffix(key.size());
      const string_view said = view_.quote(sentence_around(view_.text, each.span));
      if (lead.ends_with("加处") ||
          contains(said, {"拟", "告知", "建议", "变更", "改为", "另案", "规定", "分别", "其中",
                          "每日", "加处", "以上", "以下"}))
        continue;
      told.push_back(&each);
    }
    constexpr std::size_t kMost = 60;
    if (told.size() > kMost) return;
    const auto times = [&](const Exact& value) {
      return std::count_if(told.begin(), told.end(),
                           [&](const Number* each) { return each->value == value; });
    };
    const Number* odd = nullptr;
    const Number* usual = nullptr;
    for (const Number* each : told) {
      if (times(each->value) > 1) {
        if (usual != nullptr && usual->value != each->value) return;
        usual = usual == nullptr ? each : usual;
      } else {
        if (odd != nullptr && told.size() > 2) return;
        usual = odd != nullptr ? odd : usual;
        odd = each;
      }
    }
    if (odd == nullptr || usual == nullptr) return;
    const bool reasoned = view_.in(odd->span.start, Tag::kReasoning);
    const int digits = told.size() > 2 ? 1 : 2;
    const Slip slip = slip_between(odd->value, usual->value, 1);
    if (slip == Slip::kNone || (told.size() == 2 && !reasoned) ||
        std::max(significant_digits(odd->value), significant_digits(usual->value)) < digits)
      return;
    report("amount", "checks/amount", clause_around(view_.text, odd->span),
           clause_around(view_.text, usual->span),
           fmt::format("同一决定的“{}”前后不一：别处为“{}”，此处为“{}”。", key,
                       view_.quote(usual->span), view_.quote(odd->span)));
  }

  // 撤销蜀政复决〔2023〕17号行政复议决定, where all else has 〔2023〕7号.
  void numbers() {
    static const RE2 pattern(
        "([\\p{Han}]{2,4}\\((?:19|20)\\d\\d\\)(?:第)?)([0-9]{1,6})号[《》]?(行政复议决定|"
        "行政处罚决定|处罚决定|复议决定|"
        "行政处理决定|处理决定)");
    struct Paper {
      std::string serial;
      Span span;
    };
    std::map<std::string, std::vector<Paper>> papers;
    re2::StringPiece groups[4];
    for (std::size_t at = 0;
         pattern.Match(piece(text_), at, text_.size(), RE2::UNANCHORED, groups, 4);) {
      const auto start = static_cast<std::size_t>(groups[1].data() - text_.data());
      const auto number = static_cast<std::size_t>(groups[2].data() - text_.data());
      at = number + groups[2].size();
      // The last two characters before the year tell the series.
      const string_view letters(groups[1].data(), groups[1].size());
      const std::size_t year = letters.find('(');
      constexpr std::size_t kTwo = 6;  // bytes
      std::string key(letters.substr(year - std::min(year, kTwo)));
      key += contains(string_view(groups[3].data(), groups[3].size()), {"复议"}) ? "复" : "罚";
      papers[key].push_back({std::string(groups[2]), view_.folded.original(start, at)});
    }
    constexpr std::size_t kMost = 60;
    for (const auto& [key, list] : papers) {
      if (list.size() > kMost) continue;
      for (const Paper& each : list) {
        if (!view_.in(each.span.start, Tag::kClaims)) continue;
        const auto same = std::count_if(list.begin(), list.end(), [&](const Paper& other) {
          return other.serial == each.serial;
        });
        const std::string& first =
            list.front().serial == each.serial ? list.back().serial : list.front().serial;
        const auto others = std::count_if(
            list.begin(), list.end(), [&](const Paper& other) { return other.serial == first; });
        if (same != 1 || others < 2 || same + others != static_cast<std::ptrdiff_t>(list.size()))
          continue;
        const auto known = std::find_if(list.begin(), list.end(),
                                        [&](const Paper& other) { return other.serial == first; });
        report("case_number", "checks/case_number", each.span, known->span,
               fmt::format("此处文号为“{}号”，与别处的“{}号”不一致。", each.serial, first));
      }
    }
  }

  void report(string_view kind, string_view check, Span place, Span other, std::string why) {
    if (told_already(findings_, place)) return;
    findings_.push_back(finding(kind, check, place, other, std::move(why)));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_office_acts(const CaseView& view) {
  if (!view.chinese()) return {};
  return OfficeActs(view).run();
}

}  // namespace proviso::tasks
