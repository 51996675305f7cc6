#include "ingest/layout/columns.h"

#include <algorithm>
#include <cmath>
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

// The strip in the middle half of the text that the fewest runs cross; the widest of several.
Gutter find_gutter(const std::vector<Run>& runs, const Extent& extent) {
  constexpr float kStep = 2;
  const float from = extent.x0 + extent.width() / 4;
  const auto steps = static_cast<std::size_t>(extent.width() / 2 / kStep) + 1;
  std::vector<int> crossed(steps + 1, 0);
  for (const Run& run : runs) {
    const float first = std::max(0.0F, std::ceil((run.x0 - from) / kStep));
    const float last = std::min(static_cast<float>(steps) - 1, std::floor((run.x1 - from) / kStep));
    if (first > last) continue;
    ++crossed[static_cast<std::size_t>(first)];
    --crossed[static_cast<std::size_t>(last) + 1];
  }
  int running = 0;
  for (int& count : crossed) count = running += count;
  crossed.pop_back();
  const int fewest = *std::min_element(crossed.begin(), crossed.end());
  std::size_t best_start = 0, best_length = 0;
  for (std::size_t i = 0; i < crossed.size();) {
    std::size_t end = i;
    while (end < crossed.size() && crossed[end] == fewest) ++end;
    if (end - i > best_length) {
      best_start = i;
      best_length = end - i;
    }
    i = std::max(end, i + 1);
  }
  const auto at = [&](std::size_t step) { return from + static_cast<float>(step) * kStep; };
  return {at(best_start), at(best_start + std::max<std::size_t>(best_length, 1) - 1)};
}

// Left and right end of each line: runs whose baselines are within 3 points (an exponent does not
// make a line).
std::vector<Extent> lines_of(std::vector<Run> runs) {
  std::sort(runs.begin(), runs.end(),
            [](const Run& a, const Run& b) { return a.baseline < b.baseline; });
  std::vector<Extent> lines;
  float last = std::numeric_limits<float>::lowest();
  for (const Run& run : runs) {
    if (run.baseline - last > 3) lines.emplace_back();
    last = run.baseline;
    lines.back().x0 = std::min(lines.back().x0, run.x0);
    lines.back().x1 = std::max(lines.back().x1, run.x1);
  }
  return lines;
}

bool is_prose(const std::vector<Run>& runs) {
  const std::vector<Extent> lines = lines_of(runs);
  if (lines.size() < kFewestLines) return false;
  std::vector<float> widths;
  for (const Extent& line : lines) widths.push_back(line.width());
  return median(std::move(widths)) >= kFilled * extent_of(runs).width();
}

bool are_columns(const std::vector<Run>& left, const std::vector<Run>& right) {
  if (!is_prose(left) || !is_prose(right)) return false;
  std::vector<float> sizes;
  for (const Run& run : left) sizes.push_back(run.size);
  return extent_of(right).x0 - extent_of(left).x1 >= 0.8F * median(std::move(sizes));
}

class Splitter {
 public:
  void split(std::vector<Run> runs, int column, int depth) {
    const Extent extent = extent_of(runs);
    if (depth == kDeepest || runs.size() < 2 * kFewestLines || extent.width() < 100) {
      emit(std::move(runs), column);
      return;
    }
    const Gutter gutter = find_gutter(runs, extent);
    const float middle = (gutter.left + gutter.right) / 2;
    std::stable_sort(runs.begin(), runs.end(),
                     [](const Run& a, const Run& b) { return a.baseline < b.baseline; });
    std::vector<Run> full, left, right;
    const auto close = [&] {
      if (are_columns(left, right)) {
        emit(std::exchange(full, {}), column);
        split(std::exchange(left, {}), 2 * column + 1, depth + 1);
        split(std::exchange(right, {}), 2 * column + 2, depth + 1);
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
      runs.push_back({{}, glyph.x0, glyph.x1, glyph.baseline, glyph.size});
    }
    Run& run = runs.back();
    run.glyphs.push_back(index);
    if (space) continue;
    run.x0 = std::min(run.x0, glyph.x0);
    run.x1 = std::max(run.x1, glyph.x1);
    last = &glyph;
  }
  return runs;
}

std::vector<Region> split_columns(std::vector<Run> runs) {
  Splitter splitter;
  splitter.split(std::move(runs), 0, 0);
  return splitter.take();
}

}  // namespace proviso::ingest
