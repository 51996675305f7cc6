// Provisos (但书) as they are stored: what limits which rule, by run and document. All functions
// throw DbError.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/database.h"

namespace proviso::db {

struct Quoted {
  std::string text;
  segmenter::Span span;  // bytes of Document::text
};

struct ProvisoRecord {
  std::string kind;    // "exception", "condition", "limit", "reservation", "priority"
  std::string source;  // "rules" or "model": who decided that it is one
  double score = 1;    // 0..1
  std::string section, level;
  Quoted trigger, scope;
  std::optional<Quoted> limits;        // absent: the rule stands elsewhere
  std::optional<std::size_t> parent;   // place in the list of the one in whose scope this stands
  std::vector<ingest::PageBox> boxes;  // of trigger and scope; empty for text inputs
};

// Stores what `run` found in a document, none included, in one transaction; it takes the place of
// what the same run had stored there.
void store_provisos(Database& database, RunId run, DocumentId document,
                    std::span<const ProvisoRecord> provisos);

// As stored; absent where this run did not look for provisos in this document.
std::optional<std::vector<ProvisoRecord>> provisos(Database& database, RunId run,
                                                   DocumentId document);

// Documents in which provisos were looked for, each with its run: the latest run over the latest
// version, or as `selection` says. By path, then id of the document; runs oldest first.
std::vector<Selected> select_provisos(Database& database, const Selection& selection);

// The latest run that looked for provisos in this document.
std::optional<RunId> latest_proviso_run(Database& database, DocumentId document);

}  // namespace proviso::db
