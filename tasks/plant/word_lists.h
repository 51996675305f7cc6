// The planter's word lists: one row a line, cells with blanks between, # begins a remark.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace proviso::tasks::planting {

std::vector<std::vector<std::string>> rows_of(std::string_view list);

}  // namespace proviso::tasks::planting
