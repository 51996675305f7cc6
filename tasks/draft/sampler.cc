#include "tasks/draft/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace proviso::tasks {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

struct Candidate {
  std::int32_t id;
  float logit;
};

// The likeliest first, the lower id first among equals.
bool before(const Candidate& a, const Candidate& b) {
  return a.logit != b.logit ? a.logit > b.logit : a.id < b.id;
}

}  // namespace

Sampler::Sampler(const Sampling& sampling, std::uint64_t seed, std::vector<bool> barred)
    : sampling_(sampling), random_(seed), barred_(std::move(barred)) {}

std::vector<std::int32_t> Sampler::repeating(std::span<const std::int32_t> history) const {
  const auto length = static_cast<std::size_t>(std::max(sampling_.no_repeat, 0));
  std::vector<std::int32_t> out;
  if (length < 2 || history.size() < length) return out;
  const auto tail = history.last(length - 1);
  for (std::size_t at = 0; at + length <= history.size(); ++at) {
    if (std::equal(tail.begin(), tail.end(), history.begin() + static_cast<std::ptrdiff_t>(at)))
      out.push_back(history[at + length - 1]);
  }
  return out;
}

std::int32_t Sampler::choose(std::span<const float> logits, std::span<const std::int32_t> history,
                             std::int32_t never, const std::vector<bool>* also_barred) {
  std::vector<float> adjusted(logits.begin(), logits.end());
  const auto at = [&](std::int32_t id) -> float& { return adjusted[static_cast<std::size_t>(id)]; };
  const auto window = static_cast<std::size_t>(std::max(sampling_.repetition_window, 0));
  std::vector<std::int32_t> recent(
      history.end() - static_cast<std::ptrdiff_t>(std::min(window, history.size())), history.end());
  std::sort(recent.begin(), recent.end());
  recent.erase(std::unique(recent.begin(), recent.end()), recent.end());
  const auto penalty = static_cast<float>(sampling_.repetition_penalty);
  for (const std::int32_t id : recent) at(id) = at(id) > 0 ? at(id) / penalty : at(id) * penalty;
  for (const std::vector<bool>* barred : {&std::as_const(barred_), also_barred}) {
    if (barred == nullptr) continue;
    for (std::size_t id = 0; id < barred->size(); ++id) {
      if ((*barred)[id]) adjusted[id] = kNever;
    }
  }
  if (never >= 0) at(never) = kNever;
  for (const std::int32_t id : repeating(history)) at(id) = kNever;

  std::vector<Candidate> candidates;
  for (std::size_t id = 0; id < adjusted.size(); ++id) {
    if (adjusted[id] != kNever) candidates.push_back({static_cast<std::int32_t>(id), adjusted[id]});
  }
  const std::size_t most = sampling_.temperature <= 0 ? 1
                           : sampling_.top_k > 0      ? static_cast<std::size_t>(sampling_.top_k)
                                                      : candidates.size();
  const auto kept = static_cast<std::ptrdiff_t>(std::min(most, candidates.size()));
  std::partial_sort(candidates.begin(), candidates.begin() + kept, candidates.end(), before);
  candidates.resize(static_cast<std::size_t>(kept));
  if (candidates.size() == 1) return candidates[0].id;

  std::vector<double> weight;
  double sum = 0;
  for (const Candidate& one : candidates) {
    weight.push_back(
        std::exp(static_cast<double>(one.logit - candidates[0].logit) / sampling_.temperature));
    sum += weight.back();
  }
  double within = 0;
  std::size_t count = 0;
  while (count < weight.size() && (count == 0 || within < sampling_.top_p * sum))
    within += weight[count++];
  double left = uniform() * within;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    left -= weight[i];
    if (left < 0) return candidates[i].id;
  }
  return candidates[count - 1].id;
}

}  // namespace proviso::tasks
