// Gradient checkpointing (Chen et al. 2016, arXiv 1604.06174). Internal to model/.
#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <vector>

namespace proviso::model {

using Recomputable = std::function<at::Tensor(const std::vector<at::Tensor>& inputs)>;

// body(inputs), keeping only `inputs` for the backward pass, which runs `body` again. `body` must
// give the same each time; what it draws from LibTorch's default generator of the first input's
// device is drawn again. Everything that needs a gradient
// must come in through `inputs`; all are defined.
at::Tensor recomputed(const Recomputable& body, const std::vector<at::Tensor>& inputs);

}  // namespace proviso::model
