#include "tasks/checks/english/order_span.h"

#include <re2/re2.h>

#include "tasks/checks/contract/contract_view.h"

namespace proviso::tasks::english {

using contract::all;
using segmenter::ItemKind;
using segmenter::Span;
using segmenter::Tag;

Span order_of(const CaseView& view) {
  const std::size_t half = view.text.size() / 2;
  static const RE2 heading(
      "(?m)^[ \\t]*((?i:the )?(?:ORDER|Order|DISPOSITION|Disposition))[ \\t]*:?$");
  const std::vector<Span> headings = all(view.text, {0, view.text.size()}, heading, 1);
  if (!headings.empty() && headings.back().start >= half)
    return {headings.back().start, view.text.size()};
  for (const auto& item : view.structure.items) {
    if (item.kind == ItemKind::kDisposition && item.span.start >= half)
      return {item.span.start, view.text.size()};
  }
  static const RE2 reasons("(?m)^[ \\t]*(REASONS|Reasons|REASONS FOR (?:THE )?JUDGMENT)[ \\t]*$");
  static const RE2 judgment(
      "(?m)^[ \\t]*((?:RESERVED |Reserved )?(?:JUDGMENT|Judgment|DECISION|Decision))[ \\t]*$");
  const std::vector<Span> first = all(view.text, {0, half}, judgment, 1);
  const std::vector<Span> then = all(view.text, {0, half}, reasons, 1);
  if (!first.empty() && !then.empty() && first.front().start < then.front().start)
    return {first.front().start, then.front().start};
  return {};
}

Span conclusion_of(const CaseView& view) {
  const Span order = order_of(view);
  if (order.size() > 0) return order;
  const std::size_t half = view.text.size() / 2;
  Span last;
  for (const auto& section : view.structure.sections) {
    if ((section.tag == Tag::kConclusion || section.tag == Tag::kOrder) &&
        section.span.start >= half)
      last = section.span;
  }
  if (last.size() > 0) return last;
  // Without a heading: from the paragraph that gives judgment.
  static const RE2 gives(
      "(?m)^([ \\t]*[0-9]{1,3}[.)][^\\n]*\\b(?i:there (?:will|must|shall) (?:therefore "
      "|accordingly )?be "
      "judgment (?:for|in)|I (?:therefore |accordingly )?(?:give|enter) judgment (?:for|in))\\b)");
  const std::vector<Span> given = all(view.text, {half, view.text.size()}, gives, 1);
  return given.size() == 1 ? Span{given[0].start, view.text.size()} : Span{};
}

}  // namespace proviso::tasks::english
