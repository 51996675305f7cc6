// Provinces, prefectures and counties: which lies in which (table tasks/law/places.txt, 2020).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/mentions/folded.h"

namespace proviso::tasks {

// 江苏省南京市: a province with the place named directly behind it.
struct PlacePair {
  segmenter::Span span;   // both names
  std::size_t start = 0;  // in the folded text
  std::size_t end = 0;
  std::string_view upper;  // as in the table
  std::string_view lower;
};

// Every province whose full name has a prefecture, county or city of the table directly behind it.
std::vector<PlacePair> find_places(const Folded& folded);

// The provinces in which a prefecture, county or city of this name lies; empty for unknown names
// and for places that changed hands.
std::vector<std::string_view> provinces_of(std::string_view name);

// The prefecture (南京市) whose name begins `name`, with its province; nothing where none does.
struct Prefecture {
  std::string_view name;
  std::string_view province;
};
std::optional<Prefecture> prefecture_at(std::string_view name);

// The province whose full name begins `name`; empty where none does.
std::string_view province_at(std::string_view name);

}  // namespace proviso::tasks
