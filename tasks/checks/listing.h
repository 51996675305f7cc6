// A list of amounts that a total closes: where it begins, which amounts are its heads, and whether
// nothing before it can belong to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// How sure it is that the first head found is the first of the list.
enum class Opening : std::uint8_t {
  kUnseen,    // something else stands before it in the sentence
  kSentence,  // the sentence begins with it
  kColon,     // behind a colon, 包括, 计有 …: another head may stand before
  kCounted,   // numbered from one without a gap, or behind 分别为
};

struct Listing {
  std::vector<std::size_t> heads;  // indices into CaseView::numbers, in order, at least two
  Opening opening = Opening::kUnseen;
  std::size_t start = 0;  // folded offset of the first head's words
};

// Whether `lead`, the words between the last stop and a figure (folded), says that the figure is
// the total of all that was listed and nothing more: 合计, 以上各项损失共计, 三项总计人民币. Not
// so 被告应赔偿合计, 扣除后共计, 三人共计.
bool closes_list(std::string_view lead);

// Whether the figure that ends at `end` counts more than once: 30000元两张, 1000万元5笔.
bool counts_several_times(std::string_view text, std::size_t end);

// The list that ends where the clause of the total begins (`clause`, folded offset; `total` index
// into view.numbers). Every piece between two stops (、，；及和) carries one amount, outside
// brackets the only one but for the terms of its own calculation; a numbered piece (1. ① （一）
// 第一，) may carry words without amounts and go over lines. Nothing where a piece says anything
// that makes plain adding wrong: parts, deductions, prices per unit, shares, ranges, foreign
// currencies, subtotals. Looks back at most 6000 bytes.
std::optional<Listing> listing_before(const CaseView& view, std::size_t total, std::size_t clause);

}  // namespace proviso::tasks
