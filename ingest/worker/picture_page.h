// A picture read by OCR as a page, or as part of one.
#pragma once

#include <string>

#include "ingest/layout/page_lines.h"
#include "ingest/ocr/ocr.h"
#include "ingest/ocr/raster.h"

namespace proviso::ingest {

// Fills size, method, status, confidence, decision and lines of a page that is the picture and
// nothing else.
void read_picture(PageLines& result, const Raster& raster, Ocr& ocr);

// The worst status stands; reasons are kept one after the other.
void doubt(Page& page, const std::string& reason);
void fail(Page& page, std::string reason);

}  // namespace proviso::ingest
