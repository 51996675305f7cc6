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

// Lane by lane a memory, whose rows need no gradient, and then the lane's `queries` rows of x from
// `begin` on.
struct LaneRows {
  at::Tensor memory;  // [rows, d], of no rows where there are none
  std::int64_t begin, queries;
};

// All of them, [rows, d].
at::Tensor with_memory(const at::Tensor& x, const std::vector<LaneRows>& lanes);

// with_memory(x, lanes)·Wᵀ. What it multiplies is not kept but put together again when the gradient
// wants it. Differentiable in x and weight.
at::Tensor linear_over_memory(const at::Tensor& x, const std::vector<LaneRows>& lanes,
                              const at::Tensor& weight);

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
