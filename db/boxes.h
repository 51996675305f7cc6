// Boxes on pages as the database keeps them: JSON [{"page", "box": [x0, y0, x1, y1]}], points,
// origin top left.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ingest/document.h"

namespace proviso::db {

std::string boxes_json(const std::vector<ingest::PageBox>& boxes);
std::vector<ingest::PageBox> parse_boxes(
    std::string_view text);  // throws nlohmann::json::exception

}  // namespace proviso::db
