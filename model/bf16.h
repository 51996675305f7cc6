// Matrix products in bfloat16 for training, as automatic mixed precision does them: both sides are
// rounded to bf16, sums are fp32, the result is rounded. Weights, their gradients and the optimizer
// stay fp32. Internal to model/.
#pragma once

#include <ATen/core/Tensor.h>

namespace proviso::model {

// Whether this processor multiplies bf16 numbers itself (AVX-512 BF16, AMX). Where it does not,
// nothing is gained on the CPU: the rounded numbers are multiplied in fp32.
bool processor_has_bf16();

// a·b + bias: a [m, k] and b [k, n] in bf16, bias [n] in fp32 or undefined; gives bf16. No
// gradient.
at::Tensor bf16_product(const at::Tensor& a, const at::Tensor& b, const at::Tensor& bias = {});

// x·Wᵀ + bias, then max(0, ·) with `relu`, as dense(), with products in bf16: x [rows, in] in fp32
// or bf16, weight [out, in] and bias [out] in fp32; gives bf16. Differentiable.
at::Tensor bf16_dense(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias = {},
                      bool relu = false);

}  // namespace proviso::model
