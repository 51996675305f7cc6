// Everything that a training run is between two steps; what a checkpoint holds. Internal to model/.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/lane.h"
#include "model/optimizer.h"
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

// DIR/model.safetensors in fp32 and DIR/checkpoint.safetensors. Random bits need no state: they are
// functions of (seed, step, lane, place).
void save_checkpoint(const std::filesystem::path& dir, TrainState& state);

// On CPU. Throws ModelError; a checkpoint whose model file is another step's is kIncompatible.
TrainState load_checkpoint(const std::filesystem::path& dir);

}  // namespace proviso::model
