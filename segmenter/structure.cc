#include "segmenter/structure.h"

#include <algorithm>

#include "segmenter/grammar.h"
#include "segmenter/head.h"
#include "segmenter/items.h"
#include "segmenter/parties.h"
#include "segmenter/segmenter.h"
#include "segmenter/walk.h"

namespace proviso::segmenter {

Structure read_structure(std::string_view text) {
  Structure out;
  if (text.empty()) return out;
  const Head head = read_head(text);
  out.kind = head.kind;
  out.instance = head.instance;
  out.language = head.language;
  out.court = head.court;
  out.case_number = head.case_number;
  if (head.kind == Kind::kOther) {
    out.sections.push_back({Tag::kOther, Level::kThis, {0, text.size()}, {0, 0}});
    return out;
  }
  out.sections = walk(text, head, zh_judgment_grammar());
  out.parties = read_parties(text, out.sections);
  out.items = read_items(text, out.sections);
  return out;
}

std::size_t section_at(const Structure& structure, std::size_t offset) {
  const auto after = std::upper_bound(
      structure.sections.begin(), structure.sections.end(), offset,
      [](std::size_t at, const Section& section) { return at < section.span.start; });
  return static_cast<std::size_t>(after - structure.sections.begin()) - 1;
}

std::size_t segment_at(std::span<const Segment> segments, std::size_t offset) {
  const auto after = std::upper_bound(
      segments.begin(), segments.end(), offset,
      [](std::size_t at, const Segment& segment) { return at < segment.span.start; });
  return after == segments.begin() ? 0 : static_cast<std::size_t>(after - segments.begin()) - 1;
}

}  // namespace proviso::segmenter
