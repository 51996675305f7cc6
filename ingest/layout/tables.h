// Tables by their ruled lines.
#pragma once

#include <cstddef>
#include <vector>

#include "ingest/document.h"

namespace proviso::ingest {

struct TableCell {
  Box box;
  int row = 0;  // of its upper edge, from 0
};

struct Table {
  Box box;
  std::vector<TableCell> cells;  // by row, then from left to right; merged cells are one
};

// Joins lines (boxes that are long in one direction, points) that touch within 3 points to grids.
// A grid is a table when it has at least two cells, of which two stand side by side: a frame around
// text is none. Open sides are closed at the grid's outer edges. Cells whose common edge is not
// drawn for half of its length are one cell. At most 200 lines each way make a table.
std::vector<Table> find_tables(const std::vector<Box>& rules);

// Index of the cell that holds the point, or -1.
int cell_at(const Table& table, double x, double y);

}  // namespace proviso::ingest
