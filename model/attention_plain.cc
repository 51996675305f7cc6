// Attention by its definition with LibTorch's operations; attention.cc holds the fused CPU pass.
#include <ATen/ATen.h>

#include <cmath>
#include <limits>

#include "model/attention.h"

namespace proviso::model {
namespace {

// One lane, heads first: q [head, queries, e], k and v [head, keys, e], r as k, bias [head, keys].
struct HeadsFirst {
  at::Tensor q, k, v, r, bias;
  std::int64_t window = 0;
};

// Scores and softmax are never computed in bf16.
at::Tensor wide(const at::Tensor& x) {
  return x.scalar_type() == at::kBFloat16 ? x.to(at::kFloat) : x;
}

// q + bias [head, e], in the type of the products.
at::Tensor biased(const HeadsFirst& lane, const at::Tensor& bias) {
  return (lane.q + bias.unsqueeze(1)).to(lane.k.scalar_type());
}

// Position scores, key bias and the mask of what a query does not see, [head, queries, keys].
at::Tensor additive(const HeadsFirst& lane, const at::Tensor& w, double scale) {
  const std::int64_t queries = lane.q.size(1), keys = lane.k.size(1);
  const at::Tensor position =
      relative_shift(wide(at::matmul(biased(lane, w), lane.r.transpose(1, 2))));
  const at::Tensor all = at::ones({queries, keys}, lane.q.options().dtype(at::kBool));
  at::Tensor unseen = all.triu(keys - queries + 1);
  if (lane.window > 0) unseen = unseen.logical_or(all.tril(keys - queries - lane.window));
  return (position * scale + lane.bias.unsqueeze(1))
      .masked_fill(unseen, -std::numeric_limits<double>::infinity());
}

at::Tensor attend_plain(const HeadsFirst& lane, const at::Tensor& u, const at::Tensor& w,
                        double dropout) {
  const double scale = 1 / std::sqrt(static_cast<double>(lane.q.size(2)));
  const at::Tensor content = wide(at::matmul(biased(lane, u), lane.k.transpose(1, 2))) * scale;
  at::Tensor probability = at::softmax(content + additive(lane, w, scale), -1);
  if (dropout > 0) probability = at::dropout(probability, dropout, true);
  return at::matmul(probability.to(lane.v.scalar_type()), lane.v);
}

at::Tensor attend_sdpa(const HeadsFirst& lane, const at::Tensor& u, const at::Tensor& w,
                       double dropout) {
  const double scale = 1 / std::sqrt(static_cast<double>(lane.q.size(2)));
  const auto one_batch = [](const at::Tensor& x) { return x.unsqueeze(0); };
  const at::Tensor added = additive(lane, w, scale).to(lane.k.scalar_type());
  return at::scaled_dot_product_attention(one_batch(biased(lane, u)), one_batch(lane.k),
                                          one_batch(lane.v), one_batch(added), dropout, false,
                                          scale)
      .squeeze(0);
}

// [rows, head·e] → [head, rows, e]
at::Tensor split_heads(const at::Tensor& x, std::int64_t heads) {
  return x.view({x.size(0), heads, -1}).transpose(0, 1);
}

// attend(lane, u, v, dropout) for each lane, packed again.
template <class Attend>
at::Tensor for_each_lane(const at::Tensor& q, const at::Tensor& kv, const at::Tensor& r,
                         const at::Tensor& u, const at::Tensor& v, const at::Tensor& bias,
                         const std::vector<LaneSpan>& lanes, double dropout, const Attend& attend) {
  const std::int64_t heads = u.size(0), width = q.size(1);
  std::vector<at::Tensor> outs;
  for (const LaneSpan& lane : lanes) {
    const at::Tensor rows = kv.narrow(0, lane.key_begin, lane.keys);
    const HeadsFirst heads_first{
        .q = split_heads(q.narrow(0, lane.query_begin, lane.queries), heads),
        .k = split_heads(rows.narrow(1, 0, width).contiguous(), heads),
        .v = split_heads(rows.narrow(1, width, width).contiguous(), heads),
        .r = split_heads(r.narrow(0, r.size(0) - lane.keys, lane.keys), heads),
        .bias = bias.narrow(1, lane.key_begin, lane.keys),
        .window = lane.window};
    const at::Tensor out = attend(heads_first, u, v, dropout);
    outs.push_back(out.transpose(0, 1).reshape({lane.queries, width}));
  }
  return at::cat(outs, 0);
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
  return for_each_lane(q, kv, r, u, v, bias, lanes, dropout, attend_plain);
}

at::Tensor relative_attention_sdpa(const at::Tensor& q, const at::Tensor& kv, const at::Tensor& r,
                                   const at::Tensor& u, const at::Tensor& v, const at::Tensor& bias,
                                   const std::vector<LaneSpan>& lanes, double dropout) {
  return for_each_lane(q, kv, r, u, v, bias, lanes, dropout, attend_sdpa);
}

}  // namespace proviso::model
