#include "tasks/checks/paper_number.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tasks/checks/case_slip.h"
#include "tasks/checks/judgment_day.h"
#include "tasks/checks/names.h"
#include "tasks/checks/words.h"
#include "tasks/mentions/case_number.h"

namespace proviso::tasks {
namespace {

using std::string_view;

// Read as case numbers are, with the last four characters before the year as the code: where the
// letters begin in a running sentence nothing tells.
std::vector<CaseNumber> papers_of(const Folded& folded) {
  static const RE2 pattern(
      "([\\p{Han}()]{3,24}) ?\\( ?((?:19|20)\\d\\d) ?\\) ?(?:字)?第? ?(\\d{1,6}) ?号");
  constexpr std::size_t kLetters = 4;
  std::vector<CaseNumber> papers;
  const string_view text = folded.text;
  const re2::StringPiece whole(text.data(), text.size());
  re2::StringPiece groups[4];
  for (std::size_t at = 0; pattern.Match(whole, at, text.size(), RE2::UNANCHORED, groups, 4);) {
    const auto start = static_cast<std::size_t>(groups[0].data() - text.data());
    at = start + groups[0].size();
    const auto letters = characters({groups[1].data(), groups[1].size()});
    CaseNumber each;
    std::size_t bytes = 0;
    for (std::size_t i = letters.size() - std::min(kLetters, letters.size()); i < letters.size();
         ++i) {
      each.code += letters[i];
      bytes += letters[i].size();
    }
    each.start = start + groups[1].size() - bytes;
    each.end = at;
    each.span = folded.original(each.start, each.end);
    each.year = std::string(groups[2]);
    each.printed = std::string(groups[3]);
    each.serial = each.printed;
    each.serial.erase(0, std::min(each.serial.find_first_not_of('0'), each.serial.size() - 1));
    // 公(司)鉴(法活): the letters that tell may stand before a bracket.
    constexpr std::size_t kBefore = 24;  // bytes
    const std::size_t from = groups[1].size() - std::min(groups[1].size(), bytes + kBefore);
    const string_view before(groups[1].data() + from, groups[1].size() - from);
    const bool bracketed = each.code.find(')') != each.code.npos;
    if (!has_word(bracketed ? before : string_view(each.code), words("paper_in_series")))
      papers.push_back(std::move(each));
  }
  return papers;
}

bool side_by_side(string_view text, const CaseNumber& a, const CaseNumber& b) {
  constexpr std::size_t kBeside = 60;  // bytes
  const CaseNumber& first = a.start < b.start ? a : b;
  const CaseNumber& second = a.start < b.start ? b : a;
  if (second.start < first.end) return true;
  const string_view between = text.substr(first.end, second.start - first.end);
  return between.size() < kBeside && !contains(between, {"。", "\n", "作出", "不服"});
}

}  // namespace

std::vector<Finding> misspelt_paper_number(const CaseView& view) {
  constexpr long kSisters = 20;
  constexpr long kNext = 4;
  constexpr std::size_t kLong = 3;  // digits
  std::vector<Finding> findings;
  const std::vector<CaseNumber> papers = papers_of(view.folded);
  const auto times = [&](const CaseNumber& one) {
    return std::count_if(papers.begin(), papers.end(),
                         [&](const CaseNumber& each) { return each.str() == one.str(); });
  };
  const Date* signed_on = judgment_day(view);
  for (const CaseNumber& odd : papers) {
    if (signed_on != nullptr && std::stoi(odd.year) > signed_on->year &&
        odd.start < signed_on->start) {
      findings.push_back(finding("case_number", "checks/case_number", odd.span, signed_on->span,
                                 fmt::format("文号“{}”的年份晚于本裁判文书的日期（{}年）。",
                                             view.quote(odd.span), signed_on->year)));
      continue;
    }
    if (times(odd) != 1) continue;
    for (const CaseNumber& right : papers) {
      if (right.str() == odd.str() || !slipped(odd, right)) continue;
      if (side_by_side(view.folded.text, odd, right)) continue;
      const bool often = times(right) > 1;
      // Of two that stand once each, the later is told.
      if (!often && right.start > odd.start) continue;
      const bool far = digits_exchanged(odd, right) || serials_apart(odd, right) > kSisters;
      const bool other_year = odd.year != right.year && odd.serial.size() >= kLong;
      const bool alone = std::all_of(papers.begin(), papers.end(), [&](const CaseNumber& each) {
        return each.code != odd.code || each.str() == odd.str() || each.str() == right.str();
      });
      const bool award = odd.code.find("仲") != odd.code.npos && alone && odd.year == right.year &&
                         serials_apart(odd, right) >= kNext;
      const bool no_chance = other_year || (odd.year == right.year && odd.printed.size() >= kLong &&
                                            (digits_exchanged(odd, right) || (far && alone)));
      if (!no_chance && !award && !(often && odd.year != right.year && alone)) continue;
      findings.push_back(finding("case_number", "checks/case_number", odd.span, right.span,
                                 fmt::format("文号写作“{}”，别处为“{}”，似为同一文书。",
                                             view.quote(odd.span), view.quote(right.span))));
      break;
    }
  }
  return findings;
}

}  // namespace proviso::tasks
