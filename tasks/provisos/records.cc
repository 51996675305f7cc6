#include "tasks/provisos/records.h"

#include <nlohmann/json.hpp>

#include "tasks/flag_json.h"
#include "tasks/inspect/whereabouts.h"

namespace proviso::tasks {

using nlohmann::ordered_json;
using segmenter::Span;

std::vector<db::ProvisoRecord> proviso_records(const ingest::Document& document,
                                               const segmenter::Structure& structure,
                                               std::span<const Proviso> provisos) {
  const auto quoted = [&](Span span) {
    return db::Quoted{document.text.substr(span.start, span.size()), span};
  };
  std::vector<db::ProvisoRecord> records;
  for (const Proviso& each : provisos) {
    db::ProvisoRecord record;
    record.kind = name(each.kind);
    record.source = "rules";
    const segmenter::Section& section = structure.sections.at(each.section);
    record.section = segmenter::name(section.tag);
    record.level = segmenter::name(section.level);
    record.trigger = quoted(each.trigger);
    record.scope = quoted(each.scope);
    if (each.limits.size() > 0) record.limits = quoted(each.limits);
    if (each.parent != segmenter::kNone) record.parent = each.parent;
    record.boxes = ingest::boxes(document, each.trigger.start, each.trigger.end);
    for (const ingest::PageBox& box : ingest::boxes(document, each.scope.start, each.scope.end)) {
      record.boxes.push_back(box);
    }
    records.push_back(std::move(record));
  }
  return records;
}

std::vector<db::ProvisoRecord> provisos_of(const ingest::Document& document,
                                           const segmenter::Structure& structure,
                                           ProvisoModel* model) {
  if (model == nullptr)
    return proviso_records(document, structure, find_provisos(document.text, structure));
  const std::vector<JudgedProviso> judged = judged_provisos(document.text, structure, *model);
  std::vector<Proviso> found;
  for (const JudgedProviso& each : judged) found.push_back(each.proviso);
  std::vector<db::ProvisoRecord> records = proviso_records(document, structure, found);
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].source = "model";
    records[i].score = judged[i].score;
  }
  return records;
}

std::vector<db::ProvisoRecord> store_provisos_of(db::Database& database, db::RunId run,
                                                 db::DocumentId id, ProvisoModel* model) {
  std::vector<db::ProvisoRecord> records =
      provisos_of(database.document(id), database.structure(id), model);
  db::store_provisos(database, run, id, records);
  return records;
}

ordered_json proviso_json(const db::ProvisoRecord& record, std::size_t place,
                          const std::string& document, const std::string& clause) {
  ordered_json row{{"document", document},  {"proviso", place}, {"section", record.section},
                   {"level", record.level}, {"clause", clause}, {"kind", record.kind}};
  const auto put = [&](const std::string& key, const db::Quoted* quoted) {
    row[key] = quoted != nullptr ? ordered_json(quoted->text) : ordered_json();
    row[key + "_start"] = quoted != nullptr ? ordered_json(quoted->span.start) : ordered_json();
    row[key + "_end"] = quoted != nullptr ? ordered_json(quoted->span.end) : ordered_json();
  };
  put("trigger", &record.trigger);
  put("scope", &record.scope);
  put("limits", record.limits ? &*record.limits : nullptr);
  row["parent"] = record.parent ? ordered_json(*record.parent) : ordered_json();
  row["boxes"] = ordered_json::array();
  for (const ingest::PageBox& one : record.boxes) {
    row["boxes"].push_back({{"page", one.page}, {"box", box_json(one.box)}});
  }
  row["score"] = shown_score(record.score);
  row["source"] = record.source;
  return row;
}

std::string clause_of(const db::ProvisoRecord& record, std::string_view text,
                      const segmenter::Structure& structure) {
  const Words words(structure.language == "en" ? Words::Language::kEnglish
                                               : Words::Language::kChinese);
  return whereabouts(text, structure, record.trigger.span.start, words);
}

std::vector<ProvisoBranch> proviso_tree(std::span<const db::ProvisoRecord> provisos) {
  std::vector<std::vector<std::size_t>> below(provisos.size());
  for (std::size_t i = 0; i < provisos.size(); ++i) {
    if (provisos[i].parent && *provisos[i].parent < provisos.size()) {
      below[*provisos[i].parent].push_back(i);
    }
  }
  std::vector<ProvisoBranch> tree, waiting;
  for (std::size_t i = 0; i < provisos.size(); ++i) {
    if (provisos[i].parent) continue;
    waiting.push_back({i, 0});
    while (!waiting.empty()) {
      const ProvisoBranch branch = waiting.back();
      waiting.pop_back();
      tree.push_back(branch);
      const std::vector<std::size_t>& inner = below[branch.place];
      for (auto each = inner.rbegin(); each != inner.rend(); ++each) {
        waiting.push_back({*each, branch.depth + 1});
      }
    }
  }
  return tree;
}

}  // namespace proviso::tasks
