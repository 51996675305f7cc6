#include "model/packed_attention.h"

#include <cmath>

namespace proviso::model {
namespace {

using kernels::Floats;
using kernels::kPanel;
using kernels::panels;
using kernels::product;

constexpr std::int64_t kRows = kMostRows;
constexpr std::int64_t kKeys = 384;  // keys at a time

void at_least(Floats& room, std::int64_t size) {
  if (std::ssize(room) < size) room.resize(static_cast<std::size_t>(size));
}

// A row stride of an odd number of cache lines: rows fall on different cache sets.
std::int64_t odd_lines(std::int64_t columns) {
  return (panels(columns) | 1) * kPanel;
}

// Scores of some queries against the keys that they see.
class Block {
 public:
  Block(const AttentionHead& head, std::int64_t first, std::int64_t rows, AttentionRoom& room)
      : head_(head), first_(first), rows_(rows), last_(first + rows - 1), room_(room) {
    begin_ = head.first_seen(first);
    end_ = head.seen(last_);
    first_panel_ = (head.lead + begin_) / kPanel;
    base_ = first_panel_ * kPanel - head.lead;
    width_ = panels(end_ - base_) * kPanel;
    stride_ = odd_lines(width_);
    at_least(room.score, kRows * stride_);
    at_least(room.position, kRows * kPositionStride);
    at_least(room.queries_u, kRows * head.e);
    at_least(room.queries_v, kRows * head.e);
  }

  void forward() {
    take_scores();
    float inverse[kRows];
    for (std::int64_t i = 0; i < rows_; ++i) {
      const std::int64_t t = first_ + i;
      inverse[i] = 1.0F / take_exponentials(i, top_[i]);
      if (head_.dropout.rate > 0) {
        const std::int64_t begin = head_.first_seen(t);
        kernels::dropout_row(score(i, begin), head_.seen(t) - begin, head_.row_dropout(t));
      }
      if (head_.top != nullptr) {
        head_.top[t] = top_[i];
        head_.inverse[t] = inverse[i];
      }
    }
    product({.m = rows_,
             .n = head_.e,
             .k = end_ - begin_,
             .a = score(0, begin_),
             .lda = stride_,
             .b = head_.values + begin_ * kPanel,
             .panel_stride = head_.value_stride,
             .c = head_.out + first_ * head_.out_stride,
             .ldc = head_.out_stride});
    for (std::int64_t i = 0; i < rows_; ++i) {
      float* row = head_.out + (first_ + i) * head_.out_stride;
      for (std::int64_t c = 0; c < head_.e; ++c) row[c] *= inverse[i];
    }
  }

  // Tile by tile of keys: top and inverse are known, so that nothing asks for whole rows.
  void backward(const AttentionGradient& gradient) {
    const std::int64_t begin = begin_, end = end_, base = base_, first_panel = first_panel_,
                       width = width_, tile = kRows * head_.e;
    at_least(room_.query_gradients, 2 * tile);
    at_least(room_.packed, rows_ * panels(head_.e) * kPanel);
    scale_queries();
    stride_ = odd_lines(std::min(kKeys, width));
    for (std::int64_t at = 0; at < width; at += kKeys) {
      first_panel_ = first_panel + at / kPanel;
      base_ = base + at;
      width_ = std::min(kKeys, width - at);
      begin_ = std::max(begin, base_);
      end_ = std::min(end, base_ + width_);
      add_tile(0, width_ / kPanel);
      take_score_gradients(gradient);
      add_gradients(gradient, at > 0);
    }
    for (std::int64_t i = 0; i < rows_; ++i) add_query_gradient(i, gradient);
  }

 private:
  static constexpr std::int64_t kPositionStride = kKeys + kRows + 3 * kPanel;

  float* score(std::int64_t row, std::int64_t key) {
    return room_.score.data() + row * stride_ + key - base_;
  }
  float scale() const { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(head_.e))); }

  void pack(const float* rows, std::int64_t stride) {
    kernels::pack_rows(rows, rows_, head_.e, stride, rows_ * kPanel, room_.packed.data());
  }

  void scale_queries() {
    const std::int64_t e = head_.e;
    const float factor = scale();
    for (std::int64_t i = 0; i < rows_; ++i) {
      const float* q = head_.q + (first_ + i) * head_.q_stride;
      float *with_u = room_.queries_u.data() + i * e, *with_v = room_.queries_v.data() + i * e;
      for (std::int64_t c = 0; c < e; ++c) {
        with_u[c] = (q[c] + head_.u[c]) * factor;
        with_v[c] = (q[c] + head_.v[c]) * factor;
      }
    }
  }

  void take_scores() {
    scale_queries();
    for (std::int64_t panel = 0; panel * kPanel < width_; panel += kKeys / kPanel)
      add_tile(panel, std::min(panel + kKeys / kPanel, width_ / kPanel));
  }

  // Scores of the keys of some panels. The position product is read at an offset that grows by one
  // from row to row: the relative shift.
  void add_tile(std::int64_t panel, std::int64_t last_panel) {
    const std::int64_t e = head_.e, from = base_ + panel * kPanel,
                       to = std::min(base_ + last_panel * kPanel, end_);
    product({.m = rows_,
             .n = (last_panel - panel) * kPanel,
             .k = e,
             .a = room_.queries_u.data(),
             .lda = e,
             .b = head_.keys + (first_panel_ + panel) * kPanel * e,
             .panel_stride = kPanel * e,
             .c = room_.score.data() + panel * kPanel,
             .ldc = stride_});
    const std::int64_t low = head_.column(last_, std::max(from, begin_)) / kPanel;
    const std::int64_t high = panels(std::min(head_.column(first_, to), head_.distances));
    hold_positions(low, high);
    for (std::int64_t i = 0; i < rows_; ++i) {
      const std::int64_t t = first_ + i, begin = std::max(from, head_.first_seen(t)),
                         end = std::min(to, head_.seen(t));
      if (begin >= end) continue;
      const float top = kernels::add_scores(
          score(i, begin),
          room_.position.data() + i * kPositionStride + head_.column(t, begin) - low * kPanel,
          head_.bias + begin, end - begin);
      top_[i] = begin == head_.first_seen(t) ? top : std::max(top_[i], top);
    }
  }

  // Leaves the position products of panels [low, high) in the room. Neighbouring tiles share as
  // many columns as the block has rows: those are moved, not computed again.
  void hold_positions(std::int64_t low, std::int64_t high) {
    const std::int64_t e = head_.e, kept = std::max<std::int64_t>(0, held_high_ - low);
    float* cells = room_.position.data();
    for (std::int64_t i = 0; kept > 0 && i < rows_; ++i) {
      float* row = cells + i * kPositionStride;
      std::copy_n(row + (low - held_low_) * kPanel, kept * kPanel, row);
    }
    product({.m = rows_,
             .n = (high - low - kept) * kPanel,
             .k = e,
             .a = room_.queries_v.data(),
             .lda = e,
             .b = head_.positions + (low + kept) * kPanel * e,
             .panel_stride = kPanel * e,
             .c = cells + kept * kPanel,
             .ldc = kPositionStride});
    held_low_ = low;
    held_high_ = high;
  }

  // The keys of [begin_, end_) that row i sees.
  struct Keys {
    std::int64_t begin, end;
  };
  Keys seen(std::int64_t i) const {
    const std::int64_t t = first_ + i, begin = std::clamp(head_.first_seen(t), begin_, end_);
    return {begin, std::clamp(head_.seen(t), begin, end_)};
  }

  // Row i becomes e^(score − top), 0 for keys that it does not see; gives the sum.
  float take_exponentials(std::int64_t i, float top) {
    const auto [begin, end] = seen(i);
    const float sum = kernels::exponentials(score(i, begin), end - begin, top);
    std::fill(score(i, begin_), score(i, begin), 0.0F);
    std::fill(score(i, end), score(i, end_), 0.0F);
    return sum;
  }

  // Leaves the probabilities after dropout in `score`, dL/d(score) in `grad` and, moved to the
  // columns of the positions, in `shifted`.
  void take_score_gradients(const AttentionGradient& gradient) {
    const std::int64_t e = head_.e;
    column_ = head_.column(last_, begin_);
    columns_ = std::min(head_.column(first_, end_), head_.distances) - column_;
    shifted_stride_ = odd_lines(columns_);
    at_least(room_.grad, kRows * stride_);
    at_least(room_.shifted, kRows * shifted_stride_);
    product({.m = rows_,
             .n = width_,
             .k = e,
             .a = gradient.out + first_ * head_.out_stride,
             .lda = head_.out_stride,
             .b = gradient.value_columns + first_panel_ * kPanel * e,
             .panel_stride = kPanel * e,
             .c = room_.grad.data(),
             .ldc = stride_});
    for (std::int64_t i = 0; i < rows_; ++i) {
      const std::int64_t t = first_ + i;
      const auto [begin, end] = seen(i);
      take_exponentials(i, head_.top[t]);
      const float *out = head_.out + t * head_.out_stride,
                  *out_grad = gradient.out + t * head_.out_stride;
      float delta = 0;
      for (std::int64_t c = 0; c < e; ++c) delta += out[c] * out_grad[c];
      float* grad = room_.grad.data() + i * stride_ - base_;
      float* shifted = room_.shifted.data() + i * shifted_stride_;
      const std::int64_t at = std::min(head_.column(t, begin) - column_, columns_);
      kernels::attention_row_backward(score(i, begin), end - begin, begin - head_.first_seen(t),
                                      head_.inverse[t], delta, head_.row_dropout(t), grad + begin,
                                      shifted + at, gradient.bias + begin);
      std::fill(grad + begin_, grad + begin, 0.0F);
      std::fill(grad + end, grad + end_, 0.0F);
      std::fill(shifted, shifted + at, 0.0F);
      std::fill(shifted + at + end - begin, shifted + columns_, 0.0F);
    }
  }

  // What the score gradients of a tile give to keys, values, positions and queries.
  void add_gradients(const AttentionGradient& gradient, bool later_tile) {
    const std::int64_t e = head_.e, keys = end_ - begin_;
    const float* grad = room_.grad.data() + begin_ - base_;
    const float* shifted = room_.shifted.data();
    // Σ over the rows of the block: transposed scores times rows of e.
    const auto add = [&](const float* a, std::int64_t stride, std::int64_t m, float* c,
                         std::int64_t ldc) {
      product({.m = m,
               .n = e,
               .k = rows_,
               .a = a,
               .lda = 1,
               .step = stride,
               .b = room_.packed.data(),
               .panel_stride = rows_ * kPanel,
               .c = c,
               .ldc = ldc,
               .add = true});
    };
    pack(gradient.out + first_ * head_.out_stride, head_.out_stride);
    add(score(0, begin_), stride_, keys, gradient.v + begin_ * gradient.kv_stride,
        gradient.kv_stride);
    pack(room_.queries_u.data(), e);
    add(grad, stride_, keys, gradient.k + begin_ * gradient.kv_stride, gradient.kv_stride);
    pack(room_.queries_v.data(), e);
    add(shifted, shifted_stride_, columns_, gradient.r + column_ * gradient.r_stride,
        gradient.r_stride);
    kernels::Product p{.m = rows_,
                       .n = e,
                       .k = keys,
                       .a = grad,
                       .lda = stride_,
                       .b = gradient.key_rows + begin_ * kPanel,
                       .panel_stride = gradient.key_stride,
                       .c = room_.query_gradients.data(),
                       .ldc = e,
                       .add = later_tile};
    product(p);
    p.k = columns_;
    p.a = shifted;
    p.lda = shifted_stride_;
    p.b = gradient.position_rows + column_ * kPanel;
    p.panel_stride = gradient.position_stride;
    p.c += kRows * e;
    product(p);
  }

  void add_query_gradient(std::int64_t i, const AttentionGradient& gradient) {
    const float factor = scale();
    const float *content = room_.query_gradients.data() + i * head_.e,
                *position = content + kRows * head_.e;
    float* q = gradient.q + (first_ + i) * head_.out_stride;
    for (std::int64_t c = 0; c < head_.e; ++c) {
      q[c] = factor * (content[c] + position[c]);
      gradient.u[c] += factor * content[c];
      gradient.w[c] += factor * position[c];
    }
  }

  const AttentionHead& head_;
  std::int64_t first_, rows_, last_;
  AttentionRoom& room_;
  std::int64_t begin_, end_;               // keys that a row of the block sees
  std::int64_t first_panel_, base_;        // the panel of begin_, and the key of its first column
  std::int64_t width_, stride_;            // score columns in use, and from row to row
  std::int64_t column_ = 0, columns_ = 0;  // of the positions, in use: the first and how many
  std::int64_t shifted_stride_ = 0;
  std::int64_t held_low_ = 0, held_high_ = 0;  // panels of positions in the room
  float top_[kRows];
};

}  // namespace

void attend(const AttentionHead& head, std::int64_t first, std::int64_t rows, AttentionRoom& room) {
  Block(head, first, rows, room).forward();
}

void attend_backward(const AttentionHead& head, const AttentionGradient& gradient,
                     std::int64_t first, std::int64_t rows, AttentionRoom& room) {
  Block(head, first, rows, room).backward(gradient);
}

}  // namespace proviso::model
