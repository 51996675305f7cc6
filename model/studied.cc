#include "model/studied.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <limits>

namespace proviso::model {
namespace {

constexpr float kHidden = -std::numeric_limits<float>::infinity();

// Calls `see(query, column)` where a sentence asked about may look; the rest is hidden. [asked,
// columns].
template <typename Seen>
at::Tensor mask(std::size_t queries, std::size_t columns, const Seen& seen) {
  at::Tensor table = at::zeros(
      {static_cast<std::int64_t>(queries), static_cast<std::int64_t>(columns)}, at::kFloat);
  auto* cell = table.mutable_data_ptr<float>();
  for (std::size_t q = 0; q < queries; ++q)
    for (std::size_t c = 0; c < columns; ++c, ++cell)
      if (!seen(q, c)) *cell = kHidden;
  return table;
}

bool holds(const std::vector<std::int64_t>& ascending, std::int64_t value) {
  return std::binary_search(ascending.begin(), ascending.end(), value);
}

std::int64_t place(const std::vector<std::int64_t>& ascending, std::int64_t value) {
  return std::lower_bound(ascending.begin(), ascending.end(), value) - ascending.begin();
}

}  // namespace

Studied study(const StudyDocument& document, std::vector<SegmentStates> states,
              const CommonSegments& common, Ask ask) {
  Studied out;
  out.states = std::move(states);
  const auto& segments = document.document.segments;
  std::vector<std::int64_t> first_sentence;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const SegmentInput& segment = segments[s];
    const auto start = std::ssize(out.ids);
    out.segment_starts.push_back(start);
    first_sentence.push_back(std::ssize(out.sentences));
    out.ids.insert(out.ids.end(), segment.ids.begin(), segment.ids.end());
    const bool changed = s >= common.first && s + common.last < segments.size();
    for (const SentenceRange& range : sentence_ranges(segment)) {
      if (ask == Ask::kAll || changed) out.asked.push_back(std::ssize(out.sentences));
      out.sentences.push_back(start + range.begin);
      out.tags.push_back(segment.tag);
      out.segments.push_back(static_cast<std::uint32_t>(s));
    }
  }
  const auto row_of = [&](std::uint32_t segment, std::uint32_t sentence) {
    return first_sentence[segment] + static_cast<std::int64_t>(sentence);
  };
  for (const auto& [segment, target] : document.targets) {
    const std::int64_t row = row_of(segment, target.sentence);
    if (!holds(out.asked, row)) out.asked.insert(out.asked.begin() + place(out.asked, row), row);
  }
  for (const auto& [segment, target] : document.targets) {
    const std::int64_t row = row_of(segment, target.sentence);
    out.positives.emplace_back(place(out.asked, row), target.kind);
    if (target.evidence.empty()) continue;
    out.evidence.emplace_back(place(out.asked, row), target.evidence);
    out.resting.push_back(row);
    out.rests_on.push_back(target.evidence);
  }
  for (const auto& [segment, label] : document.dependencies) {
    if (label.segments.empty()) continue;
    out.resting.push_back(row_of(segment, label.sentence));
    out.rests_on.push_back(label.segments);
  }
  Comparer comparer;
  std::size_t next = 0;
  for (const SegmentInput& segment : segments) {
    comparer.add(segment);
    for (; next < out.asked.size() && out.asked[next] < static_cast<std::int64_t>(comparer.rows());
         ++next)
      out.compared.push_back(comparer.compare(static_cast<std::uint32_t>(out.asked[next])));
  }
  if (!out.resting.empty()) out.overlaps = overlap_table(comparer, out.resting);
  return out;
}

at::Tensor rows_of(const Weights& weights, const ReaderConfig& config, const Studied& document) {
  std::vector<at::Tensor> means;
  for (const SegmentStates& states : document.states) means.push_back(states.means);
  return at::cat(
      {at::cat(means, 0),
       word_rows(weights, config, document.ids, document.segment_starts, document.sentences)},
      1);
}

TowerInput tower_input(const ReaderConfig& config, const Studied& document, const at::Tensor& rows,
                       const HeadOptions& options) {
  TowerInput input;
  const auto device = rows.device();
  input.rows = rows.index_select(0, at::tensor(document.asked, at::kLong).to(device));
  for (const std::int64_t row : document.asked)
    input.tags.push_back(document.tags[static_cast<std::size_t>(row)]);
  const auto segment_of = [&](std::size_t query) {
    return document.segments[static_cast<std::size_t>(document.asked[query])];
  };
  if (options.memory && config.mem_len > 0) {
    std::vector<at::Tensor> chunks;
    std::vector<std::int64_t> starts;
    std::vector<std::uint32_t> of;
    for (std::size_t s = 0; s < document.states.size(); ++s) {
      chunks.push_back(document.states[s].chunks);
      for (std::int64_t i = 0; i < chunks.back().size(0); ++i) {
        starts.push_back(document.segment_starts[s] + i * kChunk);
        of.push_back(static_cast<std::uint32_t>(s));
      }
    }
    input.memory = at::cat(chunks, 0);
    input.memory_mask = mask(document.asked.size(), starts.size(), [&](std::size_t q,
                                                                       std::size_t c) {
                          const std::uint32_t own = segment_of(q);
                          return of[c] < own &&
                                 starts[c] >= document.segment_starts[own] - config.mem_len;
                        }).to(device);
  }
  if (options.bank) {
    input.bank = rows;
    input.bank_tags = document.tags;
    input.bank_mask =
        mask(document.asked.size(), document.segments.size(), [&](std::size_t q, std::size_t c) {
          return document.segments[c] < segment_of(q);
        }).to(device);
  }
  input.all = rows;
  input.all_tags = document.tags;
  static const Compared kNothing;
  for (const Compared& compared : document.compared)
    input.compared.push_back(options.comparison ? &compared : &kNothing);
  return input;
}

}  // namespace proviso::model
