#include "ingest/layout/vertical.h"

#include <cmath>
#include <cstddef>

#include "ingest/layout/script.h"

namespace proviso::ingest {
namespace {

char32_t usual_form(char32_t c) {
  switch (c) {
    case 0xFE10:
    case 0xFE50:
      return U'，';
    case 0xFE11:
    case 0xFE45:
      return U'、';
    case 0xFE12:
      return U'。';
    case 0xFE13:
      return U'：';
    case 0xFE14:
      return U'；';
    case 0xFE15:
      return U'！';
    case 0xFE16:
      return U'？';
    case 0xFE17:
      return U'〖';
    case 0xFE18:
      return U'〗';
    case 0xFE19:
      return U'…';
    case 0xFE30:
      return U'‥';
    case 0xFE31:
      return U'—';
    case 0xFE32:
      return U'–';
    default:
      break;
  }
  constexpr std::u32string_view kBrackets = U"（）｛｝〔〕【】《》〈〉「」『』";
  if (c >= 0xFE35 && c <= 0xFE44) return kBrackets[c - 0xFE35];
  return c;
}

bool is_square(char32_t c) {
  return is_wide(c) && !is_space(c);
}

// Share of the ideographs that follow one another downwards.
bool is_stacked(const std::vector<Glyph>& glyphs) {
  std::size_t squares = 0, stacked = 0, run = 0;
  const Glyph* last = nullptr;
  for (const Glyph& glyph : glyphs) {
    if (glyph.turn != Turn::kUpright || (glyph.flags & kKeptOut) != 0) continue;
    if (!is_square(glyph.character)) continue;
    ++squares;
    const float down = last == nullptr ? 0 : glyph.y0 - last->y0;
    const bool below = last != nullptr && std::abs(glyph.x0 - last->x0) < 0.25F * glyph.size &&
                       down > 0.8F * glyph.size && down < 2.2F * glyph.size;
    run = below ? run + 1 : 0;
    if (run == 3) stacked += 4;
    if (run > 3) ++stacked;
    last = &glyph;
  }
  return squares >= 20 && stacked * 10 > squares * 6;
}

// Vertical fonts set single words of horizontal lines too: beside its neighbour, not under it.
bool stands_beside(const std::vector<Glyph>& glyphs, std::size_t i) {
  const auto beside = [&](std::size_t a, std::size_t b) {
    const Glyph &one = glyphs[a], &other = glyphs[b];
    const float x = std::abs(one.x0 + one.x1 - other.x0 - other.x1) / 2;
    const float y = std::abs(one.y0 + one.y1 - other.y0 - other.y1) / 2;
    return y < 0.2F * one.size && x > 0.5F * one.size && x < 6 * one.size;
  };
  const bool before = i > 0 && beside(i - 1, i), behind = i + 1 < glyphs.size() && beside(i, i + 1);
  return before || behind;
}

}  // namespace

bool mark_vertical(std::vector<Glyph>& glyphs, const std::vector<bool>& vertical_fonts) {
  const bool stacked = is_stacked(glyphs);
  bool any = false;
  std::vector<bool> horizontal(glyphs.size());
  for (std::size_t i = 0; i < glyphs.size(); ++i) {
    horizontal[i] = !stacked && stands_beside(glyphs, i);
  }
  for (std::size_t i = 0; i < glyphs.size(); ++i) {
    Glyph& glyph = glyphs[i];
    const bool by_font =
        glyph.font < vertical_fonts.size() && vertical_fonts[glyph.font] && !horizontal[i];
    if (glyph.turn != Turn::kUpright || (!by_font && !(stacked && is_square(glyph.character)))) {
      continue;
    }
    const float center = (glyph.x0 + glyph.x1) / 2;
    glyph.turn = Turn::kClockwise;
    glyph.baseline = center - 0.36F * glyph.size;
    glyph.x0 = center - glyph.size / 2;
    glyph.x1 = center + glyph.size / 2;
    glyph.character = usual_form(glyph.character);
    any = true;
  }
  return any;
}

}  // namespace proviso::ingest
