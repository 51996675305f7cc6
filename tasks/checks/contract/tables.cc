#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "tasks/checks/contract/arithmetic.h"
#include "tasks/checks/contract/table_lines.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/arithmetic";

// A cell that holds one number and at most its unit: 1,260,000; £22,000; 213.5万元; 30%; (1,200).
struct Cell {
  Span span;
  string_view words;
  std::optional<Exact> value;
  int places = 0;    // decimals printed
  std::string unit;  // 元, 万元, 亿元, %, £, $, €, or none
};

bool blank(string_view words) {
  static const RE2 nothing("[ 　/／—–-]*");
  return RE2::FullMatch(re2::StringPiece(words.data(), words.size()), nothing);
}

Cell cell_of(string_view text, Span span) {
  static const RE2 number(
      "[ 　]*(\\()?[ ]*(?:人民币|RMB|US|GBP|USD|EUR)? ?([£$€￥¥])? ?([0-9]{1,3}(?:[,，][0-9]{3})+|"
      "[0-9]+)(?:\\.([0-9]{1,6}))? ?(%|％|万元|亿元|元)?整?\\)?[ 　]*");
  Cell cell;
  cell.span = span;
  cell.words = text.substr(span.start, span.size());
  std::string open, mark, whole, decimals, unit;
  if (!RE2::FullMatch(re2::StringPiece(cell.words.data(), cell.words.size()), number, &open, &mark,
                      &whole, &decimals, &unit))
    return cell;
  for (const string_view comma : {",", "，"}) {
    for (std::size_t at = whole.find(comma); at != whole.npos; at = whole.find(comma))
      whole.erase(at, comma.size());
  }
  cell.value = Exact::parse(decimals.empty() ? whole : whole + "." + decimals);
  // A number in brackets is taken off.
  if (cell.value && !open.empty()) cell.value = Exact(0) - *cell.value;
  cell.places = static_cast<int>(decimals.size());
  if (mark == "￥" || mark == "¥") mark = "元";
  if (unit == "％") unit = "%";
  cell.unit = unit.empty() ? mark : unit;
  return cell;
}

using Row = std::vector<Cell>;

std::vector<Row> rows_of(string_view text, Span lines) {
  std::vector<Row> rows;
  for (std::size_t at = lines.start; at < lines.end;) {
    const std::size_t end = std::min(text.find('\n', at), lines.end);
    Row row;
    for (std::size_t from = at; from <= end;) {
      const std::size_t tab = std::min(text.find('\t', from), end);
      row.push_back(cell_of(text, {from, tab}));
      from = tab + 1;
    }
    rows.push_back(std::move(row));
    at = end + 1;
  }
  return rows;
}

// Neighbouring lines with cells.
std::vector<Span> tables_of(string_view text) {
  std::vector<Span> found;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (text.substr(at, end - at).find('\t') != string_view::npos) {
      if (!found.empty() && found.back().end + 1 == at) {
        found.back().end = end;
      } else {
        found.push_back({at, end});
      }
    }
    at = end + 1;
  }
  return found;
}

// A line of a table whose cells are parted by blanks alone, as a PDF has it: "2 安装工程 项 1
// 6320000". The words and the last `count` figures; nothing where they are not figures.
std::optional<Row> glued_row(string_view text, Span line, std::size_t count, bool head) {
  std::vector<Span> last;
  std::size_t end = line.end;
  while (last.size() < count) {
    const std::size_t blank_at = end == 0 ? string_view::npos : text.rfind(' ', end - 1);
    if (blank_at == string_view::npos || blank_at <= line.start) return std::nullopt;
    last.insert(last.begin(), {blank_at + 1, end});
    end = blank_at;
  }
  Row row{cell_of(text, {line.start, end})};
  for (const Span& each : last) {
    row.push_back(cell_of(text, each));
    if (!head && !row.back().value) return std::nullopt;
  }
  return row;
}

// Tables without tabs: up from a line that holds "合计" or "Total" and figures alone, to the line
// that names the columns.
std::vector<std::vector<Row>> glued_tables(string_view text) {
  static const RE2 total(
      "(?m)^(?i:(?:grand )?total|合计|总计|共计)((?: "
      "(?:[£$€￥¥]?[0-9][0-9,]*(?:\\.[0-9]+)?(?:%|万?元)?)){1,3})$");
  static const RE2 of_money(
      "(?i)元|金额|价|款|费|本金|£|\\$|€|amount|price|fee|cost|sum|payment|payout|payable|value");
  constexpr std::size_t kRows = 60;
  std::vector<std::vector<Row>> tables;
  for (const Span& line : all(text, {0, text.size()}, total)) {
    const string_view words = text.substr(line.start, line.size());
    const auto gaps = static_cast<std::size_t>(std::count(words.begin(), words.end(), ' '));
    static const RE2 figure(" [£$€￥¥]?[0-9]");
    const std::size_t count = all(text, line, figure).size();
    if (gaps > count + 1) continue;
    std::vector<Row> rows{*glued_row(text, line, count, false)};
    std::size_t start = line.start;
    bool aligned = true, named = false;
    while (start > 0 && rows.size() < kRows && !named) {
      const std::size_t before = start == 1 ? string_view::npos : text.rfind('\n', start - 2);
      const std::size_t from = before == string_view::npos ? 0 : before + 1;
      const Span above{from, start - 1};
      auto row = glued_row(text, above, count, false);
      if (!row) {
        row = glued_row(text, above, count, true);
        named = row && found_in(row->back().words, of_money);
        for (const Cell& each : row.value_or(Row{})) named = named && !each.value;
        // 金额（万元） 占转让价款比例: the sum stands before.
        if (row && count > 1 && !named)
          named = std::any_of(row->begin() + 1, row->end(), [](const Cell& each) {
            return !each.value && found_in(each.words, of_money);
          });
        if (!named) break;
      } else if (count > 1 && glued_row(text, above, count + 1, false)) {
        aligned = false;  // more figures than the total has: which belong together?
      }
      rows.insert(rows.begin(), std::move(*row));
      start = from;
    }
    if (named && aligned) tables.push_back(std::move(rows));
  }
  return tables;
}

Exact half_a_last_digit(int places) {
  Exact unit = Exact::ratio(1, 2);
  for (int i = 0; i < places; ++i) unit = unit / Exact(10);
  return unit;
}

class Table {
 public:
  Table(const ContractView& contract, std::vector<Row> rows)
      : contract_(contract), rows_(std::move(rows)) {}

  void judge(std::vector<Finding>& findings) {
    if (rows_.size() < 3) return;
    head_ = head();
    const std::size_t before = findings.size();
    prices(findings);
    const std::size_t total = total_row();
    if (total == rows_.size()) return;
    if (findings.size() == before) parts_by_share(total, findings);
    if (findings.size() > before) return;
    for (std::size_t column = 1; column < rows_[total].size(); ++column)
      add_up(total, column, findings);
  }

 private:
  // The line that names the columns: no figure in it, but for years.
  std::size_t head() const {
    for (std::size_t i = 0; i < std::min<std::size_t>(2, rows_.size()); ++i) {
      const bool figures = std::any_of(rows_[i].begin(), rows_[i].end(),
                                       [](const Cell& each) { return each.value.has_value(); });
      if (!figures) return i;
    }
    return rows_.size();
  }

  string_view title(std::size_t column) const {
    if (head_ == rows_.size() || column >= rows_[head_].size()) return {};
    return rows_[head_][column].words;
  }

  // The one line of the table that is its total.
  std::size_t total_row() const {
    static const RE2 total(
        "(?i)^[ 　]*(?:(?:grand )?totals?|合[ 　]*计|总[ 　]*计|共[ 　]*计)[:： "
        "　]*(?:[(（].{0,16}[)）])?[ 　]*$");
    static const RE2 any_total("(?i)total|合[ 　]*计|总[ 　]*计|小[ 　]*计|共[ 　]*计");
    static const RE2 not_added(
        "(?i)\\bless\\b|discount|deduct|credit|of which|included|including|net of|carried|brought|"
        "average|其中|扣|减|优惠|折扣|平均|包含|已含|另计");
    std::size_t found = rows_.size();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (i == head_) continue;
      std::size_t label = 0;
      while (label < rows_[i].size() && (blank(rows_[i][label].words) || rows_[i][label].value))
        ++label;
      if (label == rows_[i].size()) continue;
      const string_view words = rows_[i][label].words;
      if (found_in(words, not_added)) return rows_.size();
      if (!found_in(words, any_total)) continue;
      if (found != rows_.size() || !found_in(words, total)) return rows_.size();
      found = i;
    }
    return found;
  }

  // The unit of the column: of its title, or of its cells; nothing where they differ in sort.
  std::optional<std::string> unit(std::size_t column, std::size_t from, std::size_t end) const {
    static const RE2 named("(万元|亿元|元|%|％|£|\\$|€)");
    std::string unit, titled;
    const string_view words = title(column);
    RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), named, &titled);
    unit = titled;
    for (std::size_t i = from; i <= end; ++i) {
      const std::string& own = rows_[i][column].unit;
      if (own.empty()) continue;
      if (unit.empty()) unit = own;
      if (own != unit) return std::nullopt;
    }
    return unit;
  }

  std::string shown(const Exact& value, const std::string& unit, string_view beside) const {
    std::string digits = value.str(4);
    if (beside.find(',') != string_view::npos || (!contract_.chinese && unit != "%")) {
      const std::size_t whole = std::min(digits.find('.'), digits.size());
      const std::size_t first = digits.starts_with("-") ? 1 : 0;
      for (std::size_t at = whole; at > first + 3; at -= 3) digits.insert(at - 3, 1, ',');
    }
    if (unit == "£" || unit == "$" || unit == "€") return unit + digits;
    return digits + unit;
  }

  bool adds_up(std::size_t first, std::size_t total, std::size_t column, Exact& sum,
               int& places) const {
    sum = Exact(0);
    places = rows_[total][column].places;
    std::size_t count = 0;
    for (std::size_t i = first; i < total; ++i) {
      if (!rows_[i][column].value) continue;
      sum = sum + *rows_[i][column].value;
      places = std::max(places, rows_[i][column].places);
      ++count;
    }
    // Figures of whole units are exact; decimals may be rounded.
    const Exact allowed = places == 0
                              ? Exact(0)
                              : half_a_last_digit(places) * Exact(static_cast<std::int64_t>(count));
    return (sum - *rows_[total][column].value).abs() <= allowed;
  }

  // The lines above the total, from below the head; nothing where one of them cannot be read.
  std::optional<std::size_t> first_part(std::size_t total, std::size_t column) const {
    if (column >= rows_[total].size() || !rows_[total][column].value) return std::nullopt;
    std::size_t first = head_ == rows_.size() ? 0 : head_ + 1;
    if (total < first + 2) return std::nullopt;
    std::size_t read = 0;
    for (std::size_t i = first; i < total; ++i) {
      if (rows_[i].size() != rows_[total].size()) return std::nullopt;
      const Cell& cell = rows_[i][column];
      if (cell.value) {
        ++read;
      } else if (!blank(cell.words)) {
        return std::nullopt;
      }
    }
    return read >= 2 ? std::optional(first) : std::nullopt;
  }

  void add_up(std::size_t total, std::size_t column, std::vector<Finding>& findings) const {
    const auto first = first_part(total, column);
    if (!first) return;
    const auto sort = unit(column, *first, total);
    if (!sort) return;
    static const RE2 not_summed(
        "(?i)单价|年|日期|\\brate\\b|unit price|price per|year|date|no\\.|序号");
    if (found_in(title(column), not_summed)) return;
    const Cell& whole = rows_[total][column];
    Exact sum;
    int places = 0;
    for (std::size_t from = *first; from + 1 < total; ++from) {
      // What stands above may be another part of the table.
      if (adds_up(from, total, column, sum, places)) return;
    }
    adds_up(*first, total, column, sum, places);
    if (sum.sign() <= 0 || whole.value->sign() <= 0) return;
    // Far from it: not a total of this column.
    if (sum > *whole.value * Exact(3) || *whole.value > sum * Exact(3)) return;
    const Span parts{rows_[*first][column].span.start, rows_[total - 1][column].span.end};
    const std::string made = shown(sum, *sort, whole.words);
    const std::string printed = shown(*whole.value, *sort, whole.words);
    if (*sort == "%") {
      findings.push_back(tell(contract_, "share", kCheck, whole.span, parts,
                              fmt::format("The parts make {}, the whole is {}.", made, printed),
                              fmt::format("各部分相加为{}，总数为{}。", made, printed)));
      return;
    }
    findings.push_back(tell(contract_, "sum", kCheck, parts, whole.span,
                            fmt::format("The parts make {}, the whole is {}.", made, printed),
                            fmt::format("各部分相加为{}，总数为{}。", made, printed)));
  }

  Finding wrong(const Cell& cell, const Cell& other, const std::string& right,
                const std::string& printed, const std::string& sum) const {
    return tell(
        contract_, "sum", kCheck, cell.span, other.span,
        fmt::format("By the contract's own figures this is {}, not {}: {}.", right, printed, sum),
        fmt::format("按合同自身的数字应为{}，此处为{}：{}。", right, printed, sum));
  }

  // 第一期 1080 30%; … 合计 3600 100%: each share of the total, but for one line.
  void parts_by_share(std::size_t total, std::vector<Finding>& findings) const {
    std::size_t share = 0, sum = 0, sums = 0;
    for (std::size_t column = 1; column < rows_[total].size(); ++column) {
      const auto first = first_part(total, column);
      if (!first) continue;
      const auto sort = unit(column, *first, total);
      if (!sort) continue;
      if (*sort == "%") {
        if (share != 0 || *rows_[total][column].value != Exact(100)) return;
        share = column;
      } else if (*sort != "") {
        sum = column;
        ++sums;
      }
    }
    if (share == 0 || sums != 1) return;
    const std::size_t first = *first_part(total, sum);
    const Cell& whole = rows_[total][sum];
    std::vector<std::size_t> off;
    std::size_t right = 0;
    for (std::size_t i = first; i < total; ++i) {
      const Cell& part = rows_[i][share];
      const Cell& printed = rows_[i][sum];
      if (!part.value || !printed.value) return;
      const Exact made = *whole.value * *part.value / Exact(100);
      const Exact allowed = half_a_last_digit(part.places) * whole.value->abs() / Exact(100);
      // 30% is exact where the amount is; 33.3% is rounded.
      const bool fits = (made - *printed.value).abs() <=
                        (part.places == 0 ? half_a_last_digit(printed.places) : allowed);
      if (fits)
        ++right;
      else
        off.push_back(i);
    }
    if (off.size() != 1 || right < 2) return;
    const std::string sort = *unit(sum, first, total);
    const Cell& part = rows_[off[0]][share];
    const Cell& printed = rows_[off[0]][sum];
    // Where the sums make their total and the shares do not, the share is wrong.
    Exact added;
    int places = 0;
    if (adds_up(first, total, sum, added, places) && !adds_up(first, total, share, added, places)) {
      Finding finding =
          wrong(part, printed, shown(*printed.value / *whole.value * Exact(100), "%", ""),
                shown(*part.value, "%", ""),
                fmt::format("{}÷{}", shown(*printed.value, sort, whole.words),
                            shown(*whole.value, sort, whole.words)));
      finding.kind = "share";
      findings.push_back(std::move(finding));
      return;
    }
    const Exact made = *whole.value * *part.value / Exact(100);
    findings.push_back(wrong(
        printed, whole, shown(made, sort, whole.words), shown(*printed.value, sort, whole.words),
        fmt::format("{}×{}", shown(*whole.value, sort, whole.words), shown(*part.value, "%", ""))));
  }

  // 数量 × 单价 = 金额, in each line.
  void prices(std::vector<Finding>& findings) const {
    static const RE2 count(
        "(?i)^[ 　]*(?:数[ 　]*量|工程量|工作量|quantity|qty\\.?|units?)[ 　]*(?:[(（].*)?$");
    static const RE2 price("(?i)单[ 　]*价|unit price|price per|unit cost|unit rate");
    static const RE2 amount(
        "(?i)^[ 　]*(?:金[ 　]*额|合[ 　]*价|总[ 　]*价|价[ 　]*款|小[ 　]*计|amount|total|total "
        "price|"
        "line total|total amount|extended price)[ 　]*(?:[(（].*)?$");
    if (head_ == rows_.size()) return;
    std::array<std::size_t, 3> at{};
    std::array<int, 3> times{};
    for (std::size_t column = 0; column < rows_[head_].size(); ++column) {
      const string_view words = title(column);
      const std::size_t which = found_in(words, price)    ? 1
                                : found_in(words, count)  ? 0
                                : found_in(words, amount) ? 2
                                                          : 3;
      if (which == 3) continue;
      at.at(which) = column;
      ++times.at(which);
    }
    if (times != std::array<int, 3>{1, 1, 1}) return;
    std::vector<std::size_t> off;
    std::size_t right = 0;
    const auto scale = [&](std::size_t column) {
      return title(column).find("万元") != string_view::npos ? Exact(10'000) : Exact(1);
    };
    const Exact ratio = scale(at[1]) / scale(at[2]);
    for (std::size_t i = head_ + 1; i < rows_.size(); ++i) {
      if (rows_[i].size() != rows_[head_].size()) continue;
      const Cell& number = rows_[i][at[0]];
      const Cell& each = rows_[i][at[1]];
      const Cell& all_of_them = rows_[i][at[2]];
      if (!number.value || !each.value || !all_of_them.value) continue;
      const Exact made = *number.value * *each.value * ratio;
      const Exact allowed =
          half_a_last_digit(all_of_them.places) * Exact(2) +
          (each.places == 0 ? Exact(0)
                            : half_a_last_digit(each.places) * number.value->abs() * ratio);
      if ((made - *all_of_them.value).abs() <= allowed)
        ++right;
      else
        off.push_back(i);
    }
    if (off.size() != 1 || right == 0) return;
    const Row& row = rows_[off[0]];
    const std::string sort = unit(at[2], off[0], off[0]).value_or("");
    findings.push_back(wrong(
        row[at[2]], row[at[1]],
        shown(*row[at[0]].value * *row[at[1]].value * ratio, sort, row[at[2]].words),
        shown(*row[at[2]].value, sort, row[at[2]].words),
        fmt::format("{}×{}", contract_.words(row[at[0]].span), contract_.words(row[at[1]].span))));
  }

  const ContractView& contract_;
  std::vector<Row> rows_;
  std::size_t head_ = 0;
};

}  // namespace

void tables_of_cells(const ContractView& contract, std::vector<Finding>& findings) {
  for (const Span& lines : tables_of(contract.text))
    Table(contract, rows_of(contract.text, lines)).judge(findings);
  std::vector<std::vector<Row>> others = glued_tables(contract.text);
  for (const TableLines& lines : tables_of_lines(contract)) {
    others.emplace_back();
    for (const std::vector<Span>& cells : lines) {
      Row row;
      for (const Span& cell : cells) row.push_back(cell_of(contract.text, cell));
      others.back().push_back(std::move(row));
    }
  }
  // What parts the cells may be seen in two ways: one table is judged once.
  for (std::vector<Row>& rows : others) {
    const Span lines{rows.front().front().span.start, rows.back().back().span.end};
    const bool known = std::any_of(findings.begin(), findings.end(), [&](const Finding& other) {
      return other.place.start < lines.end && lines.start < other.place.end;
    });
    if (!known) Table(contract, std::move(rows)).judge(findings);
  }
}

}  // namespace proviso::tasks::contract
