#include "tasks/measure/recl.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace proviso::tasks {
namespace {

constexpr double kLeastGain = 0.01;

// b(c, ·): the loss of the best of the group.
std::vector<double> baseline(const LossTable& table, std::size_t length) {
  std::vector<double> best = table.losses[0][length];
  for (std::size_t m = 1; m < table.losses.size(); ++m)
    for (std::size_t t = 0; t < best.size(); ++t)
      best[t] = std::min(best[t], table.losses[m][length][t]);
  return best;
}

// The positions with the largest losses, the earlier ones among equals.
std::vector<std::size_t> hardest(const std::vector<double>& losses, double r) {
  std::vector<std::size_t> order(losses.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return losses[a] > losses[b]; });
  order.resize(hardest_count(losses.size(), r));
  return order;
}

double mean_of_smaller(const std::vector<double>& a, const std::vector<double>& b,
                       const std::vector<std::size_t>& at) {
  double sum = 0;
  for (const std::size_t t : at) sum += std::min(a[t], b[t]);
  return sum / static_cast<double>(at.size());
}

}  // namespace

std::size_t hardest_count(std::size_t tokens, double r) {
  const auto count = static_cast<std::size_t>(std::llround(r * static_cast<double>(tokens)));
  return std::clamp<std::size_t>(count, 1, tokens);
}

Recl relative_effective_context_length(const LossTable& table, std::size_t model, double r) {
  Recl result;
  const auto& own = table.losses[model];
  for (std::size_t c = 0; c + 1 < table.lengths.size(); ++c) {
    const std::vector<double> b = baseline(table, c);
    const std::vector<std::size_t> positions = hardest(b, r);
    const double before = mean_of_smaller(b, own[c], positions);
    const double after = mean_of_smaller(b, own[c + 1], positions);
    const double gain = 1 - std::exp(after - before);
    result.path.push_back({table.lengths[c], table.lengths[c + 1], gain});
    result.length = table.lengths[c];
    if (gain < kLeastGain) return result;
  }
  result.length = table.lengths.back();
  result.at_least = true;
  return result;
}

}  // namespace proviso::tasks
