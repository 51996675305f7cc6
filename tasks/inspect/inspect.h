// What the program sees in a document, before any database: the task of `proviso inspect
// --structure`.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "ingest/reader.h"
#include "segmenter/structure.h"
#include "tasks/inspect/words.h"

namespace proviso::tasks {

struct CaseView;

struct Inspected {
  std::filesystem::path path;
  ingest::Document document;
  segmenter::Structure structure;  // empty where the document has no text
};

// Reads `files` as ingest::read_all does, with the structure of each. Returns how many were
// delivered. Throws ingest::Error and what `take` throws.
std::size_t inspect(std::span<const std::filesystem::path> files,
                    const ingest::ReadOptions& options, int jobs,
                    const std::function<void(Inspected&&)>& take, std::stop_token stop = {});

// {"schema_version", "document", "sha256", "status", "reason", "pages", "pages_doubtful",
// "pages_failed", "kind", "instance", "language", "court", "case_number",
//  "sections": [{tag, level, start, end, page, heading}],
//  "parties": [{name, aliases, roles, representatives, start, end}],
//  "items": [{kind, number, parent, section, start, end, target}]} — offsets are bytes of the
// document's text, which comes as "text" when asked for; parent and target are places in "items",
// section one in "sections", null where there is none. With the text also "references": [{start,
// end, kind, rule, refers: [[start, end]]}], what 其, 该合同, role words and short names of a
// Chinese judgment point to (tasks/mentions/reference.h).
nlohmann::ordered_json structure_json(const Inspected& inspected, bool with_text);

// Those "references" of a Chinese judgment: what resolve_references() finds.
nlohmann::ordered_json references_json(const CaseView& judgment);

// The line that says what a document is: kind, instance, court, case number, language, pages.
std::string headline(const Inspected& inspected, const Words& words);

// One line of the outline. Sections come in order, and within each, in the order of the text, the
// parties introduced there and the items, those below others deeper.
struct OutlineRow {
  enum class What { kSection, kParty, kRepresentative, kItem };
  What what = What::kSection;
  int depth = 0;  // 0 for sections; 1 for what stands in one, and so on
  int page = 0;
  std::string name;   // of a section; the roles of a party; empty for the others
  std::string words;  // heading or first words; name with aliases; the item's own words
  segmenter::Span span;
};
std::vector<OutlineRow> outline(const Inspected& inspected, const Words& words);

}  // namespace proviso::tasks
