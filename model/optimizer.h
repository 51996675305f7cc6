// AdamW over the weights (Loshchilov and Hutter 2019), LibTorch's fused step. Internal to model/.
#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <string>
#include <vector>

#include "model/trainer.h"
#include "model/weights.h"

namespace proviso::model {

struct Optimizer {
  std::vector<std::string> names;
  std::vector<at::Tensor>
      parameters;  // leaves that require gradients; share storage with the Weights
  std::vector<at::Tensor> first, second;  // moments
  std::vector<at::Tensor> steps;          // [1] each: a weight without gradient is not stepped

  // Marks all weights as trained, or those that are `wanted` by name; moments zero.
  static Optimizer over(Weights& weights, const ReaderConfig& config,
                        const std::function<bool(const std::string&)>& wanted = {});

  void forget_gradients();
  double gradient_norm() const;
  // Gradients are multiplied by `factor` (clipping) first.
  void update(const TrainOptions& options, double learning_rate, double factor);
};

}  // namespace proviso::model
