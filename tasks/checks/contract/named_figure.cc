#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>

#include "tasks/checks/contract/contract_checks.h"
#include "tasks/checks/contract/figures.h"
#include "tasks/checks/words.h"
#include "tasks/mentions/english.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/named_figure";

struct Named {
  std::string name;  // with the word before it and what the sum is paid for: "monthly rent|month"
  Span place;        // from the name to the figure
  const Figure* figure = nullptr;
};

// Only words that lead from a name to its figure stand between: "shall be the amount of Ten
// Thousand Dollars (".
bool joins_in_english(string_view between) {
  static const RE2 mark("[\\s:=(),$-]+|[“”\"]");
  std::string rest = lowered(between);
  RE2::GlobalReplace(&rest, mark, " ");
  bool linked = between.find(':') != between.npos || between.find("($") != between.npos;
  std::size_t at = 0;
  while (at < rest.size()) {
    const std::size_t end = std::min(rest.find(' ', at), rest.size());
    const std::string_view word = std::string_view(rest).substr(at, end - at);
    at = end + 1;
    if (word.empty() || word == "dollars" || word == "us" || word == "u.s." ||
        english_number(word) || word == "hundred" || word == "thousand" || word == "million" ||
        word == "and")
      continue;
    const auto list = words("amount_join");
    if (std::find(list.begin(), list.end(), word) == list.end()) return false;
    linked |= word == "of" || word == "is" || word == "be" || word == "equal" || word == "equals" ||
              word == "means";
  }
  return linked;
}

bool joins_in_chinese(string_view between) {
  static const RE2 words(
      "(?:为|是|共计|合计|总计|计|人民币|RMB|￥|¥|（|）|\\(|\\)|：|:|大写|小写|[ "
      "　]|约定|确定|按|每月|每年|每季度|每日|应|的|数额|金额|标准|总额|税|含|不|，|即|["
      "零壹贰叁肆伍陆柒捌玖拾佰仟万亿元整圆]|(?:本?合同|本?协议|劳动合同)?(?:终止|解除|期满|届满|"
      "结束)(?:之日)?(?:起|后|之后)|[“”\"]|/|月|年|期限|期|共|从|以下简称)*");
  return RE2::FullMatch(re2::StringPiece(between.data(), between.size()), words);
}

bool word_before_differs(string_view before, std::string& key) {
  std::string low = lowered(before);
  while (!low.empty() && low.back() == ' ') low.pop_back();
  const std::size_t blank = low.find_last_of(" (“\"\n,.;:");
  const std::string word = blank == low.npos ? low : low.substr(blank + 1);
  for (const string_view plain : {"the", "a", "an", "such", "said", "this", "its", "total", "and",
                                  "of", "agreed", "full", "entire", ""}) {
    if (word == plain) return false;
  }
  key.insert(0, word + " ");
  return true;
}

class NamedFigures {
 public:
  explicit NamedFigures(const ContractView& contract)
      : contract_(contract), figures_(figures_of(contract)), whole_(lowered(contract.text)) {
    const bool chinese = contract.chinese;
    gather(words(chinese ? "zh_amount_name" : "amount_name"), FigureKind::kMoney);
    gather(words(chinese ? "zh_period_name" : "period_name"), FigureKind::kTime);
  }

  std::vector<Finding> findings() const {
    std::vector<Finding> found;
    std::map<std::string, std::vector<const Named*>> by_name;
    for (const Named& each : named_) by_name[each.name].push_back(&each);
    for (const auto& [name, places] : by_name) {
      const Named* first = places.front();
      std::vector<const Named*> others;
      for (const Named* each : places) {
        if (each->figure->unit != first->figure->unit) {
          if (other_currency(*each, *first)) found.push_back(currency(*each, *first));
          continue;
        }
        if (each->figure->value != first->figure->value) others.push_back(each);
      }
      // One other figure; several make a table or steps.
      if (others.empty() || others.size() > 2 ||
          (others.size() == 2 && others[0]->figure->value != others[1]->figure->value))
        continue;
      const Named& other = *others.front();
      found.push_back(
          tell(contract_, kind_name(other.figure->kind), kCheck, other.place, first->place,
               fmt::format("Here “{}”, there “{}”.", contract_.words(other.place),
                           contract_.words(first->place)),
               fmt::format("此处“{}”，另一处“{}”，二者不一致。", contract_.words(other.place),
                           contract_.words(first->place))));
    }
    return found;
  }

 private:
  // £24,000 and €24,000.
  static bool other_currency(const Named& here, const Named& there) {
    return here.figure->kind == FigureKind::kMoney && there.figure->kind == FigureKind::kMoney &&
           here.figure->value == there.figure->value;
  }

  Finding currency(const Named& here, const Named& there) const {
    return tell(contract_, "amount", kCheck, here.place, there.place,
                fmt::format("Here “{}”, there “{}”: two currencies.", contract_.words(here.place),
                            contract_.words(there.place)),
                "");
  }

  // The longest names come first; a shorter one inside a longer one is not counted again.
  void gather(std::span<const string_view> names, FigureKind kind) {
    std::vector<Span> taken;
    for (const string_view name : names) {
      if (contract_.chinese && for_several_things(contract_, name)) continue;
      for (std::size_t at = whole_.find(name); at != whole_.npos;
           at = whole_.find(name, at + name.size())) {
        const Span place{at, at + name.size()};
        if (std::any_of(taken.begin(), taken.end(), [&](const Span& each) {
              return each.start < place.end && place.start < each.end;
            }))
          continue;
        taken.push_back(place);
        look_behind(place, std::string(name), kind);
      }
    }
  }

  void look_behind(Span place, std::string name, FigureKind kind) {
    constexpr std::size_t kReach = 90;
    const auto next = std::lower_bound(
        figures_.begin(), figures_.end(), place.end,
        [](const Figure& each, std::size_t value) { return each.span.start < value; });
    if (next == figures_.end() || next->kind != kind || next->span.start > place.end + kReach)
      return;
    if (!contract_.in_body(place.start) && contract_.tag(place.start) != Tag::kSchedule) return;
    const string_view between = contract_.text.substr(place.end, next->span.start - place.end);
    if (between.find('\n') != between.npos) return;
    if (contract_.chinese ? !joins_in_chinese(between) : !joins_in_english(between)) return;
    const Span sentence = contract_.sentence({place.start, next->span.end});
    const std::string around = lowered(contract_.words(sentence));
    if (has_word(around, words(contract_.chinese ? "zh_figure_steps" : "figure_steps"))) return;
    if (contract_.chinese) {
      // Of one loan.
      for (const string_view same : {"借款本金", "借款金额", "借款总额"}) {
        if (name.starts_with(same)) name.replace(0, same.size(), "本金");
      }
      const string_view before = contract_.before(place.start, 12);
      for (const string_view by : {"月", "年", "季", "日"}) {
        if (between.find(by) != between.npos ||
            contract_.behind(next->span.end, 6).find(by) != string_view::npos)
          name.append("|").append(by);
      }
      // Another sum of the same name.
      static const RE2 another(
          "(?:试用期|对应|归还部分|该|新|首|尾|余|次|另|原|增|减|补|剩|部分|其他|其余|单|每)$");
      if (found_in(before, another)) return;
      // 三年租金合计: no rent of a year.
      static const RE2 several("[0-9０-９一二两三四五六七八九十几多半全数][)）]?个?$");
      static const RE2 by_time("^(?:年|月|季|日)");
      if (found_in(name, by_time) && found_in(before, several)) return;
    } else {
      if (place.start > 0 &&
          std::isalpha(static_cast<unsigned char>(contract_.text[place.start - 1])))
        return;
      if (std::isalpha(static_cast<unsigned char>(contract_.text[place.end])) &&
          contract_.text[place.end] != 's')
        return;
      // "Non-compete after the end of the term: one year" is no row of the term.
      static const RE2 begins_row("^(?:\\(?[0-9A-Za-z]{1,3}[.)] ?)?(?:[A-Za-z’'-]+ ){0,2}$");
      const bool row = between.starts_with(":");
      if (row && contract_.tag(place.start) == Tag::kSchedule &&
          !found_in(contract_.before(place.start, 90), begins_row))
        return;
      const std::string plain = name;
      word_before_differs(contract_.before(place.start, 24), name);
      const std::string first = name.substr(0, name.find(' '));
      const auto others = words("amount_other");
      if (name != plain && std::find(others.begin(), others.end(), first) != others.end()) return;
      static const RE2 by("(?i)^ ?\\)?,? ?(?:(?:per|each|an?|every) |/ ?)(?:calendar )?([a-z]+)");
      const string_view behind = contract_.behind(next->span.end, 30);
      std::string unit;
      if (RE2::PartialMatch(re2::StringPiece(behind.data(), behind.size()), by, &unit))
        name.append("|").append(lowered(unit));
    }
    named_.push_back({name, {place.start, next->span.end}, &*next});
  }

  const ContractView& contract_;
  std::vector<Figure> figures_;
  std::string whole_;
  std::vector<Named> named_;
};

}  // namespace

std::vector<Finding> check_named_figure(const ContractView& contract) {
  return NamedFigures(contract).findings();
}

}  // namespace proviso::tasks::contract
