#include "tasks/checks/contract/matters.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "tasks/checks/contract/contract_checks.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/same_matter";

bool alike(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() || a == b;
}

bool same_matter(const Matter& a, const Matter& b) {
  return a.value.kind == b.value.kind && a.value.unit == b.value.unit && alike(a.actor, b.actor) &&
         alike(a.object, b.object) && alike(a.event, b.event);
}

// Whether `vague` leaves open what `exact` says, and has its figure from a third clause: notice of
// sixty days in a schedule, sixty for the company, ninety for the consultant.
bool means_a_third(const std::vector<const Matter*>& all, const Matter& vague,
                   const Matter& exact) {
  return std::any_of(all.begin(), all.end(), [&](const Matter* each) {
    return each != &vague && each != &exact && same_matter(*each, vague) &&
           each->value.value == vague.value.value && !same_matter(*each, exact);
  });
}

using Pair = std::pair<const Matter*, const Matter*>;

// The first two clauses that rule one matter with two figures; nothing where three figures make
// steps of it.
std::optional<Pair> apart(const std::vector<const Matter*>& all) {
  for (std::size_t i = 1; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Matter &here = *all[i], &there = *all[j];
      if (!same_matter(here, there) || here.value.value == there.value.value) continue;
      const bool steps = std::any_of(all.begin(), all.end(), [&](const Matter* each) {
        return same_matter(*each, here) && same_matter(*each, there) &&
               each->value.value != here.value.value && each->value.value != there.value.value;
      });
      if (steps || means_a_third(all, here, there) || means_a_third(all, there, here)) continue;
      return Pair(&here, &there);
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<Finding> check_same_matter(const ContractView& contract) {
  std::vector<Finding> findings;
  if (contract.amends) return findings;
  const std::vector<Matter> matters =
      contract.chinese ? matters_in_chinese(contract) : matters_in_english(contract);
  std::map<std::string, std::vector<const Matter*>> by_topic;
  for (const Matter& each : matters) by_topic[each.topic].push_back(&each);
  for (const auto& [topic, all] : by_topic) {
    const auto pair = apart(all);
    if (!pair) continue;
    const Bound &here = pair->first->value, &there = pair->second->value;
    findings.push_back(tell(contract, kind_name(here.kind), kCheck, here.place, there.place,
                            fmt::format("{}: “{}” here, “{}” there.", topic,
                                        contract.words(here.place), contract.words(there.place)),
                            fmt::format("关于{}，此处为“{}”，另一处为“{}”，二者不一致。", topic,
                                        contract.words(here.place), contract.words(there.place))));
  }
  return findings;
}

}  // namespace proviso::tasks::contract
