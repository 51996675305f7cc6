#include "tasks/checks/contract/arithmetic.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>

#include "tasks/checks/contract/contract_checks.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/arithmetic";

}  // namespace

void tables(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 total_line(pattern_of(
      "(?m)^[ 　]*(?i:(?:grand )?total|合计|总计|共计|合 计)[^\\n\x01]{0,20}{M}[。；;. 　]*$"));
  static const RE2 row(pattern_of("^[^\\n]{1,80}{M}[。；;. 　]*$"));
  // 3台，单价560000元: a price of one.
  static const RE2 of_one("单价|每[台套件个只吨]|(?i:unit price|\\beach\\b|\\bper )");
  constexpr std::size_t kRows = 60;
  for (const FiguredText::Match& match : text.matches(total_line)) {
    const Marked& total = text.figure(match, 1);
    std::vector<const Marked*> rows;
    std::size_t end = match.groups[0].start;
    bool alike = true;
    Exact sum;
    while (end > 0 && rows.size() < kRows) {
      const std::size_t line_end = end - 1;
      const std::size_t before =
          line_end == 0 ? std::string::npos : text.text().rfind('\n', line_end - 1);
      const std::size_t start = before == std::string::npos ? 0 : before + 1;
      const Span line{start, line_end};
      const auto sums = text.sums_in(line);
      if (sums.empty() || !found_in(text.words(line), row)) break;
      // A row with two sums has a price and an amount, which are not known apart.
      alike = alike && sums.size() == 1 && sums[0]->unit == total.unit &&
              !about(sums[0]->value, total.value) && !found_in(text.words(line), of_one);
      rows.push_back(sums[0]);
      sum = sum + sums[0]->value;
      end = start;
    }
    if (!alike || rows.size() < 2 || about(sum, total.value)) continue;
    // A heading of the table that is no part of it: the rest makes the total.
    if (about(sum - rows.back()->value, total.value)) continue;
    findings.push_back(parts_and_whole(text, {rows.back()->span.start, rows.front()->span.end},
                                       total, like(text, total, sum)));
  }
}

const Marked& nearest(const std::vector<const Marked*>& bases, const Exact& share,
                      const Exact& printed) {
  return **std::min_element(bases.begin(), bases.end(), [&](const Marked* a, const Marked* b) {
    return (a->value * share - printed).abs() < (b->value * share - printed).abs();
  });
}

std::string shown(const FiguredText& text, const Marked& figure) {
  return std::string(text.contract().words(figure.span));
}

std::string like(const FiguredText& text, const Marked& figure, const Exact& value) {
  std::string digits = value.str(2);
  if (text.contract().chinese) {
    for (const auto& [unit, scale] : {std::pair("亿元", 100'000'000), std::pair("万元", 10'000)}) {
      const string_view words = text.contract().words(figure.span);
      if (words.ends_with(unit)) return (value / Exact(scale)).str(6) + unit;
    }
    return digits + "元";
  }
  const std::size_t whole = std::min(digits.find('.'), digits.size());
  for (std::size_t at = whole; at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  if (figure.unit == "USD") return fmt::format("${}", digits);
  if (figure.unit == "GBP") return fmt::format("£{}", digits);
  if (figure.unit == "EUR") return fmt::format("€{}", digits);
  return fmt::format("{} {}", figure.unit, digits);
}

Finding miscalculated(const FiguredText& text, const Marked& figure, Span other,
                      const std::string& right, const std::string& sum) {
  return tell(
      text.contract(), "sum", kCheck, figure.span, other,
      fmt::format("By the contract's own figures this is {}, not {}: {}.", right,
                  shown(text, figure), sum),
      fmt::format("按合同自身的数字应为{}，此处为{}：{}。", right, shown(text, figure), sum));
}

Finding parts_and_whole(const FiguredText& text, Span parts, const Marked& whole,
                        const std::string& made) {
  return tell(text.contract(), "sum", kCheck, parts, whole.span,
              fmt::format("The parts make {}, the whole is {}.", made, shown(text, whole)),
              fmt::format("各部分相加为{}，总数为{}。", made, shown(text, whole)));
}

Finding not_the_whole(const FiguredText& text, const Marked& last, Span first,
                      const std::string& made) {
  return tell(text.contract(), "share", kCheck, last.span, first,
              fmt::format("The shares make {}%, not 100%.", made),
              fmt::format("各部分比例相加为{}%，不是100%。", made));
}

std::vector<Finding> check_arithmetic(const ContractView& contract) {
  std::vector<Finding> findings;
  const FiguredText text(contract);
  tables_of_cells(contract, findings);
  std::vector<Finding> lines;
  tables(text, lines);
  for (Finding& each : lines) {
    // One table, told once.
    const bool told = std::any_of(findings.begin(), findings.end(), [&](const Finding& other) {
      return other.place.start < each.other->end && each.place.start < other.other->end;
    });
    if (!told) findings.push_back(std::move(each));
  }
  if (contract.chinese) {
    shares_in_chinese(text, findings);
    sums_in_chinese(text, findings);
  } else {
    shares_in_english(text, findings);
    sums_in_english(text, findings);
  }
  return findings;
}

}  // namespace proviso::tasks::contract
