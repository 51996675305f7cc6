#include "segmenter/clauses/outline.h"

#include <algorithm>

#include "segmenter/clauses/form.h"
#include "segmenter/clauses/heading.h"
#include "segmenter/clauses/lines.h"
#include "segmenter/clauses/tree.h"
#include "segmenter/language.h"

namespace proviso::segmenter::clauses {
namespace {

constexpr std::size_t kProse = 80;  // bytes: a shorter line below a line does not make it a heading
constexpr std::size_t kSmallest = 50;  // bytes of a section on average: more headings are a list

struct Opening {
  std::size_t start;
  Span heading;
};

// Titles of numbered clauses.
void numbered(std::string_view text, const std::vector<Line>& lines,
              const std::vector<Clause>& tree, std::vector<Opening>& out) {
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const Clause& clause = tree[i];
    if (clause.parent != kNone || clause.mark.span.size() == 0 ||
        !contract_numbering().styles()[clause.reading.style].top) {
      continue;
    }
    const bool has_child = i + 1 < tree.size() && tree[i + 1].parent == i;
    const Span heading = heading_of(text, lines, clause.mark.span,
                                    has_child ? tree[i + 1].span.start : clause.span.end);
    if (heading.size() > 0) out.push_back({clause.span.start, heading});
  }
}

// Lines of their own with a paragraph below.
void bare(std::string_view text, const std::vector<Line>& lines, std::vector<Opening>& out) {
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    const Span line = lines[i].span;
    if (lines[i].kind != LineKind::kText || lines[i + 1].span.size() < kProse ||
        contract_numbering().match(text, line.start, false)) {
      continue;
    }
    if (is_heading_line(text.substr(line.start, line.size()))) out.push_back({line.start, line});
  }
}

}  // namespace

Structure read_outline(std::string_view text) {
  Structure out;
  out.language = language_of(text);
  const Form& form = out.language == "zh" ? chinese_contract() : english_contract();
  const std::vector<Line> lines = read_lines(text, &form["furniture"], &form["contents"]);
  const std::vector<Clause> tree =
      read_tree(CandidateIndex(text, lines, contract_numbering()), {0, text.size()});
  std::vector<Opening> openings;
  numbered(text, lines, tree, openings);
  bare(text, lines, openings);
  std::sort(openings.begin(), openings.end(),
            [](const Opening& a, const Opening& b) { return a.start < b.start; });
  out.sections.push_back({Tag::kOther, Level::kThis, {0, text.size()}, {0, 0}});
  if (openings.size() >= 2 && text.size() / openings.size() >= kSmallest) {
    for (const Opening& one : openings) {
      if (one.start == 0) {
        out.sections.back().heading = one.heading;
        continue;
      }
      out.sections.back().span.end = one.start;
      out.sections.push_back({Tag::kOther, Level::kThis, {one.start, text.size()}, one.heading});
    }
  }
  for (const Clause& clause : tree) {
    Item item;
    item.kind = ItemKind::kClause;
    item.number = std::string(text.substr(clause.mark.number.start, clause.mark.number.size()));
    item.parent = clause.parent;
    item.span = clause.span;
    item.section = section_at(out, item.span.start);
    out.items.push_back(std::move(item));
  }
  return out;
}

}  // namespace proviso::segmenter::clauses
