// A part of a page that shows how the whole is written.
#pragma once

#include "ingest/ocr/raster.h"

namespace proviso::ingest {

// The band across the picture, about a twenty-fourth of its height and not less than 110 rows, that
// changes most often between ink and paper, as print does; its edges lie where there is least ink.
// With a white border; the whole picture where that is hardly higher than a band.
Raster busiest_strip(const Raster& raster);

}  // namespace proviso::ingest
