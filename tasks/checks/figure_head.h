// What a figure is called in running text: 律师代理费 in 律师代理费共计人民币3000元.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// The words that name a figure's head: up to eight characters before it, without fillers (共计,
// 人民币, 为), cut at stops, brackets and digits. Empty where nothing names it.
std::string head_of(const CaseView& view, const Number& number);

// Number of characters at the end that both heads have; heads of the same characters in another
// order (经济损失及合理开支, 经济损失及合理支出) count as three.
std::size_t common_end(std::string_view a, std::string_view b);

// The significant digits of an amount in yuan: 1 for 20000, 3 for 20500.
int significant_digits(const Exact& yuan);

// The court itself notes beside the figure what it should be: （应为3.5万元）, 系笔误, 予以更正.
bool corrected_beside(const CaseView& view, segmenter::Span figure);

// The figure is that of the court below, which this court finds wrong: 原判认定为3万元不当.
bool set_aside(const CaseView& view, segmenter::Span figure);

}  // namespace proviso::tasks
