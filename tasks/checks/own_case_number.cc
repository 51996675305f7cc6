#include "tasks/checks/own_case_number.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tasks/checks/case_slip.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Tag;
using std::string_view;

// 本案（2031）…号, 本案案号为…
bool called_this_case(string_view before) {
  static const RE2 ending("本案(?:的)?(?:案号)?(?:为|系|即|是|:)? ?\\(?$");
  return RE2::PartialMatch(re2::StringPiece(before.data(), before.size()), ending);
}

// 本院（2031）…号: the code is this court's own then.
bool said_of_this_court(string_view before) {
  static const RE2 ending("本院(?:作出的?|出具的|发出的|的)? ?\\(?$");
  return RE2::PartialMatch(re2::StringPiece(before.data(), before.size()), ending);
}

// The codes differ in the digits of the court alone: 江0606民督, 江0660民督.
bool same_but_for_digits(const CaseNumber& a, const CaseNumber& b) {
  const auto letters = [](std::string code) {
    std::erase_if(code, [](char c) { return c >= '0' && c <= '9'; });
    return code;
  };
  return a.code != b.code && letters(a.code) == letters(b.code);
}

// 本院受理（2031）…号原告甲与被告乙…一案，现已审理终结.
bool closes_this_case(const CaseView& view, const CaseNumber& number) {
  return view.in(number.span.start, Tag::kProcedure) && view.this_level(number.span.start) &&
         contains(view.quote(sentence_around(view.text, number.span)), {"审理终结"});
}

// A step of this court in this case: 本院作出（2031）…号民事裁定, 冻结…; the fees of the case.
bool step_of_this_case(const CaseView& view, const CaseNumber& number, string_view before) {
  const bool here = contains(before, {"本院", "本案"});
  const string_view sentence = view.quote(sentence_around(view.text, number.span));
  // The fees at the end are those of this case.
  if (view.in(number.span.start, Tag::kCosts))
    return here || (view.this_level(number.span.start) && contains(sentence, {"受理费", "申请费"}));
  if (closes_this_case(view, number)) return true;
  return here && has_word(sentence, words("step_in_case"));
}

}  // namespace

std::vector<Finding> misspelt_own_number(const CaseView& view,
                                         const std::vector<CaseNumber>& numbers) {
  constexpr std::size_t kLong = 3;  // digits
  constexpr long kSisters = 20;
  std::vector<Finding> findings;
  const CaseNumber* own = nullptr;
  for (const CaseNumber& each : numbers) {
    if (!at_head(view, each)) continue;
    if (own == nullptr || own->str() == each.str()) {
      own = &each;
      continue;
    }
    // Title and number line bear one number each; joined cases bear several.
    const bool two_lines = view.in(own->span.start, Tag::kTitle) &&
                           view.in(each.span.start, Tag::kCaseNumber) && slipped(*own, each) &&
                           findings.empty();
    if (!two_lines) return {};
    findings.push_back(finding("case_number", "checks/case_number", each.span, own->span,
                               fmt::format("标题中的案号为“{}”，首部案号写作“{}”。",
                                           view.quote(own->span), view.quote(each.span))));
  }
  if (own == nullptr || !findings.empty()) return findings;
  for (const CaseNumber& each : numbers) {
    if (at_head(view, each) || each.str() == own->str() || !slipped(*own, each) ||
        view.in(each.span.start, Tag::kAppendix))
      continue;
    const string_view before = before_in_sentence(view.folded.text, each.start);
    const bool of_this_court =
        same_but_for_digits(each, *own) && (said_of_this_court(before) || called_this_case(before));
    if (each.code != own->code && !of_this_court) continue;
    if (has_word(before, words("another_case")) || has_word(before, words("several_cases")))
      continue;
    const bool alone = std::all_of(numbers.begin(), numbers.end(), [&](const CaseNumber& other) {
      return &other == &each || other.code != own->code || other.str() == own->str();
    });
    const bool far = each.year != own->year
                         ? each.serial.size() >= kLong
                         : digits_exchanged(each, *own) || serials_apart(each, *own) > kSisters;
    // One serial of one court in two years is no chance.
    const bool other_year = each.year != own->year && far && alone;
    if (!called_this_case(before) && !of_this_court && !other_year &&
        !(alone && (far || closes_this_case(view, each)) && step_of_this_case(view, each, before)))
      continue;
    findings.push_back(finding("case_number", "checks/case_number", each.span, own->span,
                               fmt::format("本案案号为“{}”，此处写作“{}”。", view.quote(own->span),
                                           view.quote(each.span))));
  }
  return findings;
}

}  // namespace proviso::tasks
