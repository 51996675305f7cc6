#include "model/lane_cache.h"

#include <algorithm>

#include "model/product.h"

namespace proviso::model {

using kernels::kPanel;
using kernels::panels;

std::int64_t LaneCache::lead() const {
  return begin_ % kPanel;
}
std::int64_t LaneCache::value_stride() const {
  return capacity_ * kPanel;
}
std::int64_t LaneCache::value_size() const {
  return panels(e_) * capacity_ * kPanel;
}
const float* LaneCache::keys(std::int64_t head) const {
  return keys_.data() + head * key_size() + begin_ / kPanel * kPanel * e_;
}
const float* LaneCache::values(std::int64_t head) const {
  return values_.data() + head * value_size() + begin_ * kPanel;
}

void LaneCache::extend(std::int64_t keep, std::int64_t added) {
  const std::int64_t kept = std::min(keep, size_);
  begin_ += size_ - kept;
  size_ = kept;
  if (begin_ + size_ + added > capacity_) make_room(added);
  size_ += added;
}

// Rows move to the front, keeping their place within a panel. The table has room for as many rows
// again as it holds, so that a row moves once on the average.
void LaneCache::make_room(std::int64_t added) {
  const std::int64_t first = begin_ / kPanel, used = panels(begin_ % kPanel + size_);
  const std::int64_t wanted = panels(begin_ % kPanel + 2 * (size_ + added)) * kPanel;
  const std::int64_t old = capacity_;
  kernels::Floats old_keys, old_values;
  if (wanted > old) {
    old_keys.swap(keys_);
    old_values.swap(values_);
    capacity_ = wanted;
    keys_.assign(static_cast<std::size_t>(heads_ * key_size()), 0.0F);
    values_.assign(static_cast<std::size_t>(heads_ * value_size()), 0.0F);
  }
  const float* from_keys = wanted > old ? old_keys.data() : keys_.data();
  const float* from_values = wanted > old ? old_values.data() : values_.data();
  const std::int64_t panel = kPanel * e_;
  for (std::int64_t h = 0; h < heads_; ++h) {
    const float* key = from_keys + h * old * e_ + first * panel;
    std::copy(key, key + used * panel, keys_.data() + h * key_size());
    for (std::int64_t p = 0; p < panels(e_); ++p) {
      const float* value = from_values + (h * panels(e_) + p) * old * kPanel + begin_ * kPanel;
      std::copy(value, value + size_ * kPanel,
                values_.data() + h * value_size() + (p * capacity_ + begin_ % kPanel) * kPanel);
    }
  }
  begin_ %= kPanel;
}

void LaneCache::write(std::int64_t head, std::int64_t row, std::int64_t count, const float* keys,
                      const float* values, std::int64_t stride) {
  const std::int64_t at = begin_ + row;
  kernels::pack_columns(keys, count, e_, stride, at, keys_.data() + head * key_size());
  float* head_values = values_.data() + head * value_size();
  for (std::int64_t i = 0; i < count; ++i) {
    const float* source = values + i * stride;
    for (std::int64_t p = 0; p < panels(e_); ++p) {
      const std::int64_t width = std::min(kPanel, e_ - p * kPanel);
      std::copy_n(source + p * kPanel, width, head_values + (p * capacity_ + at + i) * kPanel);
    }
  }
}

}  // namespace proviso::model
