#include "db/boxes.h"

#include <nlohmann/json.hpp>

namespace proviso::db {

using nlohmann::json;

std::string boxes_json(const std::vector<ingest::PageBox>& boxes) {
  json list = json::array();
  for (const ingest::PageBox& one : boxes) {
    list.push_back({{"page", one.page}, {"box", {one.box.x0, one.box.y0, one.box.x1, one.box.y1}}});
  }
  return list.dump();
}

std::vector<ingest::PageBox> parse_boxes(std::string_view text) {
  std::vector<ingest::PageBox> boxes;
  for (const json& one : json::parse(text)) {
    const json& box = one.at("box");
    boxes.push_back({one.at("page").get<int>(),
                     {box.at(0).get<double>(), box.at(1).get<double>(), box.at(2).get<double>(),
                      box.at(3).get<double>()}});
  }
  return boxes;
}

}  // namespace proviso::db
