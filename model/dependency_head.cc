#include "model/dependency_head.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace proviso::model {

at::Tensor dependency_scores(const Weights& weights, const ReaderConfig& config, const Bank& bank) {
  const DependencyWeights& w = weights.dependency;
  const auto device = bank.rows.device();
  const std::vector<std::int64_t> tags(bank.tags.begin(), bank.tags.end());
  const std::vector<std::int64_t> segments(bank.segments.begin(), bank.segments.end());
  const at::Tensor tag = at::tensor(tags, at::kLong).to(device);
  const at::Tensor segment = at::tensor(segments, at::kLong).to(device);
  const at::Tensor pairs =
      at::matmul(at::linear(bank.rows, w.from), at::linear(bank.rows, w.to).t()) /
      std::sqrt(static_cast<double>(config.d_tower));
  const at::Tensor bias = w.tag_bias.index_select(0, tag).index_select(1, tag);
  const at::Tensor own = segment.unsqueeze(1).eq(segment.unsqueeze(0));
  return (pairs + bias).masked_fill(own, -std::numeric_limits<double>::infinity());
}

at::Tensor dependency_loss(const at::Tensor& scores, const Bank& bank,
                           const std::vector<DependencyTarget>& targets) {
  std::vector<at::Tensor> losses;
  for (const DependencyTarget& target : targets) {
    const std::uint32_t own = bank.segments[static_cast<std::size_t>(target.row)];
    std::vector<std::int64_t> columns;
    for (std::size_t j = 0; j < bank.segments.size(); ++j) {
      const bool named = std::find(target.segments.begin(), target.segments.end(),
                                   bank.segments[j]) != target.segments.end();
      if (named && bank.segments[j] != own) columns.push_back(static_cast<std::int64_t>(j));
    }
    if (columns.empty()) continue;
    const at::Tensor row = at::log_softmax(scores[target.row], 0);
    losses.push_back(
        -row.index_select(0, at::tensor(columns, at::kLong).to(row.device())).logsumexp(0));
  }
  return losses.empty() ? at::Tensor() : at::stack(losses).sum();
}

}  // namespace proviso::model
