// A 5-gram model beside the network: trained on the documents that `proviso pretrain` trains on,
// read on those it holds out, the same tokens, the same protocol as `proviso evaluate --text`. One
// JSON object.
//
//   ngram_baseline TOKENIZER HELD_OUT_SHARE SEED MILLION_TOKENS TRAIN… -- TEST…
//
// TRAIN and TEST are corpora as pretrain takes them; weights are not looked at: each document
// counts once. Training stops after MILLION_TOKENS (documents drawn evenly).
#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "tasks/learning/corpus.h"
#include "tasks/learning/prepared.h"
#include "tasks/learning/pseudonymise.h"
#include "tests/bench/ngram.h"

namespace {

namespace tasks = proviso::tasks;

struct Documents {
  std::vector<std::vector<std::int32_t>> ids;
  std::uint64_t code_points = 0, tokens = 0;
};

// The documents that are held out, or the others.
Documents read(const std::vector<std::string>& corpus, bool held_out, double share,
               std::uint64_t seed, std::uint64_t most,
               const proviso::segmenter::Tokenizer& tokenizer) {
  std::vector<tasks::CorpusDocument> texts = tasks::read_corpus(tasks::find_sources(corpus));
  std::erase_if(texts, [&](const tasks::CorpusDocument& d) {
    return tasks::held_out(d.text, share) != held_out;
  });
  std::uint64_t bytes = 0;
  for (const auto& one : texts) bytes += one.text.size();
  constexpr double kBytesPerToken = 4.5;
  const double drawn =
      most == 0 ? 1 : static_cast<double>(most) * kBytesPerToken / static_cast<double>(bytes);
  if (drawn < 1) {
    std::erase_if(texts, [&](const tasks::CorpusDocument& d) {
      return static_cast<double>(tasks::stable_hash(d.text, 99) >> 11) * 0x1p-53 >= drawn;
    });
  }
  Documents out;
  out.ids.resize(texts.size());
  std::vector<std::uint32_t> characters(texts.size());
  tasks::for_each_parallel(texts.size(), 2, [&](std::size_t d) {
    tasks::PreparedDocument one =
        tasks::prepare(tasks::pseudonymise(texts[d].text, seed).text, tokenizer);
    out.ids[d] = std::move(one.ids);
    characters[d] = one.code_points;
    std::string().swap(texts[d].text);
  });
  for (std::size_t d = 0; d < texts.size(); ++d) {
    out.code_points += characters[d];
    out.tokens += out.ids[d].size();
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto bar = std::find(words.begin(), words.end(), "--");
  if (words.size() < 7 || bar == words.end()) {
    std::cerr << "ngram_baseline TOKENIZER HELD_OUT_SHARE SEED MILLION_TOKENS TRAIN… -- TEST…\n";
    return 2;
  }
  try {
    const auto tokenizer = proviso::segmenter::Tokenizer::load(words[0]);
    const double share = std::stod(words[1]);
    const std::uint64_t seed = std::stoull(words[2]);
    const auto most = static_cast<std::uint64_t>(1e6 * std::stod(words[3]));
    const Documents training = read({words.begin() + 4, bar}, false, share, seed, most, tokenizer);
    const proviso::bench::KneserNey model(training.ids, tokenizer.vocab_size());
    const Documents test = read({bar + 1, words.end()}, true, share, seed, 0, tokenizer);
    double loss = 0;
    std::uint64_t scored = 0;
    for (const auto& ids : test.ids) {
      for (std::size_t at = 1; at < ids.size(); ++at) {
        loss -= std::log(model.probability(ids, at));
        ++scored;
      }
    }
    std::cout
        << nlohmann::ordered_json{{"model", "5-gram, modified Kneser-Ney"},
                                  {"training_documents", training.ids.size()},
                                  {"training_tokens", training.tokens},
                                  {"different_5_grams", model.size(5)},
                                  {"documents", test.ids.size()},
                                  {"tokens", scored},
                                  {"perplexity", std::exp(loss / static_cast<double>(scored))},
                                  {"bits_per_character",
                                   loss / std::log(2.0) / static_cast<double>(test.code_points)}}
               .dump()
        << '\n';
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
