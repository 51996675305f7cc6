// A picture read by OCR as a page, or as part of one.
#pragma once

#include <string>
#include <vector>

#include "ingest/layout/glyph.h"
#include "ingest/layout/page_lines.h"
#include "ingest/ocr/ocr.h"
#include "ingest/pdf/file.h"

namespace proviso::ingest {

// Hardly any dark pixel.
bool is_empty_paper(const Raster& raster);

// Fills size, method, status, confidence and lines of a page that is the picture and nothing else.
void read_picture(PageLines& result, const Raster& raster, Ocr& ocr);

// The worst status stands; reasons are kept one after the other.
void doubt(Page& page, const std::string& reason);
void fail(Page& page, std::string reason);

}  // namespace proviso::ingest
