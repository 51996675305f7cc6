#include "tasks/inspect/inspect.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "segmenter/segmenter.h"
#include "tasks/checks/case_view.h"
#include "tasks/mentions/reference.h"

namespace proviso::tasks {
namespace {

using nlohmann::ordered_json;

ordered_json index_or_null(std::size_t index) {
  return index == segmenter::kNone ? ordered_json(nullptr) : ordered_json(index);
}

std::string_view words_of(const Inspected& inspected, segmenter::Span span) {
  return std::string_view(inspected.document.text).substr(span.start, span.size());
}

std::size_t pages_with(const ingest::Document& document, ingest::PageStatus status) {
  std::size_t count = 0;
  for (const ingest::Page& page : document.pages) count += page.status == status;
  return count;
}

ordered_json sections_json(const Inspected& inspected) {
  ordered_json out = ordered_json::array();
  for (const segmenter::Section& section : inspected.structure.sections) {
    out.push_back({{"tag", name(section.tag)},
                   {"level", name(section.level)},
                   {"start", section.span.start},
                   {"end", section.span.end},
                   {"page", ingest::page_at(inspected.document, section.span.start)},
                   {"heading", words_of(inspected, section.heading)}});
  }
  return out;
}

ordered_json parties_json(const Inspected& inspected) {
  ordered_json out = ordered_json::array();
  for (const segmenter::Party& party : inspected.structure.parties) {
    out.push_back({{"name", party.name},
                   {"aliases", party.aliases},
                   {"roles", party.roles},
                   {"representatives", party.representatives},
                   {"start", party.span.start},
                   {"end", party.span.end}});
  }
  return out;
}

ordered_json items_json(const Inspected& inspected) {
  ordered_json out = ordered_json::array();
  for (const segmenter::Item& item : inspected.structure.items) {
    out.push_back({{"kind", name(item.kind)},
                   {"number", item.number},
                   {"parent", index_or_null(item.parent)},
                   {"section", index_or_null(item.section)},
                   {"start", item.span.start},
                   {"end", item.span.end},
                   {"target", index_or_null(item.target)}});
  }
  return out;
}

}  // namespace

std::size_t inspect(std::span<const std::filesystem::path> files,
                    const ingest::ReadOptions& options, int jobs,
                    const std::function<void(Inspected&&)>& take, std::stop_token stop) {
  return ingest::read_all(
      files, options, jobs,
      [&](std::size_t at, ingest::Document&& document) {
        segmenter::Structure structure = segmenter::read_structure(document.text);
        take({files[at], std::move(document), std::move(structure)});
      },
      std::move(stop));
}

ordered_json references_json(const CaseView& judgment) {
  ordered_json out = ordered_json::array();
  for (const Reference& each : resolve_references(judgment)) {
    ordered_json refers = ordered_json::array();
    for (const segmenter::Span& span : each.refers) refers.push_back({span.start, span.end});
    out.push_back({{"start", each.span.start},
                   {"end", each.span.end},
                   {"kind", name(each.kind)},
                   {"rule", each.rule},
                   {"refers", std::move(refers)}});
  }
  return out;
}

ordered_json structure_json(const Inspected& inspected, bool with_text) {
  const ingest::Document& document = inspected.document;
  const segmenter::Structure& structure = inspected.structure;
  ordered_json out{{"schema_version", 1},
                   {"document", inspected.path.string()},
                   {"sha256", document.sha256},
                   {"status", ingest::name(document.status)},
                   {"reason", document.reason},
                   {"pages", document.pages.size()},
                   {"pages_doubtful", pages_with(document, ingest::PageStatus::kDoubtful)},
                   {"pages_failed", pages_with(document, ingest::PageStatus::kFailed)},
                   {"kind", name(structure.kind)},
                   {"instance", structure.instance},
                   {"language", structure.language},
                   {"court", structure.court},
                   {"case_number", structure.case_number},
                   {"sections", sections_json(inspected)},
                   {"parties", parties_json(inspected)},
                   {"items", items_json(inspected)}};
  if (with_text) {
    out["references"] =
        inspected.structure.language == "zh"
            ? references_json(CaseView(inspected.document.text, inspected.structure))
            : ordered_json::array();
    out["text"] = document.text;
  }
  return out;
}

}  // namespace proviso::tasks
