// Seals that are printed as text.
#pragma once

#include <cstdint>
#include <vector>

#include "ingest/layout/glyph.h"

namespace proviso::ingest {

// Flags kStamp the characters of a seal: coloured ones (`colors`, 0xRRGGBB, one for each glyph;
// with any of the upper eight bits set it is not known) of one hue that lie together on at most
// 70 x 70 mm, about as high as wide, where at least three of them run slanted, as along the rim of
// a round seal, or where at least one is printed over dark text. Coloured text that stands by
// itself, as the head of a court's paper or a reviewer's words do, is none.
void flag_seals(std::vector<Glyph>& glyphs, const std::vector<std::uint32_t>& colors);

}  // namespace proviso::ingest
