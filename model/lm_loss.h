// Cross-entropy over the whole vocabulary without keeping the logits. Internal to model/.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

namespace proviso::model {

// hidden [token, d], embedding [vocab, d], bias [vocab], targets [token] in 0 … vocab − 1. Gives Σ
// −log p(target), a scalar, differentiable in the first three. Logits exist for a few hundred
// tokens at a time; their gradient is formed in the forward pass, so one backward per call. With
// `bf16` the products are those of bf16 numbers (bf16.h), all else fp32.
at::Tensor lm_loss_sum(const at::Tensor& hidden, const at::Tensor& embedding,
                       const at::Tensor& bias, const std::vector<std::int64_t>& targets,
                       bool bf16 = false);

// The losses themselves, in token order, no gradient.
std::vector<double> lm_losses(const at::Tensor& hidden, const at::Tensor& embedding,
                              const at::Tensor& bias, const std::vector<std::int64_t>& targets);

}  // namespace proviso::model
