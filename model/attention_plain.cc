// Attention by its definition with LibTorch's operations; attention.cc holds the fused CPU pass.
#include <ATen/ATen.h>

#include <cmath>
#include <limits>

#include "model/attention.h"

namespace proviso::model {
namespace {

at::Tensor attend_plain(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                        const at::Tensor& r, const at::Tensor& u, const at::Tensor& w,
                        const at::Tensor& bias, std::int64_t window, double dropout) {
  const std::int64_t queries = q.size(1), keys = k.size(1), e = q.size(2);
  const at::Tensor position = relative_shift(at::matmul(q + w.unsqueeze(1), r.transpose(1, 2)));
  at::Tensor score = (at::matmul(q + u.unsqueeze(1), k.transpose(1, 2)) + position) /
                     std::sqrt(static_cast<double>(e));
  const at::Tensor all = at::ones({queries, keys}, q.options().dtype(at::kBool));
  at::Tensor unseen = all.triu(keys - queries + 1);
  if (window > 0) unseen = unseen.logical_or(all.tril(keys - queries - window));
  score = (score + bias.unsqueeze(1)).masked_fill(unseen, -std::numeric_limits<double>::infinity());
  at::Tensor probability = at::softmax(score, -1);
  if (dropout > 0) probability = at::dropout(probability, dropout, true);
  return at::matmul(probability, v);
}

// [rows, head·e] → [head, rows, e]
at::Tensor split_heads(const at::Tensor& x, std::int64_t heads) {
  return x.view({x.size(0), heads, -1}).transpose(0, 1);
}

}  // namespace

at::Tensor relative_shift(const at::Tensor& x) {
  const std::int64_t q = x.size(-2), k = x.size(-1);
  std::vector<std::int64_t> shape = x.sizes().vec();
  const at::Tensor padded = at::constant_pad_nd(x, {1, 0});
  shape[shape.size() - 2] = k + 1;
  shape[shape.size() - 1] = q;
  return padded.reshape(shape).narrow(-2, 1, k).reshape(x.sizes());
}

at::Tensor relative_attention_plain(const at::Tensor& q, const at::Tensor& kv, const at::Tensor& r,
                                    const at::Tensor& u, const at::Tensor& v,
                                    const at::Tensor& bias, const std::vector<LaneSpan>& lanes,
                                    double dropout) {
  const std::int64_t heads = u.size(0), width = q.size(1);
  std::vector<at::Tensor> outs;
  for (const LaneSpan& lane : lanes) {
    const at::Tensor rows = kv.narrow(0, lane.key_begin, lane.keys);
    const at::Tensor out =
        attend_plain(split_heads(q.narrow(0, lane.query_begin, lane.queries), heads),
                     split_heads(rows.narrow(1, 0, width).contiguous(), heads),
                     split_heads(rows.narrow(1, width, width).contiguous(), heads),
                     split_heads(r.narrow(0, r.size(0) - lane.keys, lane.keys), heads), u, v,
                     bias.narrow(1, lane.key_begin, lane.keys), lane.window, dropout);
    outs.push_back(out.transpose(0, 1).reshape({lane.queries, width}));
  }
  return at::cat(outs, 0);
}

}  // namespace proviso::model
