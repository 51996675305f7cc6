// A flag as the world outside sees it; the same in `export flags` and `analyze --json`.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "db/records.h"
#include "ingest/document.h"

namespace proviso::tasks {

// [x0, y0, x1, y1] in points, to a hundredth.
nlohmann::ordered_json box_json(const ingest::Box& box);

// The fields of design section "Exports", without "schema_version".
nlohmann::ordered_json flag_json(const db::Flag& flag, const std::string& path,
                                 const std::string& sha256);

// 0.123457: scores show six digits, since they agree across machines to four.
double shown_score(double score);

}  // namespace proviso::tasks
