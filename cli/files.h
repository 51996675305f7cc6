// What `ingest` and `analyze` share: reading the user's files and telling what became of them.
#pragma once

#include "cli/command.h"
#include "tasks/ingest.h"

namespace proviso::cli {

// Options for this machine and program: jobs from --threads, the program's version and revision.
tasks::IngestOptions ingest_options(const Context& context);

// A table of the files (JSON Lines with --json) and, on `context.err`, one line of sums.
void print_files(Context& context, const tasks::IngestResult& result);

// kFine, kSomeFailed (also for documents with unreadable pages), kInputUnreadable when nothing at
// all could be read, or kInterrupted.
ExitCode exit_code_of(const tasks::IngestResult& result);

// `path` as a person in the current folder would write it; control characters as \xNN.
std::string shown_path(const std::filesystem::path& path);

}  // namespace proviso::cli
