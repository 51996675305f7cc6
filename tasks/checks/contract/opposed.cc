#include "tasks/checks/contract/opposed.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "tasks/checks/contract/contract_checks.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/opposed";

// Of one topic and object, for one actor at least, and on two sides.
bool exclude(const Stand& a, const Stand& b) {
  if (a.topic != b.topic || a.side == b.side || a.object != b.object) return false;
  return a.actor.empty() || b.actor.empty() || a.actor == b.actor;
}

}  // namespace

std::vector<Finding> check_opposed(const ContractView& contract) {
  std::vector<Finding> findings;
  if (contract.amends) return findings;
  const std::vector<Stand> stands =
      contract.chinese ? stands_in_chinese(contract) : stands_in_english(contract);
  std::set<std::string> told;
  for (std::size_t i = 0; i < stands.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Stand& here = stands[i].place.start > stands[j].place.start ? stands[i] : stands[j];
      const Stand& there = &here == &stands[i] ? stands[j] : stands[i];
      // In one sentence the second is the exception of the first.
      const Span sentence = contract.sentence(there.place);
      if (!exclude(here, there) || here.place.start < sentence.end) continue;
      if (!told.insert(here.topic).second) continue;
      findings.push_back(
          tell(contract, "semantic", kCheck, here.place, there.place,
               fmt::format("Here “{}”, there “{}”: the two clauses exclude each other.",
                           contract.words(here.place), contract.words(there.place)),
               fmt::format("此处“{}”，另一处“{}”，两处约定相互抵触。", contract.words(here.place),
                           contract.words(there.place))));
    }
  }
  return findings;
}

}  // namespace proviso::tasks::contract
