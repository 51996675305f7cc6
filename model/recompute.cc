#include "model/recompute.h"

#include <ATen/ATen.h>
#include <ATen/Context.h>
#include <c10/core/GradMode.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>

#include <mutex>

namespace proviso::model {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// Carries a function through the autograd context.
struct Body : torch::CustomClassHolder {
  Recomputable run;
};

at::Generator generator_of(const at::Tensor& like) {
  return at::globalContext().defaultGenerator(like.device());
}

at::Tensor generator_state(const at::Tensor& like) {
  at::Generator generator = generator_of(like);
  const std::scoped_lock lock(generator.mutex());
  return generator.get_state();
}

void set_generator_state(const at::Tensor& like, const at::Tensor& state) {
  at::Generator generator = generator_of(like);
  const std::scoped_lock lock(generator.mutex());
  generator.set_state(state);
}

struct Recompute : torch::autograd::Function<Recompute> {
  static at::Tensor forward(AutogradContext* context, const c10::intrusive_ptr<Body>& body,
                            at::TensorList inputs) {
    context->saved_data["body"] = c10::IValue::make_capsule(body);
    context->saved_data["generator"] = generator_state(inputs[0]);
    context->save_for_backward(inputs.vec());
    const c10::NoGradGuard guard;
    return body->run(inputs.vec());
  }

  static variable_list backward(AutogradContext* context, const variable_list& grads) {
    const variable_list saved = context->get_saved_variables();
    const auto body =
        c10::static_intrusive_pointer_cast<Body>(context->saved_data["body"].toCapsule());
    variable_list inputs, wanted;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < saved.size(); ++i) {
      inputs.push_back(saved[i].detach());
      if (!saved[i].requires_grad()) continue;
      inputs[i].requires_grad_(true);
      wanted.push_back(inputs[i]);
      places.push_back(i);
    }
    const at::Tensor now = generator_state(saved[0]);
    set_generator_state(saved[0], context->saved_data["generator"].toTensor());
    const c10::AutoGradMode grad(true);
    const at::Tensor out = body->run(inputs);
    set_generator_state(saved[0], now);
    const variable_list found =
        torch::autograd::grad({out}, wanted, {grads[0]}, std::nullopt, false, true);
    variable_list result(1 + saved.size());  // the first is the body's
    for (std::size_t i = 0; i < places.size(); ++i) result[1 + places[i]] = found[i];
    return result;
  }
};

}  // namespace

at::Tensor recomputed(const Recomputable& body, const std::vector<at::Tensor>& inputs) {
  auto holder = c10::make_intrusive<Body>();
  holder->run = body;
  return Recompute::apply(holder, at::TensorList(inputs));
}

}  // namespace proviso::model
