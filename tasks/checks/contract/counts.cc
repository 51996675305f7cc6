#include "tasks/checks/contract/counts.h"

#include <re2/re2.h>

#include <algorithm>

#include "segmenter/clauses/clause_index.h"

namespace proviso::tasks::contract {
namespace {

bool digits(string_view words) {
  return !words.empty() && words.size() < 4 &&
         std::all_of(words.begin(), words.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

bool Count::unbroken() const {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != static_cast<int>(i) + 1) return false;
  }
  return !numbers.empty();
}

std::map<std::string, Count> counts_of(const ContractView& contract) {
  static const RE2 article("^第[^条章节编部款项]{1,12}条");
  static const RE2 chapter("^(?:第[^条章节编部款项\\n]{1,12}[章节编部]|(?i:chapter|part) )");
  const auto& items = contract.structure.items;
  const auto head = [&](const Item& item) {
    return contract.text.substr(item.span.start, std::min<std::size_t>(item.span.size(), 60));
  };
  bool articles = false;
  for (const Item& item : items) {
    articles |=
        item.kind == ItemKind::kClause && contract.own(item) && found_in(head(item), article);
  }
  std::map<std::string, Count> counts;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Item& item = items[i];
    if (item.kind != ItemKind::kClause || item.number.empty() || !contract.own(item)) continue;
    std::string number = segmenter::clauses::plain_number(item.number);
    if (number.ends_with(".0")) number.erase(number.size() - 2);
    const std::size_t dot = number.rfind('.');
    std::string key;
    if (dot != std::string::npos) {
      key = number.substr(0, dot);
      if (!digits(string_view(number).substr(dot + 1))) continue;
    } else {
      if (!digits(number)) continue;
      const bool top = item.parent == kNone || found_in(head(items[item.parent]), chapter);
      if (articles ? !found_in(head(item), article) : !top || found_in(head(item), chapter))
        continue;
    }
    Count& count = counts[key];
    count.items.push_back(i);
    count.numbers.push_back(std::stoi(number.substr(dot == std::string::npos ? 0 : dot + 1)));
  }
  return counts;
}

bool begins_somewhere(const ContractView& contract, string_view number) {
  const string_view text = contract.text;
  for (std::size_t at = text.find(number); at != string_view::npos;
       at = text.find(number, at + 1)) {
    const std::size_t end = at + number.size();
    const auto figure = [&](std::size_t i) { return text[i] >= '0' && text[i] <= '9'; };
    if (at > 0 && (figure(at - 1) || (text[at - 1] == '.' && at > 1 && figure(at - 2)))) continue;
    if (end < text.size() && figure(end)) continue;
    if (end + 1 < text.size() && text[end] == '.' && figure(end + 1)) continue;
    // A page's number stands alone; "30 days" opens no clause.
    static const RE2 words_follow(
        "^(?:[.)、：:][.)、：: \t　]{0,3}[A-Za-z“\"(\\[\\p{Han}]|[ "
        "\t　]{1,4}[A-Z“\"(\\[\\p{Han}]|[“\"(\\["
        "\\p{Han}])");
    if (!found_in(text.substr(end, 12), words_follow)) continue;
    static const RE2 opens(
        "(?:^|\\n|[.;:)”\"]\\s|\\s\\s)\\s*(?:(?i:section|article|clause|paragraph|§)[ 　]?|第)?[ "
        "　]*$");
    if (found_in(text.substr(at - std::min<std::size_t>(at, 30), std::min<std::size_t>(at, 30)),
                 opens)) {
      return true;
    }
  }
  return false;
}

}  // namespace proviso::tasks::contract
