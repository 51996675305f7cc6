#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "tasks/checks/contract/contract_checks.h"
#include "tasks/mentions/english.h"
#include "tasks/mentions/number.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/written_twice";

// One number written in two ways beside each other.
struct Pair {
  Span spelled, figure, whole;
  string_view unit;  // what is counted, as it stands in or behind the pair
};

// Groups of `pattern`: 1 the first writing, `second` the other one; 3 and 4 may be the unit.
std::vector<Pair> pairs_of(string_view text, const RE2& pattern, std::size_t second = 2) {
  std::vector<Pair> pairs;
  const re2::StringPiece piece(text.data(), text.size());
  std::array<re2::StringPiece, 5> groups;
  const auto span = [&](const re2::StringPiece& group) {
    const auto start = static_cast<std::size_t>(group.data() - text.data());
    return Span{start, start + group.size()};
  };
  for (std::size_t at = 0;
       pattern.Match(piece, at, piece.size(), RE2::UNANCHORED, groups.data(), 5);) {
    const Span whole = span(groups[0]);
    at = whole.end;
    string_view unit;
    for (const std::size_t i : {std::size_t{3}, std::size_t{4}}) {
      if (unit.empty() && groups.at(i).data() != nullptr)
        unit = {groups.at(i).data(), groups.at(i).size()};
    }
    pairs.push_back({span(groups[1]), span(groups.at(second)), whole, unit});
  }
  return pairs;
}

string_view kind_of(string_view unit) {
  static const RE2 money("(?i)dollar|euro|pound|USD|US\\$|\\$|元");
  static const RE2 share("(?i)percent|per cent|%|％");
  static const RE2 time("(?i)day|month|year|week|hour|minute|quarter|日|天|月|年|周|小时|季");
  if (found_in(unit, money)) return "capital_figure";
  if (found_in(unit, share)) return "share";
  return found_in(unit, time) ? "term" : "amount";
}

// (1) that begins a list: "two (1) the goods and (2) …".
bool list_mark(string_view text, const Pair& pair, const std::string& figure) {
  if (figure != "1") return false;
  const string_view behind = text.substr(pair.whole.end, 600);
  return behind.find("(2)") != behind.npos || behind.find("（2）") != behind.npos;
}

std::vector<Pair> english_pairs(string_view text) {
  constexpr const char* kWord =
      "(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|"
      "fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|"
      "ninety|hundred|thousand|million|billion)";
  static const RE2 pattern(
      fmt::format("(?i)\\b({0}(?:(?:[\\s-]|,?\\sand\\s|-and-)+{0})*)[ -]*((?:U\\.?S\\.? "
                  "?|united states )?(?:dollars|euros?|pounds)|per ?cent|"
                  "percentage points|consecutive |calendar |business "
                  "|(?:days|months|years|weeks|hours)(?: |[’']))*?\\s*[(\\[]\\s*"
                  "((?:USD|US ?\\$|\\$|€|£|EUR)?\\s?[0-9][0-9,]*(?:\\.[0-9]+)?\\s?%?)\\s*(?:-? "
                  "?(?:days?|months?|years?|hours?|"
                  "weeks?|dollars|percent|net|gross|each|USD|U\\.?S\\.?))?\\s*[)\\]]\\s*((?:[a-z]+["
                  " -]){{0,2}}(?:percent|per cent|%|days?|months?|years?|weeks?|"
                  "hours?|minutes?|quarters?|dollars)\\b)?",
                  kWord));
  std::vector<Pair> found = pairs_of(text, pattern, 3);
  for (Pair& pair : found)
    pair.unit = text.substr(pair.spelled.end, pair.whole.end - pair.spelled.end);
  return found;
}

// GBP 250,000 (two hundred and fifty thousand pounds); 30 (thirty) days.
std::vector<Pair> english_pairs_figure_first(string_view text) {
  static const RE2 pattern(
      "(?i)((?:US ?\\$|\\$|€|£|\\b(?:USD|EUR|GBP) ?)?\\b[0-9][0-9,]*(?:\\.[0-9]+)?) "
      "?(%|percent|days|months|"
      "years)? "
      "?\\(((?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|"
      "fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|"
      "seventy|"
      "eighty|ninety|hundred|thousand|million|billion|and|[ ,-])+?)[ -]*((?:pounds|dollars|euros?|"
      "percent|per cent|days?|months?|years?)(?: sterling)?)?\\)( "
      "?(?:percent|days?|months?|years?))?");
  std::vector<Pair> found = pairs_of(text, pattern, 3);
  for (Pair& pair : found) {
    std::swap(pair.spelled, pair.figure);
    pair.unit = text.substr(pair.whole.start,
                            std::min(pair.whole.size() + 12, text.size() - pair.whole.start));
  }
  return found;
}

std::optional<Exact> figure_value(string_view words) {
  std::string digits;
  for (const char c : words) {
    if ((c >= '0' && c <= '9') || c == '.') digits += c;
  }
  return Exact::parse(digits);
}

void look_in_english(const ContractView& contract, std::vector<Finding>& findings) {
  static const RE2 cut_off(
      "(?i)(?:(?:point|half|quarter|third|/[0-9]+|[0-9]) *(?:and "
      ")?|(?:hundredths?|tenths?|thousandths?|half|quarters?|thirds?|fourths?|\\)) of )$");
  static const RE2 behind_half(
      "(?i)^ ?(?:and|-) ?(?:one|a|three)[ -](?:half|quarter|fourth|third)");
  std::vector<Pair> pairs = english_pairs(contract.text);
  for (const Pair& pair : english_pairs_figure_first(contract.text)) pairs.push_back(pair);
  for (const Pair& pair : pairs) {
    std::string in_words(contract.words(pair.spelled));
    while (in_words.ends_with(' ') || in_words.ends_with('-')) in_words.pop_back();
    std::replace(in_words.begin(), in_words.end(), '\n', ' ');
    const std::optional<Exact> spelled = english_number(in_words);
    const std::optional<Exact> figure = figure_value(contract.words(pair.figure));
    if (!spelled || !figure || *spelled == *figure) continue;
    if (found_in(contract.before(pair.spelled.start, 20), cut_off) ||
        found_in(contract.behind(pair.spelled.end, 20), behind_half))
      continue;
    static const RE2 scale("(?i)^ ?(?:hundred|thousand|million|billion)");
    if (list_mark(contract.text, pair, figure->str(0)) ||
        found_in(contract.behind(pair.whole.end, 12), scale))
      continue;
    findings.push_back(
        tell(contract, kind_of(pair.unit), kCheck, pair.figure, pair.spelled,
             fmt::format("In words it is “{}”, in figures “{}”.", contract.words(pair.spelled),
                         contract.words(pair.figure)),
             fmt::format("文字写作“{}”，数字写作“{}”，二者不一致。", contract.words(pair.spelled),
                         contract.words(pair.figure))));
  }
}

void look_in_chinese(const ContractView& contract, std::vector<Finding>& findings) {
  constexpr const char* kUnit =
      "(?:个?工作日|个?自然日|日历天|个?月|日|天|年|周|小时|个季度|份|期|次|人|套|台|%|％|元|倍)";
  static const RE2 spelled_first(
      fmt::format("([一二三四五六七八九十百千两零〇壹贰叁肆伍陆柒捌玖拾佰仟]{{1,12}}){0}?[ "
                  "]?[（(][ ]?([0-9０-９]{{1,4}})({0})?[ ]?[）)][ ]?({0})?",
                  kUnit));
  static const RE2 figure_first(
      fmt::format("([0-9]{{1,4}}){0}?[ ]?[（(](?:大写)?[:：]?[ "
                  "]?([一二三四五六七八九十百千两零〇壹贰叁肆伍陆柒捌玖拾佰仟]{{1,12}})({0})?[ "
                  "]?[）)][ ]?({0})?",
                  kUnit));
  static const RE2 ordinal("(?:第|之|年|[0-9.．])$");
  static const RE2 of_time("[日天月年]");
  for (const bool figures_ahead : {false, true}) {
    for (const Pair& pair : pairs_of(contract.text, figures_ahead ? figure_first : spelled_first)) {
      const Span han = figures_ahead ? pair.figure : pair.spelled;
      const Span digits = figures_ahead ? pair.spelled : pair.figure;
      if (pair.unit.empty() &&
          !found_in(contract.words({pair.spelled.end, pair.figure.start}), of_time))
        continue;
      if (found_in(contract.before(pair.spelled.start, 6), ordinal)) continue;
      const Folded folded = fold(contract.words(digits));
      const std::optional<Exact> figure = Exact::parse(folded.text);
      const std::optional<Exact> spelled = chinese_value(contract.words(han));
      if (!figure || !spelled || *figure == *spelled) continue;
      if (list_mark(contract.text, pair, figure->str(0))) continue;
      const string_view unit = contract.words({pair.spelled.end, pair.whole.end});
      findings.push_back(tell(contract, kind_of(unit), kCheck, digits, han,
                              fmt::format("In words it is “{}”, in figures “{}”.",
                                          contract.words(han), contract.words(digits)),
                              fmt::format("汉字写作“{}”，数字写作“{}”，二者不一致。",
                                          contract.words(han), contract.words(digits))));
    }
  }
}

}  // namespace

std::vector<Finding> check_written_twice(const ContractView& contract) {
  std::vector<Finding> findings;
  if (contract.chinese) {
    look_in_chinese(contract, findings);
  } else {
    look_in_english(contract, findings);
  }
  return findings;
}

}  // namespace proviso::tasks::contract
