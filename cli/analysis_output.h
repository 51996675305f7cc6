// How the findings of `proviso analyze` are shown.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "cli/command.h"
#include "tasks/analyze.h"
#include "tasks/ingest.h"
#include "tasks/review.h"

namespace proviso::cli {

// What tells where in a document a place is.
struct Located {
  std::string text;
  segmenter::Structure structure;
};
Located locate(db::Database& database, db::DocumentId document);

// A table of flags of one document, each with the first `id_length` characters of its id.
// `with_status`: also the status and the note of a decision.
void print_flags(Context& context, const Located& document, std::span<const tasks::Reviewable> flags, std::size_t id_length,
                 bool with_status);

// "open", "confirmed", "dismissed" in the user's language.
std::string status_word(Language language, const db::Flag& flag);

// For people: per document its coverage in one line and a table of its flags with both quotes. "No
// findings" stands only where everything was read; files that could not be read come with their
// reason. Dismissed flags are counted, not shown.
void print_analysis(Context& context, db::Database& database, const tasks::IngestResult& files,
                    std::span<const tasks::Analyzed> documents);

// One JSON document: {"schema_version", "run", "documents": [{document, sha256, status, reason,
// pages, pages_doubtful, pages_failed, checks, segments, segments_read, full_coverage, flags,
// flags_dismissed}]}; dismissed flags are counted alone. Each flag as in exports, explained in its
// document's language, with "evidence": the passages that it rests on (tasks/flag_evidence.h).
void print_analysis_json(Context& context, db::Database& database, db::RunId run,
                         const tasks::IngestResult& files,
                         std::span<const tasks::Analyzed> documents);

}  // namespace proviso::cli
