// Characters of one shape that OCR takes for one another, told apart by their neighbours.
#pragma once

#include <span>

#include "ingest/layout/glyph.h"

namespace proviso::ingest {

// Puts in what is printed where `line` (glyphs of one line, spaces among them passed over) reads
// like the left side of an entry of confusions.txt: half of a set phrase of judgments beside a
// character of the same shape as its other half, which together are no Chinese. Only characters
// whose own confidence is under 0.97 are changed, and Han alone. A figure of an amount or number
// (干 for 千) is flagged kLowTrust with it, since it says how much. Gives how many were changed.
int correct_confusions(std::span<Glyph> line, std::span<const float> confidences);

}  // namespace proviso::ingest
