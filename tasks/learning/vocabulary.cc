#include "tasks/learning/vocabulary.h"

#include <algorithm>
#include <chrono>

#include "segmenter/tokenizer.h"
#include "tasks/learning/pseudonymise.h"

namespace proviso::tasks {

VocabularyReport train_vocabulary(const VocabularyOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<CorpusSource> sources = find_sources(options.corpus);
  for (CorpusSource& source : sources) source.weight = std::min(source.weight, 1.0);
  std::vector<CorpusDocument> documents = read_corpus(sources);
  std::vector<std::uint32_t> source_of;
  for (const CorpusDocument& document : documents) source_of.push_back(document.source);

  VocabularyReport report;
  std::vector<std::string> texts;
  for (const std::uint32_t d : reading_order(source_of, sources, options.seed, 0)) {
    Pseudonymised clean = pseudonymise(documents[d].text, options.seed);
    report.names_replaced += clean.names.size();
    report.bytes += clean.text.size();
    texts.push_back(std::move(clean.text));
  }
  report.documents = texts.size();
  documents.clear();

  segmenter::train_tokenizer(
      texts, {.vocab_size = options.vocab_size, .seed = options.seed, .threads = options.threads},
      options.out);
  const auto tokenizer = segmenter::Tokenizer::load(options.out);
  report.vocab_size = tokenizer.vocab_size();
  report.sha256 = tokenizer.sha256();
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace proviso::tasks
