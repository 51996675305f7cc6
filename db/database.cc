// Opening, runs, and the choice of what an export shows.
#include "db/database.h"

#include <fmt/format.h>

#include <unistd.h>

#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "db/journal_copy.h"
#include "db/names.h"
#include "db/schema.h"

namespace proviso::db {
namespace {

std::optional<std::string> optional_text(const Statement& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  return std::string(row.text(column));
}

// SQLite writes beside the file too (its journal).
bool can_be_written(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  return ::access(file.c_str(), W_OK) == 0 && ::access(folder.c_str(), W_OK) == 0;
}

// For a file that cannot be brought up to date.
void require_current(const Connection& connection) {
  Statement version(connection, "PRAGMA user_version");
  version.step();
  if (version.integer(0) == schema_version()) return;
  throw DbError(
      DbError::Code::kUnwritable,
      fmt::format("database {} has schema version {} and must be brought to {} first, but "
                  "cannot be written; copy it to a folder of yours and give the copy with "
                  "--db",
                  connection.file().string(), version.integer(0), schema_version()));
}

// Of a file that cannot be written. Beside a run that is writing to it SQLite reads along; what a
// killed run left in the journal is read from a copy.
Connection shown_connection(const std::filesystem::path& file) {
  if (has_journal_beside(file)) {
    try {
      Connection beside(file, Connection::Mode::kReadOnly);
      require_current(beside);
      return beside;
    } catch (const DbError& error) {
      if (error.code() != DbError::Code::kUnwritable) throw;
      return open_copy_with_journal(file);
    }
  }
  return Connection(file, Connection::Mode::kReadOnly);
}

}  // namespace

std::string now_utc() {
  const std::time_t time = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&time, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

Database Database::open(const std::filesystem::path& file, Access access) {
  const bool memory = file == ":memory:";
  std::error_code error;
  const auto nothing_in = [&] {
    return !std::filesystem::exists(file, error) ||
           (std::filesystem::is_regular_file(file, error) &&
            std::filesystem::is_empty(file, error));
  };
  if (!memory && access == Access::kExisting && nothing_in()) {
    throw DbError(DbError::Code::kMissing,
                  fmt::format("there is no database {}; make one with 'proviso analyze PATH' or "
                              "'proviso ingest PATH', "
                              "or give another --db",
                              file.string()));
  }
  if (!memory && std::filesystem::is_directory(file, error)) {
    throw DbError(
        DbError::Code::kUnwritable,
        fmt::format("{} is a folder; --db takes the path of a database file", file.string()));
  }
  // A read-only disk or another's folder: what is there can be shown all the same.
  if (!memory && access == Access::kExisting && !can_be_written(file)) {
    Connection shown = shown_connection(file);
    require_current(shown);
    return Database(std::move(shown));
  }
  Connection connection(file, Connection::Mode::kCreate);
  migrate(connection);
  // After the check that the file is ours: these may write to it.
  connection.execute("PRAGMA journal_mode = WAL");
  connection.execute("PRAGMA synchronous = NORMAL");
  connection.execute("PRAGMA foreign_keys = ON");
  return Database(std::move(connection));
}

RunId Database::begin_run(const RunStart& start) {
  lock_.take(connection_.file());
  Statement(connection_,
            "INSERT INTO runs (command, arguments, version, revision, model_sha256, configuration, "
            "started_at, status) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(start.command, nlohmann::json(start.arguments).dump(-1, ' ', false, kReplaceInvalid),
            start.version, start.revision, start.model_sha256, start.configuration, now_utc(),
            name(RunStatus::kRunning))
      .run();
  return connection_.last_insert_rowid();
}

void Database::finish_run(RunId run, RunStatus status) {
  Statement(connection_, "UPDATE runs SET finished_at = ?, status = ? WHERE id = ?")
      .bind(now_utc(), name(status), run)
      .run();
}

std::vector<Run> Database::runs() {
  Statement row(
      connection_,
      "SELECT id, command, arguments, version, revision, model_sha256, configuration, started_at, "
      "finished_at, status FROM runs ORDER BY id");
  std::vector<Run> runs;
  while (row.step()) {
    Run run;
    run.id = row.integer(0);
    run.command = row.text(1);
    run.arguments = nlohmann::json::parse(row.text(2)).get<std::vector<std::string>>();
    run.version = row.text(3);
    run.revision = row.text(4);
    run.model_sha256 = optional_text(row, 5);
    run.configuration = row.text(6);
    run.started_at = row.text(7);
    run.finished_at = optional_text(row, 8);
    run.status = parse_name<RunStatus>(row.text(9), kRunStatuses);
    runs.push_back(std::move(run));
  }
  return runs;
}

std::optional<DocumentId> Database::find(std::string_view sha256) {
  Statement row(connection_, "SELECT id FROM documents WHERE sha256 = ?");
  row.bind(sha256);
  if (!row.step()) return std::nullopt;
  return row.integer(0);
}

std::vector<Selected> Database::select(const Selection& selection) {
  // The name of a document is the first of the paths where it lies now, else of those where it lay.
  std::string sql =
      "SELECT d.id, a.run, (SELECT p.path FROM paths p WHERE p.document = d.id ORDER BY p.current "
      "DESC, p.path "
      "LIMIT 1) AS path FROM documents d LEFT JOIN analyses a ON a.document = d.id ";
  if (selection.run) {
    sql += "AND a.run = ?1 WHERE d.run = ?1 OR a.run IS NOT NULL ";
  } else if (!selection.all) {
    sql +=
        "AND a.run = (SELECT max(run) FROM analyses WHERE document = d.id) "
        "WHERE NOT EXISTS (SELECT 1 FROM documents n WHERE n.supersedes = d.id) ";
  }
  Statement row(connection_, sql + "ORDER BY path, d.id, a.run");
  if (selection.run) row.bind(*selection.run);
  std::vector<Selected> chosen;
  while (row.step()) {
    Selected one{row.integer(0), std::nullopt};
    if (!row.is_null(1)) one.run = row.integer(1);
    chosen.push_back(one);
  }
  return chosen;
}

std::string_view name(Verdict verdict) {
  return verdict == Verdict::kConfirmed ? "confirmed" : "dismissed";
}

std::string_view status(const Flag& flag) {
  return flag.decision ? name(flag.decision->verdict) : "open";
}

bool is_dismissed(const Flag& flag) {
  return flag.decision && flag.decision->verdict == Verdict::kDismissed;
}

std::string_view name(RunStatus status) {
  switch (status) {
    case RunStatus::kRunning:
      return "running";
    case RunStatus::kDone:
      return "done";
    case RunStatus::kFailed:
      return "failed";
    case RunStatus::kInterrupted:
      break;
  }
  return "interrupted";
}

}  // namespace proviso::db
