#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>

#include "tasks/checks/contract/contract_checks.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/blank";
constexpr std::size_t kForm = 4;     // so many blanks in the body make a form
constexpr std::size_t kLeast = 900;  // bytes of a contract

bool alone_in_line(string_view text, Span blank) {
  const std::size_t from = blank.start == 0 ? 0 : text.rfind('\n', blank.start - 1);
  const std::size_t start = from == string_view::npos ? 0 : from + (blank.start == 0 ? 0 : 1);
  const string_view ahead = text.substr(start, blank.start - start);
  const string_view rest =
      text.substr(blank.end, std::min(text.find('\n', blank.end), text.size()) - blank.end);
  constexpr string_view kSpace = " \t_-=*.";
  return ahead.find_first_not_of(kSpace) == ahead.npos &&
         rest.find_first_not_of(kSpace) == rest.npos;
}

std::vector<Span> blanks_of(const ContractView& contract) {
  static const RE2 pattern(
      "_{3,}(?:[ /,.]*_{2,})*|＿{2,}|\\[ {2,}\\]|\\[\\s?[●•]\\s?\\]|\\[_+\\]|【[ 　●•_＿]*】|"
      "\\[?\\b(?:TBD|TBC|TO BE (?:DETERMINED|INSERTED|CONFIRMED)|[Tt]o be "
      "inserted)\\b\\]?|\\[(?i:insert)[^\\]\\n]{0,60}\\]|"
      "[（(][ 　]{2,}[）)]|(?:20)?[ 　_]{1,8}年[ 　_]{1,8}月(?:[ 　_]{1,8}日)?|[:：][ "
      "　]{3,}[。；，]");
  return all(contract.text, contract.whole, pattern);
}

// To be signed or ticked by hand: never filled in a draft.
bool by_hand(const ContractView& contract, Span blank) {
  static const RE2 ahead(
      "(?i)(?:\\bby|name|title|signature|signed|initials?|date|dated|witness|seal|签字|盖章|签名|"
      "签章|日期|"
      "代表|签署|经办人|per|e-?mail|attention|attn\\.?|phone|fax|telephone|电话|传真|邮箱|\\("
      "year\\))[ 　]*[:：]?[ 　]*$");
  static const RE2 day("(?i)\\b(?:this|the|as of)\\s*(?:the\\s*)?$");
  static const RE2 day_behind(
      "(?i)^(?:st|nd|rd|th)? ?,? ?(?:day "
      "of|\\d{4}|january|february|march|april|may|june|july|august|september|october|november|"
      "december)");
  static const RE2 signing(
      "(?i)\\b(?:by|per|title):|/s/|common seal|duly authori[sz]ed|agreed to "
      "this|\\bdated\\b|witness");
  static const RE2 names_a_party("^\\s?(?:\\([^()\\n]{0,30}[“\"]|\\((?i:hereinafter|the ))");
  if (contract.before(blank.start, 40).find_first_not_of(" \t") == string_view::npos) return true;
  if (found_in(contract.text.substr(blank.end, 40), names_a_party)) return true;
  // Run into a line, a signature is followed by a name and an office.
  static const RE2 office(
      "^[ ,]*(?:[A-Z][\\w.’'-]* ?){1,5},? ?(?:(?:Vice |Senior |Executive )*President|Chief "
      "|Director|"
      "Secretary|Treasurer|Manager|Partner|Officer)");
  if (found_in(contract.behind(blank.end, 70), office)) return true;
  if (found_in(contract.before(blank.start, 120), signing) ||
      found_in(contract.behind(blank.end, 60), signing))
    return true;
  return found_in(contract.before(blank.start, 40), ahead) ||
         (found_in(contract.before(blank.start, 20), day) &&
          found_in(contract.behind(blank.end, 20), day_behind)) ||
         contains(contract.words(blank), {"年"});
}

// Filled in beside, or with what holds while it is blank: "____ (____30____) days", "____ (if
// blank, then 1 year)".
bool answered(const ContractView& contract, Span blank) {
  static const RE2 behind(
      "(?i)^ ?[(\\[]?(?:if (?:left )?blank|or if none|_*[0-9]+_*\\))|^[ _]*\\(_*[0-9][0-9_]*\\)");
  static const RE2 ahead("[(_][0-9]+$");
  return found_in(contract.behind(blank.end, 40), behind) ||
         found_in(contract.before(blank.start, 12), ahead);
}

// A sum that was to be filled in: $____, ____元.
bool of_money(const ContractView& contract, Span blank) {
  static const RE2 ahead("(?:[$€£￥¥]|\\b(?:USD|EUR|GBP|RMB|CNY)|人民币) ?$");
  static const RE2 behind("^ ?(?:元|万元|(?:U\\.?S\\.? )?[Dd]ollars)");
  return found_in(contract.before(blank.start, 12), ahead) ||
         found_in(contract.behind(blank.end, 16), behind);
}

}  // namespace

std::vector<Finding> check_blank(const ContractView& contract) {
  std::vector<Finding> findings;
  if (contract.text.size() < kLeast) return findings;
  std::vector<Span> open;
  std::size_t all_blanks = 0, scheduled = 0;
  for (const Span& blank : blanks_of(contract)) {
    if (alone_in_line(contract.text, blank) || answered(contract, blank)) continue;
    const Tag tag = contract.tag(blank.start);
    if (tag == Tag::kSignature || tag == Tag::kTitle) continue;
    ++all_blanks;
    if (of_money(contract, blank) && tag != Tag::kOther) {
      scheduled += tag == Tag::kSchedule ? 1 : 0;
      open.push_back(blank);
      continue;
    }
    // Without its parties or its day it is a form.
    if (tag == Tag::kParties) return findings;
    if ((tag != Tag::kClause && tag != Tag::kDefinitions) || by_hand(contract, blank)) continue;
    open.push_back(blank);
  }
  if (all_blanks >= kForm) return findings;
  // A schedule with several is a form to be used later.
  if (all_blanks > 1 && scheduled > 0) {
    std::erase_if(open,
                  [&](const Span& each) { return contract.tag(each.start) == Tag::kSchedule; });
  }
  Span told;
  for (const Span& blank : open) {
    const Span sentence = contract.sentence(blank);
    if (told.size() > 0 && blank.start < told.end) continue;
    told = sentence;
    findings.push_back(tell(contract, "blank", kCheck, blank, sentence,
                            "A blank is left open here; the contract is filled in otherwise.",
                            "此处留有空白未填，而合同其余部分已经填写。"));
  }
  return findings;
}

}  // namespace proviso::tasks::contract
