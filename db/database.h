// The one SQLite file of a house: runs, documents as read, their structure and segments, and what
// was found in them. One writer at a time; a Database belongs to one thread. Every function throws
// DbError.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/records.h"
#include "db/sqlite.h"
#include "db/writer_lock.h"

namespace proviso::db {

class Database {
 public:
  enum class Access {
    kCreate,    // for commands that write: made when absent
    kExisting,  // for commands that only show what is there: kMissing when absent or an empty file
  };

  // Opens `file` and brings it to this program's schema. Files of other programs and of newer
  // versions are left as they are (kForeign, kNewer, kNotOurs). ":memory:" is a fresh database in
  // memory.
  static Database open(const std::filesystem::path& file, Access access = Access::kCreate);

  // --- runs
  // Makes this Database the file's only writer until it goes. Throws DbError kBusy when there is
  // another.
  RunId begin_run(const RunStart& start);
  void finish_run(RunId run, RunStatus status);
  std::vector<Run> runs();  // oldest first

  // --- writing documents
  std::optional<DocumentId> find(std::string_view sha256);

  // Stores a document read for the first time, or read anew (its rows are replaced, its flags are
  // kept), in one transaction: after a crash all of its rows are there or none. `path` is where it
  // lies; a document that lay there before is superseded by it, or else one of the same kind, court
  // and case number (names_a_case()) at whose path no file lies any more: two files side by side
  // are not versions of each other.
  DocumentId store_document(RunId run, const std::filesystem::path& path,
                            const ingest::Document& document, const Segmentation& segmentation);
  // Records that a stored document lies at `path` too. When `path` held a later version of it, it
  // becomes the latest; when another file had taken its place while it was missing, and that is
  // there too, they are no versions of each other any more.
  void add_path(RunId run, const std::filesystem::path& path, DocumentId document);
  // Replaces the structure and segments of a stored document in one transaction. Flags stay, scores
  // of the segments that are no more go.
  void store_segmentation(DocumentId document, const Segmentation& segmentation);
  // Stores what `run` found in a document, in one transaction, and gives the flags their ids; what
  // it returns is what analysis() would read, decisions included.
  Analysis store_analysis(RunId run, DocumentId document, Analysis analysis);

  // --- reading documents: equal to what was stored
  DocumentSummary summary(DocumentId document);
  ingest::Document document(DocumentId document);
  std::string text(DocumentId document);  // Document::text alone
  segmenter::Structure structure(DocumentId document);
  std::vector<segmenter::Segment> segments(DocumentId document);

  // --- reading what was found
  // By path, then id of the document; the runs of one document oldest first.
  std::vector<Selected> select(const Selection& selection);
  // With the decisions of the document's lineage on the flags that they belong to now
  // (db/decisions.h).
  std::optional<Analysis> analysis(RunId run, DocumentId document);
  // What an earlier run that did not come to its end (interrupted, killed, failed) found in a
  // document that was not read or segmented anew since, if its command, program, model and
  // configuration were those of `run`: that part of the work need not be done again.
  std::optional<Analysis> left_by_unfinished_run(RunId run, DocumentId document);
  // Records what a person decided about a flag of `document` as analysis() returned it; it takes
  // the place of an earlier decision about it. No verdict: the flag is open again. `by` and `note`
  // are kept; the time is set here. Needs a run (the one writer).
  void decide(DocumentId document, const Flag& flag, std::optional<Verdict> verdict,
              const std::string& by = "", const std::string& note = "");
  // The latest version of the document's lineage, with the latest run over it.
  Selected latest(DocumentId document);
  // Of any run, the latest of each document: flags whose id begins with `beginning` (lower-case
  // hex).
  std::vector<StoredFlag> flags_with_id(std::string_view beginning);
  std::vector<std::string> flag_kinds();                // of all flags, in byte order
  std::vector<std::string> paths(DocumentId document);  // where it lies now, in byte order

  Connection& connection() { return connection_; }

 private:
  explicit Database(Connection connection) : connection_(std::move(connection)) {}
  WriterLock lock_;  // outlives the connection
  Connection connection_;
};

}  // namespace proviso::db
