// The loop that `pretrain` and `finetune` share: step after step until the schedule, the clock or
// the user ends it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>

#include "model/trainer.h"
#include "tasks/learning/lanes.h"
#include "tasks/learning/training_log.h"

namespace proviso::tasks {

struct TrainingProgress {
  std::int64_t step = 0, total_steps = 0;
  model::StepStats stats;  // losses: means over the steps since the last report; tokens: their sums
  double tokens_per_second = 0;
  std::uint64_t memory_bytes = 0;  // of this process in RAM, at the report
  double seconds = 0;              // since the run began
};

struct RunLimits {
  double minutes = 0;  // 0: no limit. Else the schedule is stretched or shrunk so that it ends
                       // then; such a run depends on the speed of the machine
  std::int64_t checkpoint_every = 0;  // steps; 0: no checkpoints
  std::filesystem::path checkpoint;   // directory
};

struct RunResult {
  std::int64_t steps = 0;  // of this run
  std::uint64_t tokens = 0;
  double seconds = 0;
  enum class End { kSteps, kTime, kStopped } end = End::kSteps;
};

// Runs `trainer` over `lanes` up to options().total_steps. `report` is called, and a "step" record
// logged, about once a second. After a stop request the step under way is finished. A checkpoint
// (if asked for) is saved at the end too. Throws model::ModelError kDiverged when a loss or
// gradient is not a number, or the language model's loss lies more than 1 above that of guessing;
// the last checkpoint stays.
RunResult run_training(model::Trainer& trainer, Lanes& lanes, const RunLimits& limits,
                       TrainingLog& log, std::stop_token stop,
                       const std::function<void(const TrainingProgress&)>& report);

const char* name(RunResult::End end);  // "steps", "time", "stopped"

}  // namespace proviso::tasks
