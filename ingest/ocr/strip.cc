#include "ingest/ocr/strip.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace proviso::ingest {
namespace {

// Changes between ink and paper in each row.
std::vector<int> changes_in_rows(const Raster& raster) {
  constexpr std::uint8_t kInk = 140;
  std::vector<int> changes(static_cast<std::size_t>(raster.height));
  const std::uint8_t* pixel = raster.pixels.data();
  for (int& count : changes) {
    bool ink = false;
    for (int x = 0; x < raster.width; ++x, ++pixel) {
      count += (*pixel < kInk) != ink ? 1 : 0;
      ink = *pixel < kInk;
    }
  }
  return changes;
}

}  // namespace

Raster busiest_strip(const Raster& raster) {
  constexpr int kLeast = 110, kParts = 24;
  const int height = std::max(kLeast, raster.height / kParts);
  if (raster.height < 2 * height) return raster;
  const std::vector<int> changes = changes_in_rows(raster);
  const auto row = [&](int y) { return changes.begin() + y; };
  int best = 0;
  std::int64_t most = -1;
  for (int y = 0; y + height <= raster.height; y += height / 4) {
    const std::int64_t sum = std::accumulate(row(y), row(y + height), std::int64_t{0});
    if (sum > most) most = sum, best = y;
  }
  // The emptiest row near an edge: no line is cut through.
  const auto quiet = [&](int from, int to) {
    const auto found = std::min_element(row(std::max(from, 0)), row(std::min(to, raster.height)));
    return static_cast<double>(found - changes.begin()) * 72 / raster.dpi;
  };
  const int slack = height / 3;
  const double top = quiet(best - slack, best + 1);
  const double bottom = quiet(best + height - 1, best + height + slack);
  return part_of(raster, {0, top, raster.width * 72 / raster.dpi, bottom}, nullptr);
}

}  // namespace proviso::ingest
