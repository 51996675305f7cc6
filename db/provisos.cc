#include "db/provisos.h"

#include "db/boxes.h"

namespace proviso::db {
namespace {

using Number = std::optional<std::int64_t>;
using Text = std::optional<std::string>;

Quoted read_quoted(const Statement& row, int column) {
  return {std::string(row.text(column)),
          {static_cast<std::size_t>(row.integer(column + 1)),
           static_cast<std::size_t>(row.integer(column + 2))}};
}

}  // namespace

void store_provisos(Database& database, RunId run, DocumentId document,
                    std::span<const ProvisoRecord> provisos) {
  Connection& connection = database.connection();
  Transaction transaction(connection);
  for (const char* table : {"provisos", "proviso_readings"}) {
    Statement(connection, std::string("DELETE FROM ") + table + " WHERE run = ? AND document = ?")
        .bind(run, document)
        .run();
  }
  Statement(connection, "INSERT INTO proviso_readings VALUES (?, ?)").bind(run, document).run();
  Statement insert(connection,
                   "INSERT INTO provisos VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                   "?, ?, ?)");
  std::int64_t ordinal = 0;
  for (const ProvisoRecord& one : provisos) {
    const auto number = [](std::size_t value) { return static_cast<std::int64_t>(value); };
    const bool has = one.limits.has_value();
    insert
        .bind(run, document, ordinal++, one.parent ? Number(number(*one.parent)) : Number(),
              one.kind, one.source, one.score, one.section, one.level, one.trigger.text,
              one.trigger.span.start, one.trigger.span.end, one.scope.text, one.scope.span.start,
              one.scope.span.end, has ? Text(one.limits->text) : Text(),
              has ? Number(number(one.limits->span.start)) : Number(),
              has ? Number(number(one.limits->span.end)) : Number(), boxes_json(one.boxes))
        .run();
  }
  transaction.commit();
}

std::optional<std::vector<ProvisoRecord>> provisos(Database& database, RunId run,
                                                   DocumentId document) {
  Connection& connection = database.connection();
  Statement reading(connection, "SELECT 1 FROM proviso_readings WHERE run = ? AND document = ?");
  reading.bind(run, document);
  if (!reading.step()) return std::nullopt;
  Statement row(connection,
                "SELECT kind, source, score, section, level, \"trigger\", trigger_start, "
                "trigger_end, scope, scope_start, scope_end, limits, limits_start, limits_end, "
                "parent, boxes FROM provisos WHERE run = ? AND document = ? ORDER BY proviso");
  row.bind(run, document);
  std::vector<ProvisoRecord> all;
  while (row.step()) {
    ProvisoRecord one;
    one.kind = row.text(0);
    one.source = row.text(1);
    one.score = row.real(2);
    one.section = row.text(3);
    one.level = row.text(4);
    one.trigger = read_quoted(row, 5);
    one.scope = read_quoted(row, 8);
    if (!row.is_null(11)) one.limits = read_quoted(row, 11);
    if (!row.is_null(14)) one.parent = static_cast<std::size_t>(row.integer(14));
    one.boxes = parse_boxes(row.text(15));
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<Selected> select_provisos(Database& database, const Selection& selection) {
  std::string sql =
      "SELECT d.id, r.run, (SELECT p.path FROM paths p WHERE p.document = d.id ORDER BY p.current "
      "DESC, p.path LIMIT 1) AS path FROM documents d JOIN proviso_readings r ON r.document = "
      "d.id ";
  if (selection.run) {
    sql += "WHERE r.run = ?1 ";
  } else if (!selection.all) {
    sql +=
        "WHERE r.run = (SELECT max(run) FROM proviso_readings WHERE document = d.id) AND NOT "
        "EXISTS (SELECT 1 FROM documents n WHERE n.supersedes = d.id) ";
  }
  Statement row(database.connection(), sql + "ORDER BY path, d.id, r.run");
  if (selection.run) row.bind(*selection.run);
  std::vector<Selected> chosen;
  while (row.step()) chosen.push_back({row.integer(0), row.integer(1)});
  return chosen;
}

std::optional<RunId> latest_proviso_run(Database& database, DocumentId document) {
  Statement row(database.connection(), "SELECT max(run) FROM proviso_readings WHERE document = ?");
  row.bind(document);
  if (!row.step() || row.is_null(0)) return std::nullopt;
  return row.integer(0);
}

}  // namespace proviso::db
