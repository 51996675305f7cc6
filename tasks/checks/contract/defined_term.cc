#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <set>

#include "tasks/checks/contract/contract_checks.h"
#include "tasks/checks/contract/terms.h"
#include "tasks/checks/words.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/defined_term";

// Words of a definition, to be compared.
std::string meaning(string_view words) {
  std::string out;
  for (const char c : words) {
    const bool letter =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) > 127;
    if (letter) out += c;
    if (c >= 'A' && c <= 'Z') out += static_cast<char>(c + 32);
  }
  return out;
}

// Defined for one clause alone: "For the purposes of this clause 14:" over a list of definitions.
bool for_one_clause(const ContractView& contract, const Item& item) {
  static const RE2 scoped(
      "(?i)\\b(?:for (?:the )?purposes? of|in|as used in|under) this "
      "(?:clause|section|article|paragraph|"
      "schedule|exhibit|annex)\\b|本[条款章](?:中|所称)?");
  constexpr int kAbove = 3;
  const auto& items = contract.structure.items;
  std::size_t clause = contract.clause_of(item.span.start);
  for (int i = 0; clause != kNone && i < kAbove; ++i) {
    if (found_in(contract.words(contract.opening(items[clause], 200)), scoped)) return true;
    clause = items[clause].parent;
  }
  return false;
}

void twice(const ContractView& contract, std::vector<Finding>& findings) {
  static const RE2 points(
      "(?i)meanings? (?:set forth|set out|given|ascribed|assigned|specified|provided|as)|as "
      "(?:defined|set forth|described)|defined in|"
      "for (?:the )?purposes? of|in relation to|with respect to|as used in this|见|定义于|所述");
  static const RE2 states("(?i)\\b(?:means?|shall mean|refers? to)\\b|是指|系指|指");
  std::map<std::string, const Item*> seen;
  for (const Item& item : contract.structure.items) {
    if (item.kind != ItemKind::kDefinition || !contract.own(item)) continue;
    const string_view words = contract.words(item.span);
    const Span sentence = contract.sentence({item.span.start, item.span.start});
    if (words.size() < item.number.size() + 12 || !found_in(words, states) ||
        found_in(words, points) ||
        found_in(contract.words({sentence.start, item.span.start}), points) ||
        for_one_clause(contract, item))
      continue;
    const auto [there, fresh] = seen.emplace(item.number, &item);
    if (fresh) continue;
    // One cut short is no other definition.
    const std::string here = meaning(words), before = meaning(contract.words(there->second->span));
    const std::size_t shorter = std::min(here.size(), before.size());
    if (here.compare(0, shorter, before, 0, shorter) == 0) continue;
    findings.push_back(
        tell(contract, "defined_term", kCheck, item.span, there->second->span,
             fmt::format("“{}” is defined a second time, in other words.", item.number),
             fmt::format("“{}”在此重新定义，与前文的定义不同。", item.number)));
  }
}

std::vector<std::string> characters(string_view text) {
  std::vector<std::string> list;
  for (std::size_t at = 0; at < text.size(); at += code_point_bytes(text[at])) {
    list.emplace_back(text.substr(at, code_point_bytes(text[at])));
  }
  return list;
}

// What a slip makes of a Chinese term: two neighbours exchanged, or another word for the same.
std::vector<std::string> slips_of(const std::string& term) {
  std::vector<std::string> slips;
  const std::vector<std::string> list = characters(term);
  if (list.size() >= 4) {
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {
      std::vector<std::string> changed = list;
      std::swap(changed[i], changed[i + 1]);
      std::string joined;
      for (const std::string& each : changed) joined += each;
      if (joined != term) slips.push_back(joined);
    }
  }
  for (const string_view group :
       {"zh_same", "zh_same_secret", "zh_same_lease", "zh_same_day", "zh_same_sign",
        "zh_same_goods", "zh_same_house", "zh_same_work", "zh_same_close", "zh_same_result",
        "zh_same_test", "zh_same_license", "zh_same_info"}) {
    for (const string_view from : proviso::tasks::words(group)) {
      const std::size_t at = term.find(from);
      if (at == term.npos || term.size() <= from.size()) continue;
      for (const string_view to : proviso::tasks::words(group)) {
        if (to == from) continue;
        slips.push_back(term.substr(0, at) + std::string(to) + term.substr(at + from.size()));
      }
    }
  }
  // 机密资料 for 保密信息: both words are others.
  for (const string_view one : proviso::tasks::words("zh_same_secrets")) {
    const auto list_of = proviso::tasks::words("zh_same_secrets");
    if (std::find(list_of.begin(), list_of.end(), term) == list_of.end()) break;
    if (one != term) slips.emplace_back(one);
  }
  std::sort(slips.begin(), slips.end());
  slips.erase(std::unique(slips.begin(), slips.end()), slips.end());
  return slips;
}

void misused_in_chinese(const ContractView& contract, std::vector<Finding>& findings) {
  const std::set<std::string> terms = defined_in(contract);
  for (const Item& item : contract.structure.items) {
    if (item.kind != ItemKind::kDefinition) continue;
    const std::string& term = item.number;
    if (term.size() < 12 || static_cast<unsigned char>(term.front()) < 128) continue;
    for (const std::string& slip : slips_of(term)) {
      if (terms.count(slip) != 0) continue;
      std::vector<Span> places;
      for (std::size_t at = contract.text.find(slip); at != string_view::npos;
           at = contract.text.find(slip, at + slip.size())) {
        // Inside the term itself (保密信息保密…) or in its own definition it is no use of its own.
        const std::size_t reach = term.size();
        const std::size_t from = at - std::min(at, reach);
        const string_view around = contract.text.substr(from, reach * 2 + slip.size());
        const std::size_t own = around.find(term);
        const bool inside =
            own != around.npos && from + own < at + slip.size() && from + own + term.size() > at;
        const bool defining = at >= item.span.start && at < item.span.end;
        if (!inside && !defining && contract.in_body(at)) places.push_back({at, at + slip.size()});
      }
      if (places.empty()) continue;
      findings.push_back(
          tell(contract, "defined_term", kCheck, places.front(), item.span, "",
               fmt::format("此处使用“{}”，合同中没有该定义，所定义的是“{}”。", slip, term)));
    }
  }
}

}  // namespace

std::vector<Finding> check_defined_term(const ContractView& contract) {
  std::vector<Finding> findings;
  if (!contract.chinese) undefined_in_english(contract, findings);
  if (contract.amends) return findings;
  if (contract.chinese) misused_in_chinese(contract, findings);
  twice(contract, findings);
  return findings;
}

}  // namespace proviso::tasks::contract
