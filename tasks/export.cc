#include "tasks/export.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "db/continuations.h"
#include "db/provisos.h"
#include "ingest/archive/listing.h"
#include "ingest/document.h"
#include "ingest/find.h"
#include "segmenter/segmenter.h"
#include "segmenter/structure.h"
#include "tasks/analyze.h"
#include "tasks/continuation_json.h"
#include "tasks/flag_evidence.h"
#include "tasks/flag_json.h"
#include "tasks/masking.h"
#include "tasks/provisos/records.h"
#include "tasks/rows.h"

namespace proviso::tasks {
namespace {

using Json = nlohmann::ordered_json;

// Binary fractions of single precision show no more than they know.
double rounded(double value, double steps) {
  return std::round(value * steps) / steps;
}
double confidence(double value) {
  return rounded(value, 1e4);
}

bool has_area(const ingest::Box& box) {
  return box.x0 != 0 || box.y0 != 0 || box.x1 != 0 || box.y1 != 0;
}

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

// One document as the tables see it; parts are read when a table asks for them.
class Source {
 public:
  Source(db::Database& database, const db::Selected& selected, const ExportOptions& options,
         ExportOmissions& omissions)
      : database_(database),
        omissions_(omissions),
        selected_(selected),
        options_(options),
        summary_(database.summary(selected.document)) {
    if (options.mask) mask_ = NameMask(structure().parties);
  }

  const db::DocumentSummary& summary() const { return summary_; }
  const std::optional<db::RunId>& run() const { return selected_.run; }
  const ExportOptions& options() const { return options_; }
  ExportOmissions& omissions() { return omissions_; }
  const ingest::Document& document() {
    if (!document_) document_ = database_.document(selected_.document);
    return *document_;
  }
  const segmenter::Structure& structure() {
    if (!structure_) structure_ = database_.structure(selected_.document);
    return *structure_;
  }
  std::vector<segmenter::Segment> segments() { return database_.segments(selected_.document); }
  db::Analysis analysis() {
    if (!selected_.run) return {};
    return database_.analysis(*selected_.run, selected_.document).value_or(db::Analysis{});
  }
  std::vector<db::ProvisoRecord> provisos() {
    if (!selected_.run) return {};
    return db::provisos(database_, *selected_.run, selected_.document)
        .value_or(std::vector<db::ProvisoRecord>{});
  }
  std::string path() const { return masked(summary_.path); }
  std::string masked(std::string_view text) const {
    return options_.mask ? mask_.apply(text) : std::string(text);
  }
  // text[span], masked as a whole: a name may begin before the span.
  std::string text(segmenter::Span span) {
    if (!text_) text_ = masked(document().text);
    return span.start <= text_->size() ? text_->substr(span.start, span.size()) : "";
  }
  int page(std::size_t offset) { return ingest::page_at(document(), offset); }

 private:
  db::Database& database_;
  ExportOmissions& omissions_;
  const db::Selected& selected_;
  const ExportOptions& options_;
  db::DocumentSummary summary_;
  NameMask mask_;
  std::optional<ingest::Document> document_;
  std::optional<segmenter::Structure> structure_;
  std::optional<std::string> text_;
};

Json masked(const Source& source, const std::vector<std::string>& values) {
  Json list = Json::array();
  for (const std::string& value : values) list.push_back(source.masked(value));
  return list;
}

void document_rows(Source& source, RowWriter& out) {
  const db::DocumentSummary& s = source.summary();
  out.write({{"document", source.path()},
             {"sha256", s.sha256},
             {"kind", s.kind},
             {"language", s.language},
             {"status", ingest::name(s.status)},
             {"reason", s.reason},
             {"pages", s.pages},
             {"pages_doubtful", s.pages_doubtful},
             {"pages_failed", s.pages_failed},
             {"text", source.text({0, source.document().text.size()})},
             {"supersedes", or_null(s.supersedes)}});
}

void page_rows(Source& source, RowWriter& out) {
  for (const ingest::Page& page : source.document().pages) {
    out.write({{"document", source.path()},
               {"page", page.number},
               {"label", page.label},
               {"width", rounded(page.width, 100)},
               {"height", rounded(page.height, 100)},
               {"rotation", page.rotation},
               {"method", ingest::name(page.method)},
               {"status", ingest::name(page.status)},
               {"reason", page.reason},
               {"confidence", confidence(static_cast<double>(page.confidence))}});
  }
}

// The line as read; a name that wraps is masked in its share of the text.
std::string line_text(Source& source, const ingest::Line& line) {
  std::string text = line.text;
  if (source.options().mask && line.start != ingest::kNowhere) {
    const segmenter::Span span{line.start, line.end};
    const std::string_view share =
        std::string_view(source.document().text).substr(span.start, span.size());
    if (const std::size_t at = text.find(share); at != std::string::npos) {
      text.replace(at, share.size(), source.text(span));
    }
  }
  return source.masked(text);
}

void line_rows(Source& source, RowWriter& out) {
  for (const ingest::Line& line : source.document().lines) {
    out.write({{"document", source.path()},
               {"page", line.page},
               {"text", line_text(source, line)},
               {"box", has_area(line.box) ? box_json(line.box) : Json()},
               {"source", ingest::name(line.source)},
               {"confidence", confidence(static_cast<double>(line.confidence))},
               {"flags", ingest::flag_names(line.flags)}});
  }
}

void paragraph_rows(Source& source, RowWriter& out) {
  for (const ingest::Paragraph& paragraph : source.document().paragraphs) {
    out.write({{"document", source.path()},
               {"page", source.page(paragraph.start)},
               {"start", paragraph.start},
               {"end", paragraph.end},
               {"text", source.text({paragraph.start, paragraph.end})}});
  }
}

void section_rows(Source& source, RowWriter& out) {
  std::size_t index = 0;
  for (const segmenter::Section& section : source.structure().sections) {
    out.write({{"document", source.path()},
               {"section_index", index++},
               {"section", segmenter::name(section.tag)},
               {"level", segmenter::name(section.level)},
               {"start", section.span.start},
               {"end", section.span.end},
               {"page", source.page(section.span.start)},
               {"heading", source.text(section.heading)}});
  }
}

void party_rows(Source& source, RowWriter& out) {
  for (const segmenter::Party& party : source.structure().parties) {
    out.write({{"document", source.path()},
               {"name", source.masked(party.name)},
               {"aliases", masked(source, party.aliases)},
               {"roles", party.roles},
               {"representatives", masked(source, party.representatives)},
               {"start", party.span.start},
               {"end", party.span.end}});
  }
}

// The three fields that say where in the structure something stands.
void put_section(Json& row, const segmenter::Structure& structure, std::size_t index) {
  const bool known = index < structure.sections.size();
  row["section_index"] = known ? Json(index) : Json();
  row["section"] = known ? Json(segmenter::name(structure.sections[index].tag)) : Json();
  row["level"] = known ? Json(segmenter::name(structure.sections[index].level)) : Json();
}

void item_rows(Source& source, RowWriter& out) {
  std::size_t index = 0;
  for (const segmenter::Item& item : source.structure().items) {
    Json row{{"document", source.path()}, {"item", index++}, {"kind", segmenter::name(item.kind)}};
    row["number"] = item.number;
    row["parent"] = item.parent == segmenter::kNone ? Json() : Json(item.parent);
    row["target"] = item.target == segmenter::kNone ? Json() : Json(item.target);
    put_section(row, source.structure(), item.section);
    row["start"] = item.span.start;
    row["end"] = item.span.end;
    row["text"] = source.text(item.span);
    out.write(std::move(row));
  }
}

void put_run(Json& row, const Source& source) {
  if (source.options().selection.all) row["run"] = or_null(source.run());
}

void segment_rows(Source& source, RowWriter& out) {
  const db::Analysis analysis = source.analysis();
  std::map<std::uint32_t, const db::SegmentScore*> scores;
  for (const db::SegmentScore& one : analysis.scores) scores[one.segment] = &one;
  for (const segmenter::Segment& segment : source.segments()) {
    Json row{{"document", source.path()}, {"segment", segment.index}};
    put_section(row, source.structure(), segment.section);
    row["tokens"] = segment.ids.size();
    row["start"] = segment.span.start;
    row["end"] = segment.span.end;
    row["text"] = source.text(segment.span);
    const auto found = scores.find(segment.index);
    Json rests = Json::array();
    if (found != scores.end()) {
      for (const db::Dependency& one : found->second->depends_on) {
        rests.push_back({{"segment", one.segment}, {"weight", shown_score(one.weight)}});
      }
    }
    row["score"] = found != scores.end() ? Json(shown_score(found->second->score)) : Json();
    row["depends_on"] = std::move(rests);
    put_run(row, source);
    out.write(std::move(row));
  }
}

void flag_rows(Source& source, RowWriter& out) {
  for (const db::Flag& flag : source.analysis().flags) {
    if (source.options().disabled.contains(flag.kind)) continue;
    Json row = flag_json(flag, source.path(), source.summary().sha256);
    if (source.options().mask) {
      row["explanation"] = source.masked(flag.explanation);
      row["quote"] = source.text(flag.place.span);
      if (flag.other) row["other"]["quote"] = source.text(flag.other->span);
    }
    put_run(row, source);
    out.write(std::move(row));
  }
}

// What each flag rests on: up to three earlier passages of findings and pleadings, best first.
void evidence_rows(Source& source, RowWriter& out) {
  const std::vector<db::Flag> flags = source.analysis().flags;
  if (flags.empty()) return;
  const auto all = flag_evidence(source.document(), source.structure(), source.segments(), flags);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (source.options().disabled.contains(flags[i].kind)) continue;
    int rank = 0;
    for (const FlagEvidence& one : all[i]) {
      Json row{{"document", source.path()}, {"flag", flags[i].id}, {"rank", ++rank}};
      row.update(evidence_json(one));
      row["quote"] = source.text(one.sentence.span);
      put_run(row, source);
      out.write(std::move(row));
    }
  }
}

void proviso_rows(Source& source, RowWriter& out) {
  std::size_t place = 0;
  for (const db::ProvisoRecord& one : source.provisos()) {
    Json row = proviso_json(one, place++, source.path(),
                            clause_of(one, source.document().text, source.structure()));
    if (source.options().mask) {
      row["trigger"] = source.text(one.trigger.span);
      row["scope"] = source.text(one.scope.span);
      if (one.limits) row["limits"] = source.text(one.limits->span);
    }
    put_run(row, source);
    out.write(std::move(row));
  }
}

void decision_rows(Source& source, RowWriter& out) {
  for (const db::Flag& flag : source.analysis().flags) {
    if (!flag.decision || source.options().disabled.contains(flag.kind)) continue;
    Json row{{"document", source.path()},
             {"id", flag.id},
             {"kind", flag.kind},
             {"status", db::status(flag)},
             {"note", source.masked(flag.decision->note)},
             {"decided_by", flag.decision->by},
             {"decided_at", flag.decision->at},
             {"quote", source.text(flag.place.span)},
             {"other_quote", flag.other ? Json(source.text(flag.other->span)) : Json()}};
    put_run(row, source);
    out.write(std::move(row));
  }
}

// A quote as labels.h takes it: the text, with its number where it stands more than once.
Json label_quote(std::string_view text, segmenter::Span span) {
  const std::string_view quote = text.substr(span.start, span.size());
  std::size_t count = 0, occurrence = 0;
  for (std::size_t at = text.find(quote); at != std::string_view::npos;
       at = text.find(quote, at + 1)) {
    ++count;
    if (at == span.start) occurrence = count;
  }
  if (count == 1) return quote;
  return {{"text", quote}, {"occurrence", occurrence}};
}

Json label_flag(std::string_view text, const db::Flag& flag) {
  return {{"kind", flag.kind},
          {"quote", label_quote(text, flag.place.span)},
          {"other_quote", flag.other ? label_quote(text, flag.other->span) : Json()}};
}

// Whether the bytes that were read still lie at the document's path.
bool is_still_there(const db::DocumentSummary& summary) {
  if (ingest::member_path(summary.path)) return true;
  try {
    return ingest::sha256_of(summary.path) == summary.sha256;
  } catch (const std::system_error&) {
    return false;
  }
}

void label_rows(Source& source, RowWriter& out) {
  const db::Analysis analysis = source.analysis();
  const std::string& text = source.document().text;
  Json flags = Json::array(), dismissed = Json::array();
  for (const db::Flag& flag : analysis.flags) {
    if (source.options().disabled.contains(flag.kind)) continue;
    if (!flag.decision) {
      ++source.omissions().undecided;
      return;
    }
    (db::is_dismissed(flag) ? dismissed : flags).push_back(label_flag(text, flag));
  }
  const bool reviewed = !flags.empty() || !dismissed.empty();
  const Analyzed analyzed{source.summary(), analysis};
  if (!reviewed && !(source.options().clean && analyzed.full_coverage())) return;
  if (!is_still_there(source.summary())) {
    ++source.omissions().gone;
    return;
  }
  out.write({{"document", source.path()},
             {"sha256", source.summary().sha256},
             {"flags", std::move(flags)},
             {"dismissed", std::move(dismissed)}});
}

void run_rows(db::Database& database, const ExportOptions& options, RowWriter& out) {
  for (const db::Run& run : database.runs()) {
    if (options.selection.run && run.id != *options.selection.run) continue;
    out.write({{"run", run.id},
               {"command", run.command},
               {"arguments", run.arguments},
               {"version", run.version},
               {"revision", run.revision},
               {"model_sha256", or_null(run.model_sha256)},
               {"configuration", run.configuration},
               {"started_at", run.started_at},
               {"finished_at", or_null(run.finished_at)},
               {"status", db::name(run.status)}});
  }
}

void continuation_rows(db::Database& database, const ExportOptions& options, RowWriter& out) {
  for (const db::Continuation& one : db::continuations(database, options.selection.run)) {
    Json row = continuation_json(one);
    if (options.mask) {
      const NameMask mask(segmenter::read_structure(one.prompt).parties);
      for (const char* field : {"prompt", "text"})
        row[field] = mask.apply(row[field].get<std::string>());
      for (Json& finding : row["findings"]) {
        finding["quote"] = mask.apply(finding["quote"].get<std::string>());
        finding["explanation"] = mask.apply(finding["explanation"].get<std::string>());
        if (!finding["other"].is_null())
          finding["other"]["quote"] = mask.apply(finding["other"]["quote"].get<std::string>());
      }
    }
    out.write(std::move(row));
  }
}

// `columns`: the fields in order, "other.quote" for a field inside an object; CSV needs them before
// the first row.
struct TableOf {
  std::string_view name;
  std::vector<std::string> columns;
  void (*rows)(Source&, RowWriter&);  // null: of the whole database
  bool per_run = false;               // one set of rows for each run of a document
  void (*all)(db::Database&, const ExportOptions&, RowWriter&) = nullptr;
  // Documents with their runs; null: those that were analysed.
  std::vector<db::Selected> (*select)(db::Database&, const db::Selection&) = nullptr;
};

const std::vector<TableOf>& tables() {
  static const std::vector<TableOf> kTables{
      {"documents",
       {"document", "sha256", "kind", "language", "status", "reason", "pages", "pages_doubtful",
        "pages_failed", "text", "supersedes"},
       document_rows},
      {"pages",
       {"document", "page", "label", "width", "height", "rotation", "method", "status", "reason",
        "confidence"},
       page_rows},
      {"lines", {"document", "page", "text", "box", "source", "confidence", "flags"}, line_rows},
      {"paragraphs", {"document", "page", "start", "end", "text"}, paragraph_rows},
      {"sections",
       {"document", "section_index", "section", "level", "start", "end", "page", "heading"},
       section_rows},
      {"parties",
       {"document", "name", "aliases", "roles", "representatives", "start", "end"},
       party_rows},
      {"items",
       {"document", "item", "kind", "number", "parent", "target", "section_index", "section",
        "level", "start", "end", "text"},
       item_rows},
      {"segments",
       {"document", "segment", "section_index", "section", "level", "tokens", "start", "end",
        "text", "score", "depends_on"},
       segment_rows,
       true},
      {"flags",
       {"id",          "document",      "sha256",      "kind",          "severity",
        "score",       "status",        "check",       "explanation",   "section",
        "level",       "segment",       "quote",       "start",         "end",
        "boxes",       "other.section", "other.level", "other.segment", "other.quote",
        "other.start", "other.end",     "other.boxes"},
       flag_rows,
       true},
      {"evidence",
       {"document", "flag", "rank", "section", "level", "start", "end", "quote", "quote_start",
        "quote_end"},
       evidence_rows,
       true},
      {"decisions",
       {"document", "id", "kind", "status", "note", "decided_by", "decided_at", "quote",
        "other_quote"},
       decision_rows,
       true},
      {"provisos",
       {"document", "proviso", "section", "level", "clause", "kind", "trigger", "trigger_start",
        "trigger_end", "scope", "scope_start", "scope_end", "limits", "limits_start", "limits_end",
        "parent", "boxes", "score", "source"},
       proviso_rows,
       true,
       nullptr,
       db::select_provisos},
      {"labels", {"document", "sha256", "flags", "dismissed"}, label_rows},
      {"runs",
       {"run", "command", "arguments", "version", "revision", "model_sha256", "configuration",
        "started_at", "finished_at", "status"},
       nullptr,
       false,
       run_rows},
      {"continuations",
       {"id", "run", "document", "prompt_sha256", "prompt", "text", "tokens", "ended", "settings",
        "anchors", "mended", "findings"},
       nullptr,
       false,
       continuation_rows},
  };
  return kTables;
}

}  // namespace

std::span<const std::string_view> export_tables() {
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> names;
    for (const TableOf& table : tables()) names.push_back(table.name);
    return names;
  }();
  return kNames;
}

ExportOmissions export_table(db::Database& database, std::string_view name,
                             const ExportOptions& options, std::ostream& out) {
  const auto table = std::find_if(tables().begin(), tables().end(),
                                  [&](const TableOf& one) { return one.name == name; });
  if (table == tables().end()) throw std::invalid_argument("export_table: " + std::string(name));
  std::vector<std::string> columns = table->columns;
  if (table->per_run && options.selection.all) columns.emplace_back("run");
  const std::unique_ptr<RowWriter> writer = options.format == ExportFormat::kCsv
                                                ? csv_writer(out, std::move(columns))
                                                : json_lines_writer(out);
  ExportOmissions omissions;
  if (table->rows == nullptr) {
    table->all(database, options, *writer);
    return omissions;
  }
  std::optional<db::DocumentId> before;
  const std::vector<db::Selected> chosen = table->select != nullptr
                                               ? table->select(database, options.selection)
                                               : database.select(options.selection);
  for (const db::Selected& selected : chosen) {
    if (!out) return omissions;
    if (!table->per_run && before == selected.document) continue;
    before = selected.document;
    Source source(database, selected, options, omissions);
    table->rows(source, *writer);
  }
  return omissions;
}

}  // namespace proviso::tasks
