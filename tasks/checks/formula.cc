#include "tasks/checks/formula.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>

#include "tasks/checks/figure_head.h"
#include "tasks/checks/ruling.h"
#include "tasks/checks/words.h"
#include "tasks/checks/worked_out.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;

Exact larger(const Exact& a, const Exact& b) {
  return a < b ? b : a;
}

// How far a printed result may stand from the computed one: sums are exact to the last printed
// place (and five fen); products are rounded to a yuan by many courts; a quotient is rounded before
// it is multiplied on.
Exact tolerance(const Equation& equation, const Exact& computed, const Exact& unit) {
  Exact allowed = larger(unit, Exact::ratio(5, 100));
  if (equation.product || equation.quotient) allowed = larger(allowed, larger(Exact(1), unit));
  if (equation.quotient) allowed = larger(allowed, computed.abs() / 1000);
  return allowed;
}

bool agrees(const Equation& equation) {
  const Exact& unit = equation.result_unit;
  if ((equation.computed - equation.result).abs() <= tolerance(equation, equation.computed, unit))
    return true;
  // 65万元×30%=19.5元: a result in plain yuan means what it says.
  if (equation.result_is_money && equation.result_scale == Exact(1) &&
      equation.computed != equation.computed_raw) {
    return false;
  }
  const Exact raw_unit = unit / equation.result_scale;
  Exact allowed =
      larger(raw_unit, equation.result_scale == Exact(1) ? Exact::ratio(5, 100) : Exact(0));
  if (equation.quotient) allowed = larger(allowed, equation.computed_raw.abs() / 1000);
  if (equation.product) allowed = larger(allowed, equation.computed_raw.abs() / 5000);
  return (equation.computed_raw - equation.result_raw).abs() <= allowed;
}

// Units of time or number of persons left unsaid: 58569元/年×74天, ×15%(a year)×29月, 各.
bool explained_by_units(const Equation& equation) {
  if (!equation.product && !equation.quotient) return false;
  if (equation.result.sign() <= 0 || equation.computed.sign() <= 0) return true;
  const Exact ratio = equation.computed / equation.result;
  for (const std::int64_t factor :
       {2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 24, 30, 100, 365, 360, 1000, 3000}) {
    for (const Exact& candidate : {Exact(factor), Exact(1) / factor}) {
      if ((ratio / candidate - 1).abs() <= Exact::ratio(1, 500)) return true;
    }
  }
  return false;
}

// 14400元/月×30天: a price per month or year against days.
bool mixes_periods(const CaseView& view, const Equation& equation) {
  const std::string_view written = view.quote(equation.calculation);
  const auto has = [&](std::string_view word) {
    return written.find(word) != std::string_view::npos;
  };
  const bool per_long = has("／月") || has("/月") || has("每月") || has("／年") || has("/年") ||
                        has("年利率") || has("月利率");
  return per_long &&
         (has("天") || has("日") || (has("月") && (has("/年") || has("／年") || has("年利率"))));
}

// 2996336元＋欧元10000元: no sum without a rate of exchange.
bool mixes_currencies(const CaseView& view, const Equation& equation) {
  const auto terms = numbers_in(view, equation.calculation);
  return has_word(view.quote(equation.calculation), words("foreign_currency")) &&
         std::any_of(terms.begin(), terms.end(),
                     [](const Number& each) { return each.measure == Measure::kMoney; });
}

// 2个月另4天（22天＋1月另12天）: only the days of a result in months were read.
bool mixes_lengths(const CaseView& view, const Equation& equation) {
  const std::string_view written = view.quote(equation.calculation);
  return !equation.product && !equation.quotient && contains(written, {"月"}) &&
         contains(written, {"天", "日"});
}

bool off_by_wan(const Equation& equation) {
  if (equation.result.sign() <= 0) return false;
  const Exact ratio = equation.computed / equation.result;
  return (ratio / 10'000 - 1).abs() < Exact::ratio(1, 100'000) ||
         (ratio * 10'000 - 1).abs() < Exact::ratio(1, 100'000);
}

std::string value_text(const Exact& value, const Equation& equation) {
  if (!equation.result_is_money) return value.str(4);
  return money_text(value, equation.result_scale);
}

// The result again in an operative item: the reader wants to know that the error was ordered.
bool carried_on(const CaseView& view, const Equation& equation) {
  return std::any_of(view.numbers.begin(), view.numbers.end(), [&](const Number& number) {
    return number.value == equation.result && view.in(number.span.start, Tag::kDisposition) &&
           number.start >= equation.result_end;
  });
}

// 规格50100米×3元=300元: a size and the quantity stand together; the result is right with the last
// digits of one figure alone.
bool right_without_label(const CaseView& view, const Equation& equation) {
  if (!equation.product || equation.computed_raw.sign() <= 0) return false;
  for (const Number& number : view.numbers) {
    if (number.span.start < equation.calculation.start) continue;
    if (number.span.end > equation.calculation.end) break;
    const Exact printed = number.value / number.scale;
    const Exact meant = printed * equation.result_raw / equation.computed_raw;
    if (number.script != Script::kArabic || !meant.valid() || meant.sign() <= 0) continue;
    const std::string whole = printed.str(2);
    const std::string last = meant.rounded(2).str(2);
    if ((meant - meant.rounded(2)).sign() == 0 && whole.size() > last.size() &&
        whole.ends_with(last))
      return true;
  }
  return false;
}

// 2012.9-2013.9: months, and nothing is taken off.
bool counts_months(const CaseView& view, const Equation& equation) {
  static const RE2 months(
      "^[（(]?(?:19|20)\\d\\d[.．年]\\d{1,2}(?:[.．月]\\d{0,2}日?)?月?(?:日|月)?[-－—–]+(?:19|20)"
      "\\d\\d[."
      "．年]\\d{"
      "1,2}");
  const std::string_view written = view.quote(equation.calculation);
  return RE2::PartialMatch(re2::StringPiece(written.data(), written.size()), months);
}

// 12000元（80元×180天）: this court awards less than its calculation gives, because no more was
// asked.
// 判令无需支付赔偿金76800元 asks for no such sum and is no limit.
bool asks_to_be_free(const CaseView& view, const Number& number) {
  return contains(view.quote(clause_around(view.text, number.span)),
                  {"无需", "无须", "不支付", "不需", "不予支付", "不应支付", "免除"});
}

bool held_to_claim(const CaseView& view, const Equation& equation) {
  if (equation.computed <= equation.result || view.in(equation.printed.start, Tag::kClaims))
    return false;
  const auto calculated = [&](const Number& number) {
    return std::any_of(view.equations.begin(), view.equations.end(), [&](const Equation& each) {
      return number.start == each.result_start && number.end == each.result_end;
    });
  };
  const bool asked = std::any_of(view.numbers.begin(), view.numbers.end(), [&](const Number& each) {
    return each.value == equation.result && view.in(each.span.start, Tag::kClaims) &&
           !calculated(each) && !asks_to_be_free(view, each);
  });
  return asked ||
         has_word(view.quote(sentence_around(view.text, equation.printed)), words("held_to_claim"));
}

// 5天年休假 found, and （6400元÷21.75天×10天×200%） gives what five days give: an operand that
// stands nowhere else, in the place of one of the same unit that this court tells.
bool wrong_operand(const CaseView& view, const Equation& equation) {
  if (!equation.product || equation.computed.sign() <= 0 || equation.result.sign() <= 0)
    return false;
  const auto within = [&](const Number& each) {
    return each.span.start >= equation.calculation.start &&
           each.span.end <= equation.calculation.end;
  };
  for (const Number& used : numbers_in(view, equation.calculation)) {
    if (used.per || (used.measure != Measure::kDays && used.measure != Measure::kMonths &&
                     used.measure != Measure::kMoney))
      continue;
    const Exact meant = used.value * equation.result / equation.computed;
    const Exact fine = meant / Exact(2000);
    const bool alone =
        std::none_of(view.numbers.begin(), view.numbers.end(), [&](const Number& each) {
          // 于本判决生效之日起十日内 is no such time.
          return &each != &used && !view.in(each.span.start, Tag::kDisposition) &&
                 !view.in(each.span.start, Tag::kNotice) && each.measure == used.measure &&
                 each.value == used.value;
        });
    const bool told =
        std::any_of(view.numbers.begin(), view.numbers.end(), [&](const Number& each) {
          const Tag tag = view.section(each.span.start).tag;
          return !within(each) && each.measure == used.measure &&
                 (each.value - meant).abs() <= fine && view.this_level(each.span.start) &&
                 (tag == Tag::kFacts || tag == Tag::kReasoning) && each.value != equation.result;
        });
    if (alone && told) return true;
  }
  return false;
}

// 血泊1（17cm×19cm）: a mark and its measures, no result.
bool numbers_something(const CaseView& view, const Equation& equation) {
  return !equation.result_is_money && equation.printed.start < equation.calculation.start &&
         equation.result < Exact(100) && equation.result.is_whole() &&
         contains(view.quote(equation.calculation), {"cm", "CM", "mm", "厘米", "毫米", "米", "m"});
}

}  // namespace

std::vector<Finding> check_formula(const CaseView& view) {
  std::vector<Finding> findings;
  for (const Equation& equation : view.equations) {
    if (equation.approximate || agrees(equation) || numbers_something(view, equation)) continue;
    // 5-504室的房屋作为抵押: a dash, no minus.
    if (equation.computed.sign() < 0 && equation.result.sign() > 0) continue;
    if (right_without_label(view, equation) || counts_months(view, equation)) continue;
    const bool operand = wrong_operand(view, equation);
    if ((held_to_claim(view, equation) && !operand) || corrected_beside(view, equation.printed))
      continue;
    const bool unit = off_by_wan(equation) &&
                      (view.quote(equation.calculation).find("万") != std::string_view::npos ||
                       view.quote(equation.printed).find("万") != std::string_view::npos);
    if (!unit && !operand &&
        (explained_by_units(equation) || mixes_periods(view, equation) ||
         mixes_lengths(view, equation) || mixes_currencies(view, equation)))
      continue;
    // The same pair once: a=b inside a bracket is met twice.
    const bool known = std::any_of(findings.begin(), findings.end(), [&](const Finding& each) {
      return each.place == equation.printed ||
             (each.other == equation.calculation && each.place.start >= equation.calculation.start);
    });
    if (known) continue;
    const bool additive = !equation.product && !equation.quotient;
    const bool raw = additive && equation.result_scale != Exact(1) &&
                     (equation.computed - equation.computed_raw).sign() == 0;
    const Exact computed = raw ? equation.computed_raw * equation.result_scale : equation.computed;
    std::string explanation;
    if (!view.chinese()) {
      explanation = fmt::format("The calculation {} gives {}, but {} is printed.",
                                view.quote(equation.calculation), value_text(computed, equation),
                                view.quote(equation.printed));
    } else if (unit) {
      explanation = fmt::format("算式“{}”与结果“{}”相差一万倍，疑似误写或漏写“万”。",
                                view.quote(equation.calculation), view.quote(equation.printed));
    } else {
      explanation = fmt::format("算式“{}”的计算结果应为{}，文中写作“{}”{}。",
                                view.quote(equation.calculation), value_text(computed, equation),
                                view.quote(equation.printed),
                                carried_on(view, equation) ? "，且该数额已写入主文" : "");
    }
    const bool quoted_again =
        std::any_of(findings.begin(), findings.end(),
                    [&](const Finding& each) { return each.explanation == explanation; });
    if (quoted_again) continue;
    findings.push_back(finding(unit       ? "unit"
                               : additive ? "sum"
                                          : "amount",
                               "checks/formula", equation.printed, equation.calculation,
                               std::move(explanation)));
  }
  for (Finding& each : check_worked_out(view))
    if (!told_already(findings, each.place)) findings.push_back(std::move(each));
  return findings;
}

}  // namespace proviso::tasks
