#include "tasks/learning/targets.h"

#include <algorithm>
#include <limits>
#include <set>

#include "segmenter/segmenter.h"

namespace proviso::tasks {
namespace {

using segmenter::Segment;
using segmenter::segment_at;
using segmenter::Span;

std::uint32_t sentence_at(const Segment& segment, std::size_t offset) {
  std::uint32_t sentence = 0;
  for (std::size_t s = 1; s < segment.sentences.size(); ++s)
    if (segment.token_spans[segment.sentences[s]].start <= offset)
      sentence = static_cast<std::uint32_t>(s);
  return sentence;
}

// Indices of the segments that `span` touches.
std::vector<std::uint32_t> segments_of(std::span<const Segment> segments, const Span& span) {
  std::vector<std::uint32_t> indices;
  for (std::size_t s = segment_at(segments, span.start); s <= segment_at(segments, span.end - 1);
       ++s)
    indices.push_back(static_cast<std::uint32_t>(s));
  return indices;
}

std::vector<Scored> highest_first(std::span<const Scored> scored) {
  std::vector<Scored> sorted(scored.begin(), scored.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Scored& a, const Scored& b) { return a.probability > b.probability; });
  return sorted;
}

// Calls `take(threshold, precision so far)` at each place where a threshold can lie, highest first.
template <typename Take>
void sweep(std::span<const Scored> scored, Take take) {
  const std::vector<Scored> sorted = highest_first(scored);
  Precision counts;
  for (const Scored& s : sorted) counts.wrong += s.wrong ? 1 : 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    ++counts.flagged;
    counts.found += sorted[i].wrong ? 1 : 0;
    if (i + 1 == sorted.size() || sorted[i + 1].probability < sorted[i].probability)
      take(sorted[i].probability, counts);
  }
}

}  // namespace

std::vector<Segment> labelled_segments(const LabelledDocument& document,
                                       const segmenter::Tokenizer& tokenizer, std::int64_t most) {
  std::vector<Segment> segments =
      cut_to(segmenter::make_segments(document.text, document.structure, tokenizer),
             static_cast<std::size_t>(most));
  std::erase_if(segments, [](const Segment& segment) { return segment.ids.empty(); });
  return segments;
}

PreparedDocument prepare_labelled(const LabelledDocument& document,
                                  std::span<const std::string> kinds,
                                  const segmenter::Tokenizer& tokenizer, std::int64_t most) {
  return prepare_labelled(document, kinds, labelled_segments(document, tokenizer, most));
}

PreparedDocument prepare_labelled(const LabelledDocument& document,
                                  std::span<const std::string> kinds,
                                  std::span<const Segment> segments) {
  PreparedDocument packed = pack(document.text, document.structure, segments);
  packed.labelled = true;
  for (const LabelledFlag& flag : document.flags) {
    const auto kind = std::find(kinds.begin(), kinds.end(), flag.kind);
    if (kind == kinds.end() || segments.empty()) continue;
    Span later = flag.quote, earlier = flag.other.value_or(flag.quote);
    if (earlier.start > later.start) std::swap(later, earlier);
    if (later.start >= segments.back().span.end) continue;  // of a text that is cut short
    const std::size_t at = segment_at(segments, later.start);
    model::DualTarget target;
    target.kind = static_cast<std::int32_t>(kind - kinds.begin());
    target.sentence = sentence_at(segments[at], later.start);
    if (flag.other) {
      for (const std::uint32_t s : segments_of(segments, earlier))
        if (s < at) target.evidence.push_back(s);
    }
    packed.targets.emplace_back(static_cast<std::uint32_t>(at), std::move(target));
  }
  for (const LabelledDependency& dependency : document.depends_on) {
    if (segments.empty() || dependency.disposition.start >= segments.back().span.end) continue;
    const std::size_t at = segment_at(segments, dependency.disposition.start);
    model::DependencyLabel label;
    label.sentence = sentence_at(segments[at], dependency.disposition.start);
    for (const Span& fact : dependency.facts)
      for (const std::uint32_t s : segments_of(segments, fact))
        if (s != at) label.segments.push_back(s);
    packed.dependencies.emplace_back(static_cast<std::uint32_t>(at), std::move(label));
  }
  return packed;
}

std::vector<std::string> kinds_of(std::span<const LabelledDocument> documents) {
  std::set<std::string> kinds;
  for (const LabelledDocument& document : documents)
    for (const LabelledFlag& flag : document.flags) kinds.insert(flag.kind);
  return {kinds.begin(), kinds.end()};
}

std::vector<std::vector<Scored>> scored_by_kind(std::span<const PreparedDocument> documents,
                                                std::span<const model::DocumentReading> readings,
                                                std::size_t kinds) {
  std::vector<std::vector<Scored>> result(kinds);
  for (std::size_t d = 0; d < documents.size(); ++d)
    for (std::size_t s = 0; s < readings[d].segments.size(); ++s) {
      const model::SegmentReading& reading = readings[d].segments[s];
      for (std::size_t k = 0; k < std::min(kinds, reading.probability.size()); ++k) {
        Scored scored{d, static_cast<double>(reading.probability[k]), false, false};
        for (const auto& [segment, target] : documents[d].targets)
          if (segment == s && static_cast<std::size_t>(target.kind) == k) {
            scored.wrong = true;
            scored.right_sentence =
                scored.right_sentence || reading.top_sentence(k) == target.sentence;
          }
        result[k].push_back(scored);
      }
    }
  return result;
}

Precision at_threshold(std::span<const Scored> scored, double threshold) {
  Precision counts;
  for (const Scored& s : scored) {
    counts.wrong += s.wrong ? 1 : 0;
    if (s.probability < threshold) continue;
    ++counts.flagged;
    counts.found += s.wrong ? 1 : 0;
  }
  return counts;
}

double roc_area(std::span<const Scored> scored) {
  const std::vector<Scored> sorted = highest_first(scored);
  double pairs = 0, wrong = 0, right = 0;
  for (std::size_t i = 0; i < sorted.size();) {
    double w = 0, r = 0;  // of equal probability
    const double probability = sorted[i].probability;
    for (; i < sorted.size() && sorted[i].probability == probability; ++i)
      (sorted[i].wrong ? w : r) += 1;
    pairs += r * (wrong + w / 2);
    wrong += w;
    right += r;
  }
  return wrong > 0 && right > 0 ? pairs / (wrong * right)
                                : std::numeric_limits<double>::quiet_NaN();
}

double precision_threshold(std::span<const Scored> scored, std::size_t documents, double precision,
                           double false_per_document) {
  double best = 2;
  sweep(scored, [&](double threshold, const Precision& counts) {
    const auto false_flags = static_cast<double>(counts.flagged - counts.found);
    if (threshold >= kLeastSuspicion && counts.precision() >= precision && counts.found >= 3 &&
        false_flags <= false_per_document * static_cast<double>(documents))
      best = threshold;
  });
  return best;
}

double best_f1_threshold(std::span<const Scored> scored) {
  double best = 2, best_f1 = 0;
  sweep(scored, [&](double threshold, const Precision& counts) {
    if (counts.f1() > best_f1) {
      best_f1 = counts.f1();
      best = threshold;
    }
  });
  return best;
}

}  // namespace proviso::tasks
