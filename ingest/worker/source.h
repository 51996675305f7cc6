// A document of any format, open in the worker: it gives pages.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "ingest/find.h"
#include "ingest/layout/page_lines.h"
#include "ingest/ocr/ocr.h"
#include "ingest/ocr/raster.h"
#include "ingest/worker/protocol.h"

namespace proviso::ingest {

class Source {
 public:
  virtual ~Source() = default;
  virtual OpenFrame opened() const = 0;
  // Page `number`, from 1. Never throws for what is in it. `before_ocr` is called before a page is
  // rendered or decoded for OCR.
  virtual PageLines page(int number, Ocr& ocr, const std::function<void()>& before_ocr) = 0;
  virtual std::string note() const { return {}; }
  // Page `number` as people see it, in colour, or why not. Never throws for what is in it.
  virtual tl::expected<ColorPicture, std::string> picture(int /*number*/, double /*dpi*/) {
    return tl::unexpected<std::string>("pages of this format are not painted");
  }
};

// Opens the document, or gives the reason why it cannot be read. `bytes` must outlive the source.
// A zip file is opened as what its parts make it, DOCX or OFD, whatever `settings.format` says.
tl::expected<std::unique_ptr<Source>, std::string> open_source(std::string_view bytes,
                                                               const WorkerSettings& settings);

}  // namespace proviso::ingest
