#include "tasks/measure/probes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tasks/learning/corpus.h"

namespace proviso::tasks {
namespace {

// Copies tokens [first, last) of `from`, all of one segment, to the end of `to`.
void append_tokens(PreparedDocument& to, const PreparedDocument& from, std::uint32_t first,
                   std::uint32_t last) {
  to.ids.insert(to.ids.end(), from.ids.begin() + first, from.ids.begin() + last);
  to.marks.insert(to.marks.end(), from.marks.begin() + first, from.marks.begin() + last);
}

void append_ids(PreparedDocument& to, std::span<const std::int32_t> ids) {
  to.ids.insert(to.ids.end(), ids.begin(), ids.end());
  to.marks.insert(to.marks.end(), ids.size(), 0);
}

std::vector<double> token_losses(const model::DocumentReading& reading) {
  std::vector<double> losses;  // losses[i] is of token i + 1
  for (const model::SegmentReading& segment : reading.segments)
    losses.insert(losses.end(), segment.token_losses.begin(), segment.token_losses.end());
  return losses;
}

// Mean loss of tokens [first, first + count), the first above 0.
double mean_loss(const std::vector<double>& losses, std::size_t first, std::size_t count) {
  const auto begin = losses.begin() + static_cast<std::ptrdiff_t>(first - 1);
  return std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(count), 0.0) /
         static_cast<double>(count);
}

ProbeChange summed_up(const std::vector<double>& changes) {
  const auto n = static_cast<double>(changes.size());
  ProbeChange result{std::numeric_limits<double>::quiet_NaN(),
                     std::numeric_limits<double>::quiet_NaN()};
  if (changes.empty()) return result;
  result.mean = std::accumulate(changes.begin(), changes.end(), 0.0) / n;
  if (changes.size() < 2) return result;
  double squares = 0;
  for (const double x : changes) squares += (x - result.mean) * (x - result.mean);
  result.standard_error = std::sqrt(squares / (n - 1) / n);
  return result;
}

std::int64_t longest_segment(std::span<const PreparedDocument> documents) {
  std::uint32_t longest = 1;
  for (const PreparedDocument& document : documents)
    for (const PreparedSegment& segment : document.segments)
      longest = std::max(longest, segment.last - segment.first);
  return longest;
}

// What a fact's readings gave.
struct Outcome {
  std::uint32_t distance = 0, tokens = 0;
  double loss = 0;
  std::array<double, kEdits.size()> changes{};
};

Outcome outcome_of(const Fact& fact, const PreparedDocument& document, const DigitPieces& pieces,
                   const std::vector<double>& as_it_is, std::uint64_t seed,
                   const ReadDocuments& read, model::ReadOptions options) {
  Outcome outcome;
  outcome.distance = fact.distance();
  outcome.tokens = fact.repeated.last - fact.repeated.first;
  outcome.loss = mean_loss(as_it_is, fact.repeated.first, outcome.tokens);
  std::vector<PreparedDocument> variants;
  std::vector<model::DocumentInput> inputs;
  for (const Edit edit : kEdits) variants.push_back(edited(document, fact, edit, pieces, seed));
  for (const PreparedDocument& variant : variants) inputs.push_back(variant.document_input());
  options.seg_len = std::max(options.seg_len, longest_segment(variants));
  const auto readings = read(inputs, options);
  for (std::size_t e = 0; e < kEdits.size(); ++e) {
    // The repetition is the variant's end.
    const std::size_t first = variants[e].ids.size() - outcome.tokens;
    outcome.changes[e] = mean_loss(token_losses(readings[e]), first, outcome.tokens) - outcome.loss;
  }
  return outcome;
}

ProbeBand band_of(const std::vector<Outcome>& outcomes, std::uint32_t above, std::uint32_t limit) {
  ProbeBand band;
  band.limit = limit;
  std::array<std::vector<double>, kEdits.size()> changes;
  for (const Outcome& outcome : outcomes) {
    if (outcome.distance <= above || outcome.distance > limit) continue;
    ++band.facts;
    band.tokens += outcome.tokens;
    band.loss += outcome.loss;
    for (std::size_t e = 0; e < kEdits.size(); ++e) changes[e].push_back(outcome.changes[e]);
  }
  band.loss = band.facts > 0 ? band.loss / static_cast<double>(band.facts)
                             : std::numeric_limits<double>::quiet_NaN();
  for (std::size_t e = 0; e < kEdits.size(); ++e) band.changes[e] = summed_up(changes[e]);
  return band;
}

}  // namespace

const char* name(Edit edit) {
  switch (edit) {
    case Edit::kReplaced:
      return "replaced";
    case Edit::kDeleted:
      return "deleted";
    case Edit::kDistracted:
      return "distracted";
  }
  return "";
}

std::vector<std::int32_t> other_figure(std::span<const std::int32_t> figure,
                                       const DigitPieces& pieces, std::uint64_t seed) {
  Draw draw(seed);
  std::vector<std::int32_t> other(figure.begin(), figure.end());
  bool leading = true;
  for (std::int32_t& id : other) {
    const auto at = std::find(pieces.digits.begin(), pieces.digits.end(), id);
    if (at == pieces.digits.end()) continue;
    const auto digit = static_cast<std::size_t>(at - pieces.digits.begin());
    std::vector<std::size_t> choices;
    for (std::size_t d = leading ? 1 : 0; d < 10; ++d)
      if (d != digit) choices.push_back(d);
    id = pieces.digits[choices[draw.below(choices.size())]];
    leading = false;
  }
  return other;
}

PreparedDocument edited(const PreparedDocument& document, const Fact& fact, Edit edit,
                        const DigitPieces& pieces, std::uint64_t seed) {
  const auto figure =
      std::span(document.ids).subspan(fact.stated.first, fact.stated.last - fact.stated.first);
  const std::vector<std::int32_t> other = other_figure(figure, pieces, seed);
  PreparedDocument result;
  for (const PreparedSegment& segment : document.segments) {
    if (segment.first >= fact.repeated.last) break;
    PreparedSegment copy = segment;
    copy.first_sentence = copy.last_sentence = 0;
    copy.first = static_cast<std::uint32_t>(result.ids.size());
    const std::uint32_t last = std::min(segment.last, fact.repeated.last);
    if (fact.stated.first < segment.first || fact.stated.first >= segment.last) {
      append_tokens(result, document, segment.first, last);
    } else {
      append_tokens(result, document, segment.first, fact.stated.first);
      if (edit == Edit::kReplaced) append_ids(result, other);
      if (edit == Edit::kDistracted) {
        append_tokens(result, document, fact.stated.first, fact.stated.last);
        append_ids(result, pieces.separator);
        append_ids(result, other);
      }
      append_tokens(result, document, fact.stated.last, last);
    }
    copy.last = static_cast<std::uint32_t>(result.ids.size());
    if (copy.last > copy.first) result.segments.push_back(copy);
  }
  return result;
}

std::vector<ProbeBand> probe(std::span<const PreparedDocument> documents,
                             std::span<const Fact> facts, std::span<const DigitPieces> pieces,
                             std::span<const std::uint32_t> limits, std::uint64_t seed,
                             const ReadDocuments& read,
                             const std::function<void(std::size_t, std::size_t)>& progress) {
  model::ReadOptions options;
  options.token_losses = true;
  options.dual_tower = false;
  std::vector<Outcome> outcomes;
  std::vector<double> as_it_is;
  for (std::size_t f = 0; f < facts.size(); ++f) {
    const Fact& fact = facts[f];
    const PreparedDocument& document = documents[fact.document];
    options.seg_len = longest_segment({&document, 1});
    if (f == 0 || facts[f - 1].document != fact.document) {
      const model::DocumentInput input = document.document_input();
      as_it_is = token_losses(read({&input, 1}, options)[0]);
    }
    outcomes.push_back(
        outcome_of(fact, document, pieces[fact.document], as_it_is, seed + f, read, options));
    if (progress) progress(f + 1, facts.size());
  }
  std::vector<ProbeBand> bands;
  std::uint32_t above = 0;
  for (const std::uint32_t limit : limits) {
    bands.push_back(band_of(outcomes, above, limit));
    above = limit;
  }
  bands.push_back(band_of(outcomes, above, kNoLimit));
  return bands;
}

std::int64_t memory_reach(const model::ReaderConfig& config) {
  return config.n_layer * (config.mem_len + config.seg_len - 1);
}

}  // namespace proviso::tasks
