#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// An amount written in capital numerals and again in figures beside it
// (人民币壹万元整（￥10000元）) with another value. kind "capital_figure". Quotes the figures
// (place) and the capitals (other). Only pairs with nothing but a bracket, a stop, 即, 小写 or a
// currency sign between them count.
std::vector<Finding> check_capital_figure(const CaseView& view);

}  // namespace proviso::tasks
