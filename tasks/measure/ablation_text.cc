#include "tasks/measure/ablation_text.h"

#include <fmt/format.h>

#include "tasks/learning/corpus.h"
#include "tasks/learning/pseudonymise.h"

namespace proviso::tasks {
namespace {

void append(std::vector<std::int32_t>& stream, const std::vector<std::int32_t>& ids) {
  stream.insert(stream.end(), ids.begin(), ids.end());
}

// Documents of the corpus, those held out apart.
struct Sides {
  std::vector<std::string> training, scored;
};

// Names replaced, in a drawn order, about as many as the plan needs.
Sides draw_documents(const AblationPlan& plan, const segmenter::Tokenizer& tokenizer) {
  const std::vector<CorpusSource> sources = find_sources(plan.corpus);
  const std::vector<CorpusDocument> documents = read_corpus(sources);
  std::vector<std::uint32_t> source_of;
  for (const CorpusDocument& document : documents) source_of.push_back(document.source);
  const std::uint64_t seed = plan.network.seed;
  Sides sides;
  std::size_t training = 0, scored = 0;
  for (const std::uint32_t d : reading_order(source_of, sources, seed, 0)) {
    const std::string& text = documents[d].text;
    const bool out = held_out(text, plan.held_out_share);
    std::size_t& tokens = out ? scored : training;
    if (tokens >= (out ? plan.score_tokens : plan.train_tokens)) continue;
    std::string clean = pseudonymise(text, seed).text;
    tokens += tokenizer.encode(clean).ids.size();
    (out ? sides.scored : sides.training).push_back(std::move(clean));
  }
  return sides;
}

void fill(std::vector<std::int32_t>& stream, std::vector<PreparedDocument>* documents,
          const std::vector<std::string>& texts, const segmenter::Tokenizer& tokenizer) {
  const std::vector<std::int32_t> line_end = tokenizer.encode("\n").ids;
  for (const std::string& text : texts) {
    if (documents == nullptr) {
      append(stream, tokenizer.encode(text).ids);
      continue;
    }
    documents->push_back(prepare(text, tokenizer));
    append(stream, documents->back().ids);
    append(stream, line_end);
  }
}

}  // namespace

std::vector<std::string> shuffled_sentences(std::span<const std::string> texts,
                                            std::uint64_t seed) {
  std::vector<std::string> sentences;
  for (const std::string& text : texts) {
    for (const segmenter::Span& span : segmenter::sentences(text, {0, text.size()})) {
      std::string sentence = text.substr(span.start, span.size());
      while (!sentence.empty() && sentence.back() == '\n') sentence.pop_back();
      if (!sentence.empty()) sentences.push_back(sentence + '\n');
    }
  }
  Draw draw(seed);
  for (std::size_t i = sentences.size(); i > 1; --i)
    std::swap(sentences[i - 1], sentences[draw.below(i)]);
  return sentences;
}

std::vector<std::span<const std::int32_t>> stripes(std::span<const std::int32_t> stream,
                                                   std::size_t count) {
  const std::size_t size = stream.size() / count;
  std::vector<std::span<const std::int32_t>> parts;
  for (std::size_t i = 0; i < count; ++i) parts.push_back(stream.subspan(i * size, size));
  return parts;
}

AblationText ablation_text(const AblationPlan& plan, const segmenter::Tokenizer& tokenizer) {
  Sides sides = draw_documents(plan, tokenizer);
  if (sides.training.empty() || sides.scored.empty())
    throw CorpusError(fmt::format(
        "of the corpus {} documents are for training and {} to be scored; give more documents or "
        "another --held-out",
        sides.training.size(), sides.scored.size()));
  AblationText text;
  if (plan.shuffle_sentences) {
    fill(text.training, nullptr, shuffled_sentences(sides.training, plan.network.seed), tokenizer);
    fill(text.scored, nullptr, shuffled_sentences(sides.scored, plan.network.seed), tokenizer);
  } else {
    fill(text.training, &text.training_documents, sides.training, tokenizer);
    fill(text.scored, &text.scored_documents, sides.scored, tokenizer);
  }
  if (text.scored.size() > plan.score_tokens) text.scored.resize(plan.score_tokens);
  return text;
}

}  // namespace proviso::tasks
