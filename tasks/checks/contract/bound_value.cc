#include "tasks/checks/contract/bound_value.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "tasks/checks/contract/contract_checks.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/bound_value";

bool meet(Span a, Span b) {
  return a.start < b.end && b.start < a.end;
}

// The first two places with different values; nothing where three values make a table of it.
std::optional<std::pair<const Bound*, const Bound*>> apart(
    const std::vector<const Bound*>& places) {
  const Bound* first = places.front();
  const Bound* other = nullptr;
  for (const Bound* each : places) {
    if (each->value == first->value) continue;
    if (other != nullptr && each->value != other->value) return std::nullopt;
    if (other == nullptr) other = each;
  }
  if (other == nullptr) return std::nullopt;
  return std::pair(first, other);
}

}  // namespace

void common_unit(Bound& bound) {
  if (bound.kind != FigureKind::kTime) return;
  if (bound.unit == "year" || bound.unit == "年") {
    bound.value = bound.value * Exact(12);
    bound.unit = bound.unit == "年" ? "月" : "month";
  } else if (bound.unit == "week") {
    bound.value = bound.value * Exact(7);
    bound.unit = "day";
  }
}

std::vector<Finding> check_bound_value(const ContractView& contract) {
  std::vector<Finding> findings;
  if (contract.amends) return findings;
  const std::vector<Bound> bounds =
      contract.chinese ? bound_in_chinese(contract) : bound_in_english(contract);
  std::map<std::string, std::vector<const Bound*>> by_name;
  for (const Bound& each : bounds) {
    by_name[fmt::format("{}|{}|{}", each.name, static_cast<int>(each.kind), each.unit)].push_back(
        &each);
  }
  // What the names in plain words and the schedules already tell is told once.
  std::vector<Finding> told = check_named_figure(contract);
  for (Finding& each : check_named_time(contract)) told.push_back(std::move(each));
  for (const auto& [name, places] : by_name) {
    const auto pair = apart(places);
    if (!pair) continue;
    const auto& [first, other] = *pair;
    if (meet(first->place, other->place)) continue;
    const bool known = std::any_of(told.begin(), told.end(), [&](const Finding& each) {
      return meet(each.place, other->place) || (each.other && meet(*each.other, other->place));
    });
    if (known) continue;
    findings.push_back(
        tell(contract, kind_name(other->kind), kCheck, other->place, first->place,
             fmt::format("Here “{}”, there “{}”.", contract.words(other->place),
                         contract.words(first->place)),
             fmt::format("此处“{}”，另一处“{}”，二者不一致。", contract.words(other->place),
                         contract.words(first->place))));
  }
  return findings;
}

}  // namespace proviso::tasks::contract
