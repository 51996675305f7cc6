#include "tasks/mentions/rate.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using std::string_view;

bool of_interest(string_view said) {
  return has_word(said, words("interest"));
}

// By what it is counted: the last word before it that says so, else the first behind it.
Per per_of(string_view before, string_view behind) {
  const string_view near = before.substr(before.size() > 30 ? before.size() - 30 : 0);
  const auto last = [&](std::span<const string_view> list) {
    std::size_t at = 0;
    for (const string_view word : list) {
      const std::size_t found = near.rfind(word);
      if (found != string_view::npos) at = std::max(at, found + 1);
    }
    return at;
  };
  const std::size_t year = last(words("rate_of_year"));
  const std::size_t month = last(words("rate_of_month"));
  const std::size_t day = last(words("rate_of_day"));
  const std::size_t most = std::max({year, month, day});
  if (most > 0) return most == year ? Per::kYear : most == month ? Per::kMonth : Per::kDay;
  if (begins_with_word(behind, words("behind_of_day"))) return Per::kDay;
  if (begins_with_word(behind, words("behind_of_month"))) return Per::kMonth;
  if (begins_with_word(behind, words("behind_of_year"))) return Per::kYear;
  return Per::kUnsaid;
}

}  // namespace

std::vector<Rate> find_rates(const CaseView& view) {
  constexpr std::size_t kAround = 120;  // bytes of the sentence to either side
  std::vector<Rate> rates;
  const string_view text = view.folded.text;
  for (std::size_t i = 0; i < view.numbers.size(); ++i) {
    const Number& number = view.numbers[i];
    if (number.measure != Measure::kPercent || number.approximate) continue;
    const std::size_t from = number.start > kAround ? number.start - kAround : 0;
    string_view before = text.substr(from, number.start - from);
    for (const string_view stop : {"。", ";", "\n"}) {
      const std::size_t at = before.rfind(stop);
      if (at != string_view::npos) before.remove_prefix(at + stop.size());
    }
    string_view behind = text.substr(number.end, kAround);
    for (const string_view stop : {"。", ";", "\n"}) behind = behind.substr(0, behind.find(stop));
    if (has_word(before.substr(before.size() > 24 ? before.size() - 24 : 0),
                 words("share_of_something")) ||
        has_word(behind.substr(0, 18), words("share_of_something")))
      continue;
    if (!of_interest(before) && !of_interest(behind)) continue;
    rates.push_back({i, number.value, per_of(before, behind)});
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
