#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>

#include "tasks/checks/contract/contract_view.h"
#include "tasks/checks/english/english_checks.h"

namespace proviso::tasks::english {
namespace {

using contract::ContractView;
using segmenter::Item;
using segmenter::ItemKind;
using segmenter::Span;

constexpr int kFewest = 6;  // paragraphs that make a numbered judgment

// Whether a line begins with a number behind the last: a judgment is quoted that goes on so far.
bool quotes_beyond(const ContractView& judgment, int last, int wanted) {
  static const RE2 opens("(?m)^[ \\t“‘\"\\[(]*([0-9]{1,3})[.)\\] ]");
  constexpr int kFar = 20;
  for (const Span& each : contract::all(judgment.text, judgment.whole, opens, 1)) {
    const int number = std::atoi(std::string(judgment.words(each)).c_str());
    if (number > last && number <= wanted + kFar) return true;
  }
  return false;
}

}  // namespace

std::vector<Finding> check_paragraph_reference(const CaseView& view) {
  static const RE2 pattern(
      "((?:[Pp]aragraphs?|[Pp]aras?\\.?) \\[?[0-9]{1,3}\\]?|\\[[0-9]{1,3}\\]) (?:above|of this "
      "judgment|of "
      "(?:my|our) judgment (?:above|herein))\\b");
  static const RE2 digits("([0-9]+)");
  std::vector<Finding> findings;
  const ContractView judgment(view);
  int last = 0, count = 0;
  const Item* at_last = nullptr;
  for (const Item& item : view.structure.items) {
    if (item.kind != ItemKind::kParagraph || item.parent != segmenter::kNone) continue;
    const int number = std::atoi(item.number.c_str());
    if (number == 0) continue;
    ++count;
    if (number > last) {
      last = number;
      at_last = &item;
    }
  }
  // Paragraphs that were not all read say nothing of what is missing.
  if (at_last == nullptr || count < kFewest || count + 2 < last) return findings;
  for (const Span& place : contract::all(view.text, judgment.whole, pattern, 1)) {
    std::string number;
    const std::string_view words = judgment.words(place);
    if (!RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), digits, &number)) continue;
    if (std::atoi(number.c_str()) <= last) continue;
    if (quotes_beyond(judgment, last, std::atoi(number.c_str()))) continue;
    // A judgment that is quoted has paragraphs of its own.
    static const RE2 quoted("[“‘\"][^”’\"\\n]*$");
    if (contract::found_in(judgment.before(place.start, 200), quoted)) continue;
    findings.push_back(contract::tell(
        judgment, "cross_reference", "checks/paragraph_reference", place,
        judgment.opening(*at_last),
        fmt::format("{} does not exist: the last paragraph is {}.", words, last), ""));
  }
  return findings;
}

}  // namespace proviso::tasks::english
