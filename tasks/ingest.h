// Reads what is new among the files a user names and stores it: the task of `proviso ingest`, and
// the first half of `proviso analyze`.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "db/database.h"
#include "ingest/find.h"
#include "ingest/reader.h"
#include "segmenter/tokenizer.h"

namespace proviso::tasks {

// The input as a whole cannot be worked on: a path that is not there, no documents at all. `what()`
// is one line.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Finds the documents of `paths`. Throws InputError when one of `paths` itself is missing or when
// nothing is a document; a folder inside that cannot be opened is among Found::missing.
ingest::Found find_input(std::span<const std::filesystem::path> paths);

struct IngestOptions {
  ingest::ReadOptions read;
  int jobs = 1;                                     // documents read at the same time
  const segmenter::Tokenizer* tokenizer = nullptr;  // null: sections, no segments
  // "VERSION REVISION" of this program. What another made of the text is made anew from the stored
  // text; documents that another could not read are tried again.
  std::string program;
  bool retry_failed = false;  // also those that this program could not read
};

// What became of one file.
struct FileOutcome {
  std::filesystem::path path;        // as found
  std::string sha256;                // empty where the bytes could not be read
  std::optional<db::DocumentId> id;  // absent when nothing is stored: bytes unreadable
  bool known = false;                // an earlier run had stored it; nothing was read
  std::filesystem::path twin;  // the file of this run that was read for it: it has the same bytes
  ingest::DocumentStatus status = ingest::DocumentStatus::kOk;
  std::string reason;  // of a status other than kOk
  int pages = 0, pages_doubtful = 0, pages_failed = 0;
  std::string kind, court, case_number;  // as the document names them; empty where it does not
};

struct IngestResult {
  std::vector<FileOutcome>
      files;  // in the order found; those not reached by an interrupted run are left out
  std::vector<std::filesystem::path> ignored;  // files that are no documents, as found
  bool interrupted = false;

  std::size_t failed() const;   // files with status kFailed
  std::size_t partial() const;  // files with status kPartial
  std::size_t known() const;    // files stored by an earlier run
  std::size_t copies() const;   // files whose bytes another file of this run has
  std::size_t stored() const;   // files whose document is in the database

  // Documents of this run that bear the same kind, court and case number though they differ: drafts
  // of one judgment, or a number used twice. Each group has at least two places in `files`, in
  // order, one for each document. Masked numbers (db::names_a_case()) group nothing.
  std::vector<std::vector<std::size_t>> same_case() const;
};

struct IngestProgress {
  std::size_t done = 0, total = 0;    // files
  const FileOutcome* file = nullptr;  // the one just finished
};

// Brings `found` into the database under `run`, one transaction a document. A file whose bytes are
// stored costs a hash and at most a new path, but is read again where OCR, off then, is on now.
// After a stop request the documents already read are stored, the rest is left. Calling it again,
// after a crash too, gives the rows of one undisturbed call. Throws DbError, ingest::Error when the
// worker program is missing or cannot be started, and what `progress` throws.
IngestResult ingest(db::Database& database, db::RunId run, const ingest::Found& found,
                    const IngestOptions& options,
                    const std::function<void(const IngestProgress&)>& progress = {},
                    std::stop_token stop = {});

}  // namespace proviso::tasks
