// Reading documents back as they were stored.
#include <fmt/format.h>
#include <cstring>
#include <nlohmann/json.hpp>

#include "db/database.h"
#include "db/names.h"
#include "db/segment_blob.h"

namespace proviso::db {
namespace {

std::size_t offset(const Statement& row, int column) {
  return static_cast<std::size_t>(row.integer(column));
}

std::size_t offset_or(const Statement& row, int column, std::size_t nothing) {
  return row.is_null(column) ? nothing : offset(row, column);
}

std::vector<float> floats(Bytes bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

std::vector<std::string> strings(std::string_view json) {
  return nlohmann::json::parse(json).get<std::vector<std::string>>();
}

[[noreturn]] void unknown(DocumentId document) {
  throw DbError(DbError::Code::kOther,
                fmt::format("the database holds no document number {}", document));
}

std::vector<ingest::Page> pages(const Connection& connection, DocumentId document) {
  Statement row(connection,
                "SELECT number, label, width, height, rotation, method, status, reason, confidence "
                "FROM pages WHERE "
                "document = ? ORDER BY number");
  row.bind(document);
  std::vector<ingest::Page> result;
  while (row.step()) {
    ingest::Page page;
    page.number = static_cast<int>(row.integer(0));
    page.label = row.text(1);
    page.width = row.real(2);
    page.height = row.real(3);
    page.rotation = static_cast<int>(row.integer(4));
    page.method = parse_name<ingest::Method>(row.text(5), kMethods);
    page.status = parse_name<ingest::PageStatus>(row.text(6), kPageStatuses);
    page.reason = row.text(7);
    page.confidence = static_cast<float>(row.real(8));
    result.push_back(std::move(page));
  }
  return result;
}

std::vector<ingest::Line> lines(const Connection& connection, DocumentId document) {
  Statement row(connection,
                "SELECT page, text, x0, y0, x1, y1, source, font_size, confidence, flags, start, "
                "end, edges FROM lines "
                "WHERE document = ? ORDER BY line");
  row.bind(document);
  std::vector<ingest::Line> result;
  while (row.step()) {
    ingest::Line line;
    line.page = static_cast<int>(row.integer(0));
    line.text = row.text(1);
    line.box = {row.real(2), row.real(3), row.real(4), row.real(5)};
    line.source = parse_name<ingest::TextSource>(row.text(6), kTextSources);
    line.font_size = static_cast<float>(row.real(7));
    line.confidence = static_cast<float>(row.real(8));
    line.flags = static_cast<std::uint16_t>(row.integer(9));
    line.start = offset_or(row, 10, ingest::kNowhere);
    line.end = offset_or(row, 11, ingest::kNowhere);
    line.edges = floats(row.bytes(12));
    result.push_back(std::move(line));
  }
  return result;
}

std::vector<ingest::Paragraph> paragraphs(const Connection& connection, DocumentId document) {
  Statement row(connection,
                "SELECT start, end, first_line, last_line FROM paragraphs WHERE document = ? ORDER "
                "BY paragraph");
  row.bind(document);
  std::vector<ingest::Paragraph> result;
  while (row.step()) {
    result.push_back({offset(row, 0), offset(row, 1), static_cast<std::uint32_t>(row.integer(2)),
                      static_cast<std::uint32_t>(row.integer(3))});
  }
  return result;
}

// The place of `text` in a table of names.
template <typename Enum, std::size_t N>
Enum from(const std::array<std::string_view, N>&, std::string_view text) {
  return parse_name<Enum>(text, static_cast<int>(N));
}

std::vector<segmenter::Section> sections(const Connection& connection, DocumentId document) {
  Statement row(connection,
                "SELECT tag, level, start, end, heading_start, heading_end FROM sections WHERE "
                "document = ? ORDER BY "
                "section");
  row.bind(document);
  std::vector<segmenter::Section> result;
  while (row.step()) {
    result.push_back({from<segmenter::Tag>(segmenter::kTagNames, row.text(0)),
                      from<segmenter::Level>(segmenter::kLevelNames, row.text(1)),
                      {offset(row, 2), offset(row, 3)},
                      {offset(row, 4), offset(row, 5)}});
  }
  return result;
}

std::vector<segmenter::Party> parties(const Connection& connection, DocumentId document) {
  Statement row(connection,
                "SELECT name, aliases, roles, representatives, start, end FROM parties WHERE "
                "document = ? ORDER BY "
                "party");
  row.bind(document);
  std::vector<segmenter::Party> result;
  while (row.step()) {
    result.push_back({std::string(row.text(0)),
                      strings(row.text(1)),
                      strings(row.text(2)),
                      strings(row.text(3)),
                      {offset(row, 4), offset(row, 5)}});
  }
  return result;
}

std::vector<segmenter::Item> items(const Connection& connection, DocumentId document) {
  Statement row(
      connection,
      "SELECT kind, number, parent, section, start, end, target FROM items WHERE document = ? "
      "ORDER BY item");
  row.bind(document);
  std::vector<segmenter::Item> result;
  while (row.step()) {
    result.push_back({from<segmenter::ItemKind>(segmenter::kItemKindNames, row.text(0)),
                      std::string(row.text(1)),
                      offset_or(row, 2, segmenter::kNone),
                      offset_or(row, 3, segmenter::kNone),
                      {offset(row, 4), offset(row, 5)},
                      offset_or(row, 6, segmenter::kNone)});
  }
  return result;
}

}  // namespace

DocumentSummary Database::summary(DocumentId document) {
  Statement row(
      connection_,
      "SELECT sha256, source_kind, status, reason, kind, instance, language, court, case_number, "
      "lineage, "
      "(SELECT sha256 FROM documents o WHERE o.id = d.supersedes), segmented_by, tokenizer_sha256, "
      "(SELECT path FROM paths p WHERE p.document = d.id ORDER BY current DESC, path LIMIT 1), "
      "(SELECT count(*) FROM pages WHERE document = d.id), "
      "(SELECT count(*) FROM pages WHERE document = d.id AND status = 'doubtful'), "
      "(SELECT count(*) FROM pages WHERE document = d.id AND status = 'failed'), "
      "(SELECT version || ' ' || revision FROM runs r WHERE r.id = d.run) FROM documents d "
      "WHERE id = ?");
  row.bind(document);
  if (!row.step()) unknown(document);
  DocumentSummary summary;
  summary.id = document;
  summary.sha256 = row.text(0);
  summary.source_kind = row.text(1);
  summary.status = parse_name<ingest::DocumentStatus>(row.text(2), kDocumentStatuses);
  summary.reason = row.text(3);
  summary.kind = row.text(4);
  summary.instance = row.text(5);
  summary.language = row.text(6);
  summary.court = row.text(7);
  summary.case_number = row.text(8);
  summary.lineage = row.text(9);
  if (!row.is_null(10)) summary.supersedes = row.text(10);
  summary.segmented_by = row.text(11);
  if (!row.is_null(12)) summary.tokenizer_sha256 = row.text(12);
  summary.path = row.text(13);
  summary.pages = static_cast<int>(row.integer(14));
  summary.pages_doubtful = static_cast<int>(row.integer(15));
  summary.pages_failed = static_cast<int>(row.integer(16));
  summary.read_by = row.text(17);
  return summary;
}

ingest::Document Database::document(DocumentId document) {
  Statement row(connection_,
                "SELECT sha256, source_kind, status, reason, text FROM documents WHERE id = ?");
  row.bind(document);
  if (!row.step()) unknown(document);
  ingest::Document result;
  result.sha256 = row.text(0);
  result.source_kind = row.text(1);
  result.status = parse_name<ingest::DocumentStatus>(row.text(2), kDocumentStatuses);
  result.reason = row.text(3);
  result.text = row.text(4);
  result.pages = pages(connection_, document);
  result.lines = lines(connection_, document);
  result.paragraphs = paragraphs(connection_, document);
  return result;
}

segmenter::Structure Database::structure(DocumentId document) {
  Statement row(connection_,
                "SELECT kind, instance, language, court, case_number FROM documents WHERE id = ?");
  row.bind(document);
  if (!row.step()) unknown(document);
  segmenter::Structure result;
  result.kind = from<segmenter::Kind>(segmenter::kKindNames, row.text(0));
  result.instance = row.text(1);
  result.language = row.text(2);
  result.court = row.text(3);
  result.case_number = row.text(4);
  result.sections = sections(connection_, document);
  result.parties = parties(connection_, document);
  result.items = items(connection_, document);
  return result;
}

std::vector<segmenter::Segment> Database::segments(DocumentId document) {
  Statement row(connection_,
                "SELECT segment, section, start, end, data FROM segments WHERE document = ? ORDER "
                "BY segment");
  row.bind(document);
  std::vector<segmenter::Segment> result;
  while (row.step()) {
    segmenter::Segment segment;
    segment.index = static_cast<std::uint32_t>(row.integer(0));
    segment.section = static_cast<std::uint32_t>(row.integer(1));
    segment.span = {offset(row, 2), offset(row, 3)};
    unpack(row.bytes(4), segment);
    result.push_back(std::move(segment));
  }
  return result;
}

std::vector<std::string> Database::paths(DocumentId document) {
  Statement row(connection_,
                "SELECT path FROM paths WHERE document = ? AND current = 1 ORDER BY path");
  row.bind(document);
  std::vector<std::string> result;
  while (row.step()) result.emplace_back(row.text(0));
  return result;
}

}  // namespace proviso::db
