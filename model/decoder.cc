#include "model/decoder.h"

#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/from_blob.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "model/crew.h"
#include "model/device.h"
#include "model/kernels.h"
#include "model/lane.h"
#include "model/narrow_matrix.h"
#include "model/network.h"
#include "model/packed_attention.h"
#include "model/packed_stack.h"
#include "model/packed_weights.h"
#include "model/reader_impl.h"
#include "model/softmax.h"

namespace proviso::model {
namespace {

using kernels::kPanel;
using kernels::NarrowMatrix;
using kernels::PackedMatrix;

const float* cells(const at::Tensor& x) {
  return x.const_data_ptr<float>();
}

// The additive bias of every key, [layer·head, keys], that grows by a key at a time.
class KeyBias {
 public:
  explicit KeyBias(std::int64_t heads) : heads_(heads) {}

  std::int64_t size() const { return size_; }
  const float* row(std::int64_t head) const { return cells_.data() + head * capacity_ + begin_; }

  void assign(const at::Tensor& bias) {
    size_ = begin_ = 0;
    make_room(bias.size(1));
    size_ = bias.size(1);
    for (std::int64_t h = 0; h < heads_; ++h)
      std::copy_n(model::cells(bias) + h * size_, size_, cells_.data() + h * capacity_);
  }

  void keep_newest(std::int64_t keys) {
    begin_ += std::max<std::int64_t>(0, size_ - keys);
    size_ = std::min(size_, keys);
  }

  void drop_newest() { --size_; }

  // The new key's cell of each head is value(head).
  template <class Value>
  void append(const Value& value) {
    if (begin_ + size_ == capacity_) make_room(1);
    for (std::int64_t h = 0; h < heads_; ++h)
      cells_[static_cast<std::size_t>(h * capacity_ + begin_ + size_)] = value(h);
    ++size_;
  }

 private:
  void make_room(std::int64_t added) {
    const std::int64_t capacity = std::max(capacity_, 2 * (size_ + added));
    std::vector<float> fresh(static_cast<std::size_t>(heads_ * capacity));
    for (std::int64_t h = 0; capacity_ > 0 && h < heads_; ++h)
      std::copy_n(row(h), size_, fresh.data() + h * capacity);
    cells_.swap(fresh);
    capacity_ = capacity;
    begin_ = 0;
  }

  std::int64_t heads_, capacity_ = 0, begin_ = 0, size_ = 0;
  std::vector<float> cells_;
};

// A weight matrix, in fewer bits where that may be.
struct Matrix {
  const PackedMatrix* exact;
  std::optional<NarrowMatrix> narrow;

  Matrix(const PackedMatrix& from, bool bytes)
      : exact(&from), narrow(bytes ? NarrowMatrix::bytes(from) : NarrowMatrix::halves(from)) {}
};

struct LayerMatrices {
  Matrix qkv, out, inner, outer;

  LayerMatrices(const PackedLayer& layer, bool bytes)
      : qkv(layer.qkv, bytes),
        out(layer.out, bytes),
        inner(layer.inner, bytes),
        outer(layer.outer, bytes) {}
};

}  // namespace

namespace {

// What a decoder has read: all that a snapshot keeps.
struct Past {
  explicit Past(std::int64_t heads) : bias(heads) {}

  std::vector<LaneCache> caches;  // [layer]
  RowFacts facts;                 // of the memory before the current segment
  SegmentInput segment;           // tag and level of the current one; no tokens
  std::vector<std::int32_t> ids;  // of the current segment
  std::vector<std::uint8_t> marks;
  KeyBias bias;            // of all layers' heads
  std::vector<float> top;  // the last token's row of the last layer; empty before the first
};

}  // namespace

struct Decoder::Snapshot::Memory {
  ReaderConfig config;
  std::int64_t segment_len;
  Past past;
};

struct Decoder::Impl : Past {
  const Weights& weights;
  ReaderConfig config;  // mem_len as the options say
  std::int64_t segment_len;
  PackedWeights packed;
  std::vector<LayerMatrices> matrices;  // [layer]
  Matrix output;
  Crew crew;

  // Of the token at hand; each member of the crew keeps its own copy of x.
  std::vector<std::vector<float>> x, seen;
  std::vector<AttentionRoom> rooms;
  std::vector<float> qkv, attended, part, inner, outer, logits;
  std::vector<float> pooled;  // mean row of the segment fed last
  bool logits_fresh = false;

  Impl(Reader::Impl& reader, const DecodeOptions& options)
      : Past(reader.card.config.n_layer * reader.card.config.n_head),
        weights(reader.weights),
        config(with_options(reader.card.config, options)),
        segment_len(options.segment_len < 0 ? config.seg_len : options.segment_len),
        packed((check(weights, segment_len), weights), config,
               config.mem_len + std::max(config.seg_len, segment_len)),
        output(packed.output, options.byte_weights),
        crew(at::get_num_threads()),
        x(static_cast<std::size_t>(crew.size())),
        rooms(static_cast<std::size_t>(crew.size())) {
    for (const PackedLayer& layer : packed.layers)
      matrices.emplace_back(layer, options.byte_weights);
    const auto room = [](std::int64_t n) {
      return std::vector<float>(static_cast<std::size_t>(n));
    };
    for (auto& own : x) own = room(config.d_model);
    qkv = room(3 * head_width(config));
    attended = room(head_width(config));
    part = room(config.d_model);
    inner = room(config.d_inner);
    outer = room(config.d_model);
    seen = x;
    logits = room(config.vocab_size);
    const c10::InferenceMode guard;
    caches = empty_caches(weights, config);
    if (caches[0].rows() > 0) {
      facts.append_empty(config.mem_len);
      bias_of_memory();
    }
  }

  static ReaderConfig with_options(ReaderConfig config, const DecodeOptions& options) {
    if (options.mem_len >= 0) config.mem_len = options.mem_len;
    return config;
  }

  static void check(const Weights& weights, std::int64_t segment_len) {
    if (!PackedWeights::serves(weights)) {
      throw ModelError(ModelError::Code::kIncompatible,
                       "decoding needs the model on the CPU. Use --device cpu.");
    }
    if (segment_len < 1) {
      throw ModelError(ModelError::Code::kIncompatible, "segment_len must be at least 1.");
    }
  }

  void feed(const SegmentInput& given) {
    check_segment(given, config);
    const c10::InferenceMode guard;
    begin(given.tag, given.level);
    const SegmentInput* const one[] = {&given};
    const at::Tensor rows = run_packed(packed, config, embed(weights, config, one),
                                       {{&caches, key_bias(weights, config, facts, given), 0,
                                         std::ssize(given.ids), window_of(config, config.mem_len)}},
                                       config.mem_len);
    const at::Tensor all = top_rows(rows, weights, config).contiguous();
    const at::Tensor mean = all.mean(0).contiguous();
    pooled.assign(model::cells(mean), model::cells(mean) + config.d_model);
    const float* last = model::cells(all) + (all.size(0) - 1) * config.d_model;
    top.assign(last, last + config.d_model);
    logits_fresh = false;
    ids.assign(given.ids.begin(), given.ids.end());
    marks.assign(ids.size(), 0);
    std::copy(given.marks.begin(), given.marks.end(), marks.begin());
    bias.assign(key_bias(weights, config, facts, current()).contiguous());
  }

  SegmentInput current() const { return {ids, marks, {}, segment.tag, segment.level}; }

  // The current segment becomes memory; a new one begins.
  void begin(std::int32_t tag, std::int32_t level) {
    if (!ids.empty()) facts.append(current());
    facts.keep_newest(config.mem_len);
    ids.clear();
    marks.clear();
    bias.keep_newest(config.mem_len);
    const bool other_tag = tag != segment.tag;
    segment.tag = tag;
    segment.level = level;
    if (other_tag && facts.rows() > 0) bias_of_memory();
  }

  // The keys' biases as a segment of the current tag sees them.
  void bias_of_memory() {
    const c10::InferenceMode guard;
    const std::int32_t id = 0;
    SegmentInput one = segment;
    one.ids = {&id, 1};
    bias.assign(key_bias(weights, config, facts, one).contiguous());
    bias.drop_newest();
  }

  void snapshot(Snapshot& out) const {
    if (out.memory_.use_count() != 1) {
      out.memory_ = std::make_shared<Snapshot::Memory>(
          Snapshot::Memory{config, segment_len, static_cast<const Past&>(*this)});
      return;
    }
    out.memory_->config = config;
    out.memory_->segment_len = segment_len;
    out.memory_->past = static_cast<const Past&>(*this);
  }

  void restore(const Snapshot& from) {
    if (from.empty() || !(from.memory_->config == config) ||
        from.memory_->segment_len != segment_len) {
      throw ModelError(ModelError::Code::kIncompatible,
                       "the snapshot is not one of this decoder's.");
    }
    static_cast<Past&>(*this) = from.memory_->past;
    logits_fresh = false;
  }

  void begin_segment(std::int32_t tag, std::int32_t level) {
    const std::int32_t id = 0;
    check_segment({{&id, 1}, {}, {}, tag, level}, config);
    begin(tag, level);
  }

  void append(std::int32_t id, std::uint8_t mark) {
    const SegmentInput one{{&id, 1}, {&mark, 1}, {}, segment.tag, segment.level};
    check_segment(one, config);
    if (std::ssize(ids) >= segment_len) begin(segment.tag, segment.level);
    const c10::InferenceMode guard;
    const SegmentInput* const batch[] = {&one};
    const at::Tensor row = embed(weights, config, batch).contiguous();
    for (LaneCache& cache : caches) cache.extend(ids.empty() ? config.mem_len : cache.rows(), 1);
    append_bias(mark);
    ids.push_back(id);
    marks.push_back(mark);
    crew.run([&](int member) { run(member, model::cells(row)); });
    top = x[0];
    if (config.pre_norm && config.final_norm) {
      norm(x[0].data(), weights.norm_final, weights.shift_final, top.data());
    }
    logits_fresh = false;
  }

  void append_bias(std::uint8_t mark) {
    const float* section = model::cells(weights.section_bias);
    const float* connector = model::cells(weights.connector_bias);
    const std::int64_t tags = config.n_tag * config.n_tag,
                       cell = segment.tag * config.n_tag + segment.tag;
    bias.append([&](std::int64_t head) {
      float sum = section[head * tags + cell];
      for (std::int64_t bit = 0; bit < config.n_mark; ++bit) {
        if (mark >> bit & 1) sum += connector[head * config.n_mark + bit];
      }
      return sum;
    });
  }

  // A member's share of y = x·Wᵀ (+ bias): whole panels.
  void multiply(int member, const Matrix& w, const float* from, float* to,
                const float* offset = nullptr, bool relu = false) {
    const std::int64_t out = w.exact->out();
    const auto [begin, end] = crew.share(member, kernels::panels(out));
    if (begin == end) return;
    if (w.narrow) {
      w.narrow->multiply(from, begin, end, offset, relu, to);
      return;
    }
    kernels::Product p = w.exact->times(from, 1, to + begin * kPanel, out);
    p.n = std::min(out, end * kPanel) - begin * kPanel;
    p.b = w.exact->panel(begin);
    p.relu = relu;
    if (offset != nullptr) p.bias = offset + begin * kPanel;
    kernels::product(p);
  }

  // One token through all layers, by every member of the crew at the same time.
  void run(int member, const float* embedded) {
    float* own = x[static_cast<std::size_t>(member)].data();
    std::copy_n(embedded, config.d_model, own);
    for (std::size_t layer = 0; layer < packed.layers.size(); ++layer) {
      const PackedLayer& w = packed.layers[layer];
      const LayerMatrices& m = matrices[layer];
      multiply(member, m.qkv, before(member, w.norm_attention, w.shift_attention), qkv.data());
      crew.meet();
      for (std::int64_t h = member; h < config.n_head; h += crew.size())
        attend_head(layer, h, rooms[static_cast<std::size_t>(member)]);
      crew.meet();
      multiply(member, m.out, attended.data(), part.data());
      crew.meet();
      after(own, part, w.norm_attention, w.shift_attention);
      multiply(member, m.inner, before(member, w.norm_ffn, w.shift_ffn), inner.data(),
               model::cells(w.inner_bias), true);
      crew.meet();
      multiply(member, m.outer, inner.data(), outer.data(), model::cells(w.outer_bias));
      crew.meet();
      after(own, outer, w.norm_ffn, w.shift_ffn);
    }
  }

  void norm(const float* row, const at::Tensor& weight, const at::Tensor& shift, float* out) const {
    kernels::norm_row(row, model::cells(weight), model::cells(shift), config.d_model, epsilon(),
                      out);
  }

  // What a part of the layer reads, and what becomes of x behind it.
  const float* before(int member, const at::Tensor& weight, const at::Tensor& shift) {
    const float* own = x[static_cast<std::size_t>(member)].data();
    if (!config.pre_norm) return own;
    float* out = seen[static_cast<std::size_t>(member)].data();
    norm(own, weight, shift, out);
    return out;
  }
  void after(float* own, const std::vector<float>& add, const at::Tensor& weight,
             const at::Tensor& shift) const {
    if (config.pre_norm) {
      for (std::size_t c = 0; c < add.size(); ++c) own[c] += add[c];
    } else {
      kernels::add_norm_row(own, add.data(), model::cells(weight), model::cells(shift),
                            config.d_model, epsilon());
    }
  }
  float epsilon() const { return static_cast<float>(config.layer_norm_epsilon); }

  void attend_head(std::size_t layer, std::int64_t h, AttentionRoom& room) {
    const PackedLayer& w = packed.layers[layer];
    const std::int64_t e = config.d_head, width = head_width(config);
    LaneCache& cache = caches[layer];
    const float* q = qkv.data() + h * e;
    cache.write(h, cache.rows() - 1, 1, q + width, q + 2 * width, e);
    model::attend({.q = q,
                   .q_stride = e,
                   .u = model::cells(w.u) + h * e,
                   .v = model::cells(w.v) + h * e,
                   .keys = cache.keys(h),
                   .lead = cache.lead(),
                   .key_count = cache.rows(),
                   .values = cache.values(h),
                   .value_stride = cache.value_stride(),
                   .positions = w.positions[static_cast<std::size_t>(h)].panel(0),
                   .distances = packed.distances,
                   .bias = bias.row(static_cast<std::int64_t>(layer) * config.n_head + h),
                   .queries = 1,
                   .e = e,
                   .window = window_of(config, config.mem_len),
                   .out = attended.data() + h * e,
                   .out_stride = e},
                  0, 1, room);
  }

  std::span<const float> next_logits() {
    if (top.empty()) {
      throw ModelError(ModelError::Code::kIncompatible,
                       "nothing was read yet: the first token is predicted by nothing.");
    }
    if (logits_fresh) return logits;
    if (packed.output.out() == 0) {
      const c10::InferenceMode guard;
      const at::Tensor hidden = at::from_blob(top.data(), {1, config.d_model}, at::kFloat);
      const at::Tensor all = log_probabilities(weights, config, hidden).contiguous();
      std::copy_n(model::cells(all), config.vocab_size, logits.data());
    } else {
      crew.run([&](int member) {
        multiply(member, output, top.data(), logits.data(), model::cells(packed.output_bias));
      });
    }
    logits_fresh = true;
    return logits;
  }

  double loss(std::int32_t id) {
    const std::span<const float> all = next_logits();
    const kernels::LogSum sum = kernels::log_sum(all.data(), std::ssize(all));
    return std::log(static_cast<double>(sum.sum)) + static_cast<double>(sum.top) -
           static_cast<double>(all[static_cast<std::size_t>(id)]);
  }
};

Decoder::Decoder(Reader& reader, const DecodeOptions& options)
    : impl_(at_border([&] { return std::make_unique<Impl>(*reader.impl_, options); })) {}
Decoder::Decoder(Decoder&&) noexcept = default;
Decoder& Decoder::operator=(Decoder&&) noexcept = default;
Decoder::~Decoder() = default;

void Decoder::feed(const SegmentInput& segment) {
  at_border([&] { impl_->feed(segment); });
}
void Decoder::begin_segment(std::int32_t tag, std::int32_t level) {
  at_border([&] { impl_->begin_segment(tag, level); });
}
void Decoder::append(std::int32_t id, std::uint8_t marks) {
  at_border([&] { impl_->append(id, marks); });
}
std::span<const float> Decoder::logits() {
  return at_border([&] { return impl_->next_logits(); });
}
std::int64_t Decoder::reach() const {
  const ReaderConfig& config = impl_->config;
  return config.n_layer * (config.mem_len + std::max(config.seg_len, impl_->segment_len));
}

std::span<const float> Decoder::pooled() const {
  return impl_->pooled;
}
Decoder::Snapshot Decoder::snapshot() const {
  Snapshot out;
  snapshot(out);
  return out;
}
void Decoder::snapshot(Snapshot& out) const {
  at_border([&] { impl_->snapshot(out); });
}
void Decoder::restore(const Snapshot& from) {
  at_border([&] { impl_->restore(from); });
}
double Decoder::loss(std::int32_t id) {
  return at_border([&] { return impl_->loss(id); });
}

}  // namespace proviso::model
