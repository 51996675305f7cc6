#include "ingest/layout/tables.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace proviso::ingest {
namespace {

constexpr double kTouch = 3;  // points
constexpr std::size_t kMostLines = 200;

// A straight line: `at` is its y (horizontal) or x (vertical).
struct Stroke {
  double at = 0, from = 0, to = 0;
};

// Strokes on one line that touch are one.
std::vector<Stroke> merged(std::vector<Stroke> strokes) {
  std::sort(strokes.begin(), strokes.end(), [](const Stroke& a, const Stroke& b) {
    return std::pair(a.at, a.from) < std::pair(b.at, b.from);
  });
  std::vector<Stroke> result;
  for (std::size_t first = 0; first < strokes.size();) {
    std::size_t end = first;
    while (end < strokes.size() && strokes[end].at - strokes[first].at <= 1.5) ++end;
    std::vector<Stroke> same(strokes.begin() + static_cast<std::ptrdiff_t>(first),
                             strokes.begin() + static_cast<std::ptrdiff_t>(end));
    std::sort(same.begin(), same.end(),
              [](const Stroke& a, const Stroke& b) { return a.from < b.from; });
    const std::size_t begin = result.size();
    for (const Stroke& stroke : same) {
      if (result.size() > begin && stroke.from <= result.back().to + kTouch) {
        result.back().to = std::max(result.back().to, stroke.to);
      } else {
        result.push_back(stroke);
      }
    }
    first = end;
  }
  return result;
}

struct Grid {
  std::vector<Stroke> across, down;
};

bool cross(const Stroke& across, const Stroke& down) {
  return down.at >= across.from - kTouch && down.at <= across.to + kTouch &&
         across.at >= down.from - kTouch && across.at <= down.to + kTouch;
}

std::size_t root(std::vector<std::size_t>& parent, std::size_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

std::vector<Grid> grids_of(const std::vector<Box>& rules) {
  std::vector<Stroke> across, down;
  for (const Box& rule : rules) {
    if (rule.x1 - rule.x0 >= rule.y1 - rule.y0) {
      across.push_back({(rule.y0 + rule.y1) / 2, rule.x0, rule.x1});
    } else {
      down.push_back({(rule.x0 + rule.x1) / 2, rule.y0, rule.y1});
    }
  }
  across = merged(std::move(across));
  down = merged(std::move(down));
  if (across.size() > 2000 || down.size() > 2000) return {};
  std::vector<std::size_t> parent(across.size() + down.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  for (std::size_t a = 0; a < across.size(); ++a) {
    for (std::size_t d = 0; d < down.size(); ++d) {
      if (cross(across[a], down[d])) {
        parent[root(parent, a)] = root(parent, across.size() + d);
      }
    }
  }
  std::vector<Grid> grids(parent.size());
  for (std::size_t a = 0; a < across.size(); ++a) {
    grids[root(parent, a)].across.push_back(across[a]);
  }
  for (std::size_t d = 0; d < down.size(); ++d) {
    grids[root(parent, across.size() + d)].down.push_back(down[d]);
  }
  std::erase_if(grids, [](const Grid& grid) {
    return grid.across.size() < 2 || grid.down.empty() || grid.across.size() > kMostLines ||
           grid.down.size() > kMostLines;
  });
  return grids;
}

std::vector<double> positions(const std::vector<Stroke>& strokes, double first, double last) {
  std::vector<double> all{first, last};
  for (const Stroke& stroke : strokes) all.push_back(stroke.at);
  std::sort(all.begin(), all.end());
  std::vector<double> result;
  for (const double at : all) {
    if (result.empty() || at - result.back() > kTouch) result.push_back(at);
  }
  return result;
}

// True when half of [from, to] at `at` is drawn.
bool is_drawn(const std::vector<Stroke>& strokes, double at, double from, double to) {
  double drawn = 0;
  for (const Stroke& stroke : strokes) {
    if (stroke.at < at - kTouch || stroke.at > at + kTouch) continue;
    drawn += std::max(0.0, std::min(to, stroke.to) - std::max(from, stroke.from));
  }
  return drawn >= 0.5 * (to - from);
}

Table table_of(const Grid& grid) {
  Box box{1e9, 1e9, -1e9, -1e9};
  for (const Stroke& stroke : grid.across) {
    box = {std::min(box.x0, stroke.from), std::min(box.y0, stroke.at), std::max(box.x1, stroke.to),
           std::max(box.y1, stroke.at)};
  }
  for (const Stroke& stroke : grid.down) {
    box = {std::min(box.x0, stroke.at), std::min(box.y0, stroke.from), std::max(box.x1, stroke.at),
           std::max(box.y1, stroke.to)};
  }
  const std::vector<double> xs = positions(grid.down, box.x0, box.x1);
  const std::vector<double> ys = positions(grid.across, box.y0, box.y1);
  const std::size_t columns = xs.size() - 1, rows = ys.size() - 1;
  std::vector<std::size_t> parent(columns * rows);
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      const std::size_t here = r * columns + c;
      if (c + 1 < columns && !is_drawn(grid.down, xs[c + 1], ys[r], ys[r + 1])) {
        parent[root(parent, here + 1)] = root(parent, here);
      }
      if (r + 1 < rows && !is_drawn(grid.across, ys[r + 1], xs[c], xs[c + 1])) {
        parent[root(parent, here + columns)] = root(parent, here);
      }
    }
  }
  Table table{box, {}};
  std::vector<int> cell_of(columns * rows, -1);
  for (std::size_t i = 0; i < parent.size(); ++i) {
    int& cell = cell_of[root(parent, i)];
    const std::size_t r = i / columns, c = i % columns;
    if (cell < 0) {
      cell = static_cast<int>(table.cells.size());
      table.cells.push_back({{xs[c], ys[r], xs[c + 1], ys[r + 1]}, static_cast<int>(r)});
    }
    Box& area = table.cells[static_cast<std::size_t>(cell)].box;
    area.x0 = std::min(area.x0, xs[c]);
    area.x1 = std::max(area.x1, xs[c + 1]);
    area.y1 = std::max(area.y1, ys[r + 1]);
  }
  std::stable_sort(table.cells.begin(), table.cells.end(),
                   [](const TableCell& a, const TableCell& b) {
                     return std::pair(a.row, a.box.x0) < std::pair(b.row, b.box.x0);
                   });
  return table;
}

bool stands_beside(const TableCell& a, const TableCell& b) {
  return a.box.y0 < b.box.y1 - kTouch && b.box.y0 < a.box.y1 - kTouch;
}

}  // namespace

std::vector<Table> find_tables(const std::vector<Box>& rules) {
  std::vector<Table> tables;
  for (const Grid& grid : grids_of(rules)) {
    Table table = table_of(grid);
    bool beside = false;
    for (std::size_t i = 0; i + 1 < table.cells.size() && !beside; ++i) {
      beside = stands_beside(table.cells[i], table.cells[i + 1]);
    }
    if (beside) tables.push_back(std::move(table));
  }
  std::sort(tables.begin(), tables.end(), [](const Table& a, const Table& b) {
    return std::pair(a.box.y0, a.box.x0) < std::pair(b.box.y0, b.box.x0);
  });
  return tables;
}

int cell_at(const Table& table, double x, double y) {
  int best = -1;
  double smallest = 1e18;
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const Box& box = table.cells[i].box;
    const double area = (box.x1 - box.x0) * (box.y1 - box.y0);
    if (x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1 && area < smallest) {
      smallest = area;
      best = static_cast<int>(i);
    }
  }
  return best;
}

}  // namespace proviso::ingest
