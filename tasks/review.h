// What a person decides about findings: the task of `proviso review`.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/database.h"

namespace proviso::tasks {

// A finding of the latest run over the latest version of a document.
struct Reviewable {
  db::DocumentId document = 0;
  std::string path, sha256;  // of the document
  db::Flag flag;
};

// The documents of `database` that lie at one of `paths` or in one of these folders, all without
// any, with their latest runs; by path. Throws InputError for a path at which none lies.
std::vector<db::Selected> documents_at(db::Database& database,
                                       std::span<const std::filesystem::path> paths);

// The findings of `documents`, in their order.
std::vector<Reviewable> findings_of(db::Database& database,
                                    std::span<const db::Selected> documents);

// The fewest characters, at least 6, with which the ids of `flags` differ from one another: what is
// shown and typed instead of 16.
std::size_t short_id_length(std::span<const Reviewable> flags);
inline constexpr std::size_t kShortestId = 6;  // shown
inline constexpr std::size_t kFewestTyped = 4;

// One wish about one finding. No verdict: it is to be open again.
struct ReviewWish {
  std::string id;  // the beginning of a flag's id, at least kFewestTyped characters
  std::optional<db::Verdict> verdict;
  std::string note;
};

// Reads wishes from a file: JSON Lines of {"id", "verdict", "note"}, or a table with these columns
// and a heading (CSV with , or ; or tab, as spreadsheets save it, UTF-8 or GB18030; what `export
// flags --format csv` wrote, with `status` changed by hand). `verdict`, else `status`, says
// confirmed, dismissed or undo, in English or Chinese (属实, 误报, 撤销); rows where it is empty or
// "open" are passed over. Throws InputError with file and line.
std::vector<ReviewWish> read_wishes(const std::filesystem::path& file);

struct ReviewProblem {
  std::string id;
  std::string why;  // in plain words
};

struct ResolvedWish {
  ReviewWish wish;
  Reviewable target;
};
struct Resolved {
  std::vector<ResolvedWish> wishes;
  std::vector<ReviewProblem> problems;
};
// Finds the finding of each wish: by its present id, else by the id that it had in an earlier run
// or version (db/decisions.h). Changes nothing.
Resolved resolve(db::Database& database, std::span<const ReviewWish> wishes);

// Records the verdicts as those of `by`. Needs a run of `database` (the one writer). Gives the
// findings as they are then.
std::vector<Reviewable> decide(db::Database& database, std::span<const ResolvedWish> wishes,
                               const std::string& by);

}  // namespace proviso::tasks
