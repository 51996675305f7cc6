// What a token costs by the length of attention (the question of Dai et al. 2019, Table 9), in the
// network's shape A, one thread, one JSON row a figure:
//   cached            the reader over its memory of keys and values: exact, never computed again
//   recompute all     the paper's yardstick: for every token the whole context anew, no memory
//   plain, K/V cache  a decoder with absolute positions: once its window is full it slides by half,
//                     and what it keeps is read anew, since its positions have changed
// in segments of 64 tokens, as text is scored, and token by token, as text is written. The length L
// is what a token sees at most: with the memory L − 63 … L in segments, L token by token; with the
// sliding window L/2 … L. Rows of the last layer are computed, no softmax over the vocabulary.
//   attention_length_bench [greatest length] [runs]
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/decoder.h"
#include "model/reader.h"
#include "model/trainer.h"
#include "tests/bench/plain_transformer.h"

namespace {

using namespace proviso::model;
using proviso::bench::PlainTransformer;

constexpr std::int64_t kSegment = 64;

double processor() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1) + 0.5)];
}

// Milliseconds of processor time a token.
struct Cost {
  double median = 0;
};

// body() deals with `tokens` tokens.
template <class Body>
Cost measure(const std::string& name, std::int64_t length, std::int64_t tokens, int runs,
             const Body& body) {
  body();
  std::vector<double> costs;
  for (int i = 0; i < runs; ++i) {
    const double began = processor();
    body();
    costs.push_back(1e3 * (processor() - began) / static_cast<double>(tokens));
  }
  const Cost cost{quantile(costs, 0.5)};
  std::printf(
      "{\"name\":\"attention length %lld/%s\",\"unit\":\"ms a token\",\"median\":%.4f,\"spread\":%."
      "4f,\"runs\":%d,\"threads\":1,\"dtype\":\"fp32\"}\n",
      static_cast<long long>(length), name.c_str(), cost.median,
      quantile(costs, 0.75) - quantile(costs, 0.25), runs);
  std::fflush(stdout);
  return cost;
}

// Shape A with segments of any length, random weights.
Reader random_reader(std::int64_t longest) {
  ModelCard card;
  card.config.seg_len = longest;
  card.config.mem_len = longest;
  card.config.vocab_size = 1000;
  const auto names = [](std::int64_t count) {
    std::vector<std::string> out;
    for (std::int64_t i = 0; i < count; ++i) out.push_back(std::to_string(i));
    return out;
  };
  card.tags = names(card.config.n_tag);
  card.levels = names(card.config.n_level);
  card.marks = names(card.config.n_mark);
  std::string folder = (std::filesystem::temp_directory_path() / "proviso-bench-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary folder");
  Trainer::create(card, {}, Device::kCpu).save_model(folder, Precision::kSingle);
  Reader reader = Reader::load(folder, Device::kCpu);
  std::filesystem::remove_all(folder);
  return reader;
}

std::vector<std::int32_t> random_ids(std::int64_t count) {
  std::mt19937 random(1);
  std::vector<std::int32_t> ids(static_cast<std::size_t>(count));
  for (std::int32_t& id : ids) id = static_cast<std::int32_t>(random() % 1000);
  return ids;
}

DocumentInput cut(const std::vector<std::int32_t>& ids, std::int64_t segment) {
  DocumentInput document;
  for (std::size_t at = 0; at < ids.size(); at += static_cast<std::size_t>(segment)) {
    SegmentInput input;
    input.ids = std::span(ids).subspan(at, static_cast<std::size_t>(segment));
    document.segments.push_back(input);
  }
  return document;
}

ReadOptions rows_only(std::int64_t mem_len) {
  ReadOptions options;
  options.losses = options.dual_tower = false;
  options.mem_len = mem_len;
  options.initial_memory = InitialMemory::kZeros;  // full from the start
  return options;
}

Cost cached(Reader& reader, std::int64_t length, int runs) {
  const auto ids = random_ids(16 * kSegment);
  const std::vector<DocumentInput> documents{cut(ids, kSegment)};
  const ReadOptions options = rows_only(length - kSegment);
  return measure("cached", length, std::ssize(ids), runs, [&] { reader.read(documents, options); });
}

void decoded(Reader& reader, std::int64_t length, int runs) {
  Decoder decoder(reader, {length - 1, 1, false});
  const auto ids = random_ids(length);
  for (const std::int32_t id : ids) decoder.append(id);
  measure("cached, token by token", length, 64, runs, [&] {
    for (std::size_t i = 0; i < 64; ++i) decoder.append(ids[i]);
  });
}

Cost recomputed(Reader& reader, std::int64_t length, int runs) {
  const auto ids = random_ids(length);
  const std::vector<DocumentInput> documents{cut(ids, length)};
  const ReadOptions options = rows_only(0);
  return measure("recompute all", length, 1, runs, [&] { reader.read(documents, options); });
}

// From one slide to the next: half a window read anew, half a window of new tokens.
void plain(std::int64_t length, std::int64_t step, const char* name, int runs) {
  PlainTransformer network(ReaderConfig(), length);
  network.append(length);
  measure(name, length, length / 2, runs, [&] {
    network.slide(length / 2);
    while (network.cached() < length) network.append(std::min(step, length - network.cached()));
  });
}

// The cache must not change a row.
void check_plain() {
  PlainTransformer whole(ReaderConfig(), 96), parts(ReaderConfig(), 96);
  const auto rows = whole.append(96);
  for (int i = 0; i < 31; ++i) parts.append(3);
  const auto last = parts.append(3);
  double apart = 0;
  for (std::size_t i = 0; i < last.size(); ++i)
    apart = std::max(apart,
                     std::abs(static_cast<double>(last[i] - rows[rows.size() - last.size() + i])));
  if (!(apart < 1e-4)) throw std::runtime_error("the plain transformer's cache is wrong");
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t longest = argc > 1 ? std::atoll(argv[1]) : 2048;
  const int runs = argc > 2 ? std::atoi(argv[2]) : 5;
  set_threads(1);
  check_plain();
  Reader reader = random_reader(std::max(longest, 2 * kSegment));
  for (std::int64_t length = 2 * kSegment; length <= longest; length *= 2) {
    const Cost own = cached(reader, length, runs);
    decoded(reader, length, runs);
    plain(length, kSegment, "plain, K/V cache", runs);
    plain(length, 1, "plain, K/V cache, token by token", runs);
    const Cost all = recomputed(reader, length, runs);
    std::printf(
        "{\"name\":\"attention length %lld/recompute all to "
        "cached\",\"unit\":\"times\",\"median\":%"
        ".0f,\"spread\":0,\"runs\":1,\"threads\":1}\n",
        static_cast<long long>(length), all.median / own.median);
  }
}
