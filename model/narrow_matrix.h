// Weight matrices in 16 or 8 bits for products with one row, whose time is that of reading the
// weights. Arithmetic in fp32. Internal to model/.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "model/product.h"

namespace proviso::model::kernels {

class NarrowMatrix {
 public:
  // In half precision, if every weight is a half-precision number: products are then those of the
  // exact matrix, bit by bit. Models saved with Precision::kHalf are such. None where not, or where
  // the machine converts too slowly.
  static std::optional<NarrowMatrix> halves(const PackedMatrix& exact);

  // As integers −127 … 127 times a scale for each output: the nearest to each weight. None where
  // the machine converts too slowly.
  static std::optional<NarrowMatrix> bytes(const PackedMatrix& exact);

  // Outputs of the panels [begin, end) of x·Wᵀ + bias, then max(0, ·) with `relu`. x [in]; y and
  // bias [out], bias or null.
  void multiply(const float* x, std::int64_t begin, std::int64_t end, const float* bias, bool relu,
                float* y) const;

 private:
  std::int64_t out_ = 0, in_ = 0;
  std::variant<std::vector<std::uint16_t>, std::vector<std::int8_t>> cells_;  // packed as the exact
  std::vector<float> scales_;  // [panel·kPanel], of bytes
};

}  // namespace proviso::model::kernels
