#include "segmenter/chinese/judgment.h"

#include <algorithm>

#include "segmenter/chinese/head.h"
#include "segmenter/chinese/items.h"
#include "segmenter/chinese/parties.h"
#include "segmenter/chinese/reflow.h"
#include "segmenter/chinese/walk.h"
#include "segmenter/grammar.h"

namespace proviso::segmenter::chinese {
namespace {

Structure structure_of(std::string_view text, const Head& head) {
  Structure out;
  out.kind = head.kind;
  out.instance = head.instance;
  out.language = head.language;
  out.court = head.court;
  out.case_number = head.case_number;
  out.sections = walk(text, head, zh_judgment_grammar());
  out.parties = read_parties(text, out.sections);
  out.items = read_items(text, out.sections);
  return out;
}

// Spans of the copy that was laid out again become those of the text as it came.
void lead_back(const Reflow& reflow, std::string_view text, Structure& structure) {
  const auto back = [&](Span span) {
    const std::size_t start = reflow.begins(span.start);
    return Span{start, std::max(start, reflow.ends(span.end))};
  };
  for (Section& section : structure.sections) {
    section.heading = back(section.heading);
    section.span = {reflow.begins(section.span.start), reflow.begins(section.span.end)};
  }
  structure.sections.front().span.start = 0;
  structure.sections.back().span.end = text.size();
  for (Party& party : structure.parties) party.span = back(party.span);
  for (Item& item : structure.items) item.span = back(item.span);
}

}  // namespace

std::optional<Structure> read_judgment(std::string_view text) {
  const std::optional<Reflow> reflow = Reflow::of(text);
  const std::string_view laid_out = reflow ? reflow->text() : text;
  const Head head = read_head(laid_out);
  if (head.kind == Kind::kOther) return std::nullopt;
  Structure out = structure_of(laid_out, head);
  if (reflow) lead_back(*reflow, text, out);
  return out;
}

bool headed_by_court(std::string_view text) {
  constexpr std::size_t kFirstLines = 1200;  // bytes
  const std::string_view opening =
      text.substr(0, std::min(text.find('\n', std::min(kFirstLines, text.size())), text.size()));
  const Head head = read_head(opening);
  return head.kind != Kind::kOther && !head.court.empty() &&
         (head.named || !head.case_number.empty());
}

}  // namespace proviso::segmenter::chinese
