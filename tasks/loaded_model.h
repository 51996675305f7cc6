// A model directory in memory: weights, vocabulary and thresholds that belong together.
#pragma once

#include <filesystem>

#include "model/reader.h"
#include "segmenter/tokenizer.h"
#include "tasks/calibration.h"

namespace proviso::tasks {

struct LoadedModel {
  model::Reader reader;
  segmenter::Tokenizer tokenizer;
  Calibration calibration;
};

// DIR/tokenizer.model. Throws model::ModelError (kIncompatible) where DIR holds a model without
// one, as `proviso import` makes them, and segmenter::TokenizerError.
segmenter::Tokenizer load_tokenizer(const std::filesystem::path& dir);

// Loads DIR/{model.safetensors, tokenizer.model, calibration.json}. Throws model::ModelError
// (kIncompatible when the weights were trained with another vocabulary) and
// segmenter::TokenizerError.
LoadedModel load_model(const std::filesystem::path& dir, model::Device device);

}  // namespace proviso::tasks
