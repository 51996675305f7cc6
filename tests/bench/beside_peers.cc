// Our side of `./dev bench --peers`: answers the questions of beside_peers.py, one a line, each
// with a JSON object a line.
//   evaluate|decode|train|train-bf16 A|B  a piece of work at full memory, as peers.py does it; what
//   must be
//                               made and warmed up is made at the first question, outside the time
//   decode-late|slide A|B       decoding 2,000 tokens later; within segments of 384 tokens
//   decode-half|decode-byte A|B decoding with weights that are half-precision numbers; in bytes
//   judgments|segments A|B      documents of real shape, or of full segments with as much memory
//   document A|B TOKENS         one document of this length from its first token
//   losses MODEL                mean loss of text that the model DIRECTORY wrote itself, exact and
//   with
//                               weights in bytes: {"exact": …, "bytes": …, "tokens": …}
//   matrix | bandwidth          what the machine gives: GFLOP/s, GB/s
//   memory                      megabytes of the process: before any work, and at most
// Work and costs: {"work": tokens, "wall": seconds, "processor": seconds}.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "model/decoder.h"
#include "model/reader.h"
#include "model/trainer.h"

namespace {

using namespace proviso::model;

constexpr std::int64_t kLanes = 4;

double wall() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double processor() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double megabytes_now() {
  std::ifstream file("/proc/self/statm");
  double all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

std::vector<std::string> names(const char* prefix, std::int64_t count) {
  std::vector<std::string> out;
  for (std::int64_t i = 0; i < count; ++i) out.push_back(prefix + std::to_string(i));
  return out;
}

ModelCard card_of(const std::string& shape) {
  ModelCard card;
  ReaderConfig& c = card.config;
  c.vocab_size = 8000;
  if (shape == "B") {
    c.d_model = 384;
    c.n_layer = 8;
    c.n_head = 6;
    c.d_inner = 1536;
    c.d_tower = 192;
  }
  c.attn_dropout = c.ffn_dropout = c.memory_dropout = 0;
  card.tags = names("tag", c.n_tag);
  card.levels = names("level", c.n_level);
  card.marks = names("mark", c.n_mark);
  return card;
}

class Tokens {
 public:
  std::vector<std::int32_t> operator()(std::int64_t count, std::int64_t vocab) {
    std::vector<std::int32_t> ids(static_cast<std::size_t>(count));
    for (std::int32_t& id : ids)
      id = static_cast<std::int32_t>(random_() % static_cast<std::uint64_t>(vocab));
    return ids;
  }

 private:
  std::mt19937 random_{1};
};

TrainOptions train_options() {
  TrainOptions options;
  options.lanes = kLanes;
  options.mem_len = 1152;
  options.progressive_eviction = false;
  options.warmup_steps = 0;
  return options;
}

// A model of random weights on disk, loaded as users load theirs.
class Model {
 public:
  explicit Model(const std::string& shape, Precision precision = Precision::kSingle) {
    std::string folder = (std::filesystem::temp_directory_path() / "proviso-bench-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary folder");
    Trainer::create(card_of(shape), train_options(), Device::kCpu).save_model(folder, precision);
    reader_ = std::make_unique<Reader>(Reader::load(folder, Device::kCpu));
    std::filesystem::remove_all(folder);
  }
  Reader& reader() { return *reader_; }
  const ReaderConfig& config() const { return reader_->card().config; }

 private:
  std::unique_ptr<Reader> reader_;
};

using Work = std::function<std::int64_t()>;  // does some, says how many tokens it was

// Owns the ids of the documents it makes.
struct Documents {
  std::vector<std::vector<std::int32_t>> ids;
  std::vector<DocumentInput> inputs;
  std::int64_t tokens = 0;

  void add(const std::vector<std::int64_t>& lengths, std::int64_t vocab, Tokens& random) {
    DocumentInput& document = inputs.emplace_back();
    for (const std::int64_t length : lengths) {
      SegmentInput segment;
      segment.ids = ids.emplace_back(random(length, vocab));
      document.segments.push_back(segment);
      tokens += length;
    }
  }
};

Work reading(const std::shared_ptr<Model>& model, const std::shared_ptr<Documents>& documents,
             std::int64_t tokens, ReadOptions options) {
  return [=] {
    model->reader().read(documents->inputs, options);
    return tokens;
  };
}

// Ten segments, every one over a full memory: of zeros at first, as the peers' is.
Work evaluate(const std::string& shape, Tokens& random) {
  const auto model = std::make_shared<Model>(shape);
  const auto documents = std::make_shared<Documents>();
  documents->add(std::vector<std::int64_t>(10, 384), 8000, random);
  ReadOptions options;
  options.initial_memory = InitialMemory::kZeros;
  return reading(model, documents, documents->tokens, options);
}

// Invented judgments: sections cut at 384 tokens, so that every section ends in a short segment.
// Else (full): as many tokens in full segments, whose queries see as many keys on the average.
Work judgments(const std::string& shape, bool full, Tokens& random) {
  const auto model = std::make_shared<Model>(shape);
  const auto documents = std::make_shared<Documents>();
  const std::vector<std::vector<std::int64_t>> sections{
      {96, 51, 384, 384, 122, 384, 384, 384, 70, 384, 245, 210},
      {88, 43, 384, 260, 384, 130, 384, 88, 150},
      {120, 64, 384, 384, 384, 384, 35, 384, 384, 384, 384, 301, 384, 20, 230},
      {70, 38, 310, 384, 141, 384, 52, 96}};
  for (const auto& lengths : sections) {
    const std::int64_t sum = std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0});
    if (!full) {
      documents->add(lengths, 8000, random);
    } else {
      std::vector<std::int64_t> equal(static_cast<std::size_t>(sum / 384), 384);
      equal.push_back(sum % 384);
      documents->add(equal, 8000, random);
    }
  }
  return reading(model, documents, documents->tokens, {});
}

Work document(const std::string& shape, std::int64_t tokens, Tokens& random) {
  const auto model = std::make_shared<Model>(shape);
  const auto documents = std::make_shared<Documents>();
  std::vector<std::int64_t> lengths(static_cast<std::size_t>(tokens / 384), 384);
  if (tokens % 384 > 0) lengths.push_back(tokens % 384);
  documents->add(lengths, 8000, random);
  return reading(model, documents, tokens, {});
}

// Tokens one at a time over a memory of 1152 rows. `segment` 1: each sees exactly the memory, as
// the peer's does; 384: the segment so far too. `before` tokens were decoded already.
Work decode(const std::string& shape, std::int64_t segment, std::int64_t before, Tokens& random,
            Precision precision = Precision::kSingle, bool bytes = false) {
  const auto model = std::make_shared<Model>(shape, precision);
  const auto decoder =
      std::make_shared<Decoder>(model->reader(), DecodeOptions{-1, segment, bytes});
  for (int i = 0; i < 4; ++i) {
    const std::vector<std::int32_t> ids = random(384, 8000);
    SegmentInput prompt;
    prompt.ids = ids;
    decoder->feed(prompt);
  }
  for (const std::int32_t id : random(before, 8000)) decoder->append(id);
  const std::vector<std::int32_t> ids = random(32, 8000);
  return [=] {
    static_cast<void>(model);
    for (const std::int32_t id : ids) {
      decoder->append(id);
      decoder->logits();
    }
    return std::ssize(ids);
  };
}

// Steps over full segments of four lanes, each with full memory once warm.
Work train(const std::string& shape, bool bf16, Tokens& random) {
  TrainOptions options = train_options();
  options.bf16 = bf16;
  const auto trainer =
      std::make_shared<Trainer>(Trainer::create(card_of(shape), options, Device::kCpu));
  const Work step = [trainer, &random]() -> std::int64_t {
    std::vector<std::vector<std::int32_t>> ids;
    std::vector<LaneInput> lanes(kLanes);
    for (LaneInput& lane : lanes) {
      ids.push_back(random(384, 8000));
      TrainSegment segment;
      segment.input.ids = ids.back();
      segment.next_id = 1;
      lane.segments.push_back(segment);
    }
    return trainer->step(lanes).tokens;
  };
  for (int i = 0; i < 3; ++i) step();
  return step;
}

// Reads 256 MiB of floats on every thread once.
Work bandwidth(int threads) {
  const auto cells = std::make_shared<std::vector<float>>(std::size_t{64} << 20, 1.0F);
  return [=]() -> std::int64_t {
    std::vector<std::thread> readers;
    std::vector<float> sums(static_cast<std::size_t>(threads));
    const std::size_t share = cells->size() / static_cast<std::size_t>(threads);
    for (std::size_t t = 0; t < sums.size(); ++t) {
      readers.emplace_back([&, t] {
        float sums_abreast[64] = {};
        const float* cell = cells->data() + t * share;
        for (std::size_t i = 0; i + 64 <= share; i += 64) {
          for (std::size_t k = 0; k < 64; ++k) sums_abreast[k] += cell[i + k];
        }
        for (const float sum : sums_abreast) sums[t] += sum;
      });
    }
    for (std::thread& reader : readers) reader.join();
    return static_cast<std::int64_t>(cells->size() * sizeof(float)) +
           (sums[0] < 0 ? 1 : 0);  // so that the sums are wanted
  };
}

// A token drawn from softmax(logits).
std::int32_t drawn(std::span<const float> logits, std::mt19937& random) {
  const float top = *std::max_element(logits.begin(), logits.end());
  std::vector<double> weights;
  for (const float logit : logits) weights.push_back(std::exp(static_cast<double>(logit - top)));
  return static_cast<std::int32_t>(
      std::discrete_distribution<std::size_t>(weights.begin(), weights.end())(random));
}

void print_losses(const std::string& directory) {
  Reader reader = Reader::load(directory, Device::kCpu);
  Decoder exact(reader), bytes(reader, {.byte_weights = true});
  std::mt19937 random(1);
  std::int32_t id = 1;
  double exact_loss = 0, byte_loss = 0;
  constexpr int kCount = 1500;
  for (int i = 0; i < kCount; ++i) {
    exact.append(id);
    bytes.append(id);
    id = drawn(exact.logits(), random);
    exact_loss += exact.loss(id);
    byte_loss += bytes.loss(id);
  }
  std::printf("{\"exact\": %.6f, \"bytes\": %.6f, \"tokens\": %d}\n", exact_loss / kCount,
              byte_loss / kCount, kCount);
}

Work make(const std::vector<std::string>& words, int threads, Tokens& random) {
  const std::string& what = words[0];
  if (what == "matrix") {
    return [] {
      matrix_product();
      return static_cast<std::int64_t>(kMatrixProductGflop * 1e9);
    };
  }
  if (what == "bandwidth") return bandwidth(threads);
  const std::string& shape = words.at(1);
  if (what == "evaluate") return evaluate(shape, random);
  if (what == "train") return train(shape, false, random);
  if (what == "train-bf16") return train(shape, true, random);
  if (what == "decode") return decode(shape, 1, 0, random);
  if (what == "decode-late") return decode(shape, 1, 2000, random);
  if (what == "decode-half") return decode(shape, 1, 0, random, Precision::kHalf);
  if (what == "decode-byte") return decode(shape, 1, 0, random, Precision::kSingle, true);
  if (what == "slide") return decode(shape, 384, 0, random);
  if (what == "judgments") return judgments(shape, false, random);
  if (what == "segments") return judgments(shape, true, random);
  if (what == "document") return document(shape, std::atoll(words.at(2).c_str()), random);
  throw std::runtime_error("unknown question " + what);
}

}  // namespace

int main() {
  const char* wanted = std::getenv("OMP_NUM_THREADS");
  const int threads = wanted == nullptr ? 2 : std::atoi(wanted);
  set_threads(threads);
  matrix_product();
  const double before = megabytes_now();
  std::printf("{\"device\": \"%s\"}\n", device_description().c_str());
  std::fflush(stdout);
  Tokens random;
  std::map<std::string, Work> ready;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream in(line);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    if (words.empty()) continue;
    if (words[0] == "memory") {
      rusage usage{};
      getrusage(RUSAGE_SELF, &usage);
      std::printf("{\"before_mb\": %.1f, \"peak_mb\": %.1f}\n", before,
                  static_cast<double>(usage.ru_maxrss) / 1024);
    } else if (words[0] == "losses") {
      print_losses(words.at(1));
    } else {
      if (ready.count(line) == 0) {
        ready[line] = make(words, threads, random);
        if (words[0] != "document") ready[line]();
      }
      const double begin = wall(), cpu = processor();
      const std::int64_t work = ready[line]();
      std::printf("{\"work\": %lld, \"wall\": %.9f, \"processor\": %.9f}\n",
                  static_cast<long long>(work), wall() - begin, processor() - cpu);
    }
    std::fflush(stdout);
  }
}
