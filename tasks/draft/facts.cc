#include "tasks/draft/facts.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "drafting_data.h"
#include "segmenter/utf8.h"
#include "tasks/mentions/number.h"

namespace proviso::tasks {
namespace {

std::vector<RolePair> read_pairs() {
  std::vector<RolePair> pairs;
  for (std::string_view line : segmenter::data_lines(drafting::data::roles)) {
    std::array<std::string, 6> cells;
    for (std::string& cell : cells) {
      const std::size_t tab = std::min(line.find('\t'), line.size());
      cell = line.substr(0, tab) == "-" ? "" : std::string(line.substr(0, tab));
      line.remove_prefix(std::min(tab + 1, line.size()));
    }
    pairs.push_back({cells[0], cells[1], cells[2], cells[3], cells[4], cells[5] == "general"});
  }
  return pairs;
}

bool has(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

// Pairs whose words the prompt uses: both of a pair, else one alone.
std::vector<const RolePair*> roles_of(std::string_view text, std::string_view language) {
  std::vector<const RolePair*> both, one;
  for (const RolePair& pair : role_pairs()) {
    if (pair.language != language) continue;
    const bool giver = has(text, pair.giver), taker = has(text, pair.taker);
    if (giver && taker) both.push_back(&pair);
    if (giver != taker) one.push_back(&pair);
  }
  return both.empty() ? one : both;
}

std::vector<Amount> chinese_amounts(std::string_view text) {
  std::vector<Amount> out;
  for (const Number& number : find_numbers(fold(text))) {
    if (number.measure != Measure::kMoney && number.measure != Measure::kForeign) continue;
    Amount amount;
    amount.span = number.span;
    amount.key = number.value.str(4);
    const std::string_view words = text.substr(number.span.start, number.span.size());
    static const RE2 parts(
        "^((?:人民币|RMB|CNY|¥|￥|港币|美元|\\s)*)[0-9０-９,，.．一二三四五六七八九十百千万亿零〇"
        "壹贰叁肆伍陆柒捌玖拾佰仟萬两]*?((?:圆|元|美元|港元|欧元|日元)?整?)(?:[角分0-"
        "9零一二三四五六七八"
        "九壹贰叁肆伍陆柒捌玖]*整?)$");
    re2::StringPiece before, behind;
    if (RE2::FullMatch(re2::StringPiece(words.data(), words.size()), parts, &before, &behind)) {
      amount.before = std::string(before);
      amount.behind = behind.empty() ? "元" : std::string(behind);
    } else {
      amount.behind = "元";
    }
    out.push_back(std::move(amount));
  }
  return out;
}

std::vector<Amount> english_amounts(std::string_view text) {
  static const RE2 pattern(
      "(?i)((?:US|HK|A|C)?\\$\\s?|£\\s?|€\\s?|(?:USD|RMB|GBP|EUR|HKD)\\s?)([0-9][0-9,]*(?:\\.[0-9]+"
      ")?)((?:\\s(?:million|billion|thousand))?)|([0-9][0-9,]*(?:\\.[0-9]+)?)((?:\\s(?:million|"
      "billion|thousand))?)(\\s(?:U\\.S\\. )?(?:dollars|pounds|euros|yuan))");
  std::vector<Amount> out;
  re2::StringPiece rest(text.data(), text.size());
  std::array<re2::StringPiece, 6> part;
  while (RE2::FindAndConsume(&rest, pattern, &part[0], &part[1], &part[2], &part[3], &part[4],
                             &part[5])) {
    const bool sign = !part[1].empty();
    const auto& first = sign ? part[0] : part[3];
    const auto& last = sign ? (part[2].empty() ? part[1] : part[2]) : part[5];
    Amount amount;
    amount.span = {static_cast<std::size_t>(first.data() - text.data()),
                   static_cast<std::size_t>(last.data() + last.size() - text.data())};
    for (const char c : sign ? part[1] : part[3]) {
      if (c != ',') amount.key += c;
    }
    if (amount.key.find('.') != std::string::npos) {
      while (amount.key.back() == '0') amount.key.pop_back();
      if (amount.key.back() == '.') amount.key.pop_back();
    }
    for (const char c : sign ? part[2] : part[4])
      amount.key += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    amount.before = sign ? std::string(part[0]) : "";
    amount.behind = sign ? "" : std::string(part[5]);
    out.push_back(std::move(amount));
  }
  return out;
}

}  // namespace

const std::vector<RolePair>& role_pairs() {
  static const std::vector<RolePair> kPairs = read_pairs();
  return kPairs;
}

std::vector<Amount> find_amounts(std::string_view text, bool chinese) {
  return chinese ? chinese_amounts(text) : english_amounts(text);
}

std::vector<Definition> find_definitions(std::string_view text) {
  static const RE2 pattern(
      "\\s?[(（](?:the|each,? an?|an?|collectively,? the|together,? the|hereinafter(?: referred to "
      "as)?(?: "
      "the)?|以下简称|下称|以下统称|以下称|简称)?[:：]?\\s?[\"“「”]([^\"”“」()（）\\n]{1,60})"
      "[\"”“」][)）]|[(（](?:以下简称|下称|以下统称|以下称)([^\"”“」()（）\\n]{1,40})[)）]");
  std::vector<Definition> out;
  re2::StringPiece rest(text.data(), text.size()), quoted, bare;
  const char* from = text.data();
  while (RE2::FindAndConsume(&rest, pattern, &quoted, &bare)) {
    const auto& term = quoted.empty() ? bare : quoted;
    // The opening bracket before the term, with the space before it.
    const std::size_t end = static_cast<std::size_t>(rest.data() - text.data());
    std::size_t start = static_cast<std::size_t>(term.data() - text.data());
    const auto lowest = static_cast<std::size_t>(from - text.data());
    while (start > lowest && text[start] != '(' && text.substr(start, 3) != "（") --start;
    if (start > lowest && text[start - 1] == ' ') --start;
    out.push_back({{start, end}, std::string(term)});
    from = rest.data();
  }
  return out;
}

PromptFacts prompt_facts(std::string_view prompt, const segmenter::Structure& structure) {
  PromptFacts facts;
  facts.chinese = structure.language != "en";
  facts.kind = structure.kind;
  facts.text = prompt;
  for (const segmenter::Party& party : structure.parties)
    facts.parties.push_back({party.name, party.aliases, party.roles});
  facts.role_language = facts.chinese ? "zh" : "en";
  if (structure.kind != segmenter::Kind::kContract) facts.role_language += "_case";
  facts.roles = roles_of(prompt, facts.role_language);
  for (const Definition& one : find_definitions(prompt)) facts.terms.insert(one.term);
  for (const Amount& one : find_amounts(prompt, facts.chinese)) facts.amounts.insert(one.key);
  return facts;
}

}  // namespace proviso::tasks
