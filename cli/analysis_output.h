// How the findings of `proviso analyze` are shown.
#pragma once

#include <span>

#include "cli/command.h"
#include "tasks/analyze.h"
#include "tasks/ingest.h"

namespace proviso::cli {

// For people: per document its coverage in one line and a table of its flags with both quotes. "No
// findings" stands only where everything was read; files that could not be read come with their
// reason.
void print_analysis(Context& context, const tasks::IngestResult& files,
                    std::span<const tasks::Analyzed> documents);

// One JSON document: {"schema_version", "run", "documents": [{document, sha256, status, reason,
// pages, pages_doubtful, pages_failed, checks, segments, segments_read, full_coverage, flags}]}.
void print_analysis_json(Context& context, db::RunId run, const tasks::IngestResult& files,
                         std::span<const tasks::Analyzed> documents);

}  // namespace proviso::cli
