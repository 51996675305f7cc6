// Writing documents: one transaction each.
#include <array>
#include <bit>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "db/database.h"
#include "db/names.h"
#include "db/segment_blob.h"

namespace proviso::db {
namespace {

using segmenter::Structure;

static_assert(std::endian::native == std::endian::little,
              "edges are stored as little-endian float32");

Bytes as_bytes(const std::vector<float>& values) {
  return {reinterpret_cast<const std::uint8_t*>(values.data()), values.size() * sizeof(float)};
}

std::optional<std::int64_t> offset_or_null(std::size_t value, std::size_t nothing) {
  if (value == nothing) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

std::string json(const std::vector<std::string>& values) {
  return nlohmann::json(values).dump(-1, ' ', false, kReplaceInvalid);
}

// The version of `lineage` that no other supersedes.
std::optional<DocumentId> latest_of(const Connection& connection, std::string_view lineage) {
  Statement row(connection,
                "SELECT id FROM documents d WHERE lineage = ? AND NOT EXISTS (SELECT 1 FROM "
                "documents n WHERE "
                "n.supersedes = d.id)");
  row.bind(lineage);
  if (!row.step()) return std::nullopt;
  return row.integer(0);
}

std::string lineage_of(const Connection& connection, DocumentId document) {
  Statement row(connection, "SELECT lineage FROM documents WHERE id = ?");
  row.bind(document);
  if (!row.step()) return {};
  return std::string(row.text(0));
}

std::optional<DocumentId> at_path(const Connection& connection, const std::string& path) {
  Statement row(connection, "SELECT document FROM paths WHERE path = ? AND current = 1");
  row.bind(path);
  if (!row.step()) return std::nullopt;
  return row.integer(0);
}

// A document in an archive is as much there as the archive.
bool is_there(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::exists(path, error)) return true;
  for (auto front = path.parent_path(); front != front.parent_path(); front = front.parent_path()) {
    if (std::filesystem::is_regular_file(front, error)) return true;
    if (std::filesystem::exists(front, error)) return false;
  }
  return false;
}

// Whether a file lies at one of the places where `document` lay last. Another file of the same case
// beside it is a second draft, not a version.
bool still_there(const Connection& connection, DocumentId document) {
  Statement row(connection, "SELECT path FROM paths WHERE document = ? AND current = 1");
  row.bind(document);
  while (row.step()) {
    if (is_there(std::filesystem::path(row.text(0)))) return true;
  }
  return false;
}

// The lineage a new document continues: that of the path, else that of a document of its case whose
// file is gone.
std::optional<std::string> lineage_continued(const Connection& connection, const std::string& path,
                                             const Structure& structure) {
  if (const auto before = at_path(connection, path)) return lineage_of(connection, *before);
  if (structure.court.empty() || !names_a_case(structure.case_number)) return std::nullopt;
  Statement row(connection,
                "SELECT lineage, id FROM documents d WHERE case_number = ? AND court = ? AND kind "
                "= ? AND NOT EXISTS (SELECT 1 FROM documents n WHERE n.supersedes = d.id) ORDER BY "
                "id DESC");
  row.bind(structure.case_number, structure.court, segmenter::name(structure.kind));
  while (row.step()) {
    if (!still_there(connection, row.integer(1))) return std::string(row.text(0));
  }
  return std::nullopt;
}

// A file that was thought gone is back beside the one that took its place: the two are drafts of
// their own from now on. What took its place starts a line of versions itself.
void part_from_successor(const Connection& connection, DocumentId document) {
  Statement row(connection,
                "SELECT id, sha256 FROM documents n WHERE supersedes = ?1 AND NOT EXISTS (SELECT 1 "
                "FROM paths a JOIN paths b ON a.path = b.path WHERE a.document = ?1 AND b.document "
                "= n.id)");
  row.bind(document);
  if (!row.step()) return;
  const auto latest = latest_of(connection, lineage_of(connection, document));
  if (!latest || !still_there(connection, *latest)) return;
  const DocumentId successor = row.integer(0);
  const std::string lineage(row.text(1));
  row.reset();
  // What was decided before they parted counts for both.
  Statement(
      connection,
      "INSERT OR IGNORE INTO decisions SELECT ?1, flag, verdict, note, decided_by, decided_at, "
      "kind, places FROM decisions WHERE lineage = (SELECT lineage FROM documents WHERE id = "
      "?2)")
      .bind(lineage, successor)
      .run();
  Statement(connection,
            "WITH RECURSIVE later (id) AS (SELECT ?1 UNION SELECT d.id FROM documents d JOIN later "
            "ON d.supersedes = later.id) UPDATE documents SET lineage = ?2 WHERE id IN later")
      .bind(successor, lineage)
      .run();
  Statement(connection, "UPDATE documents SET supersedes = NULL WHERE id = ?")
      .bind(successor)
      .run();
}

void set_path(const Connection& connection, RunId run, const std::string& path,
              DocumentId document) {
  Statement(connection, "UPDATE paths SET current = 0 WHERE path = ? AND document <> ?")
      .bind(path, document)
      .run();
  Statement(connection,
            "INSERT INTO paths (path, document, current, run) VALUES (?, ?, 1, ?) "
            "ON CONFLICT (path, document) DO UPDATE SET current = 1, run = excluded.run")
      .bind(path, document, run)
      .run();
}

void insert_pages(const Connection& connection, DocumentId id, const ingest::Document& document) {
  Statement insert(connection, "INSERT INTO pages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const ingest::Page& page : document.pages) {
    insert
        .bind(id, page.number, page.label, page.width, page.height, page.rotation,
              ingest::name(page.method), ingest::name(page.status), page.reason, page.confidence)
        .run();
  }
}

void insert_lines(const Connection& connection, DocumentId id, const ingest::Document& document) {
  Statement insert(connection,
                   "INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  std::int64_t ordinal = 0;
  for (const ingest::Line& line : document.lines) {
    insert
        .bind(id, ordinal++, line.page, line.text, line.box.x0, line.box.y0, line.box.x1,
              line.box.y1, ingest::name(line.source), line.font_size, line.confidence, line.flags,
              offset_or_null(line.start, ingest::kNowhere),
              offset_or_null(line.end, ingest::kNowhere), as_bytes(line.edges))
        .run();
  }
}

void insert_paragraphs(const Connection& connection, DocumentId id,
                       const ingest::Document& document) {
  Statement insert(connection, "INSERT INTO paragraphs VALUES (?, ?, ?, ?, ?, ?)");
  std::int64_t ordinal = 0;
  for (const ingest::Paragraph& paragraph : document.paragraphs) {
    insert
        .bind(id, ordinal++, paragraph.start, paragraph.end, paragraph.first_line,
              paragraph.last_line)
        .run();
  }
}

void insert_structure(const Connection& connection, DocumentId id, const Structure& structure) {
  Statement section(connection, "INSERT INTO sections VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  std::int64_t ordinal = 0;
  for (const segmenter::Section& one : structure.sections) {
    section
        .bind(id, ordinal++, segmenter::name(one.tag), segmenter::name(one.level), one.span.start,
              one.span.end, one.heading.start, one.heading.end)
        .run();
  }
  Statement party(connection, "INSERT INTO parties VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  ordinal = 0;
  for (const segmenter::Party& one : structure.parties) {
    party
        .bind(id, ordinal++, one.name, json(one.aliases), json(one.roles),
              json(one.representatives), one.span.start, one.span.end)
        .run();
  }
  Statement item(connection, "INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  ordinal = 0;
  for (const segmenter::Item& one : structure.items) {
    item.bind(id, ordinal++, segmenter::name(one.kind), one.number,
              offset_or_null(one.parent, segmenter::kNone),
              offset_or_null(one.section, segmenter::kNone), one.span.start, one.span.end,
              offset_or_null(one.target, segmenter::kNone))
        .run();
  }
}

void insert_segments(const Connection& connection, DocumentId id,
                     const std::vector<segmenter::Segment>& segments) {
  Statement insert(connection, "INSERT INTO segments VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const segmenter::Segment& one : segments) {
    insert.bind(id, one.index, one.section, one.span.start, one.span.end, one.ids.size(), pack(one))
        .run();
  }
}

void remove(const Connection& connection, DocumentId id,
            std::initializer_list<const char*> tables) {
  for (const char* table : tables) {
    Statement(connection, std::string("DELETE FROM ") + table + " WHERE document = ?")
        .bind(id)
        .run();
  }
}

void replace_segmentation(const Connection& connection, DocumentId id,
                          const Segmentation& segmentation) {
  const Structure& structure = segmentation.structure;
  remove(connection, id, {"scores", "segments", "items", "parties", "sections"});
  Statement(connection,
            "UPDATE documents SET kind = ?, instance = ?, language = ?, court = ?, case_number = "
            "?, segmented_by = ?, "
            "tokenizer_sha256 = ? WHERE id = ?")
      .bind(segmenter::name(structure.kind), structure.instance, structure.language,
            structure.court, structure.case_number, segmentation.segmented_by,
            segmentation.tokenizer_sha256, id)
      .run();
  insert_structure(connection, id, structure);
  insert_segments(connection, id, segmentation.segments);
}

// A row for a document never seen; its kind and the like are filled by replace_segmentation().
DocumentId insert_document(const Connection& connection, RunId run, const std::string& path,
                           const ingest::Document& document, const Structure& structure) {
  const std::optional<std::string> continued = lineage_continued(connection, path, structure);
  const std::optional<DocumentId> before =
      continued ? latest_of(connection, *continued) : std::nullopt;
  Statement(connection,
            "INSERT INTO documents (sha256, source_kind, status, reason, text, kind, instance, "
            "language, court, "
            "case_number, segmented_by, lineage, supersedes, run) "
            "VALUES (?, ?, ?, ?, ?, '', '', '', '', '', '', ?, ?, ?)")
      .bind(document.sha256, document.source_kind, ingest::name(document.status), document.reason,
            document.text, continued.value_or(document.sha256), before, run)
      .run();
  return connection.last_insert_rowid();
}

}  // namespace

bool names_a_case(std::string_view case_number) {
  static constexpr std::array<std::string_view, 11> kMasks{"×",  "✕",  "╳",  "X", "x", "*",
                                                           "＊", "某", "Ｘ", "_", "…"};
  for (const std::string_view mask : kMasks) {
    if (case_number.find(mask) != std::string_view::npos) return false;
  }
  return !case_number.empty();
}

DocumentId Database::store_document(RunId run, const std::filesystem::path& path,
                                    const ingest::Document& document,
                                    const Segmentation& segmentation) {
  Transaction transaction(connection_);
  const std::optional<DocumentId> known = find(document.sha256);
  DocumentId id = 0;
  if (known) {
    id = *known;
    remove(connection_, id, {"paragraphs", "lines", "pages"});
    Statement(connection_,
              "UPDATE documents SET source_kind = ?, status = ?, reason = ?, text = ?, run = ? "
              "WHERE id = ?")
        .bind(document.source_kind, ingest::name(document.status), document.reason, document.text,
              run, id)
        .run();
  } else {
    id = insert_document(connection_, run, path.string(), document, segmentation.structure);
  }
  insert_pages(connection_, id, document);
  insert_lines(connection_, id, document);
  insert_paragraphs(connection_, id, document);
  replace_segmentation(connection_, id, segmentation);
  set_path(connection_, run, path.string(), id);
  transaction.commit();
  return id;
}

void Database::add_path(RunId run, const std::filesystem::path& path, DocumentId document) {
  Transaction transaction(connection_);
  const std::optional<DocumentId> before = at_path(connection_, path.string());
  const std::string lineage = lineage_of(connection_, document);
  const std::optional<DocumentId> latest = latest_of(connection_, lineage);
  const bool returned =
      before && *before != document && lineage_of(connection_, *before) == lineage;
  if (returned && latest && *latest != document) {
    // Takes the document out of the chain of versions and puts it at the end.
    Statement row(connection_, "SELECT supersedes FROM documents WHERE id = ?");
    row.bind(document);
    row.step();
    const std::int64_t older = row.integer(0);  // 0: none
    row.reset();
    Statement(connection_, "UPDATE documents SET supersedes = NULL WHERE id = ?")
        .bind(document)
        .run();
    Statement(connection_, "UPDATE documents SET supersedes = nullif(?, 0) WHERE supersedes = ?")
        .bind(older, document)
        .run();
    Statement(connection_, "UPDATE documents SET supersedes = ? WHERE id = ?")
        .bind(*latest, document)
        .run();
  }
  set_path(connection_, run, path.string(), document);
  part_from_successor(connection_, document);
  transaction.commit();
}

void Database::store_segmentation(DocumentId document, const Segmentation& segmentation) {
  Transaction transaction(connection_);
  replace_segmentation(connection_, document, segmentation);
  transaction.commit();
}

}  // namespace proviso::db
