#include "model/network.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/bf16.h"
#include "model/packed_linear.h"
#include "model/recompute.h"
#include "model/softmax.h"

namespace proviso::model {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

// Which dropout of a layer: their keys must differ.
enum class Place : std::uint64_t {
  kEmbedding,
  kMemory,
  kAttention,
  kAttentionOutput,
  kInner,
  kOuter
};

std::uint64_t dropout_key(const Dropouts& dropouts, std::size_t layer, Place place) {
  return kernels::mix(kernels::mix(dropouts.key, layer), static_cast<std::uint64_t>(place));
}

void drop_rows(at::Tensor& x, double rate, std::uint64_t key) {
  const std::int64_t width = x.size(1);
  float* rows = x.mutable_data_ptr<float>();
  at::parallel_for(0, x.size(0), 16, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      kernels::dropout_row(rows + i * width, width,
                           {rate, kernels::mix(key, static_cast<std::uint64_t>(i))});
    }
  });
}

struct CounterDropout : torch::autograd::Function<CounterDropout> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, double rate,
                            std::int64_t key) {
    context->saved_data["rate"] = rate;
    context->saved_data["key"] = key;
    at::Tensor out = x.contiguous().clone();
    drop_rows(out, rate, static_cast<std::uint64_t>(key));
    return out;
  }
  static tensor_list backward(AutogradContext* context, const tensor_list& grads) {
    at::Tensor grad = grads[0].contiguous().clone();
    drop_rows(grad, context->saved_data["rate"].toDouble(),
              static_cast<std::uint64_t>(context->saved_data["key"].toInt()));
    return {grad, at::Tensor(), at::Tensor()};
  }
};

at::Tensor dropout(const at::Tensor& x, double rate, std::uint64_t key) {
  if (rate <= 0) return x;
  const bool half = x.scalar_type() == at::kBFloat16;
  if (!x.is_cpu() || (x.scalar_type() != at::kFloat && !half)) return at::dropout(x, rate, true);
  return CounterDropout::apply(half ? x.to(at::kFloat) : x, rate, static_cast<std::int64_t>(key));
}

std::vector<LaneSpan> lay_out(const Batch& batch, std::int64_t window) {
  std::vector<LaneSpan> spans;
  std::int64_t query = 0, key = 0;
  for (std::size_t i = 0; i < batch.segments.size(); ++i) {
    const std::int64_t queries = std::ssize(batch.segments[i]->ids);
    const std::int64_t keys = batch.lanes[i]->facts.rows() + queries;
    spans.push_back({query, queries, key, keys, 0, window});
    query += queries;
    key += keys;
  }
  return spans;
}

// Memory dropout: 0, or −∞ over whole memory rows. [keys].
at::Tensor hidden_rows(const Batch& batch, const std::vector<LaneSpan>& spans, double rate,
                       std::uint64_t key) {
  at::Tensor mask = at::zeros({spans.back().key_begin + spans.back().keys}, at::kFloat);
  float* cell = mask.mutable_data_ptr<float>();
  const auto threshold = static_cast<std::uint64_t>(rate * 4294967296.0);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const std::uint64_t lane_key = kernels::mix(key, batch.lane_numbers[i]);
    for (std::int64_t j = 0; j < spans[i].keys - spans[i].queries; ++j) {
      if (kernels::mix(lane_key, static_cast<std::uint64_t>(j)) >> 32 < threshold) {
        cell[spans[i].key_begin + j] = -std::numeric_limits<float>::infinity();
      }
    }
  }
  return mask;
}

// All that a layer needs but its tensors.
struct LayerPlan {
  ReaderConfig config;
  std::vector<LaneSpan> spans;
  std::size_t layer = 0;
  Dropouts dropouts;
  bool bf16 = false;

  at::Tensor product(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias = {},
                     bool relu = false) const {
    return bf16 ? bf16_dense(x, weight, bias, relu) : dense(x, weight, bias, relu);
  }
};

constexpr std::size_t kLayerTensors = 12;

std::vector<at::Tensor> packed(const LayerWeights& w) {
  return {w.q,     w.kv,         w.r,     w.out,        w.norm_attention, w.shift_attention,
          w.inner, w.inner_bias, w.outer, w.outer_bias, w.norm_ffn,       w.shift_ffn};
}

LayerWeights unpacked(std::span<const at::Tensor, kLayerTensors> t) {
  return {t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], t[9], t[10], t[11]};
}

// Keys and values of every lane's memory and segment. Without gradient through the memory only the
// segments' rows are followed back.
at::Tensor keys_and_values(const LayerPlan& plan, const at::Tensor& x,
                           const std::vector<LaneRows>& lanes, const at::Tensor& weight) {
  if (!plan.bf16) return linear_over_memory(x, lanes, weight);
  std::vector<at::Tensor> memories, parts;
  for (const LaneRows& lane : lanes) memories.push_back(lane.memory);
  const at::Tensor own = bf16_dense(x, weight), old = bf16_dense(at::cat(memories, 0), weight);
  std::int64_t at = 0;
  for (const LaneRows& lane : lanes) {
    parts.push_back(old.narrow(0, at, lane.memory.size(0)));
    parts.push_back(own.narrow(0, lane.begin, lane.queries));
    at += lane.memory.size(0);
  }
  return at::cat(parts, 0);
}

// `tensors`: x, positions, key bias [head, keys], u and v [head, e], the layer's weights, and each
// lane's memory.
at::Tensor run_layer(const LayerPlan& plan, std::span<const at::Tensor> tensors) {
  const at::Tensor &x = tensors[0], &positions = tensors[1], &bias = tensors[2], &u = tensors[3],
                   &v = tensors[4];
  const LayerWeights w = unpacked(tensors.subspan<5, kLayerTensors>());
  const ReaderConfig& config = plan.config;
  const Dropouts& dropouts = plan.dropouts;
  const auto normed = [&](const at::Tensor& rows) {
    return before(rows, w.norm_attention, w.shift_attention, config);
  };
  std::vector<LaneRows> lanes;
  bool through_memory =
      config.pre_norm || (!plan.bf16 && (!x.is_cpu() || x.scalar_type() != at::kFloat));
  for (std::size_t i = 0; i < plan.spans.size(); ++i) {
    const at::Tensor& memory = tensors[5 + kLayerTensors + i];
    through_memory |= memory.size(0) > 0 && memory.requires_grad();
    lanes.push_back({memory, plan.spans[i].query_begin, plan.spans[i].queries});
  }
  const at::Tensor kv = through_memory ? plan.product(normed(with_memory(x, lanes)), w.kv)
                                       : keys_and_values(plan, x, lanes, w.kv);
  // Of the positions only the finished product is rounded.
  const at::Tensor r = plan.bf16 ? dense(positions, w.r).to(at::kBFloat16) : dense(positions, w.r);
  const at::Tensor attended = relative_attention(plan.product(normed(x), w.q), kv, r, u, v, bias,
                                                 plan.spans, dropouts.attention);
  const at::Tensor mixed = dropout(plan.product(attended, w.out), dropouts.attention,
                                   dropout_key(dropouts, plan.layer, Place::kAttentionOutput));
  const at::Tensor middle = after(x, mixed, w.norm_attention, w.shift_attention, config);
  const at::Tensor inner = dropout(
      plan.product(before(middle, w.norm_ffn, w.shift_ffn, config), w.inner, w.inner_bias, true),
      dropouts.ffn, dropout_key(dropouts, plan.layer, Place::kInner));
  const at::Tensor outer = dropout(plan.product(inner, w.outer, w.outer_bias), dropouts.ffn,
                                   dropout_key(dropouts, plan.layer, Place::kOuter));
  return after(middle, outer, w.norm_ffn, w.shift_ffn, config);
}

}  // namespace

at::Tensor layer_norm(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                      const ReaderConfig& config) {
  return at::layer_norm(x, {x.size(1)}, weight, bias, config.layer_norm_epsilon);
}

at::Tensor before(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                  const ReaderConfig& config) {
  return config.pre_norm ? layer_norm(x, weight, bias, config) : x;
}

at::Tensor after(const at::Tensor& x, const at::Tensor& part, const at::Tensor& weight,
                 const at::Tensor& bias, const ReaderConfig& config) {
  return config.pre_norm ? x + part : layer_norm(x + part, weight, bias, config);
}

at::Tensor top_rows(const at::Tensor& x, const Weights& weights, const ReaderConfig& config) {
  return config.pre_norm && config.final_norm
             ? layer_norm(x, weights.norm_final, weights.shift_final, config)
             : x;
}

at::Tensor embed(const Weights& weights, const ReaderConfig& config,
                 std::span<const SegmentInput* const> segments) {
  std::vector<std::int64_t> ids, tags, levels;
  for (const SegmentInput* segment : segments) {
    ids.insert(ids.end(), segment->ids.begin(), segment->ids.end());
    tags.insert(tags.end(), segment->ids.size(), segment->tag);
    levels.insert(levels.end(), segment->ids.size(), segment->level);
  }
  const auto on_device = [&](const std::vector<std::int64_t>& x) {
    return at::tensor(x, at::kLong).to(weights.embedding.device());
  };
  at::Tensor tokens =
      embed_tokens(weights, config, ids) * std::sqrt(static_cast<double>(config.d_model));
  if (config.absolute_positions) {
    std::vector<at::Tensor> places;
    for (const SegmentInput* segment : segments)
      places.push_back(sinusoids(std::ssize(segment->ids), config.d_model).flip(0));
    tokens = tokens + at::cat(places, 0).to(tokens.options().requires_grad(false));
  }
  return tokens +
         at::embedding(weights.tag_embedding, on_device(tags)) +
         at::embedding(weights.level_embedding, on_device(levels));
}

at::Tensor key_bias(const Weights& weights, const ReaderConfig& config, const RowFacts& facts,
                    const SegmentInput& segment) {
  RowFacts all;
  all.tags = facts.tags;
  all.marks = facts.marks;
  all.append(segment);
  std::vector<std::int64_t> tags(all.tags.begin(), all.tags.end());
  std::sort(tags.begin(), tags.end());
  tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
  if (tags.front() == kNoTag) tags.erase(tags.begin());
  const std::int64_t n_tag = std::ssize(tags);
  // One row a tag that occurs, one a mark bit: the biases spread over the keys by one small
  // product.
  at::Tensor selector = at::zeros({n_tag + config.n_mark, all.rows()}, at::kFloat);
  auto cell = selector.accessor<float, 2>();
  for (std::int64_t j = 0; j < all.rows(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    if (all.tags[at] != kNoTag)
      cell[std::lower_bound(tags.begin(), tags.end(), all.tags[at]) - tags.begin()][j] = 1;
    for (std::int64_t bit = 0; bit < config.n_mark; ++bit) {
      cell[n_tag + bit][j] = static_cast<float>(all.marks[at] >> bit & 1);
    }
  }
  for (std::int64_t& tag : tags) tag += segment.tag * config.n_tag;
  const auto device = weights.section_bias.device();
  const at::Tensor sections =
      weights.section_bias.index_select(1, at::tensor(tags, at::kLong).to(device));
  return at::matmul(at::cat({sections, weights.connector_bias}, 1),
                    selector.to(weights.section_bias.options()));
}

namespace {

// tensors: x, positions, key bias.
at::Tensor next_layer(const Weights& weights, const ReaderConfig& config, const Batch& batch,
                      const std::vector<LaneSpan>& spans, std::size_t layer,
                      const Dropouts& dropouts, std::vector<at::Tensor> tensors) {
  LayerPlan plan{config, spans, layer, dropouts, batch.bf16};
  for (std::size_t i = 0; i < spans.size(); ++i) {
    plan.spans[i].dropout_key =
        kernels::mix(dropout_key(dropouts, layer, Place::kAttention), batch.lane_numbers[i]);
  }
  const std::int64_t pair = config.untie_biases ? static_cast<std::int64_t>(layer) : 0;
  tensors.push_back(weights.u[pair]);
  tensors.push_back(weights.v[pair]);
  for (const at::Tensor& weight : packed(weights.layers[layer])) tensors.push_back(weight);
  for (const LaneState* lane : batch.lanes)
    tensors.push_back(lane->hidden.empty() ? tensors[0].narrow(0, 0, 0) : lane->hidden[layer]);
  if (!batch.recompute) return run_layer(plan, tensors);
  return recomputed(
      [plan = std::move(plan)](const std::vector<at::Tensor>& in) { return run_layer(plan, in); },
      tensors);
}

}  // namespace

at::Tensor forward_train(const Weights& weights, const ReaderConfig& config, const Batch& batch,
                         std::int64_t mem_len, const Dropouts& dropouts, bool keep_graph,
                         std::vector<at::Tensor>* layer_inputs) {
  for (LaneState* lane : batch.lanes) lane->settle();
  if (config.initial_memory == InitialMemory::kZeros) {
    for (LaneState* lane : batch.lanes) {
      if (lane->segment == 0 && lane->hidden.empty())
        lane->fill_with_zeros(weights.layers.size(), mem_len, weights.tag_embedding);
    }
  }
  std::vector<LaneSpan> spans = lay_out(batch, window_of(config, mem_len));
  std::int64_t longest = 0;
  std::vector<at::Tensor> biases;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    longest = std::max(longest, spans[i].keys);
    biases.push_back(key_bias(weights, config, batch.lanes[i]->facts, *batch.segments[i]));
  }
  const at::Tensor bias = biases.size() == 1 ? biases[0] : at::cat(biases, 1);
  const at::Tensor positions =
      sinusoids(longest, config.d_model, config.clamp_len).to(weights.embedding.options());
  at::Tensor x = dropout(embed(weights, config, batch.segments), dropouts.attention,
                         dropout_key(dropouts, 0, Place::kEmbedding));
  std::vector<std::vector<at::Tensor>> inputs(spans.size());
  const auto split = [&](const at::Tensor& rows, std::size_t i) {
    const at::Tensor part = rows.narrow(0, spans[i].query_begin, spans[i].queries);
    return keep_graph ? part : part.detach();
  };
  for (std::size_t layer = 0; layer < weights.layers.size(); ++layer) {
    for (std::size_t i = 0; i < spans.size(); ++i) inputs[i].push_back(split(x, i));
    if (layer_inputs != nullptr) layer_inputs->push_back(x);
    const auto n = static_cast<std::int64_t>(layer);
    at::Tensor layer_bias = bias.narrow(0, n * config.n_head, config.n_head);
    if (dropouts.memory > 0) {
      layer_bias = layer_bias + hidden_rows(batch, spans, dropouts.memory,
                                            dropout_key(dropouts, layer, Place::kMemory))
                                    .to(bias.device());
    }
    x = next_layer(weights, config, batch, spans, layer, dropouts, {x, positions, layer_bias});
  }
  x = top_rows(x, weights, config);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    batch.lanes[i]->remember(*batch.segments[i], inputs[i], split(x, i), mem_len);
  }
  return x;
}

}  // namespace proviso::model
