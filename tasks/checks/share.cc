#include "tasks/checks/share.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/names.h"
#include "tasks/checks/share_figured.h"
#include "tasks/checks/share_parts.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

// Whether a per cent figure is a share of responsibility: 承担 or 自负 before it, 责任 or 损失
// around, or 以70%为宜 behind talk of responsibility.
bool of_responsibility(const CaseView& view, const Number& number) {
  if (number.measure != Measure::kPercent || number.approximate || number.value >= Exact(1))
    return false;
  const std::size_t at = number.span.start;
  if (!view.this_level(at) || !(view.in(at, Tag::kReasoning) || view.in(at, Tag::kFacts)))
    return false;
  const Span clause = clause_around(view.text, number.span);
  const string_view said = view.quote(clause);
  if (has_word(said, words("partial"))) return false;
  constexpr std::size_t kNext = 30;  // bytes
  const string_view next = view.text.substr(number.span.end, kNext);
  if (begins_with_word(next, words("no_exact"))) return false;
  const string_view before = view.text.substr(clause.start, at - clause.start);
  if (has_word(before, words("rest"))) return has_word(said, words("bears_share"));
  if (has_word(before, words("gets_share")) && has_word(said, words("gets_share")))
    return clause.end == number.span.end || next.starts_with("，") || next.starts_with("的");
  if (has_word(before, words("bears_share"))) {
    return has_word(said, words("borne")) || clause.end == number.span.end ||
           next.starts_with("，");
  }
  const Span sentence = sentence_around(view.text, number.span);
  const string_view earlier = view.text.substr(sentence.start, at - sentence.start);
  return next.starts_with("为宜") && has_word(earlier, words("borne"));
}

// Two sides and nobody else: what one does not bear the other does. Who has brothers in suit, a
// third party or an insurer beside him may leave a part to them.
bool of_two_sides(const CaseView& view, const std::vector<const Number*>& shares) {
  if (shares.size() != 2) return false;
  const string_view first = view.quote(clause_around(view.text, shares.front()->span));
  const string_view last = view.quote(clause_around(view.text, shares.back()->span));
  const auto of = [&](string_view clause, string_view side) {
    return clause.find(side) != clause.npos ||
           std::any_of(view.structure.parties.begin(), view.structure.parties.end(),
                       [&](const segmenter::Party& party) {
                         return !party.roles.empty() && holds_role(party.roles.front(), side) &&
                                party.name.size() > 3 && clause.find(party.name) != clause.npos;
                       });
  };
  const bool both = (of(first, "原告") && of(last, "被告") && !of(last, "原告")) ||
                    (of(first, "被告") && of(last, "原告") && !of(first, "原告"));
  if (!both || has_word(view.text, words("several_on_a_side"))) return false;
  std::size_t defendants = 0;
  for (const segmenter::Party& each : view.structure.parties) {
    for (const std::string& role : each.roles)
      defendants += holds_role(role, "被告") && !role.starts_with("反诉") ? 1 : 0;
  }
  return defendants < 2;
}

// More than the whole, in one sentence, of two who are named: no rest and no liability to others
// explains that.
bool too_much(const CaseView& view, const std::vector<const Number*>& shares, const Exact& sum,
              Span said) {
  if (shares.size() != 2 || !(Exact(1) < sum)) return false;
  if (said.end != sentence_around(view.text, shares.front()->span).end) return false;
  const auto bearer = [&](const Number* share) {
    const Span clause = clause_around(view.text, share->span);
    const string_view words_before =
        view.text.substr(clause.start, share->span.start - clause.start);
    std::size_t verb = words_before.find("承担");
    for (const string_view gets : words("gets_share"))
      verb = std::min(verb, words_before.find(gets));
    return verb == string_view::npos ? string_view() : words_before.substr(0, verb);
  };
  // 即被告乙承担60%: the same share again.
  const string_view again = view.text.substr(shares.front()->span.end,
                                             shares.back()->span.start - shares.front()->span.end);
  if (shares.front()->value == shares.back()->value && has_word(again, words("that_is")))
    return false;
  const string_view first = bearer(shares.front());
  const string_view second = bearer(shares.back());
  return !first.empty() && !second.empty() && first != second &&
         !has_word(view.quote(said), words("below_or_among"));
}

// One bears his own part, one the rest, one the chief and one the lesser part: then the others bear
// what is left of the whole.
bool whole(string_view said) {
  return has_word(said, words("own_part")) || has_word(said, words("rest")) ||
         (has_word(said, words("chief_part")) && has_word(said, words("lesser_part")));
}

// 其余由原告自负: what is left is not put into a figure.
bool leaves_a_rest(const CaseView& view, Span said) {
  for (const string_view word : words("rest")) {
    const string_view text = view.quote(said);
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
      const Span place{said.start + at, said.start + at + word.size()};
      if (!contains(view.quote(clause_around(view.text, place)), {"%", "％"})) return true;
    }
  }
  return false;
}

// 各承担20%: one figure for several.
bool for_several(const CaseView& view, const Number& number) {
  std::string said(view.quote(clause_around(view.text, number.span)));
  for (const string_view harmless : {"各方", "各自的过错"}) {
    for (std::size_t at = said.find(harmless); at != said.npos; at = said.find(harmless))
      said.erase(at, harmless.size());
  }
  return has_word(said, words("each_of_several"));
}

// Shares one behind the other on a line, up to where they make a whole.
struct Group {
  std::vector<const Number*> shares;
  Exact sum;
};

// 三分之一, beside shares in per cent one of something else.
bool fraction(const CaseView& view, const Number& number) {
  const string_view written = view.quote(number.span);
  return contains(written, {"分之"}) && !contains(written, {"百分之"});
}

std::vector<Group> groups_of(const CaseView& view) {
  constexpr std::size_t kFar = 450;  // bytes
  std::vector<Group> groups;
  bool open = false;
  for (const Number& each : view.numbers) {
    if (!of_responsibility(view, each)) continue;
    if (open) {
      const std::size_t end = groups.back().shares.back()->span.end;
      const std::size_t gap = each.span.start - end;
      open = gap <= kFar && view.text.substr(end, gap).find('\n') == string_view::npos &&
             fraction(view, each) == fraction(view, *groups.back().shares.back());
    }
    if (!open) groups.emplace_back();
    groups.back().shares.push_back(&each);
    groups.back().sum = groups.back().sum + each.value;
    open = groups.back().sum != Exact(1);
  }
  return groups;
}

}  // namespace

std::vector<Finding> check_share(const JudgmentView& judgment) {
  const CaseView& view = judgment.view;
  std::vector<Finding> findings;
  constexpr std::size_t kMost = 4;
  for (const Group& group : groups_of(view)) {
    const Exact& sum = group.sum;
    if (group.shares.size() < 2 || group.shares.size() > kMost || sum == Exact(1)) continue;
    if (sum < Exact::ratio(1, 2) || Exact::ratio(3, 2) < sum) continue;
    const Number& first = *group.shares.front();
    const Number& last = *group.shares.back();
    const Span said{sentence_around(view.text, first.span).start,
                    sentence_around(view.text, last.span).end};
    if (!(too_much(view, group.shares, sum, said) ||
          ((whole(view.quote(said)) || of_two_sides(view, group.shares)) &&
           !has_word(view.quote(said), words("other_rules")) && !leaves_a_rest(view, said))))
      continue;
    if (std::any_of(group.shares.begin(), group.shares.end(),
                    [&](const Number* each) { return for_several(view, *each); }))
      continue;
    const std::string percent = (sum * 100).str();
    findings.push_back(
        finding("share", "checks/share", clause_around(view.text, last.span),
                clause_around(view.text, first.span),
                view.chinese() ? fmt::format("各方承担责任的比例合计为{}%，不等于100%。", percent)
                               : fmt::format("The shares of responsibility sum to {}%.", percent)));
  }
  for (const auto& more : {check_figured_shares(view), check_share_parts(judgment)}) {
    for (const Finding& each : more)
      if (!told_already(findings, each.place)) findings.push_back(each);
  }
  return findings;
}

}  // namespace proviso::tasks
