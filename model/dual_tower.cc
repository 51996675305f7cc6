#include "model/dual_tower.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

#include "model/softmax.h"
#include "model/tower_comparison.h"

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

// Multi-head attention with a null key of value zero. `bias` [queries or 1, rows] or undefined.
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

at::Tensor index_of(const std::vector<std::int32_t>& values, const at::Tensor& like) {
  const std::vector<std::int64_t> wide(values.begin(), values.end());
  return at::tensor(wide, at::kLong).to(like.device());
}

}  // namespace

TowerOutput dual_tower(const Weights& weights, const ReaderConfig& config,
                       const TowerInput& input) {
  const TowerWeights& w = weights.tower;
  const at::Tensor own = at::linear(input.rows, w.sentence);
  const at::Tensor nothing = at::zeros_like(own);
  TowerOutput out;
  at::Tensor recent = nothing, far = nothing;
  if (input.memory.defined()) {
    recent = attend(at::linear(input.rows, w.memory_q), at::linear(input.memory, w.memory_kv),
                    w.memory_null, input.memory_mask, config.n_head)
                 .context;
  }
  if (input.bank.defined()) {
    at::Tensor bias = w.bank_bias.index_select(0, index_of(input.tags, own))
                          .index_select(1, index_of(input.bank_tags, own));
    if (input.bank_mask.defined()) bias = bias + input.bank_mask;
    const Attended attended =
        attend(at::linear(input.rows, w.bank_q), at::linear(input.bank, w.bank_kv), w.bank_null,
               bias, config.n_head);
    far = attended.context;
    out.bank_weights = attended.weights;
  }
  std::vector<at::Tensor> joined{own, recent, far, own * far};
  if (config.comparison) {
    joined.push_back(gap_context(weights, config, input));
    joined.push_back(partner_context(weights, config, input));
  }
  at::Tensor inner = at::linear(at::cat(joined, 1), w.hidden, w.hidden_bias);
  if (config.comparison) {
    inner = inner + w.hidden_tag.index_select(0, index_of(input.tags, own)) +
            at::linear(sentence_facts(input, own.options().requires_grad(false)), w.hidden_facts);
  }
  out.logits = at::linear(at::relu(inner), w.out, w.out_bias);
  return out;
}

TowerOutput dual_tower(const Weights& weights, const ReaderConfig& config,
                       const at::Tensor& sentences, std::int32_t tag, const at::Tensor& memory_top,
                       const Bank& bank, const std::vector<Compared>& compared) {
  TowerInput input;
  input.rows = sentences;
  input.tags.assign(static_cast<std::size_t>(sentences.size(0)), tag);
  input.memory = config.comparison ? bank.chunks : memory_top;
  if (bank.size() > 0) input.bank = bank.rows;
  input.bank_tags = bank.tags;
  if (config.comparison) {
    input.all = bank.size() > 0 ? at::cat({bank.rows, sentences}, 0) : sentences;
    input.all_tags = bank.tags;
    input.all_tags.insert(input.all_tags.end(), input.tags.begin(), input.tags.end());
    for (const Compared& one : compared) input.compared.push_back(&one);
  }
  return dual_tower(weights, config, input);
}

at::Tensor pooled_rows(const Weights& weights, const ReaderConfig& config,
                       const SegmentInput& segment, const at::Tensor& top) {
  const at::Tensor means = at::matmul(mean_pool(segment, top.options().requires_grad(false)), top);
  if (!config.comparison) return means;
  std::vector<std::int64_t> starts;
  for (const SentenceRange& range : sentence_ranges(segment)) starts.push_back(range.begin);
  return at::cat(
      {means,
       word_rows(weights, config, {segment.ids.begin(), segment.ids.end()}, {0}, starts)},
      1);
}

at::Tensor word_rows(const Weights& weights, const ReaderConfig& config,
                     const std::vector<std::int32_t>& ids,
                     const std::vector<std::int64_t>& segment_starts,
                     const std::vector<std::int64_t>& sentences) {
  const auto n = std::ssize(ids);
  // Each distinct token meets the layer once.
  std::vector<std::int64_t> distinct(ids.begin(), ids.end());
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  const auto none = std::ssize(distinct);  // a row of zeros: beyond a segment's ends
  std::vector<std::int64_t> before, itself, behind;
  std::size_t next_start = 0;
  const auto place = [&](std::int64_t t) {
    const std::int64_t id = ids[static_cast<std::size_t>(t)];
    return std::lower_bound(distinct.begin(), distinct.end(), id) - distinct.begin();
  };
  for (std::int64_t t = 0; t < n; ++t) {
    const bool first = next_start < segment_starts.size() && segment_starts[next_start] == t;
    if (first) {
      ++next_start;
      if (t > 0) behind.back() = none;
    }
    itself.push_back(place(t));
    before.push_back(first ? none : itself[static_cast<std::size_t>(t) - 1]);
    behind.push_back(t + 1 < n ? place(t + 1) : none);
  }
  const std::int64_t width = row_width(config) - config.d_model;
  const at::Tensor embedded = embed_tokens(weights, config, distinct).detach() *
                              std::sqrt(static_cast<double>(config.d_model));
  const at::Tensor taps =
      at::constant_pad_nd(at::linear(embedded, weights.tower.words), {0, 0, 0, 1});
  const auto tap = [&](std::int64_t i, const std::vector<std::int64_t>& places) {
    return taps.narrow(1, i * width, width)
        .index_select(0, at::tensor(places, at::kLong).to(taps.device()));
  };
  const at::Tensor rows =
      at::relu(tap(0, before) + tap(1, itself) + tap(2, behind) + weights.tower.words_bias);
  std::int64_t longest = 1;
  for (std::size_t s = 0; s < sentences.size(); ++s)
    longest = std::max(longest, (s + 1 < sentences.size() ? sentences[s + 1] : n) - sentences[s]);
  std::vector<std::int64_t> padded;
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    const std::int64_t end = s + 1 < sentences.size() ? sentences[s + 1] : n;
    for (std::int64_t i = 0; i < longest; ++i)
      padded.push_back(std::min(sentences[s] + i, end - 1));
  }
  return std::get<0>(rows.index_select(0, at::tensor(padded, at::kLong).to(rows.device()))
                         .view({std::ssize(sentences), longest, width})
                         .max(1));
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
