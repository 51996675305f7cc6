#include "tasks/learning/evaluate.h"

#include <algorithm>
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
    for (model::DocumentReading& reading : reader.read(inputs, {.losses = false}))
      readings.push_back(std::move(reading));
  }
  return readings;
}

}  // namespace

LabelScores evaluate_labels(LoadedModel& loaded, const std::filesystem::path& labels,
                            Strictness strictness, int threads) {
  const model::ModelCard& card = loaded.reader.card();
  require_compatible(card, loaded.tokenizer);
  const std::vector<LabelledDocument> documents = read_labels(labels);
  std::vector<PreparedDocument> prepared(documents.size());
  for_each_parallel(documents.size(), threads, [&](std::size_t d) {
    prepared[d] = prepare_labelled(documents[d], card.kinds, loaded.tokenizer);
  });
  const auto readings = read_documents_in_batches(loaded.reader, prepared);
  const auto scored = scored_by_kind(prepared, readings, card.kinds.size());

  LabelScores result;
  result.documents = documents.size();
  for (const LabelledDocument& document : documents) result.clean += document.flags.empty() ? 1 : 0;
  for (std::size_t k = 0; k < card.kinds.size(); ++k) {
    KindScore score;
    score.kind = card.kinds[k];
    const auto entry = loaded.calibration.kinds.find(score.kind);
    score.silent = entry == loaded.calibration.kinds.end();
    const double threshold = score.silent                        ? 2
                             : strictness == Strictness::kRecall ? entry->second.recall
                                                                 : entry->second.precision;
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
  return result;
}

Evaluation evaluate_corpus(LoadedModel& loaded, const std::vector<std::string>& corpus,
                           double share, std::uint64_t seed, int threads) {
  require_compatible(loaded.reader.card(), loaded.tokenizer);
  const std::vector<CorpusSource> sources = find_sources(corpus);
  std::vector<CorpusDocument> documents = read_corpus(sources);
  if (share < 1)
    std::erase_if(documents, [&](const CorpusDocument& d) { return !held_out(d.text, share); });
  std::vector<PreparedDocument> prepared(documents.size());
  for_each_parallel(documents.size(), threads, [&](std::size_t d) {
    prepared[d] = prepare(pseudonymise(documents[d].text, seed).text, loaded.tokenizer);
  });
  return evaluate_text(prepared, [&](std::span<const model::DocumentInput> inputs) {
    return loaded.reader.read(inputs);
  });
}

}  // namespace proviso::tasks
