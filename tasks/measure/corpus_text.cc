#include "tasks/measure/corpus_text.h"

#include "tasks/learning/corpus.h"
#include "tasks/learning/pseudonymise.h"

namespace proviso::tasks {

void for_each_text(const CorpusText& corpus, const std::function<bool(std::string text)>& take) {
  for (const CorpusSource& source : find_sources(corpus.corpus)) {
    const std::vector<CorpusSource> one{source};
    for (const CorpusDocument& document : read_corpus(one)) {
      if (corpus.share < 1 && !held_out(document.text, corpus.share)) continue;
      if (!take(pseudonymise(document.text, corpus.seed).text)) return;
    }
  }
}

}  // namespace proviso::tasks
