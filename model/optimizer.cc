#include "model/optimizer.h"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

namespace proviso::model {
namespace {

// The entries of one call: those with a gradient, and with or without weight decay.
struct Group {
  std::vector<at::Tensor> parameters, gradients, first, second, steps;
};

Group select(Optimizer& optimizer, bool matrices) {
  Group group;
  for (std::size_t i = 0; i < optimizer.parameters.size(); ++i) {
    const at::Tensor& parameter = optimizer.parameters[i];
    if (!parameter.grad().defined() || (parameter.dim() > 1) != matrices) continue;
    group.parameters.push_back(parameter);
    group.gradients.push_back(parameter.grad());
    group.first.push_back(optimizer.first[i]);
    group.second.push_back(optimizer.second[i]);
    group.steps.push_back(optimizer.steps[i]);
  }
  return group;
}

}  // namespace

Optimizer Optimizer::over(Weights& weights, const ReaderConfig& config,
                          const std::function<bool(const std::string&)>& wanted) {
  Optimizer optimizer;
  for_each_weight(
      weights, config,
      [&](const std::string& name, at::Tensor& tensor, const std::vector<std::int64_t>&) {
        if (!is_trained(name, config) || (wanted && !wanted(name))) return;
        tensor.requires_grad_(true);
        optimizer.names.push_back(name);
        optimizer.parameters.push_back(tensor);
        optimizer.first.push_back(at::zeros(tensor.sizes(), tensor.options().requires_grad(false)));
        optimizer.second.push_back(
            at::zeros(tensor.sizes(), tensor.options().requires_grad(false)));
        optimizer.steps.push_back(at::zeros({}, tensor.options().requires_grad(false)));
      });
  return optimizer;
}

void Optimizer::forget_gradients() {
  for (at::Tensor& parameter : parameters) parameter.mutable_grad() = at::Tensor();
}

double Optimizer::gradient_norm() const {
  std::vector<at::Tensor> norms;
  for (const at::Tensor& parameter : parameters) {
    if (parameter.grad().defined()) norms.push_back(at::linalg_vector_norm(parameter.grad(), 2));
  }
  return norms.empty() ? 0 : at::linalg_vector_norm(at::stack(norms), 2).item<double>();
}

void Optimizer::update(const TrainOptions& options, double rate, double factor) {
  const c10::NoGradGuard guard;
  for (const bool matrices : {true, false}) {
    Group group = select(*this, matrices);
    if (group.parameters.empty()) continue;
    if (factor != 1) at::_foreach_mul_(group.gradients, factor);
    at::_foreach_add_(group.steps, 1);
    at::_fused_adamw_(group.parameters, group.gradients, group.first, group.second, {}, group.steps,
                      rate, options.beta1, options.beta2, matrices ? options.weight_decay : 0,
                      options.epsilon, false, false);
  }
}

}  // namespace proviso::model
