#include "tasks/checks/sum_that_makes.h"

#include <fmt/core.h>

namespace proviso::tasks {

std::string sum_that_makes(const CaseView& view, const Exact& total) {
  using segmenter::Tag;
  constexpr std::size_t kMost = 12;
  const auto counts = [&](const Number& number) {
    const Tag tag = view.section(number.span.start).tag;
    return number.measure == Measure::kMoney && !number.per && tag != Tag::kDisposition &&
           tag != Tag::kCosts;
  };
  for (std::size_t first = 0; first < view.numbers.size(); ++first) {
    const Number& start = view.numbers[first];
    if (!counts(start) || !(start.value < total)) continue;
    const segmenter::Span sentence = sentence_around(view.text, start.span);
    Exact sum = start.value;
    std::string terms = money_text(start.value);
    for (std::size_t i = first + 1; i < view.numbers.size() && i < first + kMost; ++i) {
      const Number& next = view.numbers[i];
      if (!counts(next) || next.span.end > sentence.end) break;
      sum = sum + next.value;
      terms = fmt::format("{}+{}", terms, money_text(next.value));
      if (sum == total) return terms;
    }
  }
  return {};
}

}  // namespace proviso::tasks
