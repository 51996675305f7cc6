#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "tasks/checks/contract/contract_checks.h"
#include "tasks/checks/contract/counts.h"
#include "tasks/checks/contract/short_count.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/numbering";
constexpr std::size_t kFewest = 4;  // clauses that make a count

struct Break {
  std::size_t at = 0;  // index into the count: the clause that does not follow the one before
  bool twice = false;
};

// 1 2 5 4: every number is its own place but one, whose own is missing.
std::optional<std::size_t> only_stray(const std::vector<int>& numbers) {
  std::optional<std::size_t> stray;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == static_cast<int>(i) + 1) continue;
    if (stray) return std::nullopt;
    stray = i;
  }
  // The last one skips, the others are a repetition or a gap, which are told otherwise.
  if (!stray || *stray + 1 == numbers.size() || numbers[*stray] == numbers[*stray - 1] ||
      numbers[*stray] == numbers[*stray + 1])
    return std::nullopt;
  return stray;
}

// The only place where the count does not go on by one; nothing where there is none or more than
// one slip.
std::optional<Break> only_break(const Count& count) {
  const std::vector<int>& numbers = count.numbers;
  if (numbers.size() < kFewest || numbers.front() != 1) return std::nullopt;
  if (const auto stray = only_stray(numbers)) return Break{*stray, false};
  std::optional<Break> found;
  int slips = 0;
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    const int step = numbers[i] - numbers[i - 1];
    if (step == 1) continue;
    if (step < 0 || step > 2) return std::nullopt;
    // 1 2 2 4: one number set wrongly shows as a repetition and a gap next to it.
    const bool beside = found && found->at + 1 == i;
    if (++slips > (beside ? 2 : 1)) return std::nullopt;
    if (!beside) found = Break{i, step == 0};
    if (beside) found->twice = true;
  }
  return found;
}

// The first line within `gap` that begins with one of the numbers and goes on like a clause.
std::optional<Span> headed(const ContractView& contract, Span gap,
                           const std::vector<std::string>& numbers) {
  for (const std::string& number : numbers) {
    const RE2 line(fmt::format(
        "(?m)^ *((?:(?i:article|section|clause) )?{}(?:[.):]\\s*|\\s+)[A-Z“\"\\p{{Han}}][^\\n]*)",
        RE2::QuoteMeta(number)));
    for (Span found : all(contract.text, gap, line, 1)) {
      found.end = std::min(found.end, found.start + 80);
      while (found.end < contract.text.size() &&
             (static_cast<unsigned char>(contract.text[found.end]) & 0xC0U) == 0x80U)
        ++found.end;
      return found;
    }
  }
  return std::nullopt;
}

// 9 as 九, 21 as 二十一; nothing beyond 99.
std::string in_chinese(int number) {
  constexpr std::array<string_view, 10> kDigits{"",   "一", "二", "三", "四",
                                                "五", "六", "七", "八", "九"};
  if (number < 1 || number > 99) return "";
  const auto tens = static_cast<std::size_t>(number / 10);
  std::string out(tens > 1 ? kDigits.at(tens) : "");
  if (tens > 0) out += "十";
  return out + std::string(kDigits.at(static_cast<std::size_t>(number % 10)));
}

// The head of the article 第…条 of this number, at the start of a line within `gap`.
std::optional<Span> article_headed(const ContractView& contract, Span gap, int number) {
  const RE2 line(fmt::format("(?m)^[ 　]*(第[ 　]*(?:{}|{})[ 　]*条[^\\n]{{0,24}})", number,
                             in_chinese(number)));
  const std::vector<Span> found = all(contract.text, gap, line, 1);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

Finding given_twice(const ContractView& contract, Span here, Span there,
                    const std::string& number) {
  return tell(
      contract, "numbering", kCheck, here, there,
      fmt::format("The clauses' count is broken at “{}”: a number is given twice and one is "
                  "missing.",
                  number),
      fmt::format("条款编号在“{}”处不连续：有一编号重复，另缺一编号。", number));
}

}  // namespace

std::vector<Finding> check_clause_numbering(const ContractView& contract) {
  std::vector<Finding> findings;
  if (contract.amends) return findings;
  const auto& items = contract.structure.items;
  const std::map<std::string, Count> counts = counts_of(contract);
  for (const auto& [key, count] : counts) {
    const std::optional<Break> found = only_break(count);
    if (!found) continue;
    const Item& item = items[count.items[found->at]];
    const Item& last = items[count.items[found->at - 1]];
    if (item.parent != last.parent && !key.empty()) continue;
    const std::string dotted = key.empty() ? "" : key + ".";
    // No clauses but numbers in a row, or one clause in lettered parts: 3.5 (a), 3.5 (b).
    static const RE2 no_clause(
        "^[^A-Za-z\\x{4e00}-\\x{9fff}]*$|^(?i:section |clause )?[0-9.]+ "
        "*(?:[(\\[]|and\\b|or\\b|,)");
    if (found_in(contract.words(contract.opening(item, 40)), no_clause) ||
        found_in(contract.words(contract.opening(last, 40)), no_clause))
      continue;
    if (!found->twice) {
      static const RE2 reserved("(?i)reserved|omitted|deleted|not used|删除|略|空缺");
      const string_view between =
          contract.text.substr(last.span.start, item.span.start - last.span.start);
      if (found_in(between.substr(between.size() - std::min<std::size_t>(between.size(), 200)),
                   reserved))
        continue;
      const int wanted = count.numbers[found->at - 1] + 1;
      const std::string missing = dotted + std::to_string(wanted);
      if (contract.text.substr(item.span.start).starts_with("第")) {
        // 第九条 is what is missing; 9.1 may stand under the article with the wrong number.
        if (article_headed(contract, contract.whole, wanted)) continue;
        if (const auto again = article_headed(contract, {last.span.start + 1, item.span.start},
                                              count.numbers[found->at])) {
          findings.push_back(given_twice(contract, *again, contract.opening(item), item.number));
          continue;
        }
      } else {
        if (begins_somewhere(contract, missing)) continue;
        // 4 5 5 6 is read as 4 6 where one of the two is taken for no clause.
        const Span gap{last.span.start + 1, item.span.start};
        if (const auto again = headed(contract, gap, {last.number, item.number})) {
          findings.push_back(given_twice(contract, *again, contract.opening(item), item.number));
          continue;
        }
        // Somewhere between the two the number stands, badly set.
        std::string dots = missing;
        RE2::GlobalReplace(&dots, "\\.", " ?[.,] ?");
        const RE2 badly_set(
            dotted.empty()
                ? fmt::format("(?:^|[^0-9.,$]){}(?:[.):]|[^0-9A-Za-z%,.)]{{0,3}}[A-Z])", missing)
                : fmt::format("(?:^|[^0-9.]){}(?:[^0-9]|$)", dots));
        if (found_in(between, badly_set)) continue;
      }
    }
    findings.push_back(tell(
        contract, "numbering", kCheck, contract.opening(item), contract.opening(last),
        found->twice
            ? fmt::format("The clauses' count is broken: “{}” follows “{}”.", item.number,
                          last.number)
            : fmt::format("The clauses' count goes from “{}” to “{}”; one is missing between them.",
                          last.number, item.number),
        found->twice
            ? fmt::format("条款编号不连续：“{}”之后又是“{}”。", last.number, item.number)
            : fmt::format("条款编号从“{}”跳到“{}”，中间缺少一条。", last.number, item.number)));
  }
  if (findings.empty()) findings = short_counts(contract, counts);
  return findings;
}

}  // namespace proviso::tasks::contract
