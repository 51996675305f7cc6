#include "model/tower_comparison.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

#include "model/softmax.h"

namespace proviso::model {
namespace {

at::Tensor index_of(const std::vector<std::int64_t>& values, const at::Tensor& like) {
  return at::tensor(values, at::kLong).to(like.device());
}

at::Tensor table(const std::vector<float>& values, std::int64_t columns, const at::Tensor& like) {
  return at::tensor(values, at::kFloat).view({-1, columns}).to(like.options().requires_grad(false));
}

// [row, t] → [sentence, t]: the maximum of each sentence's rows. counts [sentence]: how many of the
// rows, in order, are its own.
at::Tensor strongest(const at::Tensor& rows, const std::vector<std::int64_t>& counts) {
  const std::int64_t most = std::max<std::int64_t>(*std::max_element(counts.begin(), counts.end()), 1);
  std::vector<std::int64_t> places;
  std::int64_t next = 0;
  const std::int64_t none = rows.size(0);  // a row of zeros, below any ReLU's row
  for (const std::int64_t count : counts) {
    for (std::int64_t i = 0; i < most; ++i) places.push_back(i < count ? next + i : none);
    next += count;
  }
  const at::Tensor padded = at::constant_pad_nd(rows, {0, 0, 0, 1});
  return std::get<0>(padded.index_select(0, index_of(places, rows))
                         .view({std::ssize(counts), most, rows.size(1)})
                         .max(1));
}

// Sum over a gap's tokens of their scaled embeddings, [gap, d]. ids: [gap][n] flat, kNoId is zero.
at::Tensor token_sums(const Weights& weights, const ReaderConfig& config,
                      const std::vector<std::int32_t>& ids, std::int64_t n) {
  std::vector<std::int64_t> known;
  std::vector<float> weight;
  for (const std::int32_t id : ids) {
    known.push_back(id == kNoId ? 0 : id);
    weight.push_back(id == kNoId ? 0 : static_cast<float>(std::sqrt(config.d_model)));
  }
  const at::Tensor rows = embed_tokens(weights, config, known).detach();
  const at::Tensor scale = at::tensor(weight, at::kFloat).to(rows.options()).unsqueeze(1);
  return (rows * scale).view({-1, n, config.d_model}).sum(1);
}

template <typename Ids>
void append(std::vector<std::int32_t>& to, const Ids& ids) {
  to.insert(to.end(), ids.begin(), ids.end());
}

}  // namespace

at::Tensor gap_context(const Weights& weights, const ReaderConfig& config,
                       const TowerInput& input) {
  const TowerWeights& w = weights.tower;
  std::vector<std::int64_t> counts, tags, other_tags;
  std::vector<std::int32_t> own, other, left, right;
  std::vector<float> facts;
  for (std::size_t s = 0; s < input.compared.size(); ++s) {
    const auto& differences = input.compared[s]->differences;
    counts.push_back(std::ssize(differences));
    for (const Difference& d : differences) {
      append(own, d.own);
      append(other, d.other);
      append(left, d.left);
      append(right, d.right);
      facts.insert(facts.end(), d.facts.begin(), d.facts.end());
      tags.push_back(input.tags[s]);
      other_tags.push_back(input.all_tags[d.row]);
    }
  }
  if (tags.empty())
    return at::zeros({input.rows.size(0), config.d_tower}, input.rows.options());
  const at::Tensor mine = at::linear(token_sums(weights, config, own, kMostGap), w.gap_own);
  const at::Tensor theirs = at::linear(token_sums(weights, config, other, kMostGap), w.gap_other);
  const at::Tensor first = at::relu(
      mine + theirs + mine * theirs +
      at::linear(token_sums(weights, config, left, kContextIds), w.gap_left) +
      at::linear(token_sums(weights, config, right, kContextIds), w.gap_right) +
      at::linear(table(facts, kDifferenceFacts, mine), w.gap_facts) +
      w.gap_tag.index_select(0, index_of(tags, mine)) +
      w.gap_other_tag.index_select(0, index_of(other_tags, mine)));
  return strongest(at::relu(at::linear(first, w.gap_hidden, w.gap_hidden_bias)), counts);
}

at::Tensor partner_context(const Weights& weights, const ReaderConfig& config,
                           const TowerInput& input) {
  const TowerWeights& w = weights.tower;
  std::vector<std::int64_t> counts, own, other, tags, other_tags;
  std::vector<float> facts;
  for (std::size_t s = 0; s < input.compared.size(); ++s) {
    const auto& partners = input.compared[s]->partners;
    counts.push_back(std::ssize(partners));
    for (const Partner& p : partners) {
      own.push_back(static_cast<std::int64_t>(s));
      other.push_back(p.row);
      facts.insert(facts.end(), p.facts.begin(), p.facts.end());
      tags.push_back(input.tags[s]);
      other_tags.push_back(input.all_tags[p.row]);
    }
  }
  if (tags.empty())
    return at::zeros({input.rows.size(0), config.d_tower}, input.rows.options());
  const at::Tensor a =
      at::linear(input.rows, w.partner_own).index_select(0, index_of(own, input.rows));
  const at::Tensor b =
      at::linear(input.all, w.partner_other).index_select(0, index_of(other, input.rows));
  const at::Tensor first =
      at::relu(a + b + at::linear(at::cat({a * b, (a - b).abs()}, 1), w.partner_joint) +
               at::linear(table(facts, kPartnerFacts, a), w.partner_facts) +
               w.partner_tag.index_select(0, index_of(tags, a)) +
               w.partner_other_tag.index_select(0, index_of(other_tags, a)));
  return strongest(at::relu(at::linear(first, w.partner_hidden, w.partner_hidden_bias)), counts);
}

at::Tensor sentence_facts(const TowerInput& input, const at::TensorOptions& options) {
  std::vector<float> facts;
  for (const Compared* compared : input.compared)
    facts.insert(facts.end(), compared->facts.begin(), compared->facts.end());
  return at::tensor(facts, at::kFloat)
      .view({-1, static_cast<std::int64_t>(kSentenceFacts)})
      .to(options);
}

}  // namespace proviso::model
