#include "ingest/pdf/seals.h"

#include <algorithm>
#include <cstddef>

#include "ingest/layout/script.h"

namespace proviso::ingest {
namespace {

constexpr float kWidest = 198;  // points, 70 mm
constexpr float kRound = 2.0F;  // width by height, or the other way
constexpr std::size_t kMostGlyphs = 120;
constexpr std::size_t kMostColored = 3000;  // of a page; where there are more, colour says nothing

struct Ink {
  int red = 0, green = 0, blue = 0;
  bool known = false;

  int most() const { return std::max({red, green, blue}); }
  int least() const { return std::min({red, green, blue}); }
  bool colored() const { return known && most() - least() > 90; }
  bool dark() const { return known && most() < 110; }
  // 0 red, 1 green, 2 blue.
  int hue() const { return red == most() ? 0 : green == most() ? 1 : 2; }
};

Ink ink_of(std::uint32_t color) {
  return {static_cast<int>(color >> 16 & 0xFF), static_cast<int>(color >> 8 & 0xFF),
          static_cast<int>(color & 0xFF), color >> 24 == 0};
}

// Two characters of one seal lie no further apart than two characters are large.
bool near(const Glyph& a, const Glyph& b) {
  const float reach = 1.5F * std::max(a.size, b.size);
  return a.x0 - reach < b.x1 && b.x0 - reach < a.x1 && a.y0 - reach < b.y1 && b.y0 - reach < a.y1;
}

// A third of the smaller one's area and more.
bool over(const Glyph& a, const Glyph& b) {
  const float width = std::min(a.x1, b.x1) - std::max(a.x0, b.x0);
  const float height = std::min(a.y1, b.y1) - std::max(a.y0, b.y0);
  if (width <= 0 || height <= 0) return false;
  const float smaller = std::min((a.x1 - a.x0) * (a.y1 - a.y0), (b.x1 - b.x0) * (b.y1 - b.y0));
  return width * height > smaller / 3;
}

}  // namespace

void flag_seals(std::vector<Glyph>& glyphs, const std::vector<std::uint32_t>& colors) {
  std::vector<std::size_t> colored;
  for (std::size_t i = 0; i < glyphs.size(); ++i) {
    const bool seen = (glyphs[i].flags & kKeptOut) == 0 && !is_space(glyphs[i].character);
    if (seen && ink_of(colors[i]).colored()) colored.push_back(i);
  }
  if (colored.size() > kMostColored) return;
  std::vector<bool> taken(glyphs.size());
  for (const std::size_t seed : colored) {
    if (taken[seed]) continue;
    taken[seed] = true;
    std::vector<std::size_t> group{seed};
    // A page printed in colour altogether is no seal: growing ends soon.
    for (std::size_t k = 0; k < group.size() && group.size() <= kMostGlyphs; ++k) {
      for (const std::size_t i : colored) {
        if (taken[i] || ink_of(colors[i]).hue() != ink_of(colors[seed]).hue()) continue;
        if (!near(glyphs[group[k]], glyphs[i])) continue;
        taken[i] = true;
        group.push_back(i);
      }
    }
    if (group.size() > kMostGlyphs) continue;
    Glyph bounds = glyphs[seed];
    std::size_t slanted = 0;
    for (const std::size_t i : group) {
      const Glyph& glyph = glyphs[i];
      bounds.x0 = std::min(bounds.x0, glyph.x0), bounds.x1 = std::max(bounds.x1, glyph.x1);
      bounds.y0 = std::min(bounds.y0, glyph.y0), bounds.y1 = std::max(bounds.y1, glyph.y1);
      slanted += glyph.turn == Turn::kSlanted ? 1 : 0;
    }
    const float width = bounds.x1 - bounds.x0, height = bounds.y1 - bounds.y0;
    if (std::max(width, height) > kWidest) continue;
    bool seal = slanted >= 3;
    if (!seal && width <= kRound * height && height <= kRound * width) {
      for (std::size_t i = 0; i < glyphs.size() && !seal; ++i) {
        if (!ink_of(colors[i]).dark() || is_space(glyphs[i].character)) continue;
        if (!over(bounds, glyphs[i])) continue;
        seal = std::any_of(group.begin(), group.end(),
                           [&](std::size_t g) { return over(glyphs[g], glyphs[i]); });
      }
    }
    if (!seal) continue;
    for (const std::size_t i : group) glyphs[i].flags |= kStamp;
  }
}

}  // namespace proviso::ingest
