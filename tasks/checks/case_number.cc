#include "tasks/checks/case_number.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "tasks/checks/words.h"
#include "tasks/mentions/case_number.h"

namespace proviso::tasks {
namespace {

using segmenter::Tag;
using std::string_view;

bool one_character_apart(string_view a, string_view b) {
  if (a.size() == b.size()) {
    std::size_t differing = 0;
    for (std::size_t at = 0; at < a.size();) {
      const std::size_t step = std::min(code_point_bytes(a[at]), a.size() - at);
      if (a.substr(at, step) != b.substr(at, step)) ++differing;
      at += step;
    }
    if (differing == 1) return true;
    // Two neighbours exchanged.
    if (differing != 2) return false;
    for (std::size_t i = 1; i < a.size(); ++i) {
      std::string swapped(a);
      std::swap(swapped[i - 1], swapped[i]);
      if (swapped == b) return true;
    }
    return false;
  }
  if (a.size() < b.size()) std::swap(a, b);
  for (std::size_t at = 0; at < a.size();) {
    const std::size_t step = std::min(code_point_bytes(a[at]), a.size() - at);
    if (std::string(a.substr(0, at)) + std::string(a.substr(at + step)) == b) return true;
    at += step;
  }
  return false;
}

// 1 for a slip of year, code or serial alone; 0 else.
bool slipped(const CaseNumber& a, const CaseNumber& b) {
  const int same = (a.year == b.year) + (a.code == b.code) + (a.serial == b.serial);
  if (same != 2) return false;
  if (a.year != b.year) return one_character_apart(a.year, b.year);
  if (a.code != b.code) return a.code.size() > 6 && one_character_apart(a.code, b.code);
  if (a.printed.size() == b.printed.size() &&
      a.printed.starts_with('0') != b.printed.starts_with('0'))
    return one_character_apart(a.printed, b.printed);  // 50178 for 00178
  return a.serial.size() > 1 && b.serial.size() > 1 && one_character_apart(a.serial, b.serial);
}

long serials_apart(const CaseNumber& a, const CaseNumber& b) {
  return std::labs(std::strtol(a.serial.c_str(), nullptr, 10) -
                   std::strtol(b.serial.c_str(), nullptr, 10));
}

bool near_serials(const CaseNumber& a, const CaseNumber& b) {
  constexpr long kSisters = 100;
  return a.serial != b.serial && serials_apart(a, b) <= kSisters;
}

// Numbers of courts and arbitrators; those of notaries, experts and offices are given in series.
bool of_a_court(const CaseNumber& number) {
  return has_word(number.code, words("case_code")) && !has_word(number.code, words("no_court"));
}

// A serial that two numbers of one court share is no chance: the year or a digit of the court's
// code is wrong. 初 and 终 in the code are two instances of one dispute.
bool unmistakable(const CaseNumber& a, const CaseNumber& b) {
  constexpr std::size_t kLong = 3;  // digits
  if (a.serial != b.serial) return false;
  if (a.code == b.code) return a.serial.size() >= kLong || (of_a_court(a) && a.serial.size() > 1);
  if (a.serial.size() < kLong) return false;
  std::string letters_a = a.code;
  std::string letters_b = b.code;
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  std::erase_if(letters_a, digit);
  std::erase_if(letters_b, digit);
  return a.year == b.year && letters_a == letters_b;
}

// Two serials of one court and year that are no sisters: digits exchanged, one lost, or one
// changed that puts them far apart.
bool mistyped_serial(const CaseNumber& a, const CaseNumber& b) {
  constexpr std::size_t kLong = 3;  // digits
  constexpr long kSisters = 20;
  if (!of_a_court(a) || a.year != b.year || a.code != b.code) return false;
  if (std::max(a.serial.size(), b.serial.size()) < kLong) return false;
  if (serials_apart(a, b) > kSisters) return true;
  std::string sorted_a = a.serial;
  std::string sorted_b = b.serial;
  std::sort(sorted_a.begin(), sorted_a.end());
  std::sort(sorted_b.begin(), sorted_b.end());
  return sorted_a == sorted_b;
}

// The last year that the document tells of.
int last_year(const CaseView& view) {
  int last = 0;
  for (const Date& each : view.dates) {
    if (each.day > 0 && each.exists() && !view.in(each.span.start, Tag::kDisposition))
      last = std::max(last, each.year);
  }
  return last;
}

}  // namespace

std::vector<Finding> check_case_number(const CaseView& view) {
  std::vector<Finding> findings;
  if (!view.chinese()) return findings;
  const std::vector<CaseNumber> numbers = find_case_numbers(view.folded);
  const auto times = [&](const CaseNumber& one) {
    return std::count_if(numbers.begin(), numbers.end(),
                         [&](const CaseNumber& each) { return each.str() == one.str(); });
  };
  const string_view text = view.folded.text;
  const int last = last_year(view);
  // The judgment's own number is no slip of another's.
  const auto own = [&](const CaseNumber& one) {
    return view.in(one.span.start, Tag::kCaseNumber) || view.in(one.span.start, Tag::kTitle);
  };
  // Two that are no two cases, whatever is said of them.
  const auto one_case = [&](const CaseNumber& a, const CaseNumber& b) {
    if (own(a) || own(b)) return false;
    if (unmistakable(a, b) || mistyped_serial(a, b)) return true;
    return a.code == b.code && a.serial == b.serial && last > 0 &&
           std::max(std::stoi(a.year), std::stoi(b.year)) > last;
  };
  // The only two of their court and year, one of them told again and again.
  const auto only_two = [&](const CaseNumber& a, const CaseNumber& b) {
    if (own(a) || own(b) || !of_a_court(a) || a.year != b.year || a.code != b.code) return false;
    constexpr long kNext = 5;
    if (serials_apart(a, b) <= kNext) return false;
    return std::max(times(a), times(b)) > 1 &&
           std::all_of(numbers.begin(), numbers.end(), [&](const CaseNumber& each) {
             return each.year != a.year || each.code != a.code || each.serial == a.serial ||
                    each.serial == b.serial;
           });
  };
  for (const CaseNumber& odd : numbers) {
    if (times(odd) != 1 || !view.this_level(odd.span.start)) continue;
    const Tag tag = view.section(odd.span.start).tag;
    if (tag == Tag::kAppendix || tag == Tag::kSignature) continue;
    const string_view before =
        text.substr(odd.start > 150 ? odd.start - 150 : 0, std::min<std::size_t>(150, odd.start));
    const std::size_t verb =
        std::max({before.rfind("撤销") + 1, before.rfind("维持") + 1, before.rfind("变更") + 1});
    const bool ruled = tag == Tag::kDisposition && verb > 0 &&
                       before.substr(verb - 1).find("。") == string_view::npos && !odd.act.empty();
    const CaseNumber* right = nullptr;
    bool rival = false;
    for (const CaseNumber& each : numbers) {
      if (&each == &odd || !slipped(odd, each)) continue;
      const bool same_act = odd.act == each.act && !odd.act.empty();
      const bool same_place = !odd.court.empty() && !each.court.empty() &&
                              (odd.court.ends_with(each.court) || each.court.ends_with(odd.court));
      const bool alike = ruled ? each.end <= odd.start && (same_act || times(each) > 1)
                               : same_act && same_place && !near_serials(odd, each);
      if (!alike && !one_case(odd, each) && !only_two(odd, each)) continue;
      // Both stand side by side: two cases.
      const CaseNumber& first = each.start < odd.start ? each : odd;
      const CaseNumber& second = each.start < odd.start ? odd : each;
      const string_view between = text.substr(first.end, second.start - first.end);
      constexpr std::size_t kBeside = 60;  // bytes
      if (between.size() < kBeside && !contains(between, {"。", "\n"})) rival = true;
      if (each.str() == odd.str()) continue;
      if (right != nullptr && right->str() != each.str()) rival = true;
      if (right == nullptr) right = &each;
    }
    if (right == nullptr || rival) continue;
    const bool sure = ruled || one_case(odd, *right);
    if (!sure && times(*right) < 2) continue;
    // Of two that stand once each, the later is told.
    if (!ruled && times(*right) == 1 && right->start > odd.start) continue;
    findings.push_back(finding("case_number", "checks/case_number", odd.span, right->span,
                               fmt::format("案号写作“{}”，别处为“{}”，似为同一案件。",
                                           view.quote(odd.span), view.quote(right->span))));
  }
  return findings;
}

}  // namespace proviso::tasks
