#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <optional>

#include "tasks/checks/contract/contract_checks.h"
#include "tasks/mentions/english.h"
#include "tasks/mentions/number.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/annexes";

struct Heading {
  std::string sort, number, title;  // "schedule", "2", "charges": in small letters
  Span place;
};

// "schedule" of Schedules, "annex" of Annexes, "appendix" of Appendices.
std::string sort_of(string_view word) {
  std::string sort = lowered(word);
  if (sort == "appendices") return "appendix";
  if (sort == "annexes" || sort == "annexe") return "annex";
  if (sort.ends_with("s")) sort.pop_back();
  return sort;
}

// The lines that open an annex: "SCHEDULE 2", "Exhibit B – Products", 附件一 技术规格书.
std::vector<Heading> headings_of(const ContractView& contract) {
  static const RE2 english(
      "(?mi)^(schedule|exhibit|annexe?|appendix)[ \t]+([A-Z]|[0-9]{1,2})\\b[ "
      "\t.:–—-]*([^\n]{0,60})$");
  static const RE2 chinese(
      "(?m)^(附件|附表)[ 　]?([一二三四五六七八九十]|[0-9]{1,2})[ "
      "　：:、.]*《?([^\n》]{0,60}?)》?$");
  std::vector<Heading> headings;
  const RE2& pattern = contract.chinese ? chinese : english;
  const re2::StringPiece piece(contract.text.data(), contract.text.size());
  re2::StringPiece groups[4];
  for (std::size_t at = 0; pattern.Match(piece, at, piece.size(), RE2::UNANCHORED, groups, 4);) {
    const auto start = static_cast<std::size_t>(groups[0].data() - contract.text.data());
    at = start + groups[0].size();
    if (contract.tag(start) == Tag::kParties || contract.tag(start) == Tag::kTitle) continue;
    headings.push_back({sort_of({groups[1].data(), groups[1].size()}),
                        lowered({groups[2].data(), groups[2].size()}),
                        lowered({groups[3].data(), groups[3].size()}),
                        {start, at}});
  }
  return headings;
}

std::vector<const Heading*> of_sort(const std::vector<Heading>& headings, const std::string& sort) {
  std::vector<const Heading*> list;
  for (const Heading& each : headings) {
    const bool known = std::any_of(list.begin(), list.end(), [&](const Heading* other) {
      return other->number == each.number;
    });
    if (each.sort == sort && !known) list.push_back(&each);
  }
  return list;
}

// Whether they are numbered 1, 2, 3 or A, B, C, or 一, 二, 三, none left out.
bool in_order(const std::vector<const Heading*>& list) {
  static const std::vector<std::string> chinese{"一", "二", "三", "四", "五",
                                                "六", "七", "八", "九", "十"};
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string& number = list[i]->number;
    const std::string letter(1, static_cast<char>('a' + i));
    if (number != fmt::format("{}", i + 1) && number != letter &&
        (i >= chinese.size() || number != chinese[i]))
      return false;
  }
  return !list.empty();
}

// "This Agreement has two schedules"; 本合同共有三个附件.
void counted(const ContractView& contract, const std::vector<Heading>& headings,
             std::vector<Finding>& findings) {
  static const RE2 english(
      "(?i)\\bthis \\w+ (?:has|contains|includes|comprises|is accompanied by) (?:the "
      ")?(?:following )?"
      "(one|two|three|four|five|six|seven|eight|nine|ten|[0-9]{1,2})(?: \\([0-9]+\\))? "
      "(schedules?|exhibits?|annexe?s?|appendix|appendices)\\b");
  static const RE2 chinese(
      "本(?:合同|协议)(?:共|共有|含|包括|包含|附有|有)+([二两三四五六七八九十]|[0-9]{1,2})(?:个|份|"
      "项)(附件|附表)");
  const RE2& pattern = contract.chinese ? chinese : english;
  for (const Span& place : all(contract.text, contract.whole, pattern)) {
    std::string number, sort;
    const string_view words = contract.words(place);
    RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), pattern, &number, &sort);
    const auto list = of_sort(headings, sort_of(sort));
    if (!contract.in_body(place.start) || !in_order(list)) continue;
    std::optional<Exact> count = Exact::parse(number);
    if (!count)
      count = contract.chinese ? number == "两" ? Exact(2) : chinese_value(number)
                               : english_number(number);
    if (!count || *count == Exact(static_cast<int>(list.size()))) continue;
    findings.push_back(
        tell(contract, "cross_reference", kCheck, place, list.back()->place,
             fmt::format("“{}”, but there are {}.", words, list.size()),
             fmt::format("此处写作“{}”，合同后附的{}为{}个。", words, sort, list.size())));
  }
}

// "Exhibits A, B, C and D form part of this Agreement", which has three.
void listed(const ContractView& contract, const std::vector<Heading>& headings,
            std::vector<Finding>& findings) {
  static const RE2 list(
      "\\b(Schedules|Exhibits|Annexes|Appendices) ((?:[A-Z]|[0-9]{1,2})(?:, "
      "(?:[A-Z]|[0-9]{1,2}))*,? "
      "(?:and|&) (?:[A-Z]|[0-9]{1,2}))\\b[^-.]");
  static const RE2 one("[A-Z]|[0-9]{1,2}");
  static const RE2 elsewhere("^ ?(?:to|of) (?:the|that|such) |^ ?thereto");
  if (contract.chinese || contract.amends) return;
  for (const Span& numbers : all(contract.text, contract.whole, list, 2)) {
    const std::size_t from = contract.text.rfind(' ', numbers.start - 2) + 1;
    const auto there =
        of_sort(headings, sort_of(contract.text.substr(from, numbers.start - 1 - from)));
    // Three that are there, without a gap, and one of the list that comes behind the last.
    if (there.size() < 2 || !in_order(there) || !contract.in_body(numbers.start) ||
        found_in(contract.behind(numbers.end, 24), elsewhere))
      continue;
    std::size_t known = 0;
    std::optional<Span> missing;
    for (const Span& each : all(contract.text, numbers, one)) {
      const std::string number = lowered(contract.words(each));
      const bool is = std::any_of(there.begin(), there.end(), [&](const Heading* heading) {
        return heading->number == number;
      });
      if (is) ++known;
      if (!is) missing = each;
    }
    if (!missing || known < 2) continue;
    findings.push_back(
        tell(contract, "cross_reference", kCheck, {from, missing->end}, there.back()->place,
             fmt::format("There is no {} {}; the last is “{}”.", there[0]->sort,
                         contract.words(*missing), contract.words(there.back()->place)),
             ""));
  }
}

// 附件一《售后服务承诺书》 in a clause, where 附件一 is the 技术规格书 and 附件二 the
// 售后服务承诺书.
void titles_exchanged(const ContractView& contract, const std::vector<Heading>& headings,
                      std::vector<Finding>& findings) {
  static const RE2 chinese(
      "附件[ ]?([一二三四五六七八九十]|[0-9]{1,2})[：:为是 　]{0,3}《([^》\n]{2,40})》");
  static const RE2 english(
      "(?:Schedule|Exhibit|Annex|Appendix) ([A-Z]|[0-9]{1,2}) \\(([A-Z][A-Za-z ]{3,50})\\)");
  const RE2& pattern = contract.chinese ? chinese : english;
  const re2::StringPiece piece(contract.text.data(), contract.text.size());
  re2::StringPiece groups[3];
  for (std::size_t at = 0; pattern.Match(piece, at, piece.size(), RE2::UNANCHORED, groups, 3);) {
    const auto start = static_cast<std::size_t>(groups[0].data() - contract.text.data());
    const Span place{start, start + groups[0].size()};
    at = place.end;
    const std::string number = lowered({groups[1].data(), groups[1].size()});
    const std::string title = lowered({groups[2].data(), groups[2].size()});
    const Heading *own = nullptr, *other = nullptr;
    for (const Heading& each : headings) {
      if (each.title.size() < 6) continue;
      if (each.number == number && own == nullptr) own = &each;
      if (each.number != number && each.title == title) other = &each;
    }
    if (!contract.in_body(start) || own == nullptr || other == nullptr || own->title == title)
      continue;
    findings.push_back(tell(contract, "cross_reference", kCheck, place, other->place,
                            fmt::format("“{}”, but that is the title of “{}”.",
                                        contract.words(place), contract.words(other->place)),
                            fmt::format("此处写作“{}”，而合同后附的是“{}”。", contract.words(place),
                                        contract.words(other->place))));
    return;  // the other half of an exchange is told with the first
  }
}

// Executed in three counterparts, one for each party, by two parties.
void counterparts(const ContractView& contract, std::vector<Finding>& findings) {
  static const RE2 pattern(
      "(?i)\\b(?:executed|signed|made) in (two|three|four|five|six|[2-9])(?: \\([0-9]\\))? "
      "(?:original )?"
      "(?:counterparts|originals|copies),? one (?:\\([0-9]\\) )?(?:copy |original )?(?:for|to be "
      "held by|held by) each "
      "(?:party|of the parties)\\b");
  const std::size_t parties = contract.structure.parties.size();
  if (parties < 2 || parties > 4) return;
  for (const Span& place : all(contract.text, contract.whole, pattern)) {
    std::string number;
    const string_view words = contract.words(place);
    RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), pattern, &number);
    std::optional<Exact> count = Exact::parse(number);
    if (!count) count = english_number(lowered(number));
    if (!count || *count == Exact(static_cast<int>(parties))) continue;
    findings.push_back(tell(contract, "sum", kCheck, place, contract.structure.parties.back().span,
                            fmt::format("“{}”, but there are {} parties.", words, parties), ""));
  }
}

}  // namespace

std::vector<Finding> check_annexes(const ContractView& contract) {
  std::vector<Finding> findings;
  if (contract.amends) return findings;
  const std::vector<Heading> headings = headings_of(contract);
  counted(contract, headings, findings);
  listed(contract, headings, findings);
  titles_exchanged(contract, headings, findings);
  if (!contract.chinese) counterparts(contract, findings);
  return findings;
}

}  // namespace proviso::tasks::contract
