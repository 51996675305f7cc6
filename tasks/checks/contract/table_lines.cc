#include "tasks/checks/contract/table_lines.h"

#include <re2/re2.h>

#include <algorithm>

namespace proviso::tasks::contract {
namespace {

constexpr std::size_t kRows = 80;

Span trimmed(string_view text, Span span) {
  static const RE2 inner("^[ 　\t\r]*(.*?)[ 　\t\r]*$");
  const string_view words = text.substr(span.start, span.size());
  re2::StringPiece kept;
  if (!RE2::FullMatch(re2::StringPiece(words.data(), words.size()), inner, &kept)) return span;
  const auto start = static_cast<std::size_t>(kept.data() - text.data());
  return {start, start + kept.size()};
}

// The line's cells, between what parts them; the bars at a line's ends part nothing.
std::vector<Span> cells_of(string_view text, Span line, const RE2& parting) {
  Span within = trimmed(text, line);
  if (within.size() > 1 && text[within.start] == '|') ++within.start;
  if (within.size() > 1 && text[within.end - 1] == '|') --within.end;
  std::vector<Span> cells;
  std::size_t from = within.start;
  for (const Span& gap : all(text, within, parting)) {
    cells.push_back(trimmed(text, {from, std::max(from, gap.start)}));
    from = gap.end;
  }
  cells.push_back(trimmed(text, {from, within.end}));
  return cells;
}

bool of_money(string_view title) {
  static const RE2 words(
      "(?i)元|金额|价|款|费|本金|£|\\$|€|amount|price|fee|cost|sum|payment|payable|value|total");
  return found_in(title, words);
}

bool never_added(string_view title) {
  static const RE2 words(
      "(?i)单[ 　]*价|年|日|序[ 　]*号|编[ 　]*号|\\brate\\b|unit|price per|year|date|\\bno\\b");
  return found_in(title, words);
}

// A line Total that lacks cells, with its figures below the columns that they add up.
std::optional<std::vector<Span>> set_out(string_view text, const std::vector<Span>& total,
                                         const TableLines& above) {
  std::vector<Span> figures;
  for (std::size_t i = 1; i < total.size(); ++i) {
    const string_view words = text.substr(total[i].start, total[i].size());
    if (is_number(words))
      figures.push_back(total[i]);
    else if (!words.empty())
      return std::nullopt;
  }
  std::vector<std::size_t> columns, sums;
  for (std::size_t column = 1; column < above.front().size(); ++column) {
    const Span name = above.front()[column];
    const string_view title = text.substr(name.start, name.size());
    const bool numbers = std::all_of(above.begin() + 1, above.end(), [&](const auto& row) {
      return is_number(text.substr(row[column].start, row[column].size()));
    });
    if (!numbers || never_added(title)) continue;
    columns.push_back(column);
    if (of_money(title)) sums.push_back(column);
  }
  const std::vector<std::size_t>& meant = figures.size() == columns.size() ? columns : sums;
  if (figures.empty() || figures.size() != meant.size()) return std::nullopt;
  std::vector<Span> row(above.front().size(), Span{total.front().end, total.front().end});
  row.front() = total.front();
  for (std::size_t i = 0; i < meant.size(); ++i) row[meant[i]] = figures[i];
  return row;
}

bool names_columns(string_view text, const std::vector<Span>& cells, std::size_t fewest) {
  if (cells.size() < fewest) return false;
  constexpr std::size_t kTitle = 48;
  bool money = false;
  for (const Span& cell : cells) {
    const string_view words = text.substr(cell.start, cell.size());
    if (words.empty() || words.size() > kTitle || is_number(words)) return false;
    money = money || of_money(words);
  }
  return money;
}

std::vector<Span> lines_of(string_view text) {
  std::vector<Span> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back({at, end});
    at = end + 1;
  }
  return lines;
}

void parted_by(string_view text, const std::vector<Span>& lines, const RE2& parting,
               std::size_t fewest, std::vector<TableLines>& tables) {
  static const RE2 rule("^[ |:+—–-]+$");
  static const RE2 total("(?i)^(?:(?:grand )?totals?|合[ 　]*计|总[ 　]*计|共[ 　]*计)[:：]?$");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const string_view first = text.substr(lines[i].start, lines[i].size());
    if (first.find('\t') != first.npos || !found_in(first, parting)) continue;
    const std::vector<Span> head = cells_of(text, lines[i], parting);
    if (!names_columns(text, head, fewest)) continue;
    TableLines table{head};
    std::size_t next = i + 1;
    for (; next < lines.size() && table.size() < kRows; ++next) {
      const string_view words = text.substr(lines[next].start, lines[next].size());
      if (found_in(words, rule)) continue;
      std::vector<Span> cells = cells_of(text, lines[next], parting);
      const bool closes = found_in(text.substr(cells[0].start, cells[0].size()), total);
      if (closes && cells.size() != head.size() && table.size() > 2) {
        auto row = set_out(text, cells, table);
        if (row) table.push_back(std::move(*row));
        break;
      }
      const bool figures = std::any_of(cells.begin(), cells.end(), [&](const Span& cell) {
        return is_number(text.substr(cell.start, cell.size()));
      });
      if (cells.size() != head.size() || !figures) break;
      table.push_back(std::move(cells));
    }
    if (table.size() < 3) continue;
    tables.push_back(std::move(table));
    i = next - 1;
  }
}

}  // namespace

bool is_number(string_view words) {
  static const RE2 number(
      "[(]?(?:人民币|RMB|US|GBP|USD|EUR)? ?[£$€￥¥]? ?[0-9][0-9,，]*(?:\\.[0-9]+)? "
      "?(?:%|％|万元|亿元|元)?整?[)]?");
  return RE2::FullMatch(re2::StringPiece(words.data(), words.size()), number);
}

std::vector<TableLines> tables_of_lines(const ContractView& contract) {
  static const RE2 bar("\\|"), wide("　"), slash(" /"), blanks(" {2,}"), blank(" ");
  const std::vector<Span> lines = lines_of(contract.text);
  std::vector<TableLines> tables;
  parted_by(contract.text, lines, bar, 2, tables);
  parted_by(contract.text, lines, wide, 3, tables);
  parted_by(contract.text, lines, slash, 3, tables);
  parted_by(contract.text, lines, blanks, 2, tables);
  if (contract.chinese) parted_by(contract.text, lines, blank, 3, tables);
  return tables;
}

}  // namespace proviso::tasks::contract
