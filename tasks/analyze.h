// Reads stored documents with the checks and the model and stores what they find: the heart of
// `proviso analyze`.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "db/database.h"
#include "tasks/loaded_model.h"
#include "tasks/model_findings.h"

namespace proviso::tasks {

struct ProvisoModel;

struct AnalyzeOptions {
  std::vector<std::string> disabled;  // kinds of flags that are neither stored nor shown
  Strictness strictness = Strictness::kPrecision;
  std::size_t lanes = 4;  // documents that the model reads side by side
  ProvisoModel* provisos = nullptr;  // decides which provisos there are; null: the rules do
};

// What was done with one document. Silence is not "clean": only full_coverage() with no flags is.
struct Analyzed {
  db::DocumentSummary document;
  db::Analysis analysis;  // empty for a document that ingest could not read

  // Every page was read without doubt, every check ran and the model read every segment.
  bool full_coverage() const;
  // The same but for the model, which read nothing or not all.
  bool read_by_checks() const;
};

// Analyses `documents` (stored, segmented) in order under `run`, one transaction each. `loaded` may
// be null: then the checks alone run and the coverage says so. `done` is called after each document
// with the number finished so far. What an earlier run left that was interrupted or killed, with
// the same program, model and configuration, is taken over instead of computed again. After a stop
// request the document in hand is finished and the rest left alone. Throws db::DbError,
// model::ModelError.
std::vector<Analyzed> analyze(db::Database& database, db::RunId run,
                              std::span<const db::DocumentId> documents, LoadedModel* loaded,
                              const AnalyzeOptions& options,
                              const std::function<void(std::size_t)>& done = {},
                              std::stop_token stop = {});

}  // namespace proviso::tasks
