#include "tests/bench/plain_transformer.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "model/kernels.h"

namespace proviso::bench {
namespace {

using model::kernels::kPanel;
using model::kernels::PackedMatrix;
using model::kernels::Product;

constexpr std::int64_t kBlock = 48;  // queries at a time: their scores stay in a core's cache

std::vector<float> random_cells(std::int64_t count, double deviation, std::mt19937& random) {
  std::normal_distribution<float> draw(0, static_cast<float>(deviation));
  std::vector<float> cells(static_cast<std::size_t>(count));
  for (float& cell : cells) cell = draw(random);
  return cells;
}

PackedMatrix random_matrix(std::int64_t out, std::int64_t in, std::mt19937& random) {
  return {random_cells(out * in, 0.05, random).data(), out, in};
}

}  // namespace

PlainTransformer::PlainTransformer(const model::ReaderConfig& config, std::int64_t window)
    : config_(config), window_(window) {
  std::mt19937 random(1);
  const std::int64_t d = config.d_model, width = config.n_head * config.d_head;
  embeddings_ = random_cells(window * d, 1, random);
  positions_ = random_cells(window * d, 1, random);
  ones_.assign(static_cast<std::size_t>(d), 1.0F);
  zeros_.assign(static_cast<std::size_t>(std::max(window, std::max(d, config.d_inner))), 0.0F);
  for (std::int64_t l = 0; l < config.n_layer; ++l) {
    layers_.push_back({random_matrix(3 * width, d, random), random_matrix(d, width, random),
                       random_matrix(config.d_inner, d, random),
                       random_matrix(d, config.d_inner, random)});
    caches_.emplace_back(config.n_head, config.d_head);
  }
}

void PlainTransformer::attend(std::size_t layer, std::int64_t count) {
  const std::int64_t e = config_.d_head, width = config_.n_head * e;
  model::LaneCache& cache = caches_[layer];
  cache.extend(cached_, count);
  const std::int64_t keys = cache.rows(), first = keys - count;
  const float scale = 1 / std::sqrt(static_cast<float>(e));
  for (std::int64_t h = 0; h < config_.n_head; ++h) {
    const float* k = qkv_.data() + width + h * e;
    cache.write(h, first, count, k, k + width, 3 * width);
    for (std::int64_t begin = 0; begin < count; begin += kBlock) {
      const std::int64_t rows = std::min(kBlock, count - begin), seen = first + begin + rows,
                         stride = cache.lead() + seen;
      scores_.resize(static_cast<std::size_t>(rows * stride));
      model::kernels::product({.m = rows,
                               .n = stride,
                               .k = e,
                               .a = qkv_.data() + begin * 3 * width + h * e,
                               .lda = 3 * width,
                               .b = cache.keys(h),
                               .panel_stride = kPanel * e,
                               .c = scores_.data(),
                               .ldc = stride});
      float* out = mixed_.data() + begin * width + h * e;
      std::vector<float> inverse(static_cast<std::size_t>(rows));
      for (std::int64_t i = 0; i < rows; ++i) {
        float* score = scores_.data() + i * stride + cache.lead();
        const std::int64_t own = first + begin + i + 1;
        for (std::int64_t j = 0; j < own; ++j) score[j] *= scale;
        const float top = model::kernels::add_scores(score, zeros_.data(), zeros_.data(), own);
        inverse[static_cast<std::size_t>(i)] = 1 / model::kernels::exponentials(score, own, top);
        std::fill(score + own, score + seen, 0.0F);
      }
      model::kernels::product({.m = rows,
                               .n = e,
                               .k = seen,
                               .a = scores_.data() + cache.lead(),
                               .lda = stride,
                               .b = cache.values(h),
                               .panel_stride = cache.value_stride(),
                               .c = out,
                               .ldc = width});
      for (std::int64_t i = 0; i < rows; ++i) {
        for (std::int64_t c = 0; c < e; ++c)
          out[i * width + c] *= inverse[static_cast<std::size_t>(i)];
      }
    }
  }
}

const model::kernels::Floats& PlainTransformer::append(std::int64_t count) {
  const std::int64_t d = config_.d_model, width = config_.n_head * config_.d_head;
  const auto room = [&](model::kernels::Floats& cells, std::int64_t columns) {
    cells.resize(static_cast<std::size_t>(count * columns));
  };
  room(x_, d);
  room(qkv_, 3 * width);
  room(mixed_, width);
  room(part_, d);
  room(hidden_, config_.d_inner);
  for (std::int64_t i = 0; i < count * d; ++i) {
    const auto at = static_cast<std::size_t>(cached_ * d + i);
    x_[static_cast<std::size_t>(i)] = embeddings_[at] + positions_[at];
  }
  const auto norm = [&] {
    for (std::int64_t i = 0; i < count; ++i)
      model::kernels::add_norm_row(x_.data() + i * d, part_.data() + i * d, ones_.data(),
                                   zeros_.data(), d, 1e-5F);
  };
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const Layer& layer = layers_[l];
    model::kernels::product(layer.qkv.times(x_.data(), count, qkv_.data(), 3 * width));
    attend(l, count);
    model::kernels::product(layer.out.times(mixed_.data(), count, part_.data(), d));
    norm();
    Product inner = layer.inner.times(x_.data(), count, hidden_.data(), config_.d_inner);
    inner.bias = zeros_.data();
    inner.relu = true;
    model::kernels::product(inner);
    Product outer = layer.outer.times(hidden_.data(), count, part_.data(), d);
    outer.bias = zeros_.data();
    model::kernels::product(outer);
    norm();
  }
  cached_ += count;
  return x_;
}

void PlainTransformer::slide(std::int64_t keep) {
  for (model::LaneCache& cache : caches_) cache.extend(0, 0);
  cached_ = 0;
  if (keep > 0) append(keep);
}

}  // namespace proviso::bench
