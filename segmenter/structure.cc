#include "segmenter/structure.h"

#include <algorithm>

#include "segmenter/chinese/judgment.h"
#include "segmenter/clauses/contract.h"
#include "segmenter/clauses/outline.h"
#include "segmenter/clauses/statute.h"
#include "segmenter/english/judgment.h"
#include "segmenter/language.h"
#include "segmenter/segmenter.h"

namespace proviso::segmenter {

Structure read_structure(std::string_view text) {
  if (text.empty()) return {};
  if (language_of(text) != "en") {
    if (!chinese::headed_by_court(text)) {
      if (std::optional<Structure> statute = clauses::read_statute(text)) {
        return std::move(*statute);
      }
    }
    if (std::optional<Structure> judgment = chinese::read_judgment(text)) {
      return std::move(*judgment);
    }
  }
  if (std::optional<Structure> judgment = english::read_judgment(text)) {
    return std::move(*judgment);
  }
  if (std::optional<Structure> contract = clauses::read_contract(text)) return std::move(*contract);
  return clauses::read_outline(text);
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
