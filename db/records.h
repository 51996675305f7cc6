// What db hands out besides the plain data of ingest and segmenter. All offsets are bytes of
// Document::text; all times UTC, ISO 8601; all values are copies, safe to keep.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/document.h"
#include "segmenter/structure.h"

namespace proviso::db {

using RunId = std::int64_t;
using DocumentId = std::int64_t;

// What is known when a command starts. `configuration` is TOML, as --dump-config prints it.
struct RunStart {
  std::string command;
  std::vector<std::string> arguments;
  std::string version, revision;
  std::optional<std::string> model_sha256;  // absent: no model
  std::string configuration;
};

// kRunning is also what a killed run leaves.
enum class RunStatus : std::uint8_t { kRunning, kDone, kFailed, kInterrupted };

struct Run : RunStart {
  RunId id = 0;
  std::string started_at;
  std::optional<std::string> finished_at;
  RunStatus status = RunStatus::kRunning;
};

// A document without its pages and text.
struct DocumentSummary {
  DocumentId id = 0;
  std::string
      path;  // the first, in byte order, of the paths where it lies now; else of those where it lay
  std::string sha256, source_kind;
  ingest::DocumentStatus status = ingest::DocumentStatus::kOk;
  std::string reason;
  std::string kind, instance, language, court, case_number;
  int pages = 0, pages_doubtful = 0, pages_failed = 0;
  std::string lineage;                    // sha256 of the first version
  std::optional<std::string> supersedes;  // sha256 of the version before
  std::string read_by;                    // "VERSION REVISION" of the program that read it
  std::string segmented_by;               // the same of the program that made sections and segments
  std::optional<std::string> tokenizer_sha256;
};

// What the segmenter made of a document, and with what.
struct Segmentation {
  segmenter::Structure structure;
  std::vector<segmenter::Segment> segments;     // empty without a tokenizer
  std::optional<std::string> tokenizer_sha256;  // absent without a tokenizer
  std::string segmented_by;                     // "VERSION REVISION" of the program
};

// One of the two places of a flag.
struct Place {
  std::string quote;
  std::string section, level;  // names of the tag and level of the section it starts in
  std::optional<std::uint32_t> segment;
  segmenter::Span span;
  std::vector<ingest::PageBox> boxes;  // empty for text inputs
};

enum class Verdict : std::uint8_t { kConfirmed, kDismissed };

// What a person said about a flag.
struct Decision {
  Verdict verdict = Verdict::kConfirmed;
  std::string note;  // may be empty
  std::string by;    // the person's name in this system
  std::string at;    // when
  std::string flag;  // the flag's id at that time; it may have another one now
};

struct Flag {
  std::string id;  // given by store_analysis(); see db/flag_id.h
  std::string kind;
  std::string severity;  // "error", "warning" or "note"
  double score = 1;      // 0..1
  std::string check;     // what found it
  std::string explanation;
  Place place;
  std::optional<Place> other;
  std::optional<Decision> decision;  // absent: open. Filled by what db returns; not stored with it
};

struct StoredFlag {
  DocumentId document = 0;
  Flag flag;  // without its decision
};

struct Dependency {
  std::uint32_t segment = 0;
  double weight = 0;
};

struct SegmentScore {
  std::uint32_t segment = 0;
  double score = 0;
  std::vector<Dependency> depends_on;
};

// What one run found in one document. No flags and all segments read is a statement too.
struct Analysis {
  std::vector<std::string> checks;   // the checks that ran
  std::int64_t segments = 0;         // of the document
  std::int64_t segments_read = 0;    // by the model
  std::vector<Flag> flags;           // in the order of `place`
  std::vector<SegmentScore> scores;  // by segment; empty without a model
};

// Which documents and which run of each an export shows. Default: the latest run over the latest
// version.
struct Selection {
  std::optional<RunId> run;  // only documents that this run read or analysed, with its flags
  bool all = false;          // every version of every document, the flags of every run
};

// One document of a Selection with one of the runs that analysed it; no run where none has.
struct Selected {
  DocumentId document = 0;
  std::optional<RunId> run;
};

std::string_view name(RunStatus status);
std::string_view name(Verdict verdict);  // "confirmed", "dismissed"

// "open", "confirmed" or "dismissed".
std::string_view status(const Flag& flag);
bool is_dismissed(const Flag& flag);

// Whether a case number names one case: not empty, no digit masked. Published judgments often mask
// digits ("民初××号"), and the masked numbers of many cases are equal.
bool names_a_case(std::string_view case_number);

}  // namespace proviso::db
