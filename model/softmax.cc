#include "model/softmax.h"

#include <ATen/ATen.h>

#include <algorithm>

#include "model/lm_loss.h"

namespace proviso::model {
namespace {

at::Tensor index_on(const std::vector<std::int64_t>& rows, const at::Tensor& like) {
  return at::tensor(rows, at::kLong).to(like.device());
}

// Rows of `ids` that lie in `cluster`, and their ids counted from its beginning.
struct Members {
  std::vector<std::int64_t> rows, local;
};
Members members(const std::vector<std::int64_t>& ids, const Cluster& cluster) {
  Members found;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::int64_t local = ids[i] - cluster.begin;
    if (local < 0 || local >= cluster.size) continue;
    found.rows.push_back(static_cast<std::int64_t>(i));
    found.local.push_back(local);
  }
  return found;
}

// What the softmax of one cluster needs: its matrix [size, width], bias [size] and projection
// [d_model, width] (undefined: none).
struct Output {
  at::Tensor weight, bias, projection;

  at::Tensor rows_of(const at::Tensor& hidden) const {
    return projection.defined() ? at::matmul(hidden, projection) : hidden;
  }
};

Output output_of(const Weights& w, const ReaderConfig& config, std::size_t index) {
  const Cluster cluster = clusters_of(config)[index];
  Output out;
  if (config.div_val == 1) {
    out.weight =
        config.cutoffs.empty() ? w.output() : w.output().narrow(0, cluster.begin, cluster.size);
  } else if (index == 0) {
    out.weight = w.output();
  } else {
    out.weight = (config.tie_weights ? w.embedding_tails : w.output_tails)[index - 1];
  }
  out.bias =
      config.cutoffs.empty() ? w.output_bias : w.output_bias.narrow(0, cluster.begin, cluster.size);
  if (!has_projections(config)) return out;
  const bool shared = index > 0 && config.proj_share_all_but_first;
  out.projection = shared ? w.embedding_projections[config.div_val == 1 ? 0 : index]
                          : w.output_projections[index];
  return out;
}

// The first cluster's ids and one column a further cluster.
Output head_of(const Weights& w, const ReaderConfig& config) {
  Output head = output_of(w, config, 0);
  if (config.cutoffs.empty()) return head;
  head.weight = at::cat({head.weight, w.cluster_weight}, 0);
  head.bias = at::cat({head.bias, w.cluster_bias}, 0);
  return head;
}

// Columns of the head that `targets` ask for.
std::vector<std::int64_t> head_targets(const std::vector<std::int64_t>& targets,
                                       const ReaderConfig& config) {
  std::vector<std::int64_t> columns = targets;
  if (config.cutoffs.empty()) return columns;
  for (std::int64_t& column : columns) {
    const auto cluster = std::upper_bound(config.cutoffs.begin(), config.cutoffs.end(), column) -
                         config.cutoffs.begin();
    if (cluster > 0) column = config.cutoffs[0] + cluster - 1;
  }
  return columns;
}

}  // namespace

at::Tensor embed_tokens(const Weights& weights, const ReaderConfig& config,
                        const std::vector<std::int64_t>& ids) {
  const auto projected = [&](const at::Tensor& rows, std::size_t cluster) {
    return has_projections(config) ? at::linear(rows, weights.embedding_projections[cluster])
                                   : rows;
  };
  if (config.div_val == 1)
    return projected(at::embedding(weights.embedding, index_on(ids, weights.embedding)), 0);
  const std::vector<Cluster> clusters = clusters_of(config);
  std::vector<at::Tensor> parts;
  std::vector<std::int64_t> order(ids.size());  // where each token's row stands in `parts`
  std::int64_t next = 0;
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    const Members found = members(ids, clusters[c]);
    if (found.rows.empty()) continue;
    for (const std::int64_t row : found.rows) order[static_cast<std::size_t>(row)] = next++;
    const at::Tensor& table = c == 0 ? weights.embedding : weights.embedding_tails[c - 1];
    parts.push_back(projected(at::embedding(table, index_on(found.local, table)), c));
  }
  return at::cat(parts, 0).index_select(0, index_on(order, weights.embedding));
}

at::Tensor softmax_loss_sum(const Weights& weights, const ReaderConfig& config,
                            const at::Tensor& hidden, const std::vector<std::int64_t>& targets,
                            bool bf16) {
  const Output head = head_of(weights, config);
  at::Tensor sum = lm_loss_sum(head.rows_of(hidden), head.weight, head.bias,
                               head_targets(targets, config), bf16);
  const std::vector<Cluster> clusters = clusters_of(config);
  for (std::size_t c = 1; c < clusters.size(); ++c) {
    const Members found = members(targets, clusters[c]);
    if (found.rows.empty()) continue;
    const Output tail = output_of(weights, config, c);
    const at::Tensor rows = hidden.index_select(0, index_on(found.rows, hidden));
    sum = sum + lm_loss_sum(tail.rows_of(rows), tail.weight, tail.bias, found.local, bf16);
  }
  return sum;
}

std::vector<double> softmax_losses(const Weights& weights, const ReaderConfig& config,
                                   const at::Tensor& hidden,
                                   const std::vector<std::int64_t>& targets) {
  const Output head = head_of(weights, config);
  std::vector<double> losses =
      lm_losses(head.rows_of(hidden), head.weight, head.bias, head_targets(targets, config));
  const std::vector<Cluster> clusters = clusters_of(config);
  for (std::size_t c = 1; c < clusters.size(); ++c) {
    const Members found = members(targets, clusters[c]);
    if (found.rows.empty()) continue;
    const Output tail = output_of(weights, config, c);
    const at::Tensor rows = hidden.index_select(0, index_on(found.rows, hidden));
    const std::vector<double> inside =
        lm_losses(tail.rows_of(rows), tail.weight, tail.bias, found.local);
    for (std::size_t i = 0; i < inside.size(); ++i)
      losses[static_cast<std::size_t>(found.rows[i])] += inside[i];
  }
  return losses;
}

at::Tensor log_probabilities(const Weights& weights, const ReaderConfig& config,
                             const at::Tensor& hidden) {
  const Output head = head_of(weights, config);
  const at::Tensor first =
      at::log_softmax(at::addmm(head.bias, head.rows_of(hidden), head.weight.t()), 1);
  if (config.cutoffs.empty()) return first;
  const std::int64_t size = config.cutoffs[0];
  std::vector<at::Tensor> parts{first.narrow(1, 0, size)};
  for (std::size_t c = 1; c <= config.cutoffs.size(); ++c) {
    const Output tail = output_of(weights, config, c);
    const at::Tensor inside =
        at::log_softmax(at::addmm(tail.bias, tail.rows_of(hidden), tail.weight.t()), 1);
    parts.push_back(inside + first.narrow(1, size + static_cast<std::int64_t>(c) - 1, 1));
  }
  return at::cat(parts, 1);
}

}  // namespace proviso::model
