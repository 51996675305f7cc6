#include "model/attention.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <bit>

#include "model/bf16.h"
#include "model/packed_attention.h"
#include "model/recompute.h"

namespace proviso::model {
namespace {

using kernels::Floats;
using kernels::kPanel;
using kernels::panels;

// The inputs of one call.
struct Inputs {
  const at::Tensor &q, &kv, &r, &u, &v, &bias;
  double dropout;

  std::int64_t heads() const { return u.size(0); }
  std::int64_t e() const { return u.size(1); }
  std::int64_t width() const { return q.size(1); }
};

const float* cells(const at::Tensor& x) {
  return x.const_data_ptr<float>();
}
float* cells(at::Tensor& x) {
  return x.mutable_data_ptr<float>();
}

// One thread's packed operands of the head at hand. Lanes share the positions.
struct Operands {
  Floats keys, values, positions;                 // as AttentionHead wants them
  Floats value_columns, key_rows, position_rows;  // as AttentionGradient does
  std::int64_t positions_of = -1;                 // head
  AttentionRoom room;

  static void columns(const float* source, std::int64_t rows, std::int64_t e, std::int64_t stride,
                      Floats& packed) {
    // The last panel's cells that hold no key stay what they are: 0, or those of a longer lane.
    packed.resize(static_cast<std::size_t>(panels(rows) * kPanel * e));
    kernels::pack_columns(source, rows, e, stride, 0, packed.data());
  }
  static void rows(const float* source, std::int64_t count, std::int64_t e, std::int64_t stride,
                   Floats& packed) {
    packed.resize(static_cast<std::size_t>(panels(e) * kPanel * count));
    kernels::pack_rows(source, count, e, stride, count * kPanel, packed.data());
  }

  void pack(const Inputs& in, const LaneSpan& lane, std::int64_t h, bool backward) {
    const std::int64_t e = in.e(), width = in.width();
    const float* k = cells(in.kv) + lane.key_begin * 2 * width + h * e;
    columns(k, lane.keys, e, 2 * width, keys);
    rows(k + width, lane.keys, e, 2 * width, values);
    if (backward) {
      rows(k, lane.keys, e, 2 * width, key_rows);
      columns(k + width, lane.keys, e, 2 * width, value_columns);
    }
    if (positions_of == h) return;
    positions_of = h;
    const float* r = cells(in.r) + h * e;
    columns(r, in.r.size(0), e, width, positions);
    if (backward) rows(r, in.r.size(0), e, width, position_rows);
  }

  // `out`, `top` and `inverse` [head, queries]: results of the forward pass.
  AttentionHead head(const Inputs& in, const LaneSpan& lane, std::int64_t h, float* out, float* top,
                     float* inverse) const {
    const std::int64_t e = in.e(), width = in.width(), at = lane.query_begin * width + h * e,
                       row = h * in.q.size(0) + lane.query_begin;
    return {.q = cells(in.q) + at,
            .q_stride = width,
            .u = cells(in.u) + h * e,
            .v = cells(in.v) + h * e,
            .keys = keys.data(),
            .lead = 0,
            .key_count = lane.keys,
            .values = values.data(),
            .value_stride = lane.keys * kPanel,
            .positions = positions.data(),
            .distances = in.r.size(0),
            .bias = cells(in.bias) + h * in.kv.size(0) + lane.key_begin,
            .queries = lane.queries,
            .e = e,
            .window = lane.window,
            .out = out + at,
            .out_stride = width,
            .dropout = {in.dropout, kernels::mix(lane.dropout_key, static_cast<std::uint64_t>(h))},
            .top = top + row,
            .inverse = inverse + row};
  }
};

// Runs body(lane, head, operands) for all pairs; lanes vary fastest, so that threads get equal
// shares.
template <class Body>
void for_each_head(std::int64_t lanes, std::int64_t heads, const Body& body) {
  at::parallel_for(0, lanes * heads, 1, [&](std::int64_t begin, std::int64_t end) {
    Operands operands;
    for (std::int64_t i = begin; i < end; ++i) body(i % lanes, i / lanes, operands);
  });
}

// Runs body(first, rows) over the queries.
template <class Body>
void for_each_block(std::int64_t queries, const Body& body) {
  for (std::int64_t first = 0; first < queries; first += kMostRows)
    body(first, std::min(kMostRows, queries - first));
}

std::vector<std::int64_t> pack_lanes(const std::vector<LaneSpan>& lanes) {
  std::vector<std::int64_t> flat;
  for (const LaneSpan& lane : lanes) {
    flat.insert(flat.end(), {lane.query_begin, lane.queries, lane.key_begin, lane.keys,
                             std::bit_cast<std::int64_t>(lane.dropout_key), lane.window});
  }
  return flat;
}

std::vector<LaneSpan> unpack_lanes(const std::vector<std::int64_t>& flat) {
  std::vector<LaneSpan> lanes;
  for (std::size_t i = 0; i < flat.size(); i += 6) {
    lanes.push_back({flat[i], flat[i + 1], flat[i + 2], flat[i + 3],
                     std::bit_cast<std::uint64_t>(flat[i + 4]), flat[i + 5]});
  }
  return lanes;
}

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

// The probabilities are not kept but computed again: they would be most of a step's memory.
struct FusedAttention : torch::autograd::Function<FusedAttention> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& q, const at::Tensor& kv,
                            const at::Tensor& r, const at::Tensor& u, const at::Tensor& v,
                            const at::Tensor& bias, const std::vector<std::int64_t>& flat_lanes,
                            double dropout) {
    const std::vector<LaneSpan> lanes = unpack_lanes(flat_lanes);
    const Inputs in{q, kv, r, u, v, bias, dropout};
    at::Tensor out = at::empty_like(q), top = at::empty({in.heads(), q.size(0)}, q.options()),
               inverse = at::empty_like(top);
    float *o = cells(out), *t = cells(top), *s = cells(inverse);
    for_each_head(std::ssize(lanes), in.heads(),
                  [&](std::int64_t l, std::int64_t h, Operands& operands) {
                    const LaneSpan& lane = lanes[static_cast<std::size_t>(l)];
                    operands.pack(in, lane, h, false);
                    const AttentionHead head = operands.head(in, lane, h, o, t, s);
                    for_each_block(lane.queries, [&](std::int64_t first, std::int64_t rows) {
                      attend(head, first, rows, operands.room);
                    });
                  });
    context->save_for_backward({q, kv, r, u, v, bias, out, top, inverse});
    context->saved_data["lanes"] = flat_lanes;
    context->saved_data["dropout"] = dropout;
    return out;
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& out_grads) {
    auto saved = context->get_saved_variables();
    const Inputs in{saved[0],
                    saved[1],
                    saved[2],
                    saved[3],
                    saved[4],
                    saved[5],
                    context->saved_data["dropout"].toDouble()};
    const std::vector<LaneSpan> lanes = unpack_lanes(context->saved_data["lanes"].toIntVector());
    const at::Tensor out_grad = out_grads[0].contiguous();
    const std::int64_t n_lane = std::ssize(lanes), width = in.width(), e = in.e(),
                       distances = in.r.size(0);
    at::Tensor dq = at::empty_like(in.q), dkv = at::zeros_like(in.kv),
               dbias = at::zeros_like(in.bias);
    // Shared by lanes: one copy a lane, summed in lane order, so that the sum does not depend on
    // the threads.
    at::Tensor dr = at::zeros({n_lane, distances, width}, in.q.options()),
               du = at::zeros({n_lane, width}, in.q.options()), dv = at::zeros_like(du);
    float *o = cells(saved[6]), *t = cells(saved[7]), *s = cells(saved[8]);
    float *to_q = cells(dq), *to_kv = cells(dkv), *to_bias = cells(dbias), *to_r = cells(dr),
          *to_u = cells(du), *to_v = cells(dv);
    for_each_head(n_lane, in.heads(), [&](std::int64_t l, std::int64_t h, Operands& operands) {
      const LaneSpan& lane = lanes[static_cast<std::size_t>(l)];
      operands.pack(in, lane, h, true);
      const AttentionHead head = operands.head(in, lane, h, o, t, s);
      const std::int64_t rows_at = lane.query_begin * width + h * e;
      float* k = to_kv + lane.key_begin * 2 * width + h * e;
      const AttentionGradient gradient{.out = cells(out_grad) + rows_at,
                                       .value_columns = operands.value_columns.data(),
                                       .key_rows = operands.key_rows.data(),
                                       .key_stride = lane.keys * kPanel,
                                       .position_rows = operands.position_rows.data(),
                                       .position_stride = distances * kPanel,
                                       .q = to_q + rows_at,
                                       .k = k,
                                       .v = k + width,
                                       .kv_stride = 2 * width,
                                       .r = to_r + l * distances * width + h * e,
                                       .r_stride = width,
                                       .u = to_u + l * width + h * e,
                                       .w = to_v + l * width + h * e,
                                       .bias = to_bias + h * in.kv.size(0) + lane.key_begin};
      for_each_block(lane.queries, [&](std::int64_t first, std::int64_t rows) {
        attend_backward(head, gradient, first, rows, operands.room);
      });
    });
    return {dq,
            dkv,
            n_lane == 1 ? dr[0] : dr.sum(0),
            du.sum(0).view_as(in.u),
            dv.sum(0).view_as(in.v),
            dbias,
            at::Tensor(),
            at::Tensor()};
  }
};

}  // namespace

at::Tensor sinusoids(std::int64_t distances, std::int64_t d_model, std::int64_t clamp_len) {
  at::Tensor distance = at::arange(distances - 1, -1, -1, at::kDouble);
  if (clamp_len > 0) distance = distance.clamp_max(clamp_len);
  const at::Tensor frequency =
      at::pow(10000.0, at::arange(0, d_model, 2, at::kDouble) / -static_cast<double>(d_model));
  const at::Tensor angle = at::outer(distance, frequency);
  return at::cat({angle.sin(), angle.cos()}, 1).to(at::kFloat);
}

at::Tensor relative_attention(const at::Tensor& q, const at::Tensor& kv, const at::Tensor& r,
                              const at::Tensor& u, const at::Tensor& v, const at::Tensor& bias,
                              const std::vector<LaneSpan>& lanes, double dropout) {
  if (q.is_cuda()) return relative_attention_sdpa(q, kv, r, u, v, bias, lanes, dropout);
  if (q.scalar_type() == at::kBFloat16) {
    if (!processor_has_bf16()) {
      const auto exact = [](const at::Tensor& x) { return x.to(at::kFloat); };
      return relative_attention(exact(q), exact(kv), exact(r), u, v, bias, lanes, dropout)
          .to(at::kBFloat16);
    }
    // The scores are not kept: they would be most of a step's memory.
    return recomputed(
        [lanes, dropout](const std::vector<at::Tensor>& in) {
          return relative_attention_plain(in[0], in[1], in[2], in[3], in[4], in[5], lanes, dropout);
        },
        {q, kv, r, u, v, bias});
  }
  if (q.scalar_type() != at::kFloat) {
    return relative_attention_plain(q, kv, r, u, v, bias, lanes, dropout);
  }
  return FusedAttention::apply(q.contiguous(), kv.contiguous(), r.contiguous(), u.contiguous(),
                               v.contiguous(), bias.contiguous(), pack_lanes(lanes), dropout);
}

at::Tensor cached_attention(const at::Tensor& q, const at::Tensor& r, const at::Tensor& u,
                            const at::Tensor& v, const std::vector<CachedLane>& lanes) {
  std::vector<at::Tensor> outs;
  for (const CachedLane& lane : lanes) {
    const std::vector<LaneSpan> alone{{0, lane.queries, 0, lane.kv.size(0), 0, lane.window}};
    const at::Tensor own = q.narrow(0, lane.query_begin, lane.queries);
    outs.push_back(q.is_cuda()
                       ? relative_attention_sdpa(own, lane.kv, r, u, v, lane.bias, alone, 0)
                       : relative_attention_plain(own, lane.kv, r, u, v, lane.bias, alone, 0));
  }
  return at::cat(outs, 0);
}

}  // namespace proviso::model
