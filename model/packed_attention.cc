#include "model/packed_attention.h"

#include <cmath>

#include "model/kernels.h"

namespace proviso::model {
namespace {

using kernels::kPanel;
using kernels::panels;
using kernels::product;

constexpr std::int64_t kRows = kMostRows;
constexpr std::int64_t kKeys = 384;  // keys at a time

class Block {
 public:
  Block(const AttentionHead& head, std::int64_t first, std::int64_t rows, AttentionRoom& room)
      : head_(head), first_(first), rows_(rows), room_(room) {
    begin_ = head.first_seen(first);
    end_ = head.seen(first + rows - 1);
    const std::int64_t lead = head.cache->lead();
    first_panel_ = (lead + begin_) / kPanel;
    base_ = first_panel_ * kPanel - lead;
    width_ = panels(end_ - base_) * kPanel;
    stride_ = width_ + kPanel;  // no power of two: rows would fall on the same cache sets
    room.score.resize(static_cast<std::size_t>(kRows * stride_));
    room.position.resize(static_cast<std::size_t>(kRows * kPositionStride));
  }

  void run() {
    scale_queries();
    for (std::int64_t panel = 0; panel * kPanel < width_; panel += kKeys / kPanel)
      add_tile(panel, std::min(panel + kKeys / kPanel, width_ / kPanel));
    take_exponentials();
    product({.m = rows_,
             .n = head_.e,
             .k = end_ - begin_,
             .a = room_.score.data() + begin_ - base_,
             .lda = stride_,
             .b = head_.cache->values(head_.head) + begin_ * kPanel,
             .panel_stride = head_.cache->value_stride(),
             .c = head_.out + first_ * head_.out_stride,
             .ldc = head_.out_stride});
    for (std::int64_t i = 0; i < rows_; ++i) {
      float* row = head_.out + (first_ + i) * head_.out_stride;
      for (std::int64_t c = 0; c < head_.e; ++c) row[c] *= inverse_[i];
    }
  }

 private:
  static constexpr std::int64_t kPositionStride = kKeys + kRows + 2 * kPanel;

  void scale_queries() {
    const std::int64_t e = head_.e;
    room_.queries_u.resize(static_cast<std::size_t>(kRows * e));
    room_.queries_v.resize(static_cast<std::size_t>(kRows * e));
    const auto scale = static_cast<float>(1.0 / std::sqrt(static_cast<double>(e)));
    for (std::int64_t i = 0; i < rows_; ++i) {
      const float* q = head_.q + (first_ + i) * head_.q_stride;
      float *with_u = room_.queries_u.data() + i * e, *with_v = room_.queries_v.data() + i * e;
      for (std::int64_t c = 0; c < e; ++c) {
        with_u[c] = (q[c] + head_.u[c]) * scale;
        with_v[c] = (q[c] + head_.v[c]) * scale;
      }
    }
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
             .b = head_.cache->keys(head_.head) + (first_panel_ + panel) * kPanel * e,
             .panel_stride = kPanel * e,
             .c = room_.score.data() + panel * kPanel,
             .ldc = stride_});
    const std::int64_t last = first_ + rows_ - 1;
    const std::int64_t low = head_.column(last, std::max(from, begin_)) / kPanel;
    const std::int64_t high = panels(std::min(head_.column(first_, to), head_.positions->out()));
    product({.m = rows_,
             .n = (high - low) * kPanel,
             .k = e,
             .a = room_.queries_v.data(),
             .lda = e,
             .b = head_.positions->panel(low),
             .panel_stride = kPanel * e,
             .c = room_.position.data(),
             .ldc = kPositionStride});
    for (std::int64_t i = 0; i < rows_; ++i) {
      const std::int64_t t = first_ + i;
      const std::int64_t begin = std::max(from, head_.first_seen(t)),
                         end = std::min(to, head_.seen(t));
      if (begin >= end) continue;
      const float top = kernels::add_scores(
          room_.score.data() + i * stride_ + begin - base_,
          room_.position.data() + i * kPositionStride + head_.column(t, begin) - low * kPanel,
          head_.bias + begin, end - begin);
      top_[i] = panel == 0 ? top : std::max(top_[i], top);
    }
  }

  void take_exponentials() {
    for (std::int64_t i = 0; i < rows_; ++i) {
      const std::int64_t begin = head_.first_seen(first_ + i), end = head_.seen(first_ + i);
      float* row = room_.score.data() + i * stride_ - base_;
      inverse_[i] = 1.0F / kernels::exponentials(row + begin, end - begin, top_[i]);
      std::fill(row + begin_, row + begin, 0.0F);
      std::fill(row + end, row + end_, 0.0F);
    }
  }

  const AttentionHead& head_;
  std::int64_t first_, rows_;
  AttentionRoom& room_;
  std::int64_t begin_, end_;         // keys that a row of the block sees
  std::int64_t first_panel_, base_;  // the panel of begin_, and the key of its first column
  std::int64_t width_, stride_;      // score columns in use, and from row to row
  float top_[kRows], inverse_[kRows];
};

}  // namespace

void attend(const AttentionHead& head, std::int64_t first, std::int64_t rows, AttentionRoom& room) {
  Block(head, first, rows, room).run();
}

}  // namespace proviso::model
