// Keys and values that one lane remembers in one layer, as the packed products want them: appended
// row by row, never packed again. fp32. Internal to model/.
#pragma once

#include <cstdint>
#include "model/product.h"

namespace proviso::model {

class LaneCache {
 public:
  LaneCache() = default;
  LaneCache(std::int64_t heads, std::int64_t e) : heads_(heads), e_(e) {}

  // Forgets all but the newest `keep` rows and makes room for `added` more behind them; their cells
  // are to be filled by write(). May move rows.
  void extend(std::int64_t keep, std::int64_t added);

  // Fills rows [row, row + count) of one head, row 0 being the oldest held. keys and values [count,
  // e] with row stride `stride`. Heads may be written in parallel.
  void write(std::int64_t head, std::int64_t row, std::int64_t count, const float* keys,
             const float* values, std::int64_t stride);

  std::int64_t rows() const { return size_; }

  // Packed keys of a head, [e] by rows: row 0 is column lead() of the first panel, panels follow
  // each other. Cells of columns that hold no row are finite.
  const float* keys(std::int64_t head) const;
  std::int64_t lead() const;

  // Packed values of a head, rows by [e], from row 0; value_stride() floats from panel to panel.
  const float* values(std::int64_t head) const;
  std::int64_t value_stride() const;

 private:
  void make_room(std::int64_t added);
  std::int64_t key_size() const { return capacity_ * e_; }
  std::int64_t value_size() const;

  std::int64_t heads_ = 0, e_ = 0;
  std::int64_t capacity_ = 0;  // rows, whole panels
  std::int64_t begin_ = 0, size_ = 0;
  kernels::Floats keys_;    // [head][panel of rows][e][kPanel]
  kernels::Floats values_;  // [head][panel of e][capacity][kPanel]
};

}  // namespace proviso::model
