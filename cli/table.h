// Tables on a terminal. Widths are in cells: an East Asian wide character takes two, a combining
// mark none.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace proviso::cli {

// Cells that `text` (UTF-8) takes.
int width_of(std::string_view text);

// The longest beginning of `text` that fits into `cells`, with "…" in the last cell where something
// was cut. Control characters and line ends become spaces.
std::string cut(std::string_view text, int cells);

// `text` with spaces behind it, or before it for `right`, to fill `cells`.
std::string padded(const std::string& text, int cells, bool right = false);

// Breaks `text` into lines of at most `cells`: between words of Latin script, anywhere between
// Chinese characters.
std::vector<std::string> wrap(std::string_view text, int cells);

// Columns of the terminal at `file_descriptor`; where it is none COLUMNS, or 100.
int terminal_width(int file_descriptor);

struct Column {
  std::string heading;
  int least = 4;       // cells
  bool right = false;  // numbers
  bool wraps = false;  // long cells go on below instead of being cut
};

// Rows printed with columns as wide as their widest cell; when that is too wide for `total` cells,
// the widest columns give way down to their `least`.
class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  // One cell for each column.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  void print(std::ostream& out, int total) const;

 private:
  std::vector<int> widths(int total) const;
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace proviso::cli
