// The passages that the flags of a document rest on, as exports and reports show them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "db/database.h"
#include "db/records.h"
#include "ingest/document.h"
#include "segmenter/structure.h"

namespace proviso::tasks {

struct FlagEvidence {
  db::Place sentence;          // what to quote of the passage; its section is the passage's
  segmenter::Span passage;     // in Document::text
  bool shown_by_flag = false;  // the flag quotes this sentence or a part of it itself
};

// Of each of `flags`, in their order, at most three earlier passages of findings and pleadings,
// best first (tasks/evidence.h). `segments` are the document's; pure.
std::vector<std::vector<FlagEvidence>> flag_evidence(const ingest::Document& document,
                                                     const segmenter::Structure& structure,
                                                     std::span<const segmenter::Segment> segments,
                                                     std::span<const db::Flag> flags);
// The same of a stored document. Throws db::DbError.
std::vector<std::vector<FlagEvidence>> flag_evidence(db::Database& database,
                                                     db::DocumentId document,
                                                     std::span<const db::Flag> flags);

// section, level, start, end (of the passage), quote, quote_start, quote_end.
nlohmann::ordered_json evidence_json(const FlagEvidence& evidence);

}  // namespace proviso::tasks
