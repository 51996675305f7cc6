// What runs found in documents.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "db/analyses.h"
#include "db/boxes.h"
#include "db/database.h"
#include "db/decisions.h"
#include "db/flag_id.h"
#include "db/names.h"

namespace proviso::db {
namespace {

using nlohmann::json;

void insert_flags(const Connection& connection, RunId run, DocumentId document,
                  const std::vector<Flag>& flags) {
  Statement insert(connection,
                   "INSERT INTO flags VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                   "?, ?, ?, ?, ?, ?)");
  std::int64_t ordinal = 0;
  for (const Flag& flag : flags) {
    using Text = std::optional<std::string>;
    using Number = std::optional<std::int64_t>;
    const Place none;
    const bool has = flag.other.has_value();
    const Place& other = has ? *flag.other : none;
    const auto start = static_cast<std::int64_t>(other.span.start);
    const auto end = static_cast<std::int64_t>(other.span.end);
    insert
        .bind(run, document, ordinal++, flag.id, flag.kind, flag.severity, flag.score, flag.check,
              flag.explanation, flag.place.quote, flag.place.section, flag.place.level,
              flag.place.segment, flag.place.span.start, flag.place.span.end,
              boxes_json(flag.place.boxes), has ? Text(other.quote) : Text(),
              has ? Text(other.section) : Text(), has ? Text(other.level) : Text(), other.segment,
              has ? Number(start) : Number(), has ? Number(end) : Number(),
              has ? Text(boxes_json(other.boxes)) : Text())
        .run();
  }
}

void insert_scores(const Connection& connection, RunId run, DocumentId document,
                   const std::vector<SegmentScore>& scores) {
  Statement insert(connection, "INSERT INTO scores VALUES (?, ?, ?, ?, ?)");
  for (const SegmentScore& one : scores) {
    json rests = json::array();
    for (const Dependency& dependency : one.depends_on) {
      rests.push_back({{"segment", dependency.segment}, {"weight", dependency.weight}});
    }
    insert.bind(run, document, one.segment, one.score, rests.dump()).run();
  }
}

Place read_place(const Statement& row, int column) {
  Place place;
  place.quote = row.text(column);
  place.section = row.text(column + 1);
  place.level = row.text(column + 2);
  if (!row.is_null(column + 3)) place.segment = static_cast<std::uint32_t>(row.integer(column + 3));
  place.span = {static_cast<std::size_t>(row.integer(column + 4)),
                static_cast<std::size_t>(row.integer(column + 5))};
  place.boxes = parse_boxes(row.text(column + 6));
  return place;
}

// In the order in which read_flag() takes them.
constexpr std::string_view kFlagColumns =
    "id, kind, severity, score, \"check\", explanation, quote, section, level, segment, start, "
    "end, "
    "boxes, other_quote, other_section, other_level, other_segment, other_start, other_end, "
    "other_boxes";

Flag read_flag(const Statement& row) {
  Flag flag;
  flag.id = row.text(0);
  flag.kind = row.text(1);
  flag.severity = row.text(2);
  flag.score = row.real(3);
  flag.check = row.text(4);
  flag.explanation = row.text(5);
  flag.place = read_place(row, 6);
  if (!row.is_null(13)) flag.other = read_place(row, 13);
  return flag;
}

std::vector<Flag> read_flags(const Connection& connection, RunId run, DocumentId document) {
  Statement row(connection,
                fmt::format("SELECT {} FROM flags WHERE run = ? AND document = ? ORDER BY flag",
                            kFlagColumns));
  row.bind(run, document);
  std::vector<Flag> flags;
  while (row.step()) flags.push_back(read_flag(row));
  return flags;
}

std::string places_json(const std::vector<RememberedPlace>& places) {
  json list = json::array();
  for (const RememberedPlace& one : places) {
    list.push_back({{"quote", one.quote},
                    {"section", one.section},
                    {"before", one.before},
                    {"after", one.after}});
  }
  return list.dump(-1, ' ', false, kReplaceInvalid);
}

std::vector<Remembered> read_decisions(const Connection& connection, std::string_view lineage) {
  Statement row(connection,
                "SELECT verdict, note, decided_by, decided_at, flag, kind, places FROM decisions "
                "WHERE lineage = ? ORDER BY decided_at, flag");
  row.bind(lineage);
  std::vector<Remembered> all;
  while (row.step()) {
    Remembered one;
    one.decision = {parse_name<Verdict>(row.text(0), kVerdicts), std::string(row.text(1)),
                    std::string(row.text(2)), std::string(row.text(3)), std::string(row.text(4))};
    one.kind = row.text(5);
    for (const json& place : json::parse(row.text(6))) {
      one.places.push_back(
          {place.at("quote").get<std::string>(), place.at("section").get<std::string>(),
           place.at("before").get<std::string>(), place.at("after").get<std::string>()});
    }
    all.push_back(std::move(one));
  }
  return all;
}

std::string text_of(const Connection& connection, DocumentId document) {
  Statement row(connection, "SELECT text FROM documents WHERE id = ?");
  row.bind(document);
  return row.step() ? std::string(row.text(0)) : std::string();
}

std::string lineage_of(const Connection& connection, DocumentId document) {
  Statement row(connection, "SELECT lineage FROM documents WHERE id = ?");
  row.bind(document);
  return row.step() ? std::string(row.text(0)) : std::string();
}

void put_decisions(const Connection& connection, DocumentId document, std::vector<Flag>& flags) {
  if (flags.empty()) return;
  const auto decisions = read_decisions(connection, lineage_of(connection, document));
  if (decisions.empty()) return;
  apply_decisions(decisions, text_of(connection, document), flags);
}

std::vector<SegmentScore> read_scores(const Connection& connection, RunId run,
                                      DocumentId document) {
  Statement row(connection,
                "SELECT segment, score, depends_on FROM scores WHERE run = ? AND document = ? "
                "ORDER BY segment");
  row.bind(run, document);
  std::vector<SegmentScore> scores;
  while (row.step()) {
    SegmentScore one;
    one.segment = static_cast<std::uint32_t>(row.integer(0));
    one.score = row.real(1);
    for (const json& dependency : json::parse(row.text(2))) {
      one.depends_on.push_back(
          {dependency.at("segment").get<std::uint32_t>(), dependency.at("weight").get<double>()});
    }
    scores.push_back(std::move(one));
  }
  return scores;
}

}  // namespace

std::vector<Flag> with_decisions(Database& database, DocumentId document, std::vector<Flag> flags) {
  assign_ids(database.summary(document).lineage, flags);
  put_decisions(database.connection(), document, flags);
  return flags;
}

Analysis Database::store_analysis(RunId run, DocumentId document, Analysis analysis) {
  assign_ids(summary(document).lineage, analysis.flags);
  Transaction transaction(connection_);
  for (const char* table : {"scores", "flags", "analyses"}) {
    Statement(connection_, std::string("DELETE FROM ") + table + " WHERE run = ? AND document = ?")
        .bind(run, document)
        .run();
  }
  Statement(connection_, "INSERT INTO analyses VALUES (?, ?, ?, ?, ?)")
      .bind(run, document, json(analysis.checks).dump(), analysis.segments, analysis.segments_read)
      .run();
  insert_flags(connection_, run, document, analysis.flags);
  insert_scores(connection_, run, document, analysis.scores);
  transaction.commit();
  put_decisions(connection_, document, analysis.flags);
  return analysis;
}

void Database::decide(DocumentId document, const Flag& flag, std::optional<Verdict> verdict,
                      const std::string& by, const std::string& note) {
  const std::string lineage = lineage_of(connection_, document);
  const Remembered now =
      remember(flag, text_of(connection_, document),
               {verdict.value_or(Verdict::kConfirmed), note, by, now_utc(), flag.id});
  Transaction transaction(connection_);
  Statement remove(connection_, "DELETE FROM decisions WHERE lineage = ? AND flag = ?");
  if (flag.decision) remove.bind(lineage, flag.decision->flag).run();
  if (verdict) {
    remove.bind(lineage, flag.id).run();
    Statement(connection_, "INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(lineage, flag.id, name(*verdict), note, by, now.decision.at, flag.kind,
              places_json(now.places))
        .run();
  }
  transaction.commit();
}

std::optional<Analysis> Database::left_by_unfinished_run(RunId run, DocumentId document) {
  // A finished run in between means that the user has asked anew.
  Statement row(connection_,
                "SELECT o.id FROM runs r JOIN runs o ON o.id < r.id AND o.command = r.command AND "
                "o.version = r.version AND o.revision = r.revision AND o.model_sha256 IS "
                "r.model_sha256 AND o.configuration = r.configuration JOIN analyses a ON a.run = "
                "o.id AND a.document = ?2 JOIN documents d ON d.id = a.document AND d.run <= o.id "
                "WHERE r.id = ?1 ORDER BY o.id DESC LIMIT 1");
  row.bind(run, document);
  if (!row.step()) return std::nullopt;
  const RunId earlier = row.integer(0);
  row.reset();
  Statement status(connection_, "SELECT 1 FROM runs WHERE id = ? AND status <> 'done'");
  status.bind(earlier);
  if (!status.step()) return std::nullopt;
  return analysis(earlier, document);
}

Selected Database::latest(DocumentId document) {
  Statement row(
      connection_,
      "SELECT d.id, (SELECT max(run) FROM analyses a WHERE a.document = d.id) FROM "
      "documents d WHERE d.lineage = (SELECT lineage FROM documents WHERE id = ?) AND NOT "
      "EXISTS (SELECT 1 FROM documents n WHERE n.supersedes = d.id)");
  row.bind(document);
  if (!row.step()) return {document, std::nullopt};
  Selected found{row.integer(0), std::nullopt};
  if (!row.is_null(1)) found.run = row.integer(1);
  return found;
}

std::vector<StoredFlag> Database::flags_with_id(std::string_view beginning) {
  // "g" stands behind all hexadecimal digits.
  Statement row(connection_, fmt::format("SELECT {}, document FROM flags f WHERE id >= ?1 AND id < "
                                         "?1 || 'g' AND run = (SELECT max(run) FROM flags o WHERE "
                                         "o.id = f.id AND o.document = f.document) ORDER BY id, "
                                         "document, flag",
                                         kFlagColumns));
  row.bind(beginning);
  std::vector<StoredFlag> found;
  while (row.step()) {
    Flag flag = read_flag(row);
    found.push_back({row.integer(20), std::move(flag)});
  }
  return found;
}

std::string Database::text(DocumentId document) {
  return text_of(connection_, document);
}

std::vector<std::string> Database::flag_kinds() {
  Statement row(connection_, "SELECT DISTINCT kind FROM flags ORDER BY kind");
  std::vector<std::string> kinds;
  while (row.step()) kinds.emplace_back(row.text(0));
  return kinds;
}

std::optional<Analysis> Database::analysis(RunId run, DocumentId document) {
  Statement row(
      connection_,
      "SELECT checks, segments, segments_read FROM analyses WHERE run = ? AND document = ?");
  row.bind(run, document);
  if (!row.step()) return std::nullopt;
  Analysis analysis;
  analysis.checks = json::parse(row.text(0)).get<std::vector<std::string>>();
  analysis.segments = row.integer(1);
  analysis.segments_read = row.integer(2);
  analysis.flags = read_flags(connection_, run, document);
  put_decisions(connection_, document, analysis.flags);
  analysis.scores = read_scores(connection_, run, document);
  return analysis;
}

}  // namespace proviso::db
