// What `ingest` and `analyze` share: reading the user's files and telling what became of them.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "cli/command.h"
#include "tasks/ingest.h"
#include "tasks/inspect/inspect.h"

namespace proviso::cli {

// Options for this machine and program: jobs from --threads, the program's version and revision.
tasks::IngestOptions ingest_options(const Context& context);

// Reads what was found into the database as part of `run`, with a bar. Throws what tasks::ingest
// throws.
tasks::IngestResult read_into(db::Database& database, db::RunId run, const ingest::Found& found,
                              const tasks::IngestOptions& options, Context& context);

// A table of the files (JSON Lines with --json) and, on `context.err`, one line of sums.
void print_files(Context& context, const tasks::IngestResult& result);

// Documents that a command has read.
struct ReadCount {
  std::size_t all = 0, failed = 0, partial = 0;
  void add(ingest::DocumentStatus status);
};

// kFine, kSomeFailed (also for documents with unreadable pages), kInputUnreadable when nothing at
// all could be read, or kInterrupted.
ExitCode exit_code_of(const ReadCount& count, bool interrupted);
ExitCode exit_code_of(const tasks::IngestResult& result);

// Reads documents and their structure for a command that stores nothing: hands each to `take`, in
// order. Throws what it throws.
ExitCode inspect_each(const Context& context, const ingest::Found& found, bool no_ocr,
                      const std::function<void(const tasks::Inspected&)>& take);

// Names on `context.err` the documents of a run that bear the same court and case number.
void warn_of_same_case(Context& context, const tasks::IngestResult& result);

// Says on `context.err` that the run was interrupted, how many of the `found` files are stored and
// (for `analyze`) analysed, and how to go on.
void say_interrupted(Context& context, const tasks::IngestResult& result, std::size_t found,
                     std::optional<std::size_t> analysed = std::nullopt);

// `path` as a person in the current folder would write it; control characters as \xNN.
std::string shown_path(const std::filesystem::path& path);

}  // namespace proviso::cli
