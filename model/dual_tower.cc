#include "model/dual_tower.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

namespace proviso::model {
namespace {

struct Attended {
  at::Tensor context;  // [sentence, t]
  at::Tensor weights;  // [sentence, rows], mean over heads
};

// [rows, t] → [head, rows, t/head]
at::Tensor heads_of(const at::Tensor& x, std::int64_t heads) {
  return x.view({x.size(0), heads, -1}).transpose(0, 1);
}

// Multi-head attention with a null key of value zero. `bias` [rows] or undefined.
Attended attend(const at::Tensor& queries, const at::Tensor& keys_values,
                const at::Tensor& null_key, const at::Tensor& bias, std::int64_t heads) {
  const std::int64_t t = queries.size(1), rows = keys_values.size(0);
  const at::Tensor keys = at::cat({keys_values.narrow(1, 0, t), null_key.unsqueeze(0)}, 0);
  at::Tensor score = at::matmul(heads_of(queries, heads), heads_of(keys, heads).transpose(1, 2)) /
                     std::sqrt(static_cast<double>(t / heads));
  if (bias.defined()) score = score + at::constant_pad_nd(bias, {0, 1});
  const at::Tensor p = at::softmax(score, -1).narrow(2, 0, rows);
  const at::Tensor context =
      at::matmul(p, heads_of(keys_values.narrow(1, t, t).contiguous(), heads));
  return {context.transpose(0, 1).reshape({queries.size(0), t}), p.mean(0)};
}

}  // namespace

TowerOutput dual_tower(const Weights& weights, const ReaderConfig& config,
                       const at::Tensor& sentences, std::int32_t tag, const at::Tensor& memory_top,
                       const Bank& bank) {
  const TowerWeights& w = weights.tower;
  const at::Tensor own = at::linear(sentences, w.sentence);
  const at::Tensor nothing = at::zeros_like(own);
  TowerOutput out;
  at::Tensor recent = nothing, far = nothing;
  if (memory_top.defined()) {
    recent = attend(at::linear(sentences, w.memory_q), at::linear(memory_top, w.memory_kv),
                    w.memory_null, {}, config.n_head)
                 .context;
  }
  if (bank.size() > 0) {
    const std::vector<std::int64_t> tags(bank.tags.begin(), bank.tags.end());
    const at::Tensor bias =
        w.bank_bias[tag].index_select(0, at::tensor(tags, at::kLong).to(own.device()));
    const Attended attended =
        attend(at::linear(sentences, w.bank_q), at::linear(bank.rows, w.bank_kv), w.bank_null, bias,
               config.n_head);
    far = attended.context;
    out.bank_weights = attended.weights;
  }
  const at::Tensor joined = at::cat({own, recent, far, own * far}, 1);
  const at::Tensor hidden = at::relu(at::linear(joined, w.hidden, w.hidden_bias));
  out.logits = at::linear(hidden, w.out, w.out_bias);
  return out;
}

at::Tensor dual_loss(const at::Tensor& logits, const at::Tensor& targets, double positive_weight) {
  const at::Tensor positive = at::full({logits.size(1)}, positive_weight, logits.options());
  return at::binary_cross_entropy_with_logits(logits, targets, {}, positive, at::Reduction::Sum);
}

at::Tensor evidence_loss(const at::Tensor& bank_weights, const Bank& bank,
                         const std::vector<std::uint32_t>& evidence) {
  std::vector<std::int64_t> rows;
  for (std::int64_t i = 0; i < bank.size(); ++i) {
    if (std::find(evidence.begin(), evidence.end(), bank.segments[static_cast<std::size_t>(i)]) !=
        evidence.end()) {
      rows.push_back(i);
    }
  }
  if (rows.empty()) return {};
  const at::Tensor index = at::tensor(rows, at::kLong).to(bank_weights.device());
  return -(bank_weights.index_select(0, index).sum() + 1e-6).log();
}

}  // namespace proviso::model
