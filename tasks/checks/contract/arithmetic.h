// What a contract calculates itself: shares of a price, instalments of it, taxes on it, tables and
// their totals. Each rule speaks only where the contract says that two figures belong together
// ("ten percent of the Contract Sum, that is £120,000") and no sum in it makes the figure right.
#pragma once

#include <string>
#include <vector>

#include "tasks/checks/contract/figured_text.h"

namespace proviso::tasks::contract {

// arithmetic_shares_en.cc, arithmetic_sums_en.cc, arithmetic_shares_zh.cc, arithmetic_sums_zh.cc.
void shares_in_english(const FiguredText& text, std::vector<Finding>& findings);
void sums_in_english(const FiguredText& text, std::vector<Finding>& findings);
void shares_in_chinese(const FiguredText& text, std::vector<Finding>& findings);
void sums_in_chinese(const FiguredText& text, std::vector<Finding>& findings);

// arithmetic.cc: rows that end with a sum, and below them a line "Total", in either language.
void tables(const FiguredText& text, std::vector<Finding>& findings);
// tables.cc: lines of cells (of text files: table_lines.h). In each column the lines above the line
// 合计 or Total make its figure; quantity × unit price = amount; a share of the total = the amount
// beside it. The figure of one line alone that does not fit the others is told, rather than the
// total. Silent where a column has words, where units differ, where lines are taken off or counted
// twice.
void tables_of_cells(const ContractView& contract, std::vector<Finding>& findings);

// Of the sums that may be meant, the one whose share comes nearest to what is printed.
const Marked& nearest(const std::vector<const Marked*>& bases, const Exact& share,
                      const Exact& printed);

// The figure should be `right` by `sum` ("10% × £1,200,000"); `other` is what it is figured from.
Finding miscalculated(const FiguredText& text, const Marked& figure, Span other,
                      const std::string& right, const std::string& sum);
// The parts make another sum than the whole.
Finding parts_and_whole(const FiguredText& text, Span parts, const Marked& whole,
                        const std::string& made);
// Shares of one thing that do not make up the whole.
Finding not_the_whole(const FiguredText& text, const Marked& last, Span first,
                      const std::string& made);

// The figure's own words, and a number as the document would write it: £1,200 beside £1,000.
std::string shown(const FiguredText& text, const Marked& figure);
std::string like(const FiguredText& text, const Marked& figure, const Exact& value);

}  // namespace proviso::tasks::contract
