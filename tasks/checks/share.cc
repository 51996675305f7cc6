#include "tasks/checks/share.h"

#include <fmt/core.h>

#include <optional>
#include <string>

#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

// Whether a per cent figure is a share of responsibility: 承担/自负 before it, 责任 or a stop
// behind.
bool of_responsibility(const CaseView& view, const Number& number) {
  const Span clause = clause_around(view.text, number.span);
  const string_view before = view.text.substr(clause.start, number.span.start - clause.start);
  const string_view behind = view.text.substr(number.span.end, clause.end - number.span.end);
  const bool bears = contains(before, {"承担", "自负", "自担", "负担", "责任"});
  const string_view next = view.text.substr(number.span.end, 30);
  return bears && (contains(behind, {"责任", "损失"}) || contains(before, {"责任", "损失"}) ||
                   clause.end == number.span.end || next.starts_with("，"));
}

// One bears his own part: then the others bear the rest.
bool both_sides(string_view words_around) {
  return contains(words_around,
                  {"自行承担", "自负", "自担", "自身承担", "自己承担", "自行负担", "自行负责"});
}

}  // namespace

std::vector<Finding> check_share(const CaseView& view) {
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < view.numbers.size(); ++i) {
    const Number& first = view.numbers[i];
    const auto own = [&](std::size_t offset) {
      return view.this_level(offset) &&
             (view.in(offset, Tag::kReasoning) || view.in(offset, Tag::kFacts));
    };
    if (first.measure != Measure::kPercent || !own(first.span.start)) continue;
    // The shares that follow one another closely, whatever stops stand between.
    constexpr std::size_t kFar = 180;  // bytes
    Exact sum;
    std::size_t shares = 0;
    std::size_t last = i;
    bool plain = true;
    for (; i < view.numbers.size(); ++i) {
      const Number& next = view.numbers[i];
      if (next.measure != Measure::kPercent) continue;
      const std::size_t gap = next.span.start - view.numbers[last].span.end;
      if (shares > 0 &&
          (gap > kFar ||
           view.text.substr(view.numbers[last].span.end, gap).find('\n') != string_view::npos)) {
        break;
      }
      plain = plain && of_responsibility(view, next) && !next.approximate;
      sum = sum + next.value;
      ++shares;
      last = i;
    }
    --i;
    const Span whole{sentence_around(view.text, first.span).start,
                     sentence_around(view.text, view.numbers[last].span).end};
    const string_view said = view.quote(whole);
    plain = plain && both_sides(said) && !has_word(said, words("partial"));
    if (!plain || shares < 2 || shares > 4 || sum == Exact(1)) continue;
    // 各承担20%: one figure for several.
    if (contains(said, {"各", "分别", "均"}) || sum < Exact::ratio(1, 2) ||
        Exact::ratio(3, 2) < sum)
      continue;
    const std::string percent = (sum * 100).str();
    findings.push_back(
        finding("share", "checks/share", clause_around(view.text, view.numbers[last].span),
                clause_around(view.text, first.span),
                view.chinese() ? fmt::format("各方承担责任的比例合计为{}%，不等于100%。", percent)
                               : fmt::format("The shares of responsibility sum to {}%.", percent)));
  }
  return findings;
}

}  // namespace proviso::tasks
