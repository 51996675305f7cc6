// Products of the training graph on own kernels: CPU, fp32. Each packs its right-hand side first;
// the rows that follow pay for it. Internal to model/.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "model/product.h"

namespace proviso::model {

// x·Wᵀ + bias, then max(0, ·) with `relu`: x [rows, in], weight [out, in], bias [out] or undefined.
// Differentiable. Elsewhere than on the CPU in fp32 by LibTorch's operations.
at::Tensor dense(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias = {},
                 bool relu = false);

// rows·Wᵀ where some rows are those of `x` and the others need no gradient: memory. `places` lists
// (first row of x, first row of `rows`, how many), in order. `rows` itself must need no gradient.
struct RowPlace {
  std::int64_t from, to, count;
};
at::Tensor linear_over_memory(const at::Tensor& rows, const at::Tensor& x, const at::Tensor& weight,
                              const std::vector<RowPlace>& places);

// The parts, on contiguous fp32 CPU tensors. y, dx and dweight are overwritten, but dweight gains
// with `add`.
void multiply(const at::Tensor& x, const kernels::PackedMatrix& weight, const float* bias,
              bool relu, at::Tensor& y);  // x·Wᵀ
void multiply_rows(const at::Tensor& dy, const kernels::Floats& weight_rows,
                   at::Tensor& dx);  // dy·W
void outer_product(const at::Tensor& dy, const at::Tensor& x, bool add,
                   at::Tensor& dweight);  // dyᵀ·x

// The packed form of x [rows, columns] itself.
kernels::Floats packed_rows(const at::Tensor& x);

}  // namespace proviso::model
