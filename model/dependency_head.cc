#include "model/dependency_head.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace proviso::model {

at::Tensor dependency_scores(const Weights& weights, const ReaderConfig& config,
                             const DependencyInput& input) {
  const DependencyWeights& w = weights.dependency;
  const auto device = input.rows.device();
  const std::vector<std::int64_t> tags(input.tags.begin(), input.tags.end());
  const std::vector<std::int64_t> segments(input.segments.begin(), input.segments.end());
  const at::Tensor tag = at::tensor(tags, at::kLong).to(device);
  const at::Tensor segment = at::tensor(segments, at::kLong).to(device);
  const at::Tensor asked = at::tensor(input.asked, at::kLong).to(device);
  at::Tensor scores = at::matmul(at::linear(input.rows.index_select(0, asked), w.from),
                                 at::linear(input.rows, w.to).t()) /
                      std::sqrt(static_cast<double>(config.d_tower));
  scores =
      scores + w.tag_bias.index_select(0, tag.index_select(0, asked)).index_select(1, tag);
  if (config.comparison)
    scores = scores + at::matmul(input.overlaps.to(scores.options()), w.overlap.unsqueeze(1))
                          .squeeze(2);
  const at::Tensor own = segment.index_select(0, asked).unsqueeze(1).eq(segment.unsqueeze(0));
  return scores.masked_fill(own, -std::numeric_limits<double>::infinity());
}

at::Tensor dependency_scores(const Weights& weights, const ReaderConfig& config, const Bank& bank,
                             const std::vector<std::int64_t>& asked) {
  DependencyInput input{bank.rows, bank.tags, bank.segments, asked, {}};
  if (config.comparison) input.overlaps = overlap_table(bank.comparer, asked);
  return dependency_scores(weights, config, input);
}

at::Tensor dependency_scores(const Weights& weights, const ReaderConfig& config, const Bank& bank) {
  std::vector<std::int64_t> all(bank.tags.size());
  std::iota(all.begin(), all.end(), 0);
  return dependency_scores(weights, config, bank, all);
}

at::Tensor overlap_table(const Comparer& comparer, const std::vector<std::int64_t>& asked) {
  std::vector<float> cells;
  for (const std::int64_t row : asked)
    for (const auto& facts : comparer.overlaps(static_cast<std::uint32_t>(row)))
      cells.insert(cells.end(), facts.begin(), facts.end());
  return at::tensor(cells, at::kFloat)
      .view({std::ssize(asked), static_cast<std::int64_t>(comparer.rows()),
             static_cast<std::int64_t>(kOverlapFacts)});
}

at::Tensor dependency_loss(const at::Tensor& scores, std::span<const std::uint32_t> segments,
                           std::uint32_t own, const std::vector<std::uint32_t>& named) {
  std::vector<std::int64_t> columns;
  for (std::size_t j = 0; j < segments.size(); ++j) {
    if (segments[j] != own && std::find(named.begin(), named.end(), segments[j]) != named.end())
      columns.push_back(static_cast<std::int64_t>(j));
  }
  if (columns.empty()) return {};
  const at::Tensor row = at::log_softmax(scores, 0);
  return -row.index_select(0, at::tensor(columns, at::kLong).to(row.device())).logsumexp(0);
}

at::Tensor dependency_loss(const at::Tensor& scores, const Bank& bank,
                           const std::vector<DependencyTarget>& targets) {
  std::vector<at::Tensor> losses;
  for (const DependencyTarget& target : targets) {
    const std::uint32_t own = bank.segments[static_cast<std::size_t>(target.row)];
    const at::Tensor loss =
        dependency_loss(scores[target.row], bank.segments, own, target.segments);
    if (loss.defined()) losses.push_back(loss);
  }
  return losses.empty() ? at::Tensor() : at::stack(losses).sum();
}

}  // namespace proviso::model
