#include "tasks/checks/contract/short_count.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>

namespace proviso::tasks::contract {
namespace {

constexpr std::size_t kShort = 3;        // clauses of a count that needs the others to vouch for it
constexpr std::size_t kFewestWhole = 3;  // other counts of two clauses and more, all whole

// The only number that is not its place; all behind a gap, where the gap is at the end.
std::optional<std::size_t> misplaced(const std::vector<int>& numbers) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == static_cast<int>(i) + 1) continue;
    if (found) {
      // 1 3 4: the rest goes on from the gap.
      if (numbers[*found] > numbers[*found - 1] && numbers[i] == numbers[i - 1] + 1) continue;
      return std::nullopt;
    }
    if (i == 0) return std::nullopt;
    found = i;
  }
  return found;
}

// Under one clause and numbered in one way: "Section 6.2." between 6.1 and 6.2 is a reference.
bool siblings(const ContractView& contract, const Count& count) {
  const auto& items = contract.structure.items;
  const auto begins = [&](std::size_t i) {
    return contract.text[items[i].span.start] == items[i].number.front();
  };
  return std::all_of(count.items.begin(), count.items.end(), [&](std::size_t i) {
    return items[i].parent == items[count.items[0]].parent && begins(i) == begins(count.items[0]);
  });
}

}  // namespace

std::vector<Finding> short_counts(const ContractView& contract,
                                  const std::map<std::string, Count>& counts) {
  std::vector<Finding> findings;
  std::size_t whole = 0;
  const std::pair<const std::string, Count>* broken = nullptr;
  for (const auto& each : counts) {
    if (each.second.items.size() < 2) continue;
    if (each.second.unbroken()) {
      ++whole;
    } else if (broken != nullptr) {
      return findings;
    } else {
      broken = &each;
    }
  }
  if (broken == nullptr || whole < kFewestWhole || broken->first.empty()) return findings;
  const auto& [key, count] = *broken;
  const std::optional<std::size_t> at = misplaced(count.numbers);
  if (count.items.size() > kShort || !at || !siblings(contract, count)) return findings;
  const auto& items = contract.structure.items;
  const Item& item = items[count.items[*at]];
  const Item& last = items[count.items[*at - 1]];
  static const RE2 reserved("(?i)reserved|omitted|deleted|not used|\\* ?\\* ?\\*|删除|略|空缺");
  const Span between{last.span.start, std::min(contract.text.size(), item.span.end)};
  const std::string expected = fmt::format("{}.{}", key, *at + 1);
  // A clause of that number is there, badly set.
  const RE2 stands(fmt::format("(?:^|[^0-9.]){}(?:[^0-9]|$)", RE2::QuoteMeta(expected)));
  if (found_in(contract.words(between), reserved) || begins_somewhere(contract, expected) ||
      found_in(contract.text.substr(last.span.start, item.span.start - last.span.start), stands))
    return findings;
  findings.push_back(tell(
      contract, "numbering", "checks/numbering", contract.opening(item), contract.opening(last),
      fmt::format("Behind “{}” the count comes to “{}”, but it goes on with “{}”.", last.number,
                  expected, item.number),
      fmt::format("“{}”之后按顺序应为“{}”，此处却是“{}”。", last.number, expected, item.number)));
  return findings;
}

}  // namespace proviso::tasks::contract
