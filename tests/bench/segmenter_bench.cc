// Speed of reading structure, sentences, tokens and segments, by kind of document, and on texts
// that were made to be slow. Rates are bytes of text in processor seconds. With
// PROVISO_BENCH_TEXT=FILE that text is read instead of invented ones; PROVISO_BENCH_TOKENIZER=FILE
// is another vocabulary than the shipped one.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>

#include "segmenter/segmenter.h"

namespace {

namespace fs = std::filesystem;
using namespace proviso::segmenter;

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The invented documents of tests/golden/structure by their kind.
std::map<std::string, std::vector<std::string>> invented() {
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::directory_iterator(fs::path(PROVISO_SOURCE_DIR) / "tests/golden/structure")) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::map<std::string, std::vector<std::string>> out;
  for (const fs::path& file : files) {
    std::string text = read(file);
    const std::string kind(name(read_structure(text).kind));
    out[kind].push_back(std::move(text));
  }
  return out;
}

const Tokenizer& tokenizer() {
  static const Tokenizer loaded = [] {
    const char* given = std::getenv("PROVISO_BENCH_TOKENIZER");
    return Tokenizer::load(given != nullptr
                               ? fs::path(given)
                               : fs::path(PROVISO_SOURCE_DIR) / "samples/model/tokenizer.model");
  }();
  return loaded;
}

// How full segments are: those inside a section, and all, which lose room where sections end.
struct Fill {
  double inner = 0, all = 0;
  std::size_t inner_count = 0, count = 0;
  void add(const std::vector<Segment>& segments) {
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const double share = static_cast<double>(segments[i].ids.size()) / Segment::kMaxTokens;
      all += share;
      ++count;
      if (i + 1 == segments.size() || segments[i].section != segments[i + 1].section) continue;
      inner += share;
      ++inner_count;
    }
  }
};

using Texts = std::vector<std::string>;
using Work = std::function<void(const std::string&)>;

void over(benchmark::State& state, const Texts& texts, const Work& work) {
  std::int64_t bytes = 0;
  work(texts.front());  // compiles the grammars
  for (auto _ : state) {
    for (const std::string& text : texts) {
      work(text);
      bytes += static_cast<std::int64_t>(text.size());
    }
  }
  state.SetBytesProcessed(bytes);
}

void bench(const std::string& title, const Texts& texts) {
  const auto add = [&](const char* what, Work work) {
    benchmark::RegisterBenchmark(
        (std::string(what) + "/" + title).c_str(),
        [texts, work](benchmark::State& state) { over(state, texts, work); })
        ->Unit(benchmark::kMillisecond);
  };
  add("sentences", [](const std::string& text) {
    benchmark::DoNotOptimize(sentences(text, {0, text.size()}));
  });
  add("tokens",
      [](const std::string& text) { benchmark::DoNotOptimize(tokenizer().encode(text)); });
  add("structure", [](const std::string& text) { benchmark::DoNotOptimize(read_structure(text)); });
  add("sections_and_sentences", [](const std::string& text) {
    for (const Section& section : read_structure(text).sections)
      benchmark::DoNotOptimize(sentences(text, section.span));
  });
  benchmark::RegisterBenchmark(("segments/" + title).c_str(), [texts](benchmark::State& state) {
    Fill fill;
    over(state, texts, [&](const std::string& text) {
      fill.add(make_segments(text, read_structure(text), tokenizer()));
    });
    const auto mean = [](double sum, std::size_t count) {
      return count == 0 ? 0 : sum / static_cast<double>(count);
    };
    state.counters["fill_inside"] = mean(fill.inner, fill.inner_count);
    state.counters["fill_all"] = mean(fill.all, fill.count);
  })->Unit(benchmark::kMillisecond);
}

std::string repeated(std::string_view words, std::size_t times) {
  std::string out;
  out.reserve(words.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += words;
  return out;
}

// A text and one four times as long: where time is linear, the rates are alike.
void hostile(const std::string& title, const std::function<std::string(std::size_t)>& make,
             std::size_t size) {
  for (const std::size_t scale : {std::size_t{1}, std::size_t{4}}) {
    benchmark::RegisterBenchmark(("hostile/" + title + "/x" + std::to_string(scale)).c_str(),
                                 [make, size, scale](benchmark::State& state) {
                                   const std::string text = make(size * scale);
                                   std::int64_t bytes = 0;
                                   for (auto _ : state) {
                                     for (const Section& section : read_structure(text).sections)
                                       benchmark::DoNotOptimize(sentences(text, section.span));
                                     bytes += static_cast<std::int64_t>(text.size());
                                   }
                                   state.SetBytesProcessed(bytes);
                                 })
        ->Unit(benchmark::kMillisecond)
        ->Iterations(1)
        ->Repetitions(1);
  }
}

void hostile_all() {
  constexpr std::size_t kQuarter = 25'000'000, kTimes = 250'000;
  const auto times = [](std::string_view words) {
    return [words](std::size_t count) { return repeated(words, count); };
  };
  hostile("one_letter", times("x"), kQuarter);
  hostile("one_character", times("某"), kQuarter / 3);
  hostile("full_stops", times("."), kQuarter / 10);
  hostile("line_ends", times("\n"), kQuarter / 10);
  hostile("unclosed_brackets", times("（"), kTimes);
  hostile("unclosed_quotes", times("“"), kTimes);
  hostile("unclosed_titles", times("《"), kTimes);
  hostile("reasons", times("本院认为"), kTimes);
  hostile("reasons_in_lines", times("本院认为，判决如下：\n"), kTimes);
  const auto lines = [](std::string_view before, std::string_view behind) {
    return [before, behind](std::size_t count) {
      std::string text;
      for (std::size_t i = 1; i <= count; ++i)
        (text += before) += std::to_string(i) + std::string(behind);
      return text;
    };
  };
  hostile("numbered_lines", lines("", "、货款。\n"), kTimes);
  hostile("numbered_clauses", lines("", ". The Supplier shall deliver.\n"), kTimes);
  hostile("numbered_claims", lines("原告诉称：", "、支付货款；"), kTimes);
}

}  // namespace

int main(int argc, char** argv) {
  if (const char* given = std::getenv("PROVISO_BENCH_TEXT")) {
    bench("given", {read(given)});
  } else {
    for (const auto& [kind, texts] : invented()) bench(kind, texts);
    hostile_all();
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
