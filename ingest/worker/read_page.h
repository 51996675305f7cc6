// One page of a PDF to lines: text layer or OCR. Runs in the worker.
#pragma once

#include <functional>

#include "ingest/layout/page_lines.h"
#include "ingest/ocr/ocr.h"
#include "ingest/pdf/file.h"
#include "ingest/worker/protocol.h"

namespace proviso::ingest {

// Never throws for what is in the page: what went wrong is in Page::status and reason. Rendering
// for OCR is done at 200 dpi, or at the resolution of the picture that fills the page where that is
// lower, and at less where the page would exceed the limit of megapixels; under 60 dpi the page
// fails. `before_ocr` is called before a page is rendered.
PageLines read_page(const PdfFile& file, int number, const WorkerSettings& settings, Ocr& ocr,
                    const std::function<void()>& before_ocr);

}  // namespace proviso::ingest
