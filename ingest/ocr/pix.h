// Pictures in Leptonica's form. Internal to ocr/.
#pragma once

#include <leptonica/allheaders.h>

#include <memory>

#include "ingest/ocr/raster.h"

namespace proviso::ingest {

using PixPointer = std::unique_ptr<Pix, void (*)(Pix*)>;

// Takes ownership; null stays null.
inline PixPointer own(Pix* pix) {
  return {pix, [](Pix* p) { pixDestroy(&p); }};
}

// 8 bits a pixel; null without memory for it.
PixPointer to_pix(const Raster& raster);

// Of a picture of 8 bits a pixel.
Raster to_raster(Pix* pix, double dpi);

}  // namespace proviso::ingest
