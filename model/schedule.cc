// The pure functions of training: learning rate and progressive eviction (declared in trainer.h).
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "model/trainer.h"

namespace proviso::model {

double learning_rate(const TrainOptions& options, std::int64_t step) {
  const auto warmup = static_cast<double>(std::max<std::int64_t>(options.warmup_steps, 0));
  const auto now = static_cast<double>(step);
  if (now < warmup) return options.learning_rate * (now + 1) / warmup;
  if (options.schedule == Schedule::kInverseSqrt) {
    return options.learning_rate * std::sqrt(std::max(warmup, 1.0) / std::max(now, 1.0));
  }
  const double left = std::max(1.0, static_cast<double>(options.total_steps) - warmup);
  const double done = std::min(1.0, (now - warmup) / left);
  const double half = 0.5 * (1 + std::cos(std::numbers::pi * done));
  return options.final_learning_rate + (options.learning_rate - options.final_learning_rate) * half;
}

std::int64_t valid_rows(std::int64_t step, std::int64_t total, std::int64_t segment,
                        std::span<const std::int64_t> rows_by_segment) {
  const std::int64_t all =
      std::accumulate(rows_by_segment.begin(), rows_by_segment.end(), std::int64_t{0});
  const double progress =
      static_cast<double>(step) / static_cast<double>(std::max<std::int64_t>(total, 1));
  if (progress < 0.3 || rows_by_segment.empty()) return all;
  if (progress < 0.7) return segment % 5 == 4 ? all - rows_by_segment.front() : all;
  const auto last_two = rows_by_segment.last(std::min<std::size_t>(2, rows_by_segment.size()));
  return std::accumulate(last_two.begin(), last_two.end(), std::int64_t{0});
}

}  // namespace proviso::model
