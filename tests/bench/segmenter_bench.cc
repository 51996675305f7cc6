// Speed of reading structure, sentences and segments, over the invented judgments of
// tests/golden/structure. With PROVISO_BENCH_TEXT=FILE one real text is read instead, with
// PROVISO_BENCH_TOKENIZER=FILE a trained tokenizer.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "segmenter/segmenter.h"

namespace {

namespace fs = std::filesystem;
using namespace proviso::segmenter;

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

const std::vector<std::string>& documents() {
  static const std::vector<std::string> texts = [] {
    std::vector<std::string> out;
    if (const char* given = std::getenv("PROVISO_BENCH_TEXT"))
      return std::vector<std::string>{read(given)};
    std::vector<fs::path> files;
    for (const auto& entry :
         fs::directory_iterator(fs::path(PROVISO_SOURCE_DIR) / "tests/golden/structure")) {
      if (entry.path().extension() == ".txt") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) out.push_back(read(file));
    return out;
  }();
  return texts;
}

const Tokenizer& tokenizer() {
  static const Tokenizer trained = [] {
    if (const char* given = std::getenv("PROVISO_BENCH_TOKENIZER")) return Tokenizer::load(given);
    const fs::path file = fs::temp_directory_path() / ("proviso-bench-" + std::to_string(getpid()));
    TokenizerOptions options;
    options.vocab_size = 1000;
    train_tokenizer(documents(), options, file);
    Tokenizer loaded = Tokenizer::load(file);
    fs::remove(file);
    return loaded;
  }();
  return trained;
}

// Runs `work` over every document; the rate is bytes of text in processor seconds.
template <typename Work>
void over_documents(benchmark::State& state, Work work) {
  std::int64_t bytes = 0;
  for (auto _ : state) {
    for (const std::string& text : documents()) {
      work(text);
      bytes += static_cast<std::int64_t>(text.size());
    }
  }
  state.SetBytesProcessed(bytes);
}

void BM_sentences(benchmark::State& state) {
  over_documents(state, [](const std::string& text) {
    benchmark::DoNotOptimize(sentences(text, {0, text.size()}));
  });
}
BENCHMARK(BM_sentences);

void BM_structure(benchmark::State& state) {
  read_structure(documents().front());  // compiles the grammar
  over_documents(state,
                 [](const std::string& text) { benchmark::DoNotOptimize(read_structure(text)); });
}
BENCHMARK(BM_structure);

void BM_tokens(benchmark::State& state) {
  tokenizer();
  over_documents(
      state, [](const std::string& text) { benchmark::DoNotOptimize(tokenizer().encode(text)); });
}
BENCHMARK(BM_tokens);

void BM_structure_and_segments(benchmark::State& state) {
  tokenizer();
  over_documents(state, [](const std::string& text) {
    benchmark::DoNotOptimize(make_segments(text, read_structure(text), tokenizer()));
  });
}
BENCHMARK(BM_structure_and_segments);

}  // namespace

BENCHMARK_MAIN();
