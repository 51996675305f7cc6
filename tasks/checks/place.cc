#include "tasks/checks/place.h"

#include <fmt/core.h>

#include <algorithm>

#include "tasks/mentions/place.h"

namespace proviso::tasks {

std::vector<Finding> check_place(const CaseView& view) {
  std::vector<Finding> findings;
  if (!view.chinese()) return findings;
  const std::vector<PlacePair> pairs = find_places(view.folded);
  for (const PlacePair& pair : pairs) {
    if (pair.lower.ends_with("区") && !pair.lower.ends_with("地区")) continue;
    const auto homes = provinces_of(pair.lower);
    if (homes.empty() || std::find(homes.begin(), homes.end(), pair.upper) != homes.end()) continue;
    // 河南省南阳路, 湖北省武汉市: only a whole name counts; 市 and 县 end one, 路 and 街 go on.
    const std::string_view next = std::string_view(view.folded.text).substr(pair.end, 3);
    if (next == "路" || next == "街" || next == "道") continue;
    std::optional<segmenter::Span> right;
    for (const PlacePair& each : pairs) {
      if (each.lower == pair.lower && each.upper != pair.upper && !right) right = each.span;
    }
    Finding found;
    found.kind = "place";
    found.check = "checks/place";
    found.place = pair.span;
    found.other = right;
    found.explanation =
        fmt::format("{}没有{}；{}属于{}。", pair.upper, pair.lower, pair.lower, homes.front());
    const bool again = std::any_of(findings.begin(), findings.end(), [&](const Finding& each) {
      return each.explanation == found.explanation;
    });
    if (!again) findings.push_back(std::move(found));
  }
  return findings;
}

}  // namespace proviso::tasks
