#include "tasks/model_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>

namespace proviso::tasks {
namespace {

// Span of sentence `index` of a segment, without the line break that may close it.
segmenter::Span sentence_span(std::string_view text, const segmenter::Segment& segment,
                              std::size_t index) {
  const std::size_t first = segment.sentences[index];
  const std::size_t last =
      index + 1 < segment.sentences.size() ? segment.sentences[index + 1] : segment.ids.size();
  segmenter::Span span{segment.token_spans[first].start, segment.token_spans[last - 1].end};
  while (span.end > span.start && text[span.end - 1] == '\n') --span.end;
  return span;
}

std::string explain(const segmenter::Structure& structure, const std::string& kind,
                    double probability, bool has_other) {
  if (structure.language == "zh") {
    return fmt::format("模型读完全文后认为此句{}不一致（{}，概率 {:.2f}）。",
                       has_other ? "与所引之处" : "与上文", kind, probability);
  }
  return fmt::format(
      "Having read the whole document, the model holds this sentence to be inconsistent with {} "
      "({}, "
      "probability {:.2f}).",
      has_other ? "the other place quoted" : "what precedes it", kind, probability);
}

}  // namespace

std::vector<Finding> model_findings(std::string_view text, const segmenter::Structure& structure,
                                    std::span<const segmenter::Segment> segments,
                                    const model::DocumentReading& reading,
                                    const model::ModelCard& card, const Calibration& calibration,
                                    Strictness strictness) {
  std::vector<Finding> findings;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const model::SegmentReading& read = reading.segments[s];
    for (std::size_t k = 0; k < read.probability.size(); ++k) {
      const auto entry = calibration.kinds.find(card.kinds[k]);
      if (entry == calibration.kinds.end()) continue;
      const double threshold =
          strictness == Strictness::kRecall ? entry->second.recall : entry->second.precision;
      const double probability =
          entry->second.probability(static_cast<double>(read.probability[k]));
      if (probability < threshold) continue;

      Finding finding;
      finding.kind = card.kinds[k];
      finding.check = "model";
      finding.severity = Severity::kWarning;
      finding.score = probability;
      finding.place = sentence_span(text, segments[s], read.top_sentence(k));
      if (!read.depends_on.empty()) {
        const std::size_t far = read.depends_on.front().segment;
        finding.other = sentence_span(text, segments[far], reading.segments[far].top_sentence(k));
      }
      finding.explanation =
          explain(structure, finding.kind, probability, finding.other.has_value());
      findings.push_back(std::move(finding));
    }
  }
  return findings;
}

std::vector<Finding> merge_findings(std::vector<Finding> of_checks, std::vector<Finding> of_model) {
  const std::size_t checks = of_checks.size();
  for (Finding& candidate : of_model) {
    const bool explained = std::any_of(
        of_checks.begin(), of_checks.begin() + static_cast<std::ptrdiff_t>(checks),
        [&](const Finding& check) {
          return check.kind == candidate.kind && check.place.start < candidate.place.end &&
                 candidate.place.start < check.place.end;
        });
    if (!explained) of_checks.push_back(std::move(candidate));
  }
  std::stable_sort(of_checks.begin(), of_checks.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.place.start, a.place.end) < std::tie(b.place.start, b.place.end);
  });
  return of_checks;
}

}  // namespace proviso::tasks
