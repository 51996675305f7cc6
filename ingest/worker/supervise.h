// A PDF file read by workers: restarted behind the page that killed one.
#pragma once

#include <stop_token>

#include "ingest/document.h"
#include "ingest/reader.h"

namespace proviso::ingest {

// Reads the PDF open as `input` as read() of reader.h states. Sets no hash.
Document read_pdf(int input, const ReadOptions& options, const std::stop_token& stop);

}  // namespace proviso::ingest
