#include "ingest/layout/columns.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "ingest/layout/script.h"

namespace proviso::ingest {
namespace {

constexpr std::size_t kFewestLines = 5;
constexpr float kFilled = 0.65F;  // share of its column that a median line of prose covers
constexpr int kDeepest = 3;       // splits of splits

struct Gutter {
  float left = 0, right = 0;
};

struct Extent {
  float x0 = std::numeric_limits<float>::max(), x1 = std::numeric_limits<float>::lowest();
  float width() const { return x1 - x0; }
};

Extent extent_of(const std::vector<Run>& runs) {
  Extent extent;
  for (const Run& run : runs) {
    extent.x0 = std::min(extent.x0, run.x0);
    extent.x1 = std::max(extent.x1, run.x1);
  }
  return extent;
}

float median(std::vector<float> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Where a strip at x parts most lines: over all bands between the runs that cross it, the lines of
// the side that has fewer, bands of fewer than five lines not counted.
int parted_lines(const std::vector<Run>& by_baseline, float x) {
  int total = 0, left = 0, right = 0;
  float last_left = std::numeric_limits<float>::lowest(), last_right = last_left;
  const auto close = [&] {
    const int fewer = std::min(left, right);
    total += fewer >= static_cast<int>(kFewestLines) ? fewer : 0;
    left = right = 0;
  };
  for (const Run& run : by_baseline) {
    if (run.x0 < x && run.x1 > x) {
      close();
    } else if (run.x1 <= x) {
      left += run.baseline - last_left > 3 ? 1 : 0;
      last_left = run.baseline;
    } else {
      right += run.baseline - last_right > 3 ? 1 : 0;
      last_right = run.baseline;
    }
  }
  close();
  return total;
}

// The strip in the middle half of the text that parts the most lines; the widest of several.
Gutter find_gutter(const std::vector<Run>& by_baseline, const Extent& extent) {
  constexpr float kStep = 3;
  const float from = extent.x0 + extent.width() / 4;
  const auto steps =
      std::min<std::size_t>(static_cast<std::size_t>(extent.width() / 2 / kStep) + 1, 400);
  std::vector<int> parted;
  for (std::size_t i = 0; i < steps; ++i) {
    parted.push_back(parted_lines(by_baseline, from + static_cast<float>(i) * kStep));
  }
  const int most = *std::max_element(parted.begin(), parted.end());
  std::size_t best_start = 0, best_length = 0;
  for (std::size_t i = 0; i < parted.size();) {
    std::size_t end = i;
    while (end < parted.size() && parted[end] == most) ++end;
    if (end - i > best_length) {
      best_start = i;
      best_length = end - i;
    }
    i = std::max(end, i + 1);
  }
  const auto at = [&](std::size_t step) { return from + static_cast<float>(step) * kStep; };
  return {at(best_start), at(best_start + std::max<std::size_t>(best_length, 1) - 1)};
}

// One line of a side: runs whose baselines are within 3 points (an exponent does not make a line).
struct SideLine {
  Extent extent;
  int cells = 0;  // runs with a wide gap before them, and the first
  bool figures = true;
};

std::vector<SideLine> lines_of(std::vector<Run> runs) {
  std::erase_if(runs, [](const Run& run) { return run.table >= 0; });
  std::sort(runs.begin(), runs.end(),
            [](const Run& a, const Run& b) { return a.baseline < b.baseline; });
  std::vector<std::vector<const Run*>> rows;
  float last = std::numeric_limits<float>::lowest();
  for (const Run& run : runs) {
    if (run.baseline - last > 3) rows.emplace_back();
    last = run.baseline;
    rows.back().push_back(&run);
  }
  std::vector<SideLine> lines;
  for (auto& row : rows) {
    std::sort(row.begin(), row.end(), [](const Run* a, const Run* b) { return a->x0 < b->x0; });
    SideLine line;
    for (const Run* run : row) {
      if (line.cells == 0 || run->x0 - line.extent.x1 > 1.5F * run->size) ++line.cells;
      line.extent.x0 = std::min(line.extent.x0, run->x0);
      line.extent.x1 = std::max(line.extent.x1, run->x1);
      line.figures &= run->figures;
    }
    lines.push_back(line);
  }
  return lines;
}

struct Side {
  std::size_t lines = 0;
  bool filled = false;   // like prose
  bool ranged = false;   // its lines begin at few margins
  bool cells = false;    // many lines of several cells
  bool numeric = false;  // many lines of figures alone
  Extent extent;
  float em = 0;
};

// Left margins that three lines and more share.
std::size_t lines_at_margins(std::vector<float> starts, float em) {
  std::sort(starts.begin(), starts.end());
  std::size_t shared = 0;
  for (std::size_t first = 0; first < starts.size();) {
    std::size_t end = first;
    while (end < starts.size() && starts[end] - starts[first] < 0.4F * em) ++end;
    shared += end - first >= 3 ? end - first : 0;
    first = end;
  }
  return shared;
}

Side look_at(const std::vector<Run>& runs) {
  Side side;
  const std::vector<SideLine> lines = lines_of(runs);
  side.lines = lines.size();
  if (lines.empty()) return side;
  std::vector<float> widths, sizes, starts;
  std::size_t cells = 0, figures = 0;
  for (const SideLine& line : lines) {
    widths.push_back(line.extent.width());
    starts.push_back(line.extent.x0);
    side.extent.x0 = std::min(side.extent.x0, line.extent.x0);
    side.extent.x1 = std::max(side.extent.x1, line.extent.x1);
    cells += line.cells > 1 ? 1 : 0;
    figures += line.figures ? 1 : 0;
  }
  for (const Run& run : runs) {
    if (run.table < 0) sizes.push_back(run.size);
  }
  side.em = median(std::move(sizes));
  side.filled = median(std::move(widths)) >= kFilled * side.extent.width();
  side.cells = cells * 10 > lines.size() * 3;
  side.numeric = figures * 10 > lines.size() * 4;
  side.ranged = lines_at_margins(std::move(starts), side.em) * 10 >= lines.size() * 7;
  return side;
}

// True when two lines and more are drawn under text of both sides.
bool are_ruled(const Side& left, const Side& right, const Extent& heights, const Columns& page) {
  int rules = 0;
  for (const Box& rule : page.rules) {
    if (rule.x1 - rule.x0 < rule.y1 - rule.y0) continue;
    if (rule.y0 < heights.x0 || rule.y1 > heights.x1) continue;
    rules += rule.x0 < left.extent.x1 - left.em && rule.x1 > right.extent.x0 + right.em ? 1 : 0;
  }
  return rules >= 2;
}

// Of the lines of the side that has fewer, how many share their baseline with the other side.
float share_aligned(const std::vector<Run>& left, const std::vector<Run>& right) {
  const std::vector<Run>& fewer = left.size() < right.size() ? left : right;
  const std::vector<Run>& more = &fewer == &left ? right : left;
  std::vector<float> baselines;
  for (const Run& run : more) baselines.push_back(run.baseline);
  std::sort(baselines.begin(), baselines.end());
  std::size_t aligned = 0;
  for (const Run& run : fewer) {
    const auto next = std::lower_bound(baselines.begin(), baselines.end(), run.baseline - 1);
    aligned += next != baselines.end() && *next <= run.baseline + 1 ? 1 : 0;
  }
  return static_cast<float>(aligned) / static_cast<float>(std::max<std::size_t>(fewer.size(), 1));
}

// True when a line is drawn between the sides along most of their height.
bool are_parted(const Side& left, const Side& right, const Extent& heights, const Columns& page) {
  return std::any_of(page.rules.begin(), page.rules.end(), [&](const Box& rule) {
    if (rule.x1 - rule.x0 > rule.y1 - rule.y0) return false;
    if (rule.x0 < left.extent.x1 - 1 || rule.x1 > right.extent.x0 + 1) return false;
    const double common =
        std::min<double>(rule.y1, heights.x1) - std::max<double>(rule.y0, heights.x0);
    return common > 0.6 * heights.width();
  });
}

// Columns again, side by side: their lines of several cells are lines of several columns.
bool are_columns(const std::vector<Run>& runs, const Side& whole) {
  if (runs.size() < 2 * kFewestLines) return false;
  std::vector<Run> sorted = runs;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Run& a, const Run& b) { return a.baseline < b.baseline; });
  const Gutter gutter = find_gutter(sorted, whole.extent);
  const float middle = (gutter.left + gutter.right) / 2;
  std::vector<Run> left, right;
  for (const Run& run : runs) {
    if (run.x0 < middle && run.x1 > middle) return false;
    (run.x1 <= middle ? left : right).push_back(run);
  }
  const Side a = look_at(left), b = look_at(right);
  return a.lines >= kFewestLines && b.lines >= kFewestLines && a.filled && b.filled && !a.cells &&
         !b.cells && !a.numeric && !b.numeric && b.extent.x0 - a.extent.x1 >= 0.8F * whole.em &&
         a.extent.width() >= 8 * whole.em && b.extent.width() >= 8 * whole.em;
}

enum class Sides { kNone, kColumns, kParted };

Sides sides_of(const std::vector<Run>& left_runs, const std::vector<Run>& right_runs,
               const Columns& page) {
  const Side left = look_at(left_runs), right = look_at(right_runs);
  const std::size_t fewest = std::min(left.lines, right.lines);
  const auto yes = [](bool is) { return is ? Sides::kColumns : Sides::kNone; };
  if (page.bands) {
    return yes(fewest >= 3 && right.extent.x0 - left.extent.x1 >= 0.5F * left.em);
  }
  if (fewest < 3) return Sides::kNone;
  Extent heights;
  for (const auto* runs : {&left_runs, &right_runs}) {
    for (const Run& run : *runs) {
      heights.x0 = std::min(heights.x0, run.baseline);
      heights.x1 = std::max(heights.x1, run.baseline);
    }
  }
  if (are_parted(left, right, heights, page)) return Sides::kParted;
  if (fewest < kFewestLines) return Sides::kNone;
  if (right.extent.x0 - left.extent.x1 < 0.8F * left.em) return Sides::kNone;
  if (are_ruled(left, right, heights, page)) return Sides::kNone;
  if (left.numeric || right.numeric) return Sides::kNone;
  // The lines of two texts do not keep step; the cells of a table do.
  if (fewest >= 8 && (left.filled || right.filled) && share_aligned(left_runs, right_runs) < 0.5F) {
    return Sides::kColumns;
  }
  const bool three =
      left.cells != right.cells && (left.cells ? right.filled && are_columns(left_runs, left)
                                               : left.filled && are_columns(right_runs, right));
  if (three) return Sides::kColumns;
  if (left.cells || right.cells) return Sides::kNone;
  if (left.filled && right.filled) return Sides::kColumns;
  if (left.extent.width() < 8 * left.em || right.extent.width() < 8 * right.em) return Sides::kNone;
  if (left.filled || right.filled) return yes(fewest >= 8 && left.ranged && right.ranged);
  return yes(fewest >= 6 && left.ranged && right.ranged);
}

// A title over columns may be shorter than one of them: larger print that stands above everything
// of the other side belongs to neither.
void take_title(std::vector<Run>& side, const std::vector<Run>& other, std::vector<Run>& full) {
  constexpr std::size_t kMost = 6;
  if (side.size() < kFewestLines || other.size() < kFewestLines) return;
  std::vector<float> sizes;
  for (const Run& run : other) sizes.push_back(run.size);
  const float usual = median(std::move(sizes));
  const float top = other.front().baseline - usual;  // runs come by their baselines
  std::size_t count = 0;
  while (count < std::min(kMost, side.size()) && side[count].table < 0 &&
         side[count].baseline < top && side[count].size > 1.2F * usual) {
    ++count;
  }
  const auto end = side.begin() + static_cast<std::ptrdiff_t>(count);
  std::move(side.begin(), end, std::back_inserter(full));
  side.erase(side.begin(), end);
}

class Splitter {
 public:
  explicit Splitter(const Columns& page) : page_(page) {}

  void split(std::vector<Run> runs, int column, int depth) {
    const Extent extent = extent_of(runs);
    if (depth == kDeepest || runs.size() < 2 * kFewestLines || extent.width() < 100) {
      emit(std::move(runs), column);
      return;
    }
    std::stable_sort(runs.begin(), runs.end(),
                     [](const Run& a, const Run& b) { return a.baseline < b.baseline; });
    const Gutter gutter = find_gutter(runs, extent);
    const float middle = (gutter.left + gutter.right) / 2;
    std::vector<Run> full, left, right;
    const auto close = [&] {
      take_title(left, right, full);
      take_title(right, left, full);
      const Sides sides = sides_of(left, right, page_);
      if (sides != Sides::kNone) {
        emit(std::exchange(full, {}), column);
        const int below = 2 * column + (sides == Sides::kParted ? kParted : 0);
        split(std::exchange(left, {}), below + 1, depth + 1);
        split(std::exchange(right, {}), below + 2, depth + 1);
      } else {
        full.insert(full.end(), left.begin(), left.end());
        full.insert(full.end(), right.begin(), right.end());
        left.clear();
        right.clear();
      }
    };
    for (Run& run : runs) {
      if (run.x1 <= middle) {
        left.push_back(std::move(run));
      } else if (run.x0 >= middle) {
        right.push_back(std::move(run));
      } else {
        close();
        full.push_back(std::move(run));
      }
    }
    close();
    emit(std::move(full), column);
  }

  std::vector<Region> take() { return std::move(regions_); }

 private:
  void emit(std::vector<Run> runs, int column) {
    if (!runs.empty()) regions_.push_back({std::move(runs), column});
  }

  const Columns& page_;
  std::vector<Region> regions_;
};

}  // namespace

std::vector<Run> make_runs(const std::vector<Glyph>& glyphs,
                           const std::vector<std::size_t>& members) {
  std::vector<Run> runs;
  const Glyph* last = nullptr;  // the last inked glyph of the current run
  for (const std::size_t index : members) {
    const Glyph& glyph = glyphs[index];
    const bool space = is_space(glyph.character);
    const bool fits =
        last != nullptr && std::abs(glyph.baseline - last->baseline) < 0.15F * last->size &&
        std::abs(glyph.size - last->size) < 0.2F * last->size &&
        glyph.x0 > last->x0 - 0.3F * last->size && glyph.x0 - last->x1 < 1.2F * last->size;
    if (!fits) {
      if (space) continue;
      Run run;
      run.x0 = glyph.x0, run.x1 = glyph.x1;
      run.baseline = glyph.baseline, run.size = glyph.size;
      runs.push_back(std::move(run));
    }
    Run& run = runs.back();
    run.glyphs.push_back(index);
    if (space) continue;
    run.x0 = std::min(run.x0, glyph.x0);
    run.x1 = std::max(run.x1, glyph.x1);
    last = &glyph;
  }
  for (Run& run : runs) {
    std::size_t digits = 0, letters = 0;
    for (const std::size_t index : run.glyphs) {
      const char32_t c = glyphs[index].character;
      digits += is_digit(c) ? 1 : 0;
      letters += is_letter(c) || is_han(c) ? 1 : 0;
    }
    run.figures = digits > letters;
  }
  return runs;
}

std::vector<Region> split_columns(std::vector<Run> runs, const Columns& page) {
  Splitter splitter(page);
  splitter.split(std::move(runs), 0, 0);
  return splitter.take();
}

}  // namespace proviso::ingest
