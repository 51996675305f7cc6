#include "tasks/learning/training_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "model/error.h"

namespace proviso::tasks {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Memory of this process that lies in RAM, 0 where the system does not say.
std::uint64_t resident_bytes() {
  std::ifstream in("/proc/self/statm");
  std::uint64_t all = 0, resident = 0;
  in >> all >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// Gathers the steps between two reports.
class Window {
 public:
  void add(const model::StepStats& stats) {
    const auto scored = static_cast<double>(stats.tokens_scored);
    const auto sentences = static_cast<double>(stats.sentences_labelled);
    sum_.lm_loss += stats.lm_loss * scored;
    sum_.dual_loss += stats.dual_loss * sentences;
    sum_.evidence_loss += stats.evidence_loss * sentences;
    const auto dependencies = static_cast<double>(stats.dependencies);
    sum_.dependency_loss += stats.dependency_loss * dependencies;
    sum_.consistency_loss += stats.consistency_loss;
    sum_.dependencies += stats.dependencies;
    sum_.loss += stats.loss;
    sum_.gradient_norm += stats.gradient_norm;
    sum_.learning_rate = stats.learning_rate;
    sum_.tokens += stats.tokens;
    sum_.tokens_scored += stats.tokens_scored;
    sum_.sentences_labelled += stats.sentences_labelled;
    ++steps_;
  }
  double seconds() const { return seconds_since(start_); }
  bool empty() const { return steps_ == 0; }

  TrainingProgress close(const model::Trainer& trainer, double run_seconds) {
    TrainingProgress progress;
    progress.step = trainer.step_count();
    progress.total_steps = trainer.options().total_steps;
    progress.stats = sum_;
    const auto scored = static_cast<double>(std::max<std::int64_t>(sum_.tokens_scored, 1));
    const auto sentences = static_cast<double>(std::max<std::int64_t>(sum_.sentences_labelled, 1));
    const auto steps = static_cast<double>(std::max<std::int64_t>(steps_, 1));
    progress.stats.lm_loss /= scored;
    progress.stats.dual_loss /= sentences;
    progress.stats.evidence_loss /= sentences;
    progress.stats.dependency_loss /=
        static_cast<double>(std::max<std::int64_t>(sum_.dependencies, 1));
    progress.stats.consistency_loss /= steps;
    progress.stats.loss /= steps;
    progress.stats.gradient_norm /= steps;
    progress.memory_bytes = resident_bytes();
    progress.tokens_per_second = static_cast<double>(sum_.tokens) / std::max(seconds(), 1e-9);
    progress.seconds = run_seconds;
    *this = Window();
    return progress;
  }

 private:
  Clock::time_point start_ = Clock::now();
  std::int64_t steps_ = 0;
  model::StepStats sum_;
};

nlohmann::ordered_json step_record(const TrainingProgress& p) {
  nlohmann::ordered_json record{{"event", "step"},
                                {"step", p.step},
                                {"total_steps", p.total_steps},
                                {"loss", p.stats.loss},
                                {"lm_loss", p.stats.lm_loss},
                                {"perplexity", std::exp(p.stats.lm_loss)},
                                {"learning_rate", p.stats.learning_rate},
                                {"gradient_norm", p.stats.gradient_norm},
                                {"tokens", p.stats.tokens},
                                {"tokens_per_second", p.tokens_per_second},
                                {"memory_mb", static_cast<double>(p.memory_bytes) / 1e6},
                                {"seconds", p.seconds}};
  if (p.stats.sentences_labelled > 0) {
    record["dual_loss"] = p.stats.dual_loss;
    record["evidence_loss"] = p.stats.evidence_loss;
    if (p.stats.dependencies > 0) record["dependency_loss"] = p.stats.dependency_loss;
    record["sentences"] = p.stats.sentences_labelled;
  }
  return record;
}

// The greatest loss of a token under even odds, in the adaptive softmax those of the head and then
// those of the token's cluster.
double loss_of_guessing(const model::ReaderConfig& config) {
  if (config.cutoffs.empty()) return std::log(static_cast<double>(config.vocab_size));
  std::int64_t widest = 1;
  for (std::size_t c = 0; c < config.cutoffs.size(); ++c) {
    const std::int64_t end =
        c + 1 < config.cutoffs.size() ? config.cutoffs[c + 1] : config.vocab_size;
    widest = std::max(widest, end - config.cutoffs[c]);
  }
  return std::log(static_cast<double>(config.cutoffs[0] + std::ssize(config.cutoffs))) +
         std::log(static_cast<double>(widest));
}

// A loss far above that of guessing: the weights are worse than none.
void check_for_divergence(const TrainingProgress& progress, const model::ReaderConfig& config) {
  constexpr double kMargin = 1;
  const double guessing = loss_of_guessing(config);
  if (progress.stats.tokens_scored == 0 || progress.stats.lm_loss < guessing + kMargin) return;
  throw model::ModelError(
      model::ModelError::Code::kDiverged,
      fmt::format("training diverged by step {}: the loss is {:.2f} a token, guessing has {:.2f}. "
                  "Lower the learning rate or warm up longer; the last checkpoint is as it was.",
                  progress.step, progress.stats.lm_loss, guessing));
}

}  // namespace

RunResult run_training(model::Trainer& trainer, Lanes& lanes, const RunLimits& limits,
                       TrainingLog& log, std::stop_token stop,
                       const std::function<void(const TrainingProgress&)>& report) {
  const Clock::time_point start = Clock::now();
  const std::int64_t first_step = trainer.step_count();
  const auto out_of_time = [&] {
    return limits.minutes > 0 && seconds_since(start) >= limits.minutes * 60;
  };
  RunResult result;
  Window window;
  const auto close_window = [&] {
    const TrainingProgress progress = window.close(trainer, seconds_since(start));
    log.write(step_record(progress));
    check_for_divergence(progress, trainer.card().config);
    if (report) report(progress);
  };
  while (!stop.stop_requested() && !out_of_time() &&
         trainer.step_count() < trainer.options().total_steps) {
    const model::StepStats stats = trainer.step(lanes.next());
    result.tokens += static_cast<std::uint64_t>(stats.tokens);
    window.add(stats);
    const std::int64_t done = trainer.step_count() - first_step;
    if (limits.minutes > 0 && done % 20 == 0) {
      const double pace = seconds_since(start) / static_cast<double>(done);
      const double left = std::max(limits.minutes * 60 - seconds_since(start), 0.0);
      trainer.set_total_steps(trainer.step_count() +
                              std::max<std::int64_t>(1, std::llround(left / pace)));
    }
    if (window.seconds() >= 1 && done % 10 == 0) close_window();
    if (limits.checkpoint_every > 0 && trainer.step_count() % limits.checkpoint_every == 0)
      trainer.save_checkpoint(limits.checkpoint, lanes.state());
  }
  result.steps = trainer.step_count() - first_step;
  if (!window.empty()) close_window();
  result.seconds = seconds_since(start);
  result.end = stop.stop_requested() ? RunResult::End::kStopped
               : out_of_time()       ? RunResult::End::kTime
                                     : RunResult::End::kSteps;
  if (limits.checkpoint_every > 0) trainer.save_checkpoint(limits.checkpoint, lanes.state());
  return result;
}

const char* name(RunResult::End end) {
  switch (end) {
    case RunResult::End::kTime:
      return "time";
    case RunResult::End::kStopped:
      return "stopped";
    case RunResult::End::kSteps:
      break;
  }
  return "steps";
}

}  // namespace proviso::tasks
