// Boxes on a page's picture, and its file. Runs in the worker.
#pragma once

#include <string>
#include <vector>

#include "ingest/ocr/raster.h"
#include "ingest/picture.h"

namespace proviso::ingest {

// Outlines and tints the boxes of `marks` that are on `page`.
void paint_marks(ColorPicture& picture, const std::vector<PictureMark>& marks, int page);

// As PNG; or else as JPEG, or PNG of sixteen greys, whichever is smaller. Empty when it cannot be
// encoded.
std::string encode_picture(const ColorPicture& picture, bool png);

}  // namespace proviso::ingest
