// The tables of this folder: text, one row a line, fields parted by tabs, '#' begins a remark line.
#pragma once

#include <string_view>
#include <vector>

namespace proviso::law {

// `text` cut at each `mark`; empty pieces are left out. Pieces point into `text`.
std::vector<std::string_view> pieces(std::string_view text, char mark);

// The rows of a table, remark lines and empty lines left out; fields point into `table`.
std::vector<std::vector<std::string_view>> rows(std::string_view table);

}  // namespace proviso::law
