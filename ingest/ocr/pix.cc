#include "ingest/ocr/pix.h"

#include <cstddef>
#include <cstdint>

namespace proviso::ingest {

PixPointer to_pix(const Raster& raster) {
  PixPointer pix = own(pixCreate(raster.width, raster.height, 8));
  if (!pix) return pix;
  for (int y = 0; y < raster.height; ++y) {
    l_uint32* row = pixGetData(pix.get()) + std::ptrdiff_t{y} * pixGetWpl(pix.get());
    const std::uint8_t* from = raster.pixels.data() + std::ptrdiff_t{y} * raster.width;
    for (int x = 0; x < raster.width; ++x) SET_DATA_BYTE(row, x, from[x]);
  }
  return pix;
}

Raster to_raster(Pix* pix, double dpi) {
  Raster raster{pixGetWidth(pix), pixGetHeight(pix), dpi, {}};
  raster.pixels.resize(static_cast<std::size_t>(raster.width) *
                       static_cast<std::size_t>(raster.height));
  for (int y = 0; y < raster.height; ++y) {
    const l_uint32* row = pixGetData(pix) + std::ptrdiff_t{y} * pixGetWpl(pix);
    std::uint8_t* to = raster.pixels.data() + std::ptrdiff_t{y} * raster.width;
    for (int x = 0; x < raster.width; ++x) to[x] = static_cast<std::uint8_t>(GET_DATA_BYTE(row, x));
  }
  return raster;
}

}  // namespace proviso::ingest
