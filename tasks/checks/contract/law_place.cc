#include "tasks/checks/contract/law_place.h"

#include "tasks/checks/words.h"

namespace proviso::tasks::contract {
namespace {

// The group of words in which a name stands: "law_us" New York, "law_country" France. The first
// word of a group is what the others lie in.
struct Known {
  std::string_view group, name;
};

std::optional<Known> known(std::string_view name) {
  for (const std::string_view group :
       {"law_us", "law_uk", "law_canada", "law_australia", "law_country"}) {
    for (const std::string_view each : words(group)) {
      if (name.starts_with(each) &&
          (name.size() == each.size() || name[each.size()] == ' ' || name[each.size()] == ','))
        return Known{group, each};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<bool> one_law(std::string_view a, std::string_view b) {
  const auto first = known(a), second = known(b);
  if (!first || !second) return std::nullopt;
  if (first->name == second->name) return true;
  if (first->group != second->group || first->group == "law_country") return false;
  const std::string_view whole = words(first->group).front();
  return first->name == whole || second->name == whole;
}

std::string law_named_in_chinese(std::string_view name) {
  for (const std::string_view each : words("law_zh")) {
    if (name.find(each) != std::string_view::npos)
      return std::string(each == "中华人民共和国" ? "中国" : each);
  }
  return "";
}

}  // namespace proviso::tasks::contract
