#include "ingest/layout/rows.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace proviso::ingest {
namespace {

bool same_ink(const Glyph& a, const Glyph& b) {
  const float near = std::min(0.2F * a.size, 0.5F * (a.x1 - a.x0));
  return a.character == b.character && std::abs(a.x0 - b.x0) < near &&
         std::abs(a.baseline - b.baseline) < 0.2F * a.size;
}

// A row while it grows.
struct Growing {
  Row row;
  std::vector<const Run*> runs;
};

// Both say the same, glyph by glyph, at the same places.
bool says_the_same(const Run& a, const Run& b, const std::vector<Glyph>& glyphs) {
  const Run& shorter = a.glyphs.size() < b.glyphs.size() ? a : b;
  const Run& longer = &shorter == &a ? b : a;
  std::size_t same = 0, from = 0;
  for (const std::size_t i : shorter.glyphs) {
    for (std::size_t k = from; k < std::min(longer.glyphs.size(), from + 8); ++k) {
      const Glyph &one = glyphs[i], &other = glyphs[longer.glyphs[k]];
      if (one.character == other.character && std::abs(one.x0 - other.x0) < 0.3F * one.size) {
        ++same;
        from = k;
        break;
      }
    }
    if (from + 1 < longer.glyphs.size()) ++from;
  }
  return same * 2 >= shorter.glyphs.size();
}

bool is_overprinted(const Growing& row, const Run& run, const std::vector<Glyph>& glyphs) {
  if (glyphs[run.glyphs.front()].source == TextSource::kOcr) return false;
  return std::any_of(row.runs.begin(), row.runs.end(), [&](const Run* other) {
    const float common = std::min(other->x1, run.x1) - std::max(other->x0, run.x0);
    const float shorter = std::min(other->x1 - other->x0, run.x1 - run.x0);
    return common > 3 * run.size && common > 0.5F * shorter && !says_the_same(*other, run, glyphs);
  });
}

}  // namespace

std::vector<Row> make_rows(std::vector<Run> runs, const std::vector<Glyph>& glyphs) {
  std::stable_sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
    return std::tie(a.baseline, a.x0) < std::tie(b.baseline, b.x0);
  });
  constexpr std::size_t kLookBack = 6;
  std::vector<Growing> rows;
  for (const Run& run : runs) {
    Growing* best = nullptr;
    float best_share = 0.5F;
    for (std::size_t i = rows.size(); i-- > 0 && i + kLookBack >= rows.size();) {
      Row& row = rows[i].row;
      const float overlap = std::min(row.bottom, run.bottom()) - std::max(row.top, run.top());
      const float share = overlap / std::min(row.bottom - row.top, run.size);
      if (share > best_share && !is_overprinted(rows[i], run, glyphs)) {
        best_share = share;
        best = &rows[i];
      }
    }
    if (best == nullptr) {
      rows.push_back({{{}, run.top(), run.bottom(), 0}, {}});
      best = &rows.back();
    }
    Row& row = best->row;
    best->runs.push_back(&run);
    row.glyphs.insert(row.glyphs.end(), run.glyphs.begin(), run.glyphs.end());
    if (run.x1 - run.x0 > row.width) {
      row.top = run.top();
      row.bottom = run.bottom();
      row.width = run.x1 - run.x0;
    }
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Growing& a, const Growing& b) { return a.row.bottom < b.row.bottom; });
  std::vector<Row> result;
  result.reserve(rows.size());
  for (Growing& row : rows) result.push_back(std::move(row.row));
  return result;
}

std::vector<const Glyph*> in_order(const std::vector<Glyph>& glyphs, const Row& row) {
  std::vector<const Glyph*> sorted;
  for (const std::size_t index : row.glyphs) sorted.push_back(&glyphs[index]);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Glyph* a, const Glyph* b) { return a->x0 < b->x0; });
  std::vector<const Glyph*> once;
  for (const Glyph* glyph : sorted) {
    const std::size_t window = std::min<std::size_t>(once.size(), 3);
    const bool seen = glyph->source != TextSource::kOcr &&
                      std::any_of(once.end() - static_cast<std::ptrdiff_t>(window), once.end(),
                                  [&](const Glyph* kept) { return same_ink(*kept, *glyph); });
    if (!seen) once.push_back(glyph);
  }
  return once;
}

}  // namespace proviso::ingest
