// Pages that do not stand upright: turned by quarters, or laid askew on the scanner.
#pragma once

#include "ingest/layout/glyph.h"
#include "ingest/ocr/raster.h"

namespace proviso::ingest {

// The picture turned so that its text, which stands as `turn` says, is upright.
Raster upright(const Raster& raster, Turn turn);

// From the upright picture back to the original one: where the glyph stands and how.
void turn_back(Glyph& glyph, Turn turn, const Raster& original);

// Degrees by which the lines run askew, clockwise, up to 8; 0 where they are level or it cannot be
// told.
double skew_of(const Raster& raster);

// The picture turned by `skew` degrees about its middle, so that the lines run level. Same size.
Raster turned_level(const Raster& raster, double skew);

}  // namespace proviso::ingest
