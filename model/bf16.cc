#include "model/bf16.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <optional>

namespace proviso::model {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

at::Tensor rounded(const at::Tensor& x) {
  return x.to(at::kBFloat16);
}

struct Bf16Linear : torch::autograd::Function<Bf16Linear> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight,
                            const std::optional<at::Tensor>& bias, bool relu) {
    const at::Tensor rows = rounded(x);
    at::Tensor y = bf16_product(rows, rounded(weight).t(), bias.value_or(at::Tensor()));
    if (relu) y.relu_();
    context->save_for_backward({rows, weight, relu ? y : at::Tensor()});
    context->saved_data["bias"] = bias.has_value();
    context->saved_data["type"] = static_cast<std::int64_t>(x.scalar_type());
    return y;
  }
  static tensor_list backward(AutogradContext* context, const tensor_list& grads) {
    const auto saved = context->get_saved_variables();
    at::Tensor dy = rounded(grads[0]).contiguous();
    if (saved[2].defined()) dy = at::threshold_backward(dy, saved[2], 0);
    tensor_list result(4);
    if (context->needs_input_grad(0)) {
      result[0] = bf16_product(dy, rounded(saved[1]))
                      .to(static_cast<at::ScalarType>(context->saved_data["type"].toInt()));
    }
    if (context->needs_input_grad(1)) result[1] = bf16_product(dy.t(), saved[0]).to(at::kFloat);
    if (context->saved_data["bias"].toBool()) result[2] = dy.sum(0, false, at::kFloat);
    return result;
  }
};

}  // namespace

bool processor_has_bf16() {
  return __builtin_cpu_supports("avx512bf16") != 0;
}

at::Tensor bf16_product(const at::Tensor& a, const at::Tensor& b, const at::Tensor& bias) {
  if (!a.is_cpu() || processor_has_bf16())
    return bias.defined() ? at::addmm(rounded(bias), a, b) : at::mm(a, b);
  const at::Tensor x = a.to(at::kFloat), y = b.to(at::kFloat);
  return rounded(bias.defined() ? at::addmm(rounded(bias).to(at::kFloat), x, y) : at::mm(x, y));
}

at::Tensor bf16_dense(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                      bool relu) {
  return Bf16Linear::apply(x, weight, bias.defined() ? std::optional(bias) : std::nullopt, relu);
}

}  // namespace proviso::model
