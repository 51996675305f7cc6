#include "tasks/flag_json.h"

#include <cmath>

namespace proviso::tasks {
namespace {

using Json = nlohmann::ordered_json;

double hundredths(double value) {
  return std::round(value * 100) / 100;
}

void put_place(Json& row, const db::Place& place) {
  row["section"] = place.section;
  row["level"] = place.level;
  row["segment"] = place.segment ? Json(*place.segment) : Json();
  row["quote"] = place.quote;
  row["start"] = place.span.start;
  row["end"] = place.span.end;
  Json boxes = Json::array();
  for (const ingest::PageBox& one : place.boxes)
    boxes.push_back({{"page", one.page}, {"box", box_json(one.box)}});
  row["boxes"] = std::move(boxes);
}

}  // namespace

Json box_json(const ingest::Box& box) {
  return {hundredths(box.x0), hundredths(box.y0), hundredths(box.x1), hundredths(box.y1)};
}

double shown_score(double score) {
  return std::round(score * 1e6) / 1e6;
}

Json flag_json(const db::Flag& flag, const std::string& path, const std::string& sha256) {
  Json row{{"id", flag.id},
           {"document", path},
           {"sha256", sha256},
           {"kind", flag.kind},
           {"severity", flag.severity},
           {"score", shown_score(flag.score)},
           {"status", db::status(flag)},
           {"check", flag.check},
           {"explanation", flag.explanation}};
  put_place(row, flag.place);
  row["other"] = nullptr;
  if (flag.other) {
    row["other"] = Json::object();
    put_place(row["other"], *flag.other);
  }
  return row;
}

}  // namespace proviso::tasks
