// Speed of the reader's training and reading pass, one JSON row a figure, with the machine's matrix
// product in the same run. Beside wall-clock speed stands the speed per processor second:
// comparable on a machine that others use too.
//   model_bench [--device cpu|cuda] [train|read|all] [lanes] [training memory] [threads] [runs]
// Training in bf16 is measured where it can pay.
#include <algorithm>
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

// The speeds of some equal runs.
struct Speeds {
  std::vector<double> wall, processor;

  // Runs body(), which does `work` units.
  template <class Body>
  void time(double work, const Body& body) {
    const double started = ::wall(), cpu = ::processor();
    body();
    wall.push_back(work / (::wall() - started));
    processor.push_back(work / (::processor() - cpu));
  }
};

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1) + 0.5)];
}

struct Setting {
  Device device = Device::kCpu;
  int threads = 2, runs = 3;
};

void row(const std::string& name, const char* unit, const Speeds& speeds, const Setting& at,
         const char* dtype = "fp32") {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf(
      "{\"name\":\"%s\",\"unit\":\"%s\",\"median\":%.1f,\"spread\":%.1f,\"runs\":%zu,\"threads\":%"
      "d,\"dtype\":\"%s\","
      "\"per_processor_second\":%.1f,\"device\":\"%s\",\"peak_mb\":%ld}\n",
      name.c_str(), unit, quantile(speeds.wall, 0.5),
      quantile(speeds.wall, 0.75) - quantile(speeds.wall, 0.25), speeds.wall.size(), at.threads,
      dtype, quantile(speeds.processor, 0.5), device_description().c_str(), usage.ru_maxrss / 1024);
  std::fflush(stdout);
}

std::vector<LaneInput> lane_inputs(const std::vector<std::vector<std::int32_t>>& ids) {
  std::vector<LaneInput> inputs(ids.size());
  for (std::size_t l = 0; l < ids.size(); ++l) {
    TrainSegment segment;
    segment.input.ids = ids[l];
    segment.next_id = 1;
    inputs[l].segments.push_back(segment);
  }
  return inputs;
}

// Steps over full segments with full memory.
void bench_train(const Setting& at, std::int64_t lanes, std::int64_t memory, double dropout,
                 bool bf16 = false) {
  TrainOptions options;
  options.lanes = lanes;
  options.mem_len = memory;
  options.progressive_eviction = false;
  options.attn_dropout = options.ffn_dropout = options.memory_dropout = dropout;
  options.bf16 = bf16;
  Trainer trainer = Trainer::create(shape_a(), options, at.device);
  std::mt19937 random(1);
  const ReaderConfig& config = trainer.card().config;
  const auto warm = static_cast<int>(memory / config.seg_len) + 1;
  Speeds speeds;
  for (int i = 0; i < warm + at.runs; ++i) {
    std::vector<std::vector<std::int32_t>> ids;
    for (std::int64_t l = 0; l < lanes; ++l) {
      ids.push_back(
          random_ids(static_cast<std::size_t>(config.seg_len), config.vocab_size, random));
    }
    const std::vector<LaneInput> inputs = lane_inputs(ids);
    if (i < warm) {
      trainer.step(inputs);
    } else {
      speeds.time(static_cast<double>(lanes * config.seg_len), [&] { trainer.step(inputs); });
    }
  }
  row("reader/train/A/lanes:" + std::to_string(lanes) + "/memory:" + std::to_string(memory) +
          (dropout > 0 ? "/dropout" : ""),
      "tokens/s", speeds, at, bf16 ? "bf16" : "fp32");
}

// Reads documents of ten full segments, so that the memory of 1152 rows is full for seven of them.
void bench_read(const Setting& at, std::int64_t documents, bool losses) {
  Trainer trainer = Trainer::create(shape_a(), TrainOptions(), at.device);
  std::mt19937 random(1);
  const ReaderConfig& config = trainer.card().config;
  std::vector<std::vector<std::int32_t>> ids;
  std::vector<DocumentInput> inputs(static_cast<std::size_t>(documents));
  for (std::int64_t i = 0; i < documents * 10; ++i) {
    ids.push_back(random_ids(static_cast<std::size_t>(config.seg_len), config.vocab_size, random));
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    SegmentInput segment;
    segment.ids = ids[i];
    inputs[i / 10].segments.push_back(segment);
  }
  const ReadOptions read{losses, -1};
  Speeds speeds;
  for (int i = 0; i < at.runs; ++i) {
    speeds.time(static_cast<double>(documents * 10 * config.seg_len),
                [&] { trainer.read(inputs, read); });
  }
  row("reader/read/A/documents:" + std::to_string(documents) +
          "/memory:" + std::to_string(config.mem_len) + (losses ? "" : "/without_losses"),
      "tokens/s", speeds, at);
}

// Of the processor.
void bench_machine(const Setting& at) {
  Speeds speeds;
  for (int i = 0; i < at.runs; ++i) speeds.time(kMatrixProductGflop, matrix_product);
  row("machine/matrix_product", "GFLOP/s", speeds, at);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  Setting at;
  if (words.size() > 1 && words[0] == "--device") {
    at.device = words[1] == "cuda" ? Device::kCuda : Device::kCpu;
    words.erase(words.begin(), words.begin() + 2);
  }
  const auto number = [&](std::size_t place, int otherwise) {
    return place < words.size() ? std::atoi(words[place].c_str()) : otherwise;
  };
  const std::string what = words.empty() ? "all" : words[0];
  const std::int64_t lanes = number(1, 4), memory = number(2, 768);
  at.threads = number(3, 2);
  at.runs = number(4, 3);
  set_threads(at.threads);
  bench_machine(at);
  if (what != "read") bench_train(at, lanes, memory, 0);
  if (what != "read" && bf16_pays(at.device)) bench_train(at, lanes, memory, 0, true);
  if (what == "all") bench_train(at, lanes, 1152, 0);
  if (what == "all") bench_train(at, lanes, memory, 0.1);
  if (what != "train") bench_read(at, 1, true);
  if (what == "all") {
    bench_read(at, 4, true);
    bench_read(at, 1, false);
  }
  bench_machine(at);
}
