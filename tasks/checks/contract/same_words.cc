#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "tasks/checks/contract/contract_checks.h"
#include "tasks/checks/contract/figures.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/same_words";
constexpr std::size_t kWordsBefore = 7, kWordsBehind = 3;
constexpr std::size_t kHanBefore = 12, kHanBehind = 5;

bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '\'' || c == '-';
}

// The last `count` words of `text` in small letters; nothing where there are fewer.
std::string last_words(string_view text, std::size_t count) {
  std::string key;
  std::size_t end = text.size();
  for (std::size_t found = 0; found < count; ++found) {
    while (end > 0 && !letter(text[end - 1])) {
      if (text[end - 1] == '\n') return "";
      --end;
    }
    std::size_t start = end;
    while (start > 0 && letter(text[start - 1])) --start;
    if (start == end) return "";
    key = lowered(text.substr(start, end - start)) + " " + key;
    end = start;
  }
  return key;
}

std::string first_words(string_view text, std::size_t count) {
  std::string key;
  std::size_t at = 0;
  for (std::size_t found = 0; found < count; ++found) {
    while (at < text.size() && !letter(text[at])) {
      if (text[at] == '\n') return "";
      ++at;
    }
    const std::size_t start = at;
    while (at < text.size() && letter(text[at])) ++at;
    if (start == at) return "";
    key += lowered(text.substr(start, at - start)) + " ";
  }
  return key;
}

std::string last_characters(string_view text, std::size_t count) {
  std::size_t start = text.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (start == 0) return "";
    start = previous_code_point(text, start);
    if (text[start] == '\n') return "";
  }
  return std::string(text.substr(start));
}

std::string first_characters(string_view text, std::size_t count) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (end >= text.size() || text[end] == '\n') return "";
    end += code_point_bytes(text[end]);
  }
  return std::string(text.substr(0, end));
}

}  // namespace

std::vector<Finding> check_same_words(const ContractView& contract) {
  std::vector<Finding> findings;
  std::map<std::string, std::vector<Figure>> alike;
  for (const Figure& figure : figures_of(contract)) {
    if (!contract.in_body(figure.span.start)) continue;
    const string_view before = contract.text.substr(0, figure.span.start);
    const string_view behind = contract.text.substr(figure.span.end);
    const std::string ahead = contract.chinese ? last_characters(before, kHanBefore)
                                               : last_words(before, kWordsBefore);
    const std::string after = contract.chinese ? first_characters(behind, kHanBehind)
                                               : first_words(behind, kWordsBehind);
    if (ahead.empty() || after.empty()) continue;
    alike[ahead + "|" + after + "|" + figure.unit].push_back(figure);
  }
  for (const auto& [words, places] : alike) {
    if (places.size() < 2 || places.size() > 4) continue;
    const Figure& first = places.front();
    const auto other = std::find_if(places.begin(), places.end(), [&](const Figure& each) {
      return each.value != first.value;
    });
    if (other == places.end()) continue;
    // Neighbours are steps of one rule.
    constexpr std::size_t kNear = 400;
    if (other->span.start - first.span.end < kNear) continue;
    const auto shown = [&](const Figure& figure) {
      const Span sentence = contract.sentence(figure.span);
      const std::size_t reach = contract.chinese ? 36 : 50;
      const std::string_view lead = contract.before(figure.span.start, reach);
      return Span{std::max(sentence.start, figure.span.start - lead.size()), figure.span.end};
    };
    const Span here = shown(*other), there = shown(first);
    findings.push_back(tell(contract, kind_name(other->kind), kCheck, here, there,
                            fmt::format("Word for word alike, but “{}” here and “{}” there.",
                                        contract.words(other->span), contract.words(first.span)),
                            fmt::format("两处文字相同，此处为“{}”，另一处为“{}”。",
                                        contract.words(other->span), contract.words(first.span))));
  }
  return findings;
}

}  // namespace proviso::tasks::contract
