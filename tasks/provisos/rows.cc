#include "tasks/provisos/rows.h"

#include <nlohmann/json.hpp>
#include <string>

namespace proviso::tasks {

using nlohmann::ordered_json;

ordered_json proviso_rows(std::string_view document, std::string_view text,
                          const segmenter::Structure& structure,
                          std::span<const Proviso> provisos) {
  ordered_json rows = ordered_json::array();
  for (const Proviso& each : provisos) {
    ordered_json row{{"schema_version", 1},
                     {"document", document},
                     {"section", name(structure.sections[each.section].tag)},
                     {"kind", name(each.kind)}};
    const auto put = [&](const std::string& key, segmenter::Span span) {
      const bool there = span.size() > 0;
      row[key] = there ? ordered_json(text.substr(span.start, span.size())) : ordered_json();
      row[key + "_start"] = there ? ordered_json(span.start) : ordered_json();
      row[key + "_end"] = there ? ordered_json(span.end) : ordered_json();
    };
    put("trigger", each.trigger);
    put("scope", each.scope);
    put("limits", each.limits);
    row["parent"] = each.parent == segmenter::kNone ? ordered_json() : ordered_json(each.parent);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace proviso::tasks
