#include "tasks/mentions/rate.h"

#include <algorithm>
#include <string_view>

namespace proviso::tasks {
namespace {

using std::string_view;

bool of_interest(string_view words) {
  return contains(words, {"利率", "利息", "违约金", "罚息", "滞纳金", "月息", "年息", "日息",
                          "占用费", "复利"});
}

Per per_of(string_view before) {
  const string_view near = before.substr(before.size() > 30 ? before.size() - 30 : 0);
  const auto last = [&](std::initializer_list<string_view> words) {
    std::size_t at = 0;
    for (const string_view word : words) {
      const std::size_t found = near.rfind(word);
      if (found != string_view::npos) at = std::max(at, found + 1);
    }
    return at;
  };
  const std::size_t year = last({"年利率", "年息", "年化", "每年", "年率", "年利息"});
  const std::size_t month = last({"月利率", "月息", "每月", "月率", "按月", "月利息"});
  const std::size_t day = last({"日利率", "日息", "每日", "每天", "按日", "日万分", "日千分"});
  const std::size_t most = std::max({year, month, day});
  if (most == 0) return Per::kUnsaid;
  return most == year ? Per::kYear : most == month ? Per::kMonth : Per::kDay;
}

}  // namespace

std::vector<Rate> find_rates(const CaseView& view) {
  std::vector<Rate> rates;
  const string_view text = view.folded.text;
  for (std::size_t i = 0; i < view.numbers.size(); ++i) {
    const Number& number = view.numbers[i];
    if (number.measure != Measure::kPercent || number.approximate) continue;
    const std::size_t from = number.start > 90 ? number.start - 90 : 0;
    string_view before = text.substr(from, number.start - from);
    for (const string_view stop : {"。", ";", "\n"}) {
      const std::size_t at = before.rfind(stop);
      if (at != string_view::npos) before.remove_prefix(at + stop.size());
    }
    const string_view behind = text.substr(number.end, 45);
    if (contains(before.substr(before.size() > 24 ? before.size() - 24 : 0),
                 {"责任", "比例", "份额", "上浮", "加收", "加计", "下浮", "股权", "首付"}))
      continue;
    if (!of_interest(before) && !of_interest(behind.substr(0, behind.find("。")))) continue;
    rates.push_back({i, number.value, per_of(before)});
  }
  return rates;
}

std::vector<InterestStart> find_interest_starts(const CaseView& view) {
  std::vector<InterestStart> starts;
  const string_view text = view.folded.text;
  for (std::size_t i = 0; i < view.dates.size(); ++i) {
    const Date& date = view.dates[i];
    if (date.day == 0 || date.inferred || !date.exists()) continue;
    const string_view before = text.substr(0, date.start);
    if (!before.ends_with("自") && !before.ends_with("从")) continue;
    const string_view behind = text.substr(date.end, 24);
    if (!contains(behind.substr(0, 12), {"起", "开始"})) continue;
    const segmenter::Span sentence = sentence_around(view.text, date.span, 400);
    if (of_interest(view.quote(sentence))) starts.push_back({i});
  }
  return starts;
}

}  // namespace proviso::tasks
