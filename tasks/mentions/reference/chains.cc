// Conclusions in the reasons, and what they rest on.
#include <re2/re2.h>

#include "tasks/checks/words.h"
#include "tasks/mentions/reference/kinds.h"
#include "tasks/mentions/reference/things.h"

namespace proviso::tasks::reference {

using segmenter::Tag;
using std::string_view;

void resolve_chains(const Page& page, Answers& answers) {
  const Things things(page);
  static const RE2 opener("综上所述|综上|因此|据此|由此|为此|故而|故此|故|所以");
  const re2::StringPiece whole(page.text.data(), page.text.size());
  re2::StringPiece found;
  for (std::size_t at = 0; opener.Match(whole, at, page.text.size(), RE2::UNANCHORED, &found, 1);) {
    const auto start = static_cast<std::size_t>(found.data() - page.text.data());
    at = start + found.size();
    const Tag tag = page.section(start).tag;
    if (tag != Tag::kReasoning && tag != Tag::kBasis) continue;
    if (start != page.clause_start(start) ||
        begins_with_word(page.text.substr(at), words("reference_no_thus")))
      continue;
    const string_view here(found.data(), found.size());
    auto premise = things.told_before(start);
    const bool sums_up =
        here.starts_with("综上") ||
        (here == "据此" && begins_with_word(page.text.substr(at), words("reference_basis")));
    if (sums_up && premise && start <= page.sentence_start(start) + 1) {
      // What sums up rests on the verdicts before it.
      auto earlier = premise;
      for (int back = 0; earlier && back < 4; ++back) {
        if (page.section(earlier->start).tag != Tag::kReasoning) break;
        if (has_word(page.between(earlier->start, earlier->end), words("reference_verdict"))) {
          premise = earlier;
          break;
        }
        earlier = things.told_before(earlier->start);
      }
    }
    if (premise) answers.give(start, at, ReferenceKind::kChain, {*premise}, "premise");
  }
}

}  // namespace proviso::tasks::reference
