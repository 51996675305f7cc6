#include "tasks/flag_evidence.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "segmenter/segmenter.h"
#include "tasks/evidence.h"

namespace proviso::tasks {
namespace {

bool share(segmenter::Span a, segmenter::Span b) {
  return a.start < b.end && b.start < a.end;
}

}  // namespace

std::vector<std::vector<FlagEvidence>> flag_evidence(const ingest::Document& document,
                                                     const segmenter::Structure& structure,
                                                     std::span<const segmenter::Segment> segments,
                                                     std::span<const db::Flag> flags) {
  std::vector<std::vector<FlagEvidence>> all(flags.size());
  if (flags.empty() || structure.sections.empty()) return all;
  const EvidenceIndex index(document.text, structure, segments);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const segmenter::Span place = flags[i].place.span;
    const auto other = flags[i].other ? std::optional(flags[i].other->span) : std::nullopt;
    for (const Evidence& one : index.rank(place, other)) {
      FlagEvidence found;
      const auto& section = structure.sections[segmenter::section_at(structure, one.passage.start)];
      found.sentence.section = segmenter::name(section.tag);
      found.sentence.level = segmenter::name(section.level);
      found.sentence.quote = document.text.substr(one.sentence.start, one.sentence.size());
      found.sentence.span = one.sentence;
      found.sentence.boxes = ingest::boxes(document, one.sentence.start, one.sentence.end);
      found.passage = one.passage;
      found.shown_by_flag = share(one.sentence, place) || (other && share(one.sentence, *other));
      all[i].push_back(std::move(found));
    }
  }
  return all;
}

std::vector<std::vector<FlagEvidence>> flag_evidence(db::Database& database,
                                                     db::DocumentId document,
                                                     std::span<const db::Flag> flags) {
  if (flags.empty()) return {};
  return flag_evidence(database.document(document), database.structure(document),
                       database.segments(document), flags);
}

nlohmann::ordered_json evidence_json(const FlagEvidence& evidence) {
  return {{"section", evidence.sentence.section},   {"level", evidence.sentence.level},
          {"start", evidence.passage.start},        {"end", evidence.passage.end},
          {"quote", evidence.sentence.quote},       {"quote_start", evidence.sentence.span.start},
          {"quote_end", evidence.sentence.span.end}};
}

}  // namespace proviso::tasks
