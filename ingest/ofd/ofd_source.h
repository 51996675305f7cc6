// An OFD file as pages of lines.
#pragma once

#include <memory>
#include <string>
#include <tl/expected.hpp>

#include "ingest/ofd/document.h"
#include "ingest/worker/source.h"

namespace proviso::ingest {

// Lines are built from the characters' boxes by the layout of PDF pages. Pictures of at least 3 %
// of a page are read by OCR, with the page's text painted out of them; where the page holds text,
// what OCR is unsure of there is kLowTrust.
tl::expected<std::unique_ptr<Source>, std::string> open_ofd(Package package,
                                                            const WorkerSettings& settings);

}  // namespace proviso::ingest
