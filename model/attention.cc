#include "model/attention.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace proviso::model {
namespace {

constexpr std::int64_t kBlock =
    64;  // query rows at a time: their scores over 1536 keys fit a core's L2 cache

at::Tensor matrix(const float* data, std::int64_t rows, std::int64_t columns, std::int64_t stride) {
  return at::from_blob(const_cast<float*>(data), {rows, columns}, {stride, 1}, at::kFloat);
}

// out = a·b, or out += a·b.
void product(at::Tensor out, const at::Tensor& a, const at::Tensor& b) {
  at::mm_out(out, a, b);
}
void add_product(at::Tensor out, const at::Tensor& a, const at::Tensor& b) {
  at::addmm_out(out, out, a, b);
}

// One head of one lane, as pointers into the packed tensors. `width` = head·e is the row stride of
// q, r and out.
struct HeadView {
  const float* q;
  const float* k;
  const float* v;
  const float* r;  // the row of the lane's largest distance (keys − 1)
  const float* u;
  const float* w;  // the position bias, called v in the paper
  const float* bias;
  std::int64_t queries, keys, e, width, kv_stride;
  std::int64_t window;
  float scale;
  kernels::Dropout dropout;

  std::int64_t blocks() const { return (queries + kBlock - 1) / kBlock; }
  std::int64_t rows(std::int64_t block) const { return std::min(kBlock, queries - block * kBlock); }
  // Keys that the last row of the block sees.
  std::int64_t seen(std::int64_t block) const {
    return keys - queries + block * kBlock + rows(block);
  }
  // The first key that query row `row` sees.
  std::int64_t first_key(std::int64_t row) const {
    return window == 0 ? 0 : std::max<std::int64_t>(0, keys - queries + row - window + 1);
  }
  // Keys from the first that any row of the block sees to the last.
  std::int64_t span(std::int64_t block) const { return seen(block) - first_key(block * kBlock); }
  // Floats that the probabilities of blocks 0 … block − 1 take.
  std::int64_t offset(std::int64_t block) const {
    std::int64_t total = 0;
    for (std::int64_t b = 0; b < block; ++b) total += rows(b) * span(b);
    return total;
  }
  kernels::Dropout row_dropout(std::int64_t row) const {
    return {dropout.rate, kernels::mix(dropout.key, static_cast<std::uint64_t>(row))};
  }
};

// Query rows of a block plus a bias vector.
void biased_queries(const HeadView& head, std::int64_t first, std::int64_t rows, const float* bias,
                    float* out) {
  for (std::int64_t i = 0; i < rows; ++i) {
    const float* q = head.q + (first + i) * head.width;
    for (std::int64_t c = 0; c < head.e; ++c) out[i * head.e + c] = q[c] + bias[c];
  }
}

// Working room of one thread.
struct Scratch {
  std::vector<float> content, position, queries_u, queries_v, kept;
  void reserve(std::int64_t keys, std::int64_t e) {
    const auto scores = static_cast<std::size_t>(kBlock * keys);
    if (content.size() < scores) {
      content.resize(scores);
      position.resize(scores);
      kept.resize(scores);
    }
    queries_u.resize(static_cast<std::size_t>(kBlock * e));
    queries_v.resize(static_cast<std::size_t>(kBlock * e));
  }
};

// The position product of a block, row r, stands for keys j at column j + (rows − 1 − r): reading
// it at that offset is the relative shift.
void forward_block(const HeadView& head, std::int64_t block, Scratch& room, float* probability,
                   float* out) {
  const std::int64_t first = block * kBlock, rows = head.rows(block), n = head.span(block),
                     begin = head.first_key(first), e = head.e;
  biased_queries(head, first, rows, head.u, room.queries_u.data());
  biased_queries(head, first, rows, head.w, room.queries_v.data());
  const float* r = head.r + (head.keys - n) * head.width;
  product(matrix(probability, rows, n, n), matrix(room.queries_u.data(), rows, e, e),
          matrix(head.k + begin * head.kv_stride, n, e, head.kv_stride).t());
  product(matrix(room.position.data(), rows, n, n), matrix(room.queries_v.data(), rows, e, e),
          matrix(r, n, e, head.width).t());
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t hidden = rows - 1 - i, outside = head.first_key(first + i) - begin;
    float* row = probability + i * n;
    kernels::attention_row(row + outside, room.position.data() + i * n + hidden + outside,
                           head.bias + begin + outside, n - hidden - outside, head.scale,
                           head.row_dropout(first + i), row + outside);
    std::fill(row, row + outside, 0.0F);
    std::fill(row + n - hidden, row + n, 0.0F);
  }
  const float* weights = probability;
  if (head.dropout.rate > 0) {
    kernels::kept_row(probability, rows * n, static_cast<float>(head.dropout.rate),
                      room.kept.data());
    weights = room.kept.data();
  }
  product(matrix(out + first * head.width, rows, e, head.width), matrix(weights, rows, n, n),
          matrix(head.v + begin * head.kv_stride, n, e, head.kv_stride));
}

struct HeadGradient {
  float* q;
  float* k;
  float* v;
  float* r;
  float* u;
  float* w;
  float* bias;
};

void add_columns(const std::vector<float>& rows_of, std::int64_t rows, std::int64_t e, float* sum) {
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t c = 0; c < e; ++c) sum[c] += rows_of[static_cast<std::size_t>(i * e + c)];
  }
}

void backward_block(const HeadView& head, std::int64_t block, Scratch& room,
                    const float* probability, const float* out, const float* out_grad,
                    const HeadGradient& grad) {
  const std::int64_t first = block * kBlock, rows = head.rows(block), n = head.span(block),
                     begin = head.first_key(first), e = head.e;
  const std::int64_t keys_at = begin * head.kv_stride;
  const at::Tensor g = matrix(out_grad + first * head.width, rows, e, head.width);
  const at::Tensor content = matrix(room.content.data(), rows, n, n);
  const at::Tensor position = matrix(room.position.data(), rows, n, n);
  const float* weights = probability;
  if (head.dropout.rate > 0) {
    kernels::kept_row(probability, rows * n, static_cast<float>(head.dropout.rate),
                      room.kept.data());
    weights = room.kept.data();
  }
  add_product(matrix(grad.v + keys_at, n, e, head.kv_stride), matrix(weights, rows, n, n).t(), g);
  product(content, g, matrix(head.v + keys_at, n, e, head.kv_stride).t());
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t hidden = rows - 1 - i;
    float delta = 0;
    const std::int64_t at = (first + i) * head.width;
    for (std::int64_t c = 0; c < e; ++c) delta += out[at + c] * out_grad[at + c];
    float* row = room.content.data() + i * n;
    float* shifted = room.position.data() + i * n;
    std::fill(shifted, shifted + hidden, 0.0F);
    kernels::attention_row_backward(probability + i * n, n - hidden,
                                    static_cast<float>(head.dropout.rate), delta, head.scale, row,
                                    shifted + hidden, grad.bias + begin);
    std::fill(row + n - hidden, row + n, 0.0F);
  }
  const float* r = head.r + (head.keys - n) * head.width;
  const at::Tensor queries_u = matrix(room.queries_u.data(), rows, e, e);
  const at::Tensor queries_v = matrix(room.queries_v.data(), rows, e, e);
  biased_queries(head, first, rows, head.u, room.queries_u.data());
  biased_queries(head, first, rows, head.w, room.queries_v.data());
  add_product(matrix(grad.k + keys_at, n, e, head.kv_stride), content.t(), queries_u);
  add_product(matrix(grad.r + (head.keys - n) * head.width, n, e, head.width), position.t(),
              queries_v);
  product(queries_u, content, matrix(head.k + keys_at, n, e, head.kv_stride));
  product(queries_v, position, matrix(r, n, e, head.width));
  add_columns(room.queries_u, rows, e, grad.u);
  add_columns(room.queries_v, rows, e, grad.w);
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t c = 0; c < e; ++c) {
      grad.q[(first + i) * head.width + c] = room.queries_u[static_cast<std::size_t>(i * e + c)] +
                                             room.queries_v[static_cast<std::size_t>(i * e + c)];
    }
  }
}

// Runs body(lane, head, scratch) for all pairs; lanes vary fastest, so that threads get equal
// shares.
template <class Body>
void for_each_head(std::int64_t lanes, std::int64_t heads, const Body& body) {
  at::parallel_for(0, lanes * heads, 1, [&](std::int64_t begin, std::int64_t end) {
    const at::AutoDispatchBelowADInplaceOrView guard;
    Scratch room;
    for (std::int64_t i = begin; i < end; ++i) body(i % lanes, i / lanes, room);
  });
}

struct Packed {
  const float* q;
  const float* kv;
  const float* r;
  const float* u;
  const float* v;
  const float* bias;
  std::int64_t heads, e, distances, keys;
  double dropout;

  HeadView view(const LaneSpan& lane, std::int64_t h) const {
    const std::int64_t width = heads * e;
    const float* k = kv + lane.key_begin * 2 * width + h * e;
    return {.q = q + lane.query_begin * width + h * e,
            .k = k,
            .v = k + width,
            .r = r + (distances - lane.keys) * width + h * e,
            .u = u + h * e,
            .w = v + h * e,
            .bias = bias + h * keys + lane.key_begin,
            .queries = lane.queries,
            .keys = lane.keys,
            .e = e,
            .width = width,
            .kv_stride = 2 * width,
            .window = lane.window,
            .scale = static_cast<float>(1.0 / std::sqrt(static_cast<double>(e))),
            .dropout = {dropout, kernels::mix(lane.dropout_key, static_cast<std::uint64_t>(h))}};
  }
};

Packed packed(const at::Tensor& q, const at::Tensor& kv, const at::Tensor& r, const at::Tensor& u,
              const at::Tensor& v, const at::Tensor& bias, double dropout) {
  return {q.const_data_ptr<float>(),
          kv.const_data_ptr<float>(),
          r.const_data_ptr<float>(),
          u.const_data_ptr<float>(),
          v.const_data_ptr<float>(),
          bias.const_data_ptr<float>(),
          u.size(0),
          u.size(1),
          r.size(0),
          kv.size(0),
          dropout};
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

// Start of each lane's probabilities (heads one after another) in the saved buffer, and the total.
std::vector<std::int64_t> probability_offsets(const Packed& input,
                                              const std::vector<LaneSpan>& lanes) {
  std::vector<std::int64_t> offsets{0};
  for (const LaneSpan& lane : lanes) {
    const HeadView view = input.view(lane, 0);
    offsets.push_back(offsets.back() + input.heads * view.offset(view.blocks()));
  }
  return offsets;
}

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

struct FusedAttention : torch::autograd::Function<FusedAttention> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& q, const at::Tensor& kv,
                            const at::Tensor& r, const at::Tensor& u, const at::Tensor& v,
                            const at::Tensor& bias, const std::vector<std::int64_t>& flat_lanes,
                            double dropout) {
    const std::vector<LaneSpan> lanes = unpack_lanes(flat_lanes);
    const Packed input = packed(q, kv, r, u, v, bias, dropout);
    const std::vector<std::int64_t> offsets = probability_offsets(input, lanes);
    at::Tensor probability = at::empty({offsets.back()}, q.options());
    at::Tensor out = at::empty_like(q);
    float* p = probability.mutable_data_ptr<float>();
    float* o = out.mutable_data_ptr<float>();
    for_each_head(
        std::ssize(lanes), input.heads, [&](std::int64_t l, std::int64_t h, Scratch& room) {
          const LaneSpan& lane = lanes[static_cast<std::size_t>(l)];
          const HeadView head = input.view(lane, h);
          room.reserve(head.keys, head.e);
          float* lane_p = p + offsets[static_cast<std::size_t>(l)] + h * head.offset(head.blocks());
          for (std::int64_t b = 0; b < head.blocks(); ++b) {
            forward_block(head, b, room, lane_p + head.offset(b),
                          o + lane.query_begin * head.width + h * head.e);
          }
        });
    context->save_for_backward({q, kv, r, u, v, bias, probability, out});
    context->saved_data["lanes"] = flat_lanes;
    context->saved_data["dropout"] = dropout;
    return out;
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& out_grads) {
    const auto saved = context->get_saved_variables();
    const at::Tensor &q = saved[0], &kv = saved[1], &r = saved[2], &u = saved[3], &v = saved[4],
                     &bias = saved[5];
    const double dropout = context->saved_data["dropout"].toDouble();
    const std::vector<LaneSpan> lanes = unpack_lanes(context->saved_data["lanes"].toIntVector());
    const Packed input = packed(q, kv, r, u, v, bias, dropout);
    const std::vector<std::int64_t> offsets = probability_offsets(input, lanes);
    const at::Tensor out_grad = out_grads[0].contiguous();
    const std::int64_t n_lane = std::ssize(lanes), width = input.heads * input.e;
    at::Tensor dq = at::empty_like(q), dkv = at::zeros_like(kv), dbias = at::zeros_like(bias);
    // Shared by lanes: one copy a lane, summed in lane order, so that the sum does not depend on
    // the threads.
    at::Tensor dr = at::zeros({n_lane, input.distances, width}, q.options());
    at::Tensor du = at::zeros({n_lane, width}, q.options()),
               dv = at::zeros({n_lane, width}, q.options());
    const float* p = saved[6].const_data_ptr<float>();
    const float* o = saved[7].const_data_ptr<float>();
    const float* g = out_grad.const_data_ptr<float>();
    for_each_head(n_lane, input.heads, [&](std::int64_t l, std::int64_t h, Scratch& room) {
      const LaneSpan& lane = lanes[static_cast<std::size_t>(l)];
      const HeadView head = input.view(lane, h);
      room.reserve(head.keys, head.e);
      const std::int64_t rows = lane.query_begin * width + h * head.e;
      float* k = dkv.mutable_data_ptr<float>() + lane.key_begin * 2 * width + h * head.e;
      const HeadGradient grad{
          .q = dq.mutable_data_ptr<float>() + rows,
          .k = k,
          .v = k + width,
          .r = dr.mutable_data_ptr<float>() + (l + 1) * input.distances * width -
               lane.keys * width + h * head.e,
          .u = du.mutable_data_ptr<float>() + l * width + h * head.e,
          .w = dv.mutable_data_ptr<float>() + l * width + h * head.e,
          .bias = dbias.mutable_data_ptr<float>() + h * input.keys + lane.key_begin};
      const float* lane_p =
          p + offsets[static_cast<std::size_t>(l)] + h * head.offset(head.blocks());
      for (std::int64_t b = 0; b < head.blocks(); ++b) {
        backward_block(head, b, room, lane_p + head.offset(b), o + rows, g + rows, grad);
      }
    });
    return {dq,
            dkv,
            n_lane == 1 ? dr[0] : dr.sum(0),
            du.sum(0).view_as(u),
            dv.sum(0).view_as(v),
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
  if (q.scalar_type() != at::kFloat) {
    return relative_attention_plain(q, kv, r, u, v, bias, lanes, dropout);
  }
  return FusedAttention::apply(q.contiguous(), kv.contiguous(), r.contiguous(), u.contiguous(),
                               v.contiguous(), bias.contiguous(), pack_lanes(lanes), dropout);
}

at::Tensor cached_attention(const at::Tensor& q, const at::Tensor& r, const at::Tensor& u,
                            const at::Tensor& v, const std::vector<CachedLane>& lanes) {
  const std::int64_t heads = u.size(0), e = u.size(1), width = heads * e;
  if (!q.is_cpu() || q.scalar_type() != at::kFloat) {
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
  std::vector<at::Tensor> biases;
  for (const CachedLane& lane : lanes) biases.push_back(lane.bias.contiguous());
  at::Tensor out = at::empty_like(q);
  for_each_head(std::ssize(lanes), heads, [&](std::int64_t l, std::int64_t h, Scratch& room) {
    const CachedLane& lane = lanes[static_cast<std::size_t>(l)];
    const Packed input = packed(q, lane.kv, r, u, v, biases[static_cast<std::size_t>(l)], 0);
    const HeadView head =
        input.view({lane.query_begin, lane.queries, 0, lane.kv.size(0), 0, lane.window}, h);
    room.reserve(head.keys, head.e);
    for (std::int64_t b = 0; b < head.blocks(); ++b) {
      forward_block(head, b, room, room.content.data(),
                    out.mutable_data_ptr<float>() + lane.query_begin * width + h * e);
    }
  });
  return out;
}

}  // namespace proviso::model
