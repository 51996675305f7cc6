#include "model/inference.h"

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "model/attention.h"
#include "model/dependency_head.h"
#include "model/dual_tower.h"
#include "model/lane.h"
#include "model/model_file.h"
#include "model/network.h"
#include "model/packed_stack.h"
#include "model/softmax.h"

namespace proviso::model {
namespace {

constexpr std::size_t kLanes = 4;  // documents read at the same time
constexpr std::size_t kMostDependencies = 3;
constexpr double kLeastSuspicion = 1e-3;

// The newest rows of a growing table. Room for several segments is kept, so that rows move only now
// and then.
class RowCache {
 public:
  // Appends rows and returns the newest min(keep + rows.size(0), all) of them, in order.
  at::Tensor append(const at::Tensor& rows, std::int64_t keep) {
    const std::int64_t added = rows.size(0);
    if (!table_.defined()) table_ = at::empty({2 * keep + 4 * added, rows.size(1)}, rows.options());
    const std::int64_t kept = std::min(keep, size_);
    if (begin_ + size_ + added > table_.size(0)) make_room(kept, added);
    begin_ += size_ - kept;
    table_.narrow(0, begin_ + kept, added).copy_(rows);
    size_ = kept + added;
    return table_.narrow(0, begin_, size_);
  }

 private:
  void make_room(std::int64_t kept, std::int64_t added) {
    const std::int64_t needed = std::max(table_.size(0), 2 * kept + 4 * added);
    at::Tensor fresh = at::empty({needed, table_.size(1)}, table_.options());
    fresh.narrow(0, 0, kept).copy_(table_.narrow(0, begin_ + size_ - kept, kept));
    table_ = fresh;
    begin_ = 0;
    size_ = kept;
  }

  at::Tensor table_;
  std::int64_t begin_ = 0, size_ = 0;

 public:
  // Rows of its own.
  RowCache copy() const {
    RowCache other = *this;
    if (table_.defined()) other.table_ = table_.clone();
    return other;
  }
};

struct Lane {
  const DocumentInput* document = nullptr;
  DocumentReading* reading = nullptr;
  std::size_t next = 0;
  std::vector<RowCache> kv;       // [layer], of the plain path
  std::vector<LaneCache> packed;  // [layer], of the packed path
  RowCache top;
  at::Tensor memory_top;  // top rows of earlier segments, for the dual tower
  RowFacts facts;
  Bank bank;
  at::Tensor last;                      // [1, d]: what predicts the next segment's first token
  std::vector<SegmentStates>* states = nullptr;  // receives them, instead of the heads' scores
  std::vector<at::Tensor>* kept = nullptr;       // [segment]: receives the rows that are wanted
  const std::vector<bool>* wanted = nullptr;     // [segment], with `kept`

  // A lane that goes on from here with `other`, whose segments before `next` are this one's.
  Lane fork(const DocumentInput& other, DocumentReading& to,
            std::vector<SegmentStates>& states_to) const {
    Lane lane = *this;
    for (RowCache& cache : lane.kv) cache = cache.copy();
    lane.document = &other;
    lane.reading = &to;
    lane.states = &states_to;
    return lane;
  }

  bool done() const { return document == nullptr || next == document->segments.size(); }
  const SegmentInput& segment() const { return document->segments[next]; }
};

class ReadingPass {
 public:
  // `config` with the options' knobs; no lane has more than `keys` keys.
  ReadingPass(const Weights& weights, const ReaderConfig& config, const ReadOptions& options,
              std::int64_t keys, const PackedWeights* packed, bool dependency_head)
      : weights_(weights),
        config_(config),
        options_(options),
        mem_len_(config.mem_len),
        packed_(packed),
        dependency_head_(dependency_head && options.dual_tower) {
    if (packed != nullptr) return;
    const at::Tensor positions =
        sinusoids(keys, config.d_model, config.clamp_len).to(weights.embedding.device());
    for (const LayerWeights& layer : weights.layers)
      positions_.push_back(at::linear(positions, layer.r));
  }

  // What a lane remembers before its first segment.
  void begin(Lane& lane) const {
    if (packed_ != nullptr) {
      lane.packed = empty_caches(weights_, config_);
    } else {
      lane.kv.resize(weights_.layers.size());
    }
    if (config_.initial_memory != InitialMemory::kZeros || mem_len_ == 0) return;
    const at::Tensor rows =
        at::zeros({mem_len_, config_.d_model}, weights_.embedding.options().requires_grad(false));
    lane.facts.append_empty(mem_len_);
    for (std::size_t layer = 0; layer < lane.kv.size(); ++layer) {
      const LayerWeights& w = weights_.layers[layer];
      lane.kv[layer].append(
          at::linear(before(rows, w.norm_attention, w.shift_attention, config_), w.kv), 0);
    }
  }

  // One segment of every lane given.
  void step(const std::vector<Lane*>& lanes) {
    std::vector<const SegmentInput*> segments;
    for (const Lane* lane : lanes) segments.push_back(&lane->segment());
    std::vector<at::Tensor> biases;
    for (const Lane* lane : lanes)
      biases.push_back(key_bias(weights_, config_, lane->facts, lane->segment()));
    at::Tensor x = embed(weights_, config_, segments);
    if (packed_ != nullptr) {
      x = run_packed(*packed_, config_, x, packed_lanes(lanes, biases), mem_len_);
      finish(top_rows(x, weights_, config_), lanes);
      return;
    }
    for (std::size_t layer = 0; layer < weights_.layers.size(); ++layer)
      x = run_layer(layer, x, lanes, biases);
    finish(top_rows(x, weights_, config_), lanes);
  }

 private:
  std::vector<PackedLane> packed_lanes(const std::vector<Lane*>& lanes,
                                       const std::vector<at::Tensor>& biases) const {
    std::vector<PackedLane> out;
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      const std::int64_t time = std::ssize(lanes[i]->segment().ids);
      out.push_back({&lanes[i]->packed, biases[i], begin, time, window_of(config_, mem_len_)});
      begin += time;
    }
    return out;
  }

  at::Tensor run_layer(std::size_t layer, const at::Tensor& x, const std::vector<Lane*>& lanes,
                       const std::vector<at::Tensor>& biases) {
    const LayerWeights& w = weights_.layers[layer];
    const auto n = static_cast<std::int64_t>(layer);
    const at::Tensor seen = before(x, w.norm_attention, w.shift_attention, config_);
    const at::Tensor kv = at::linear(seen, w.kv);
    std::vector<CachedLane> cached;
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      const std::int64_t time = std::ssize(lanes[i]->segment().ids);
      cached.push_back({lanes[i]->kv[layer].append(kv.narrow(0, begin, time), mem_len_),
                        biases[i].narrow(0, n * config_.n_head, config_.n_head), begin, time,
                        window_of(config_, mem_len_)});
      begin += time;
    }
    const std::int64_t pair = config_.untie_biases ? n : 0;
    const at::Tensor attended = cached_attention(at::linear(seen, w.q), positions_[layer],
                                                 weights_.u[pair], weights_.v[pair], cached);
    const at::Tensor mixed =
        join(at::linear(attended, w.out), x, w.norm_attention, w.shift_attention);
    at::Tensor inner =
        at::linear(before(mixed, w.norm_ffn, w.shift_ffn, config_), w.inner, w.inner_bias).relu_();
    return join(at::linear(inner, w.outer, w.outer_bias), mixed, w.norm_ffn, w.shift_ffn);
  }

  // after() in the place of `part`.
  at::Tensor join(at::Tensor part, const at::Tensor& x, const at::Tensor& weight,
                  const at::Tensor& bias) const {
    part.add_(x);
    return config_.pre_norm ? part : layer_norm(part, weight, bias, config_);
  }

  void finish(const at::Tensor& top, const std::vector<Lane*>& lanes) {
    std::int64_t begin = 0;
    std::vector<at::Tensor> predictors;
    std::vector<std::int64_t> targets;
    for (Lane* lane : lanes) {
      const SegmentInput& segment = lane->segment();
      const std::int64_t time = std::ssize(segment.ids);
      const at::Tensor rows = top.narrow(0, begin, time);
      begin += time;
      SegmentReading& reading = lane->reading->segments.emplace_back();
      const bool first = !lane->last.defined();
      reading.tokens_scored = static_cast<std::uint32_t>(first ? time - 1 : time);
      if (options_.losses) {
        if (!first) predictors.push_back(lane->last);
        predictors.push_back(rows.narrow(0, 0, time - 1));
        targets.insert(targets.end(), segment.ids.begin() + (first ? 1 : 0), segment.ids.end());
      }
      if (lane->kept != nullptr && (*lane->wanted)[lane->next])
        (*lane->kept)[lane->next] = rows.to(at::kCPU, at::kFloat, false, true).contiguous();
      if (lane->states != nullptr) {
        lane->states->push_back(
            {at::matmul(mean_pool(segment, rows.options()), rows), chunk_means(rows)});
      } else if (config_.n_kind > 0 && options_.dual_tower) {
        run_tower(*lane, rows, reading);
      }
      lane->last = rows.narrow(0, time - 1, 1).clone();
      lane->facts.append(segment);
      lane->facts.keep_newest(mem_len_);
    }
    if (options_.losses) add_losses(at::cat(predictors, 0), targets, lanes);
    for (Lane* lane : lanes) {
      ++lane->next;
      if (dependency_head_ && lane->done() && lane->bank.size() > 0) run_dependency_head(*lane);
    }
  }

  // At the document's end, in place of what the tower said: what a segment's sentences rest on,
  // each weighing as likely as it is wrong.
  void run_dependency_head(Lane& lane) const {
    if (lane.reading->segments.size() < 2) return;
    const at::Tensor weights =
        at::softmax(dependency_scores(weights_, config_, lane.bank), 1).to(at::kCPU);
    std::int64_t first = 0;
    for (SegmentReading& segment : lane.reading->segments) {
      const auto kinds = std::ssize(segment.probability);
      const std::int64_t sentences = std::ssize(segment.sentence_probability) / kinds;
      const at::Tensor suspicion =
          std::get<0>(at::tensor(segment.sentence_probability).view({sentences, kinds}).max(1)) +
          kLeastSuspicion;
      segment.depends_on = heaviest(
          at::matmul(suspicion / suspicion.sum(), weights.narrow(0, first, sentences)), lane.bank);
      first += sentences;
    }
    if (!options_.every_dependency) return;
    for (std::int64_t row = 0; row < lane.bank.size(); ++row) {
      const std::uint32_t segment = lane.bank.segments[static_cast<std::size_t>(row)];
      lane.reading->segments[segment].rested_on.push_back(by_weight(weights[row], lane.bank));
    }
  }

  void add_losses(const at::Tensor& predictors, const std::vector<std::int64_t>& targets,
                  const std::vector<Lane*>& lanes) const {
    const std::vector<double> losses = packed_ != nullptr && packed_->output.out() > 0
                                           ? packed_losses(*packed_, predictors, targets)
                                           : softmax_losses(weights_, config_, predictors, targets);
    auto next = losses.begin();
    for (Lane* lane : lanes) {
      SegmentReading& reading = lane->reading->segments.back();
      const auto end = next + static_cast<std::ptrdiff_t>(reading.tokens_scored);
      reading.loss = std::accumulate(next, end, 0.0);
      if (options_.token_losses) reading.token_losses.assign(next, end);
      next = end;
    }
  }

  void run_tower(Lane& lane, const at::Tensor& rows, SegmentReading& reading) const {
    const SegmentInput& segment = lane.segment();
    const at::Tensor sentences = pooled_rows(weights_, config_, segment, rows);
    std::vector<Compared> compared;
    if (config_.comparison) compared = lane.bank.comparer.read(segment);
    const TowerOutput out = dual_tower(weights_, config_, sentences, segment.tag, lane.memory_top,
                                       lane.bank, compared);
    const at::Tensor probability = at::sigmoid(out.logits).to(at::kCPU).contiguous();
    const float* p = probability.const_data_ptr<float>();
    reading.sentence_probability.assign(p, p + probability.numel());
    const at::Tensor best = std::get<0>(probability.max(0)).contiguous();
    reading.probability.assign(best.const_data_ptr<float>(),
                               best.const_data_ptr<float>() + best.numel());
    const std::int64_t sentence = std::get<0>(probability.max(1)).argmax().item<std::int64_t>();
    if (out.bank_weights.defined()) {
      reading.depends_on = heaviest(out.bank_weights[sentence], lane.bank);
    }
    if (options_.every_dependency) {
      reading.attended.resize(static_cast<std::size_t>(sentences.size(0)));
      for (std::int64_t i = 0; out.bank_weights.defined() && i < sentences.size(0); ++i)
        reading.attended[static_cast<std::size_t>(i)] = by_weight(out.bank_weights[i], lane.bank);
    }
    lane.bank.append(sentences, segment.tag, static_cast<std::uint32_t>(lane.next));
    if (config_.comparison) {
      lane.bank.append_chunks(chunk_means(rows), rows.size(0), mem_len_);
      return;
    }
    const at::Tensor kept =
        lane.top.append(rows, std::max<std::int64_t>(mem_len_ - rows.size(0), 0));
    lane.memory_top = mem_len_ == 0
                          ? at::Tensor()
                          : kept.narrow(0, std::max<std::int64_t>(kept.size(0) - mem_len_, 0),
                                        std::min(kept.size(0), mem_len_));
  }

  // The segments of one sentence's weights over the bank, heaviest first.
  static std::vector<Dependency> by_weight(const at::Tensor& bank_weights, const Bank& bank) {
    const at::Tensor weights = bank_weights.to(at::kCPU).contiguous();
    std::map<std::uint32_t, float> by_segment;
    for (std::size_t i = 0; i < bank.segments.size(); ++i) {
      by_segment[bank.segments[i]] += weights.const_data_ptr<float>()[i];
    }
    std::vector<Dependency> all;
    for (const auto& [segment, weight] : by_segment) all.push_back({segment, weight});
    std::stable_sort(all.begin(), all.end(),
                     [](const Dependency& a, const Dependency& b) { return a.weight > b.weight; });
    return all;
  }
  static std::vector<Dependency> heaviest(const at::Tensor& bank_weights, const Bank& bank) {
    std::vector<Dependency> all = by_weight(bank_weights, bank);
    all.resize(std::min(all.size(), kMostDependencies));
    return all;
  }

  const Weights& weights_;
  const ReaderConfig& config_;
  const ReadOptions& options_;
  std::int64_t mem_len_;
  const PackedWeights* packed_;  // null: the plain path
  bool dependency_head_;
  std::vector<at::Tensor> positions_;  // [layer]: W_kR·R, rows descending in distance
};

ReaderConfig with_options(ReaderConfig config, const ReadOptions& options) {
  if (options.mem_len >= 0) config.mem_len = options.mem_len;
  if (options.seg_len >= 0) config.seg_len = options.seg_len;
  if (options.clamp_len) config.clamp_len = *options.clamp_len;
  if (options.same_length) config.same_length = *options.same_length;
  if (options.initial_memory) config.initial_memory = *options.initial_memory;
  check_config(config, "reading");
  return config;
}

// Of any lane at any segment.
std::int64_t most_keys(std::span<const DocumentInput> documents, const ReaderConfig& config) {
  std::int64_t most = 1;
  for (const DocumentInput& document : documents) {
    std::int64_t memory = config.initial_memory == InitialMemory::kZeros ? config.mem_len : 0;
    for (const SegmentInput& segment : document.segments) {
      const std::int64_t keys = memory + std::ssize(segment.ids);
      most = std::max(most, keys);
      memory = std::min(keys, config.mem_len);
    }
  }
  return most;
}

// Reads documents in lanes beside each other; `begun` is told of each lane and its document.
template <typename Begun>
void read_all(ReadingPass& pass, std::span<const DocumentInput> documents,
              std::vector<DocumentReading>& readings, const Begun& begun) {
  std::vector<Lane> lanes(std::min(kLanes, documents.size()));
  std::size_t next = 0;
  while (true) {
    std::vector<Lane*> busy;
    for (Lane& lane : lanes) {
      while (lane.done() && next < documents.size()) {
        lane = Lane();
        lane.document = &documents[next];
        lane.reading = &readings[next];
        begun(lane, next);
        pass.begin(lane);
        ++next;
      }
      if (!lane.done()) busy.push_back(&lane);
    }
    if (busy.empty()) return;
    pass.step(busy);
  }
}

}  // namespace

std::vector<DocumentReading> read_documents(const Weights& weights, const ModelCard& card,
                                            std::span<const DocumentInput> documents,
                                            const ReadOptions& options, PackedStore* store) {
  const ReaderConfig config = with_options(card.config, options);
  for (const DocumentInput& document : documents) {
    for (const SegmentInput& segment : document.segments) check_segment(segment, config);
  }
  const c10::InferenceMode guard;
  const std::int64_t keys = most_keys(documents, config);
  const auto& heads = card.trained_heads;
  const bool dependency =
      config.dependency_head && std::find(heads.begin(), heads.end(), "dependency") != heads.end();
  ReadingPass pass(weights, config, options, keys,
                   store == nullptr ? nullptr : store->get(weights, config, keys), dependency);
  std::vector<DocumentReading> readings(documents.size());
  read_all(pass, documents, readings, [](Lane&, std::size_t) {});
  return readings;
}

std::vector<std::vector<at::Tensor>> read_rows(const Weights& weights, const ModelCard& card,
                                               std::span<const DocumentInput> documents,
                                               const std::vector<std::vector<bool>>& wanted,
                                               const ReadOptions& options, PackedStore* store) {
  ReadOptions alone = options;
  alone.losses = alone.dual_tower = false;
  const ReaderConfig config = with_options(card.config, alone);
  for (const DocumentInput& document : documents) {
    for (const SegmentInput& segment : document.segments) check_segment(segment, config);
  }
  const c10::InferenceMode guard;
  const std::int64_t keys = most_keys(documents, config);
  ReadingPass pass(weights, config, alone, keys,
                   store == nullptr ? nullptr : store->get(weights, config, keys), false);
  std::vector<DocumentReading> readings(documents.size());
  std::vector<std::vector<at::Tensor>> rows(documents.size());
  for (std::size_t d = 0; d < documents.size(); ++d) rows[d].resize(documents[d].segments.size());
  read_all(pass, documents, readings, [&](Lane& lane, std::size_t d) {
    lane.kept = &rows[d];
    lane.wanted = &wanted[d];
  });
  return rows;
}

namespace {

bool equal(const SegmentInput& a, const SegmentInput& b) {
  const auto same = [](const auto& one, const auto& other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end());
  };
  return a.tag == b.tag && a.level == b.level && same(a.ids, b.ids) && same(a.marks, b.marks) &&
         same(a.sentences, b.sentences);
}

}  // namespace

CommonSegments common_segments(const DocumentInput& one, const DocumentInput& other) {
  const auto &a = one.segments, &b = other.segments;
  const std::size_t most = std::min(a.size(), b.size());
  CommonSegments common;
  while (common.first < most && equal(a[common.first], b[common.first])) ++common.first;
  while (common.first + common.last < most &&
         equal(a[a.size() - 1 - common.last], b[b.size() - 1 - common.last]))
    ++common.last;
  return common;
}

std::vector<std::vector<SegmentStates>> read_family(const Weights& weights, const ModelCard& card,
                                                    std::span<const DocumentInput> documents,
                                                    bool whole, PackedStore* store) {
  const ReadOptions options{.losses = false, .dual_tower = false};
  const ReaderConfig config = with_options(card.config, options);
  for (const DocumentInput& document : documents) {
    for (const SegmentInput& segment : document.segments) check_segment(segment, config);
  }
  const c10::InferenceMode guard;
  const std::int64_t keys = most_keys(documents, config);
  ReadingPass pass(weights, config, options, keys,
                   store == nullptr ? nullptr : store->get(weights, config, keys), false);
  std::vector<std::vector<SegmentStates>> states(documents.size());
  std::vector<DocumentReading> readings(documents.size());
  std::vector<CommonSegments> common(documents.size());
  for (std::size_t d = 1; d < documents.size(); ++d) {
    common[d] = common_segments(documents[0], documents[d]);
    if (whole) common[d].last = 0;
  }
  Lane base;
  base.document = &documents[0];
  base.reading = &readings[0];
  base.states = &states[0];
  pass.begin(base);
  while (true) {
    // Copies that leave the first document here go on beside each other, a few at a time.
    std::vector<Lane> lanes;
    const auto run = [&] {
      while (true) {
        std::vector<Lane*> busy;
        for (Lane& lane : lanes) {
          const auto d = static_cast<std::size_t>(lane.document - documents.data());
          if (lane.next + common[d].last < lane.document->segments.size()) busy.push_back(&lane);
        }
        if (busy.empty()) break;
        pass.step(busy);
      }
      lanes.clear();
    };
    for (std::size_t d = 1; d < documents.size(); ++d) {
      if (common[d].first != base.next) continue;
      states[d] = states[0];
      states[d].resize(common[d].first);
      lanes.push_back(base.fork(documents[d], readings[d], states[d]));
      if (lanes.size() == kLanes) run();
    }
    run();
    if (base.done()) break;
    pass.step({&base});
  }
  for (std::size_t d = 1; d < documents.size(); ++d)
    states[d].insert(states[d].end(), states[0].end() - static_cast<std::ptrdiff_t>(common[d].last),
                     states[0].end());
  return states;
}

}  // namespace proviso::model
