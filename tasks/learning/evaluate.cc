#include "tasks/learning/evaluate.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "tasks/learning/pseudonymise.h"

namespace proviso::tasks {
namespace {

std::vector<model::DocumentReading> read_documents_in_batches(
    model::Reader& reader, std::span<const PreparedDocument> documents) {
  constexpr std::size_t kBatch = 8;
  std::vector<model::DocumentReading> readings;
  for (std::size_t first = 0; first < documents.size(); first += kBatch) {
    std::vector<model::DocumentInput> inputs;
    for (std::size_t d = first; d < std::min(first + kBatch, documents.size()); ++d)
      inputs.push_back(documents[d].document_input());
    for (model::DocumentReading& reading :
         reader.read(inputs, {.losses = false, .every_dependency = true}))
      readings.push_back(std::move(reading));
  }
  return readings;
}

using Segments = std::vector<std::uint32_t>;

// The segments before `own` in the order of the ranking.
Segments earlier(const std::vector<model::Dependency>& ranking, std::uint32_t own) {
  Segments segments;
  for (const model::Dependency& one : ranking)
    if (one.segment < own) segments.push_back(one.segment);
  return segments;
}

std::set<std::int32_t> tokens_of(const PreparedDocument& document, std::size_t segment) {
  const auto ids = document.segment_input(segment).ids;
  return {ids.begin(), ids.end()};
}

Segments by_common_words(const PreparedDocument& document, std::uint32_t own,
                         std::uint32_t sentence) {
  const model::SegmentInput input = document.segment_input(own);
  const auto begin = sentence < input.sentences.size() ? input.sentences[sentence] : 0;
  const auto end = sentence + 1 < input.sentences.size()
                       ? input.sentences[sentence + 1]
                       : static_cast<std::uint32_t>(input.ids.size());
  const std::set<std::int32_t> asked(input.ids.begin() + begin, input.ids.begin() + end);
  std::vector<std::size_t> common(own);
  for (std::uint32_t s = 0; s < own; ++s) {
    for (const std::int32_t id : tokens_of(document, s)) common[s] += asked.count(id);
  }
  Segments order(own);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return common[a] > common[b]; });
  return order;
}

void count(const Segments& ranking, const Segments& evidence, EvidenceRank& rank) {
  for (std::size_t i = 0; i < std::min<std::size_t>(ranking.size(), 3); ++i) {
    if (std::find(evidence.begin(), evidence.end(), ranking[i]) == evidence.end()) continue;
    rank.first += i == 0 ? 1 : 0;
    ++rank.among_three;
    return;
  }
}

EvidenceScores score_evidence(std::span<const PreparedDocument> documents,
                              std::span<const model::DocumentReading> readings) {
  EvidenceScores scores;
  for (std::size_t d = 0; d < documents.size(); ++d) {
    for (const auto& [segment, target] : documents[d].targets) {
      if (target.evidence.empty()) continue;
      ++scores.asked;
      scores.candidates += segment;
      scores.first_by_chance +=
          static_cast<double>(target.evidence.size()) / static_cast<double>(segment);
      const model::SegmentReading& reading = readings[d].segments[segment];
      if (target.sentence < reading.rested_on.size())
        count(earlier(reading.rested_on[target.sentence], segment), target.evidence, scores.head);
      if (target.sentence < reading.attended.size())
        count(earlier(reading.attended[target.sentence], segment), target.evidence,
              scores.attention);
      count(by_common_words(documents[d], segment, target.sentence), target.evidence, scores.words);
    }
  }
  if (scores.asked > 0) scores.candidates /= static_cast<double>(scores.asked);
  return scores;
}

}  // namespace

LabelScores evaluate_labels(LoadedModel& loaded, const std::filesystem::path& labels,
                            Strictness strictness, int threads) {
  const model::ModelCard& card = loaded.reader.card();
  require_compatible(card, loaded.tokenizer);
  const std::vector<LabelledDocument> documents = read_labels(labels);
  std::vector<PreparedDocument> prepared(documents.size());
  for_each_parallel(documents.size(), threads, [&](std::size_t d) {
    prepared[d] = prepare_labelled(documents[d], card.kinds, loaded.tokenizer, card.config.seg_len);
  });
  const auto readings = read_documents_in_batches(loaded.reader, prepared);
  auto scored = scored_by_kind(prepared, readings, card.kinds.size());

  LabelScores result;
  std::vector<Outcome> raw, all;
  result.documents = documents.size();
  result.evidence = score_evidence(prepared, readings);
  for (const LabelledDocument& document : documents) result.clean += document.flags.empty() ? 1 : 0;
  for (std::size_t k = 0; k < card.kinds.size(); ++k) {
    KindScore score;
    score.kind = card.kinds[k];
    const auto entry = loaded.calibration.kinds.find(score.kind);
    const Threshold limits =
        entry == loaded.calibration.kinds.end() ? Threshold{2, 2} : entry->second;
    const double threshold = strictness == Strictness::kRecall ? limits.recall : limits.precision;
    score.silent = threshold > 1;
    std::vector<Outcome> own;
    for (Scored& s : scored[k]) {
      raw.push_back({s.probability, s.wrong});
      s.probability = limits.probability(s.probability);
      own.push_back({s.probability, s.wrong});
    }
    all.insert(all.end(), own.begin(), own.end());
    score.calibration_error = calibration_error(own, {});
    score.at_threshold = at_threshold(scored[k], threshold);
    score.labelled = score.at_threshold.wrong;
    score.roc_area = roc_area(scored[k]);
    std::set<std::size_t> clean_flagged;
    for (const Scored& s : scored[k]) {
      if (s.probability < threshold) continue;
      score.right_sentence += s.wrong && s.right_sentence ? 1 : 0;
      if (documents[s.document].flags.empty()) clean_flagged.insert(s.document);
    }
    score.clean_flagged = clean_flagged.size();
    for (std::size_t d = 0; d < documents.size(); ++d) {
      for (const auto& [segment, target] : prepared[d].targets) {
        if (static_cast<std::size_t>(target.kind) != k || target.evidence.empty()) continue;
        const auto& found = readings[d].segments[segment].depends_on;
        ++score.with_evidence;
        if (!found.empty() && std::find(target.evidence.begin(), target.evidence.end(),
                                        found.front().segment) != target.evidence.end())
          ++score.right_evidence;
      }
    }
    result.kinds.push_back(score);
  }
  result.error_of_scores = calibration_error(raw, {});
  result.error = calibration_error(all, {});
  result.error_where_suspicious = calibration_error(all, {}, 0.1);
  return result;
}

Evaluation evaluate_corpus(LoadedModel& loaded, const std::vector<std::string>& corpus,
                           double share, std::uint64_t seed, int threads, std::int64_t mem_len) {
  require_compatible(loaded.reader.card(), loaded.tokenizer);
  const std::vector<CorpusSource> sources = find_sources(corpus);
  std::vector<CorpusDocument> documents = read_corpus(sources);
  if (share < 1)
    std::erase_if(documents, [&](const CorpusDocument& d) { return !held_out(d.text, share); });
  std::vector<PreparedDocument> prepared(documents.size());
  for_each_parallel(documents.size(), threads, [&](std::size_t d) {
    prepared[d] = prepare(pseudonymise(documents[d].text, seed).text, loaded.tokenizer,
                          loaded.reader.card().config.seg_len);
  });
  return evaluate_text(prepared, [&](std::span<const model::DocumentInput> inputs) {
    return loaded.reader.read(inputs, {.mem_len = mem_len});
  });
}

}  // namespace proviso::tasks
