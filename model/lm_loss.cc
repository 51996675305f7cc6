#include "model/lm_loss.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <numeric>

#include "model/bf16.h"
#include "model/kernels.h"
#include "model/packed_linear.h"

namespace proviso::model {
namespace {

constexpr std::int64_t kChunk = 256;  // tokens: 16 MB of logits at 16,000 pieces

at::Tensor target_tensor(const std::vector<std::int64_t>& targets, std::int64_t begin,
                         std::int64_t size, const at::Tensor& like) {
  return at::from_blob(const_cast<std::int64_t*>(targets.data() + begin), {size}, at::kLong)
      .to(like.device());
}

// Losses of one chunk; with `make_gradient` the logits become softmax − onehot.
void chunk_losses(at::Tensor& logits, const std::vector<std::int64_t>& targets, std::int64_t begin,
                  bool make_gradient, double* losses) {
  const std::int64_t size = logits.size(0), vocab = logits.size(1);
  if (logits.is_cpu() && logits.scalar_type() == at::kFloat) {
    float* rows = logits.mutable_data_ptr<float>();
    at::parallel_for(0, size, 1, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t i = first; i < last; ++i) {
        const std::int64_t target = targets[static_cast<std::size_t>(begin + i)];
        losses[i] = make_gradient
                        ? kernels::cross_entropy_row(rows + i * vocab, vocab, target, 1.0F)
                        : kernels::cross_entropy_loss(rows + i * vocab, vocab, target);
      }
    });
    return;
  }
  const at::Tensor target = target_tensor(targets, begin, size, logits).unsqueeze(1);
  const at::Tensor log_p = at::log_softmax(logits, 1);
  const at::Tensor loss = log_p.gather(1, target).neg().to(at::kCPU, at::kDouble).contiguous();
  std::copy_n(loss.const_data_ptr<double>(), size, losses);
  if (make_gradient) {
    logits.copy_(log_p.exp());
    logits.scatter_add_(1, target, at::full_like(target, -1, logits.options()));
  }
}

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

// The embedding as the forward and the backward product want it.
struct PackedEmbedding {
  kernels::PackedMatrix columns;
  kernels::Floats rows;

  PackedEmbedding() = default;
  explicit PackedEmbedding(const at::Tensor& embedding)
      : columns(embedding.const_data_ptr<float>(), embedding.size(0), embedding.size(1)),
        rows(packed_rows(embedding)) {}
};

struct LmLossSum : torch::autograd::Function<LmLossSum> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& hidden,
                            const at::Tensor& embedding, const at::Tensor& bias,
                            const std::vector<std::int64_t>& targets, bool bf16) {
    const std::int64_t tokens = hidden.size(0);
    std::vector<double> losses(static_cast<std::size_t>(tokens));
    at::Tensor dhidden = at::empty_like(hidden), dembedding = at::zeros_like(embedding),
               dbias = at::zeros_like(bias);
    at::Tensor buffer = at::empty({std::min(tokens, kChunk), embedding.size(0)}, hidden.options());
    const bool own = hidden.is_cpu() && hidden.scalar_type() == at::kFloat && !bf16;
    const at::Tensor half = bf16 ? embedding.to(at::kBFloat16) : at::Tensor();
    const PackedEmbedding packed = own ? PackedEmbedding(embedding) : PackedEmbedding();
    for (std::int64_t begin = 0; begin < tokens; begin += kChunk) {
      const std::int64_t size = std::min(kChunk, tokens - begin);
      const at::Tensor rows = hidden.narrow(0, begin, size);
      at::Tensor logits = buffer.narrow(0, 0, size), dhidden_rows = dhidden.narrow(0, begin, size);
      if (own) {
        multiply(rows, packed.columns, bias.const_data_ptr<float>(), false, logits);
        chunk_losses(logits, targets, begin, true, losses.data() + begin);
        multiply_rows(logits, packed.rows, dhidden_rows);
        outer_product(logits, rows, true, dembedding);
      } else if (bf16) {
        const at::Tensor half_rows = rows.to(at::kBFloat16);
        logits.copy_(bf16_product(half_rows, half.t())).add_(bias);
        chunk_losses(logits, targets, begin, true, losses.data() + begin);
        const at::Tensor half_logits = logits.to(at::kBFloat16);
        dhidden_rows.copy_(bf16_product(half_logits, half));
        dembedding.add_(bf16_product(half_logits.t(), half_rows));
      } else {
        at::addmm_out(logits, bias, rows, embedding.t());
        chunk_losses(logits, targets, begin, true, losses.data() + begin);
        at::mm_out(dhidden_rows, logits, embedding);
        at::addmm_out(dembedding, dembedding, logits.t(), rows);
      }
      dbias.add_(logits.sum(0));
    }
    context->save_for_backward({dhidden, dembedding, dbias});
    return at::scalar_tensor(std::accumulate(losses.begin(), losses.end(), 0.0), hidden.options());
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& grads) {
    const auto saved = context->get_saved_variables();
    tensor_list result{saved[0], saved[1], saved[2], at::Tensor(), at::Tensor()};
    // In place: one backward per call, and the embedding's is large.
    for (std::size_t i = 0; i < 3; ++i) result[i].mul_(grads[0]);
    return result;
  }
};

}  // namespace

at::Tensor lm_loss_sum(const at::Tensor& hidden, const at::Tensor& embedding,
                       const at::Tensor& bias, const std::vector<std::int64_t>& targets,
                       bool bf16) {
  return LmLossSum::apply(hidden.contiguous(), embedding.contiguous(), bias.contiguous(), targets,
                          bf16);
}

std::vector<double> lm_losses(const at::Tensor& hidden, const at::Tensor& embedding,
                              const at::Tensor& bias, const std::vector<std::int64_t>& targets) {
  std::vector<double> losses(targets.size());
  for (std::int64_t begin = 0; begin < hidden.size(0); begin += kChunk) {
    const std::int64_t size = std::min(kChunk, hidden.size(0) - begin);
    at::Tensor logits = at::addmm(bias, hidden.narrow(0, begin, size), embedding.t());
    chunk_losses(logits, targets, begin, false, losses.data() + begin);
  }
  return losses;
}

}  // namespace proviso::model
