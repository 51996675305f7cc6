#include "tasks/checks/case_slip.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tasks/checks/words.h"
#include "tasks/mentions/folded.h"

namespace proviso::tasks {
namespace {

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

}  // namespace

bool slipped(const CaseNumber& a, const CaseNumber& b) {
  const int same = (a.year == b.year) + (a.code == b.code) + (a.serial == b.serial);
  if (same != 2) return false;
  if (a.year != b.year) return one_character_apart(a.year, b.year);
  if (a.code != b.code) return a.code.size() > 6 && one_character_apart(a.code, b.code);
  // 50178 for 00178, 01046 for 00046.
  if (a.printed.size() == b.printed.size() && one_character_apart(a.printed, b.printed))
    return true;
  return one_character_apart(a.serial, b.serial);
}

bool of_a_court(const CaseNumber& number) {
  return has_word(number.code, words("case_code")) && !has_word(number.code, words("no_court"));
}

bool at_head(const CaseView& view, const CaseNumber& number) {
  using segmenter::Tag;
  const std::size_t at = number.span.start;
  return view.this_level(at) && (view.in(at, Tag::kCaseNumber) || view.in(at, Tag::kTitle));
}

long serials_apart(const CaseNumber& a, const CaseNumber& b) {
  return std::labs(std::strtol(a.serial.c_str(), nullptr, 10) -
                   std::strtol(b.serial.c_str(), nullptr, 10));
}

bool digits_exchanged(const CaseNumber& a, const CaseNumber& b) {
  std::string sorted_a = a.printed;
  std::string sorted_b = b.printed;
  std::sort(sorted_a.begin(), sorted_a.end());
  std::sort(sorted_b.begin(), sorted_b.end());
  return a.serial != b.serial && sorted_a == sorted_b;
}

string_view before_in_sentence(string_view text, std::size_t start) {
  constexpr std::size_t kFar = 150;
  const std::size_t from = start > kFar ? start - kFar : 0;
  string_view before = text.substr(from, start - from);
  for (const string_view stop : {"。", "\n"}) {
    const std::size_t at = before.rfind(stop);
    if (at != string_view::npos) before = before.substr(at + stop.size());
  }
  return before;
}

}  // namespace proviso::tasks
