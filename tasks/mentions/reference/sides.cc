#include "tasks/mentions/reference/sides.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "tasks/checks/names.h"
#include "tasks/checks/words.h"

namespace proviso::tasks::reference {
namespace {

using segmenter::kNone;
using segmenter::Span;
using std::string_view;

// Where a side is named last in the paragraph, else its first party; else its word.
std::optional<Span> side_before(const Page& page, string_view side, std::size_t at) {
  const std::size_t from = page.paragraph_start(at);
  const auto list = page.holders(side, at);
  for (std::size_t i = page.mention_before(at); i != kNone && page.mentions[i].start >= from;
       i = i == 0 ? kNone : i - 1) {
    const Mention& each = page.mentions[i];
    const bool named_so =
        each.who != kNone && std::find(list.begin(), list.end(), each.who) != list.end();
    if (!named_so &&
        (!holds_role(each.role, side) || each.role.starts_with("被") != side.starts_with("被"))) {
      continue;
    }
    const auto spans = page.spans_of({i}, at);
    return spans.empty() ? Span{each.start, each.end} : spans.front();
  }
  const Span name = list.empty() ? Span{0, 0} : page.named(list.front(), at);
  if (name.end != 0 && name.start < at) return name;
  const std::size_t word = page.text.rfind(side, at);
  if (word == string_view::npos) return std::nullopt;
  return Span{word, word + side.size()};
}

}  // namespace

void resolve_both(const Page& page, Answers& answers, std::size_t at, std::size_t end) {
  const std::size_t from = page.paragraph_start(at);
  const string_view before = page.text.substr(0, at);
  const bool parties = before.ends_with("原、被告") || before.ends_with("原被告");
  for (std::size_t i = page.mention_before(at);
       !parties && i != kNone && i > 0 && page.mentions[i].start >= from; --i) {
    string_view gap = page.between(page.mentions[i - 1].end, page.mentions[i].start);
    // 甲公司(后更名为…)与乙公司.
    if (gap.starts_with("("))
      if (const std::size_t close = gap.find(")"); close != gap.npos) gap.remove_prefix(close + 1);
    for (const string_view role : words("reference_role"))
      if (gap.ends_with(role)) gap.remove_suffix(role.size());
    if (!begins_with_word(gap, words("reference_binds")) || gap.size() > 6) continue;
    if (same_people(page.mentions[i - 1], page.mentions[i])) continue;
    const auto of_state = [&](const Mention& each) {
      return each.who != kNone && page.world.all[each.who].roles.empty() &&
             has_word(page.world.all[each.who].name, words("reference_body"));
    };
    if (of_state(page.mentions[i - 1]) || of_state(page.mentions[i])) continue;
    // 用人单位与劳动者 are not the parties.
    const auto generic = [&](const Mention& each) {
      return each.who == kNone && has_word(each.role, words("reference_generic"));
    };
    if (generic(page.mentions[i - 1]) && generic(page.mentions[i])) continue;
    answers.give(at, end, ReferenceKind::kPronoun, page.spans_of({i - 1, i}, at), "pair");
    return;
  }
  static constexpr std::array<std::array<string_view, 2>, 4> kSides = {
      {{"原告", "被告"},
       {"申请人", "被申请人"},
       {"上诉人", "被上诉人"},
       {"申请执行人", "被执行人"}}};
  for (const auto& pair : kSides) {
    std::vector<Span> sides;
    for (const string_view side : pair)
      if (const auto place = side_before(page, side, at)) sides.push_back(*place);
    if (sides.size() < 2) continue;
    answers.give(at, end, ReferenceKind::kPronoun, sides, "sides");
    return;
  }
}

void resolve_several(const Page& page, Answers& answers, std::size_t at, std::size_t end,
                     std::size_t count) {
  // 周、吕二人: the families are named right before.
  static const RE2 families("(\\p{Han}(?:、\\p{Han}){1,5})$");
  re2::StringPiece named_so;
  const std::size_t clause = page.clause_start(at);
  if (RE2::PartialMatch(re2::StringPiece(page.text.data() + clause, at - clause), families,
                        &named_so)) {
    const auto start = static_cast<std::size_t>(named_so.data() - page.text.data());
    if ((at - start) / 6 + 1 == count) {
      answers.give(at, end, ReferenceKind::kPronoun, {{start, at}}, "families");
      return;
    }
  }
  std::vector<std::size_t> last;
  for (std::size_t i = page.mention_before(at); i != kNone && page.mentions[i].start + 1500 > at;
       i = i == 0 ? kNone : i - 1) {
    const auto list = page.list_around(i);
    if (list.size() == count) {
      answers.give(at, end, ReferenceKind::kPronoun, page.spans_of(list, at), "list");
      return;
    }
    const bool known = std::any_of(last.begin(), last.end(), [&](std::size_t each) {
      return same_people(page.mentions[each], page.mentions[i]);
    });
    if (!known && last.size() < count) last.push_back(i);
    if (last.size() == count && last.back() != i) break;
  }
  if (last.size() == count)
    answers.give(at, end, ReferenceKind::kPronoun, page.spans_of(last, at), "the last");
}

}  // namespace proviso::tasks::reference
