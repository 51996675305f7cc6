// Speed of the reader's training and reading pass, one JSON row each; the machine's matrix product
// in the same run.
//   model_bench [train|read|all] [lanes] [training memory] [threads]
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <sys/resource.h>

#include "model/reader.h"
#include "model/trainer.h"

namespace {

using namespace proviso::model;

double wall() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Processor seconds of the whole process: comparable on a machine that others use too.
double processor() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::vector<std::string> names(const char* prefix, std::int64_t count) {
  std::vector<std::string> out;
  for (std::int64_t i = 0; i < count; ++i) out.push_back(prefix + std::to_string(i));
  return out;
}

// Shape A of the design: d 256, 6 layers, 4 heads, inner 1024, segment 384, memory 1152, vocabulary
// 16,000.
ModelCard shape_a() {
  ModelCard card;
  card.tags = names("tag", card.config.n_tag);
  card.levels = names("level", card.config.n_level);
  card.marks = names("mark", card.config.n_mark);
  return card;
}

std::vector<std::int32_t> random_ids(std::size_t count, std::int64_t vocab, std::mt19937& random) {
  std::vector<std::int32_t> ids(count);
  for (std::int32_t& id : ids)
    id = static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(vocab));
  return ids;
}

void row(const char* what, std::int64_t lanes, std::int64_t memory, int threads, double tokens,
         double seconds, double cpu) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf(
      "{\"bench\":\"%s\",\"shape\":\"A\",\"dtype\":\"fp32\",\"lanes\":%ld,\"memory\":%ld,"
      "\"threads\":%d,\"tokens_per_second\":%.0f,"
      "\"tokens_per_processor_second\":%.0f,\"peak_mb\":%ld}\n",
      what, static_cast<long>(lanes), static_cast<long>(memory), threads, tokens / seconds,
      tokens / cpu, usage.ru_maxrss / 1024);
  std::fflush(stdout);
}

void bench_train(std::int64_t lanes, std::int64_t memory, int threads, double dropout, int steps) {
  TrainOptions options;
  options.lanes = lanes;
  options.mem_len = memory;
  options.progressive_eviction = false;
  options.attn_dropout = options.ffn_dropout = options.memory_dropout = dropout;
  Trainer trainer = Trainer::create(shape_a(), options, Device::kCpu);
  std::mt19937 random(1);
  const auto time = static_cast<std::size_t>(trainer.card().config.seg_len);
  double started = 0, cpu = 0;
  std::int64_t tokens = 0;
  const int warm = static_cast<int>(memory / 384) + 1;
  for (int i = 0; i < warm + steps; ++i) {
    if (i == warm) started = wall(), cpu = processor();
    std::vector<std::vector<std::int32_t>> ids;
    std::vector<LaneInput> inputs(static_cast<std::size_t>(lanes));
    for (std::size_t l = 0; l < inputs.size(); ++l) {
      ids.push_back(random_ids(time, trainer.card().config.vocab_size, random));
    }
    for (std::size_t l = 0; l < inputs.size(); ++l) {
      inputs[l].segments.emplace_back();
      inputs[l].segments[0].input.ids = ids[l];
      inputs[l].segments[0].next_id = 1;
    }
    const StepStats stats = trainer.step(inputs);
    if (i >= warm) tokens += stats.tokens;
  }
  row(dropout > 0 ? "train_dropout" : "train", lanes, memory, threads, static_cast<double>(tokens),
      wall() - started, processor() - cpu);
}

void bench_read(std::int64_t documents, int threads, bool losses) {
  TrainOptions options;
  Trainer trainer = Trainer::create(shape_a(), options, Device::kCpu);
  std::mt19937 random(1);
  const ReaderConfig& config = trainer.card().config;
  std::vector<std::vector<std::int32_t>> ids;
  std::vector<DocumentInput> inputs(static_cast<std::size_t>(documents));
  for (int i = 0; i < documents * 10; ++i) {
    ids.push_back(random_ids(static_cast<std::size_t>(config.seg_len), config.vocab_size, random));
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    SegmentInput segment;
    segment.ids = ids[i];
    inputs[i / 10].segments.push_back(segment);
  }
  const ReadOptions read{losses, -1};
  trainer.read(std::span(inputs).first(1), read);
  const double started = wall(), cpu = processor();
  trainer.read(inputs, read);
  row(losses ? "read" : "read_without_losses", documents, config.mem_len, threads,
      static_cast<double>(documents * 10 * config.seg_len), wall() - started, processor() - cpu);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "all";
  const std::int64_t lanes = argc > 2 ? std::atoi(argv[2]) : 8;
  const std::int64_t memory = argc > 3 ? std::atoi(argv[3]) : 768;
  const int threads = argc > 4 ? std::atoi(argv[4]) : 2;
  set_threads(threads);
  std::printf("{\"bench\":\"machine\",\"device\":\"%s\",\"matrix_product_gflops\":%.1f}\n",
              device_description().c_str(), matrix_product_gflops());
  if (what != "read") bench_train(lanes, memory, threads, 0, 3);
  if (what == "all") bench_train(lanes, memory, threads, 0.1, 2);
  if (what != "train") bench_read(1, threads, true);
  if (what == "all") {
    bench_read(4, threads, true);
    bench_read(1, threads, false);
  }
}
