// A document read by workers: restarted behind the page that killed one.
#pragma once

#include <stop_token>

#include "ingest/document.h"
#include "ingest/find.h"
#include "ingest/reader.h"
#include "ingest/worker/workers.h"

namespace proviso::ingest {

// Reads the file open as `input`, of the format that it seems to have, as read() of reader.h
// states. Sets no hash.
Document read_in_worker(int input, Format format, const ReadOptions& options, Workers& workers,
                        const std::stop_token& stop);

}  // namespace proviso::ingest
