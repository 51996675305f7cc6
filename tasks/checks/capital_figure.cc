#include "tasks/checks/capital_figure.h"

#include <fmt/core.h>

namespace proviso::tasks {
namespace {

// What may stand between two spellings of one amount.
bool joins(std::string_view between) {
  bool bracket = false;
  while (!between.empty()) {
    bool known = false;
    for (const std::string_view word :
         {"(", ")", ":", "¥", " ", "即", "小写", "大写", "人民币", "计", "RMB", "元", "整"}) {
      if (!between.starts_with(word)) continue;
      bracket |= word == "(" || word == ")";
      between.remove_prefix(word.size());
      known = true;
      break;
    }
    if (!known) return false;
  }
  return bracket;
}

// 1697，794: separators set wrongly, so that the figure was read in two.
bool cut_off(const CaseView& view, const Number& figure) {
  const std::string_view text = view.folded.text;
  const auto digit = [&](std::size_t at) {
    return at < text.size() && text[at] >= '0' && text[at] <= '9';
  };
  const bool before = figure.start >= 2 && text[figure.start - 1] == ',' && digit(figure.start - 2);
  return before || (figure.end < text.size() && text[figure.end] == ',' && digit(figure.end + 1));
}

}  // namespace

std::vector<Finding> check_capital_figure(const CaseView& view) {
  std::vector<Finding> findings;
  for (std::size_t i = 1; i < view.numbers.size(); ++i) {
    const Number& first = view.numbers[i - 1];
    const Number& second = view.numbers[i];
    if ((first.script == Script::kCapital) == (second.script == Script::kCapital)) continue;
    const Number& capital = first.script == Script::kCapital ? first : second;
    const Number& figure = first.script == Script::kCapital ? second : first;
    if (figure.script != Script::kArabic || capital.measure != Measure::kMoney) continue;
    if (figure.measure != Measure::kMoney && figure.measure != Measure::kBare) continue;
    if (figure.approximate || figure.value == capital.value) continue;
    if (cut_off(view, figure)) continue;
    if (!joins(std::string_view(view.folded.text).substr(first.end, second.start - first.end)))
      continue;
    // ￥5（万元）: the unit stands in a heading or in words around.
    if (figure.value * 10'000 == capital.value && figure.measure == Measure::kBare) continue;
    findings.push_back(finding(
        "capital_figure", "checks/capital_figure", figure.span, capital.span,
        view.chinese()
            ? fmt::format("大写“{}”为{}，小写写作“{}”，二者不一致。", view.quote(capital.span),
                          money_text(capital.value), view.quote(figure.span))
            : fmt::format("The amount in words, {}, is {}; the figures say {}.",
                          view.quote(capital.span), money_text(capital.value),
                          view.quote(figure.span))));
  }
  return findings;
}

}  // namespace proviso::tasks
