// Provisos as records of the database, as JSON for programs, and as a tree for people.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "db/provisos.h"
#include "tasks/provisos/judge.h"
#include "tasks/provisos/proviso.h"

namespace proviso::tasks {

// With quotes, the section's tag and level, and the boxes of trigger and scope. What rules alone
// found has the source "rules" and the score 1.
std::vector<db::ProvisoRecord> proviso_records(const ingest::Document& document,
                                               const segmenter::Structure& structure,
                                               std::span<const Proviso> provisos);

// The provisos of a document as the head of `model` decides (source "model", score its
// probability); where it is null, as the rules do. Throws model::ModelError.
std::vector<db::ProvisoRecord> provisos_of(const ingest::Document& document,
                                           const segmenter::Structure& structure,
                                           ProvisoModel* model);

// The same of a stored document, stored under `run`. Throws DbError, model::ModelError.
std::vector<db::ProvisoRecord> store_provisos_of(db::Database& database, db::RunId run,
                                                 db::DocumentId document,
                                                 ProvisoModel* model = nullptr);

// The fields of `export provisos` and of `provisos --json`, without "schema_version":
// {"document", "proviso", "section", "level", "clause", "kind", "trigger", "trigger_start",
// "trigger_end", "scope", "scope_start", "scope_end", "limits", "limits_start", "limits_end",
// "parent", "boxes", "score", "source"}. Offsets are bytes of the document's text; `proviso` is the
// place in the document's list and `parent` another such place; null where there is none. `clause`
// is where its trigger stands, as whereabouts() says it.
nlohmann::ordered_json proviso_json(const db::ProvisoRecord& record, std::size_t place,
                                    const std::string& document, const std::string& clause);

// Where the trigger stands, in the document's own language: "7.2", "第三条（二）", "裁判主文 二".
std::string clause_of(const db::ProvisoRecord& record, std::string_view text,
                      const segmenter::Structure& structure);

// The provisos in the order in which a person reads them: each with those that stand in its scope
// right behind it, one deeper. Every place comes once.
struct ProvisoBranch {
  std::size_t place = 0;  // in `provisos`
  int depth = 0;
};
std::vector<ProvisoBranch> proviso_tree(std::span<const db::ProvisoRecord> provisos);

}  // namespace proviso::tasks
