// Everything that a training run is between two steps; what a checkpoint holds. Internal to model/.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/lane.h"
#include "model/optimizer.h"
#include "model/safetensors.h"
#include "model/trainer.h"
#include "model/weights.h"

namespace proviso::model {

struct TrainState {
  ModelCard card;
  TrainOptions options;
  Weights weights;
  Optimizer optimizer;
  std::vector<LaneState> lanes;
  std::string caller_state;
};

// DIR/checkpoint.safetensors, one file, so that a run killed while saving leaves the old one or the
// new one: weights in fp32 with their card, moments, memories, options. Random bits need no state:
// they are functions of (seed, step, lane, place).
void save_checkpoint(const std::filesystem::path& dir, TrainState& state);

// The same of a file in memory; `where` begins messages.
TrainState checkpoint_in(const SafetensorsFile& file, const std::string& where);

// On CPU. Throws ModelError.
TrainState load_checkpoint(const std::filesystem::path& dir);

}  // namespace proviso::model
