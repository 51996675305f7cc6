#include "model/packed_stack.h"

#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/kernels.h"
#include "model/network.h"
#include "model/packed_attention.h"
#include "model/product.h"

namespace proviso::model {
namespace {

using kernels::kPanel;
using kernels::PackedMatrix;
using kernels::product;

constexpr std::int64_t kRows = kMostRows;
constexpr std::int64_t kDenseRows = 96;  // outside attention: each block reads the layer's weights
constexpr std::int64_t kVocab = 512;

const float* cells(const at::Tensor& x) {
  return x.const_data_ptr<float>();
}

// Tokens at a time such that every thread gets some.
std::int64_t rows_at_a_time(std::int64_t tokens, std::int64_t most) {
  const std::int64_t share = (tokens + at::get_num_threads() - 1) / at::get_num_threads();
  return std::clamp((share + 5) / 6 * 6, std::int64_t{6}, most);
}

// Working room of one thread for rows outside attention.
struct RowRoom {
  std::vector<float> part, normed, inner;

  RowRoom(const ReaderConfig& config, std::int64_t rows)
      : part(static_cast<std::size_t>(rows * config.d_model)),
        normed(static_cast<std::size_t>(config.pre_norm ? rows * config.d_model : 0)),
        inner(static_cast<std::size_t>(rows * config.d_inner)) {}
};

class Stack {
 public:
  Stack(const PackedWeights& weights, const ReaderConfig& config, const at::Tensor& x,
        const std::vector<PackedLane>& lanes)
      : weights_(weights),
        config_(config),
        lanes_(lanes),
        width_(head_width(config)),
        x_(x.contiguous().clone()),
        qkv_(at::empty({x.size(0), 3 * width_}, x.options())),
        attended_(at::empty({x.size(0), width_}, x.options())) {
    for (const PackedLane& lane : lanes) biases_.push_back(lane.bias.contiguous());
  }

  at::Tensor run(std::int64_t mem_len) {
    by_rows(
        [&](std::int64_t begin, std::int64_t end, RowRoom& room) { project(0, begin, end, room); });
    for (std::size_t layer = 0; layer < weights_.layers.size(); ++layer) {
      for (const PackedLane& lane : lanes_) (*lane.layers)[layer].extend(mem_len, lane.queries);
      remember(layer);
      attend(layer);
      by_rows([&](std::int64_t begin, std::int64_t end, RowRoom& room) {
        finish(layer, begin, end, room);
        if (layer + 1 < weights_.layers.size()) project(layer + 1, begin, end, room);
      });
    }
    return x_;
  }

 private:
  float* x(std::int64_t row) { return x_.mutable_data_ptr<float>() + row * config_.d_model; }
  float* qkv(std::int64_t row) { return qkv_.mutable_data_ptr<float>() + row * 3 * width_; }
  float* attended(std::int64_t row) { return attended_.mutable_data_ptr<float>() + row * width_; }

  template <class Body>
  void by_rows(const Body& body) {
    const std::int64_t tokens = x_.size(0), step = rows_at_a_time(tokens, kDenseRows);
    at::parallel_for(0, (tokens + step - 1) / step, 1, [&](std::int64_t begin, std::int64_t end) {
      RowRoom room(config_, step);
      for (std::int64_t b = begin; b < end; ++b)
        body(b * step, std::min(tokens, (b + 1) * step), room);
    });
  }

  void project(std::size_t layer, std::int64_t begin, std::int64_t end, RowRoom& room) {
    const PackedLayer& w = weights_.layers[layer];
    const float* seen = before(begin, end, w.norm_attention, w.shift_attention, room);
    product(w.qkv.times(seen, end - begin, qkv(begin), 3 * width_));
  }

  // What a part of the layer reads: with pre_norm the norm of x.
  const float* before(std::int64_t begin, std::int64_t end, const at::Tensor& weight,
                      const at::Tensor& shift, RowRoom& room) {
    if (!config_.pre_norm) return x(begin);
    const std::int64_t d = config_.d_model;
    for (std::int64_t i = begin; i < end; ++i) {
      kernels::norm_row(x(i), cells(weight), cells(shift), d, epsilon(),
                        room.normed.data() + (i - begin) * d);
    }
    return room.normed.data();
  }

  float epsilon() const { return static_cast<float>(config_.layer_norm_epsilon); }

  void remember(std::size_t layer) {
    const std::int64_t heads = config_.n_head, e = config_.d_head;
    at::parallel_for(0, std::ssize(lanes_) * heads, 1, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const PackedLane& lane = lanes_[static_cast<std::size_t>(i / heads)];
        const std::int64_t h = i % heads;
        LaneCache& cache = (*lane.layers)[layer];
        const float* keys = qkv(lane.query_begin) + width_ + h * e;
        cache.write(h, cache.rows() - lane.queries, lane.queries, keys, keys + width_, 3 * width_);
      }
    });
  }

  void attend(std::size_t layer) {
    struct Task {
      std::size_t lane;
      std::int64_t head, first, rows;
    };
    std::vector<Task> tasks;
    const std::int64_t step = rows_at_a_time(x_.size(0) * config_.n_head, kRows);
    for (std::size_t l = 0; l < lanes_.size(); ++l) {
      for (std::int64_t h = 0; h < config_.n_head; ++h) {
        for (std::int64_t t = 0; t < lanes_[l].queries; t += step)
          tasks.push_back({l, h, t, std::min(step, lanes_[l].queries - t)});
      }
    }
    at::parallel_for(0, std::ssize(tasks), 1, [&](std::int64_t begin, std::int64_t end) {
      AttentionRoom room;
      for (std::int64_t i = begin; i < end; ++i) {
        const Task& task = tasks[static_cast<std::size_t>(i)];
        const AttentionHead work = head_work(layer, task.lane, task.head);
        model::attend(work, task.first, task.rows, room);
      }
    });
  }

  AttentionHead head_work(std::size_t layer, std::size_t lane, std::int64_t h) {
    const PackedLayer& w = weights_.layers[layer];
    const PackedLane& l = lanes_[lane];
    const std::int64_t e = config_.d_head;
    const LaneCache& cache = (*l.layers)[layer];
    return {.q = qkv(l.query_begin) + h * e,
            .q_stride = 3 * width_,
            .u = cells(w.u) + h * e,
            .v = cells(w.v) + h * e,
            .keys = cache.keys(h),
            .lead = cache.lead(),
            .key_count = cache.rows(),
            .values = cache.values(h),
            .value_stride = cache.value_stride(),
            .positions = w.positions[static_cast<std::size_t>(h)].panel(0),
            .distances = weights_.distances,
            .bias = cells(biases_[lane]) +
                    (static_cast<std::int64_t>(layer) * config_.n_head + h) * cache.rows(),
            .queries = l.queries,
            .e = e,
            .window = l.window,
            .out = attended(l.query_begin) + h * e,
            .out_stride = width_};
  }

  // What follows attention, for some rows.
  void finish(std::size_t layer, std::int64_t begin, std::int64_t end, RowRoom& room) {
    const PackedLayer& w = weights_.layers[layer];
    const std::int64_t rows = end - begin, d = config_.d_model, inner = config_.d_inner;
    product(w.out.times(attended(begin), rows, room.part.data(), d));
    after(begin, end, w.norm_attention, w.shift_attention, room);
    const float* seen = before(begin, end, w.norm_ffn, w.shift_ffn, room);
    kernels::Product up = w.inner.times(seen, rows, room.inner.data(), inner);
    up.bias = cells(w.inner_bias);
    up.relu = true;
    product(up);
    kernels::Product down = w.outer.times(room.inner.data(), rows, room.part.data(), d);
    down.bias = cells(w.outer_bias);
    product(down);
    after(begin, end, w.norm_ffn, w.shift_ffn, room);
  }

  // The residual connection: x + part, without pre_norm its norm.
  void after(std::int64_t begin, std::int64_t end, const at::Tensor& weight,
             const at::Tensor& shift, const RowRoom& room) {
    const std::int64_t d = config_.d_model;
    for (std::int64_t i = begin; i < end; ++i) {
      const float* part = room.part.data() + (i - begin) * d;
      if (config_.pre_norm) {
        for (std::int64_t c = 0; c < d; ++c) x(i)[c] += part[c];
      } else {
        kernels::add_norm_row(x(i), part, cells(weight), cells(shift), d, epsilon());
      }
    }
  }

  const PackedWeights& weights_;
  const ReaderConfig& config_;
  const std::vector<PackedLane>& lanes_;
  std::int64_t width_;
  std::vector<at::Tensor> biases_;
  at::Tensor x_, qkv_, attended_;
};

}  // namespace

at::Tensor run_packed(const PackedWeights& weights, const ReaderConfig& config, const at::Tensor& x,
                      const std::vector<PackedLane>& lanes, std::int64_t mem_len) {
  return Stack(weights, config, x, lanes).run(mem_len);
}

std::vector<LaneCache> empty_caches(const Weights& weights, const ReaderConfig& config) {
  std::vector<LaneCache> caches(weights.layers.size(), LaneCache(config.n_head, config.d_head));
  if (config.initial_memory != InitialMemory::kZeros || config.mem_len == 0) return caches;
  const at::Tensor rows = at::zeros({config.mem_len, config.d_model});
  for (std::size_t layer = 0; layer < caches.size(); ++layer) {
    const LayerWeights& w = weights.layers[layer];
    const at::Tensor kv =
        at::linear(model::before(rows, w.norm_attention, w.shift_attention, config), w.kv);
    caches[layer].extend(0, config.mem_len);
    for (std::int64_t h = 0; h < config.n_head; ++h) {
      const float* keys = cells(kv) + h * config.d_head;
      caches[layer].write(h, 0, config.mem_len, keys, keys + head_width(config), kv.size(1));
    }
  }
  return caches;
}

std::vector<double> packed_losses(const PackedWeights& weights, const at::Tensor& hidden,
                                  const std::vector<std::int64_t>& targets) {
  const std::int64_t tokens = hidden.size(0), d = hidden.size(1), vocab = weights.output.out();
  const std::int64_t step = rows_at_a_time(tokens, kDenseRows);
  const at::Tensor rows = hidden.contiguous();
  std::vector<double> losses(static_cast<std::size_t>(tokens));
  at::parallel_for(0, (tokens + step - 1) / step, 1, [&](std::int64_t begin, std::int64_t end) {
    std::vector<float> logits(static_cast<std::size_t>(kDenseRows * kVocab));
    for (std::int64_t first = begin * step; first < std::min(tokens, end * step); first += step) {
      const std::int64_t count = std::min(step, tokens - first);
      // Greatest logit so far, the sum of exponentials relative to it, and the target's logit.
      double top[kDenseRows], sum[kDenseRows] = {}, wanted[kDenseRows] = {};
      std::fill_n(top, kDenseRows, -std::numeric_limits<double>::infinity());
      for (std::int64_t word = 0; word < vocab; word += kVocab) {
        const std::int64_t words = std::min(kVocab, vocab - word);
        product({.m = count,
                 .n = words,
                 .k = d,
                 .a = cells(rows) + first * d,
                 .lda = d,
                 .b = weights.output.panel(word / kPanel),
                 .panel_stride = kPanel * d,
                 .c = logits.data(),
                 .ldc = kVocab,
                 .bias = cells(weights.output_bias) + word});
        for (std::int64_t i = 0; i < count; ++i) {
          const float* row = logits.data() + i * kVocab;
          const kernels::LogSum part = kernels::log_sum(row, words);
          const double higher = std::max(top[i], static_cast<double>(part.top));
          sum[i] = sum[i] * std::exp(top[i] - higher) + part.sum * std::exp(part.top - higher);
          top[i] = higher;
          const std::int64_t target = targets[static_cast<std::size_t>(first + i)] - word;
          if (target >= 0 && target < words) wanted[i] = row[target];
        }
      }
      for (std::int64_t i = 0; i < count; ++i)
        losses[static_cast<std::size_t>(first + i)] = std::log(sum[i]) + top[i] - wanted[i];
    }
  });
  return losses;
}

}  // namespace proviso::model
