// Pictures from their files, for OCR. The only door to Leptonica's decoders; runs in the worker.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "ingest/ocr/raster.h"

namespace proviso::ingest {

// How many pages a picture file has: more than one for TIFF only; 0 when it is none that can be
// decoded (JPEG, PNG, TIFF, BMP, GIF, WebP, JPEG 2000 as far as Leptonica was built with them).
int image_pages(std::string_view bytes);

// Page `number`, from 1, as grey without red seals (ocr/raster.h), transparent pixels white.
// Its resolution is the one it states where that makes a sheet between 2 and 18 inches long; else
// that of a sheet as long as A4. Scaled down to 300 dpi where it has more, and up to 150 where it
// has less. Gives a reason when it cannot be decoded, or has more than four times `max_megapixels`.
tl::expected<Raster, std::string> decode_image(std::string_view bytes, int number,
                                               double max_megapixels);

// Page `number` in colour at `dpi` of the sheet that decode_image() takes it for.
tl::expected<ColorPicture, std::string> decode_color(std::string_view bytes, int number, double dpi,
                                                     double max_megapixels);

// The same for a picture that is placed on a page `inches` wide.
tl::expected<Raster, std::string> decode_sized(std::string_view bytes, double inches,
                                               double max_megapixels);

}  // namespace proviso::ingest
