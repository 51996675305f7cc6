#include "model/packed_linear.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <optional>

namespace proviso::model {
namespace {

using kernels::Floats;
using kernels::kPanel;
using kernels::PackedMatrix;
using kernels::panels;
using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

constexpr std::int64_t kDepth =
    256;  // rows that an outer product sums at a time: cached, both sides

const float* cells(const at::Tensor& x) {
  return x.const_data_ptr<float>();
}

bool served(const at::Tensor& x) {
  return x.is_cpu() && x.scalar_type() == at::kFloat;
}

PackedMatrix packed(const at::Tensor& weight) {
  return {cells(weight), weight.size(0), weight.size(1)};
}

// pack_rows() of contiguous rows into panels that follow each other.
void pack_parallel(const float* source, std::int64_t rows, std::int64_t columns, Floats& packed) {
  at::parallel_for(0, panels(columns), 4, [&](std::int64_t begin, std::int64_t end) {
    kernels::pack_rows(source + begin * kPanel, rows,
                       std::min(columns, end * kPanel) - begin * kPanel, columns, rows * kPanel,
                       packed.data() + begin * kPanel * rows);
  });
}

// dL/dx and dL/dW of x·Wᵀ.
at::Tensor input_gradient(const at::Tensor& dy, const at::Tensor& weight) {
  at::Tensor dx = at::empty({dy.size(0), weight.size(1)}, dy.options());
  multiply_rows(dy, packed_rows(weight), dx);
  return dx;
}
at::Tensor weight_gradient(const at::Tensor& dy, const at::Tensor& x) {
  at::Tensor dweight = at::empty({dy.size(1), x.size(1)}, dy.options());
  outer_product(dy, x, false, dweight);
  return dweight;
}

struct Linear : torch::autograd::Function<Linear> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight,
                            const std::optional<at::Tensor>& bias, bool relu) {
    at::Tensor y = at::empty({x.size(0), weight.size(0)}, x.options());
    multiply(x, packed(weight), bias ? cells(*bias) : nullptr, relu, y);
    context->save_for_backward({x, weight, relu ? y : at::Tensor()});
    context->saved_data["bias"] = bias.has_value();
    return y;
  }
  static tensor_list backward(AutogradContext* context, const tensor_list& grads) {
    const auto saved = context->get_saved_variables();
    at::Tensor dy = grads[0].contiguous();
    if (saved[2].defined()) dy = at::threshold_backward(dy, saved[2], 0);
    return {context->needs_input_grad(0) ? input_gradient(dy, saved[1]) : at::Tensor(),
            context->needs_input_grad(1) ? weight_gradient(dy, saved[0]) : at::Tensor(),
            context->saved_data["bias"].toBool() ? dy.sum(0) : at::Tensor(), at::Tensor()};
  }
};

// Saved: x, the weight, each lane's memory. places: begin and queries of each lane.
std::vector<LaneRows> lanes_of(const tensor_list& saved, const std::vector<std::int64_t>& places) {
  std::vector<LaneRows> lanes;
  for (std::size_t i = 2; i < saved.size(); ++i)
    lanes.push_back({saved[i], places[2 * i - 4], places[2 * i - 3]});
  return lanes;
}

struct LinearOverMemory : torch::autograd::Function<LinearOverMemory> {
  static at::Tensor forward(AutogradContext* context, at::TensorList tensors,
                            const std::vector<std::int64_t>& places) {
    const tensor_list saved = tensors.vec();
    const at::Tensor rows = with_memory(saved[0], lanes_of(saved, places)), &weight = saved[1];
    at::Tensor y = at::empty({rows.size(0), weight.size(0)}, rows.options());
    multiply(rows, packed(weight), nullptr, false, y);
    context->save_for_backward(saved);
    context->saved_data["places"] = places;
    return y;
  }
  static tensor_list backward(AutogradContext* context, const tensor_list& grads) {
    const tensor_list saved = context->get_saved_variables();
    const at::Tensor dy = grads[0].contiguous(), &x = saved[0];
    const std::vector<LaneRows> lanes =
        lanes_of(saved, context->saved_data["places"].toIntVector());
    tensor_list result(saved.size() + 1);  // the last is the places'
    if (context->needs_input_grad(0)) {
      at::Tensor own = at::empty({x.size(0), dy.size(1)}, dy.options());
      std::int64_t at = 0;
      for (const LaneRows& lane : lanes) {
        at += lane.memory.size(0);
        own.narrow(0, lane.begin, lane.queries).copy_(dy.narrow(0, at, lane.queries));
        at += lane.queries;
      }
      result[0] = input_gradient(own, saved[1]);
    }
    result[1] = weight_gradient(dy, with_memory(x, lanes));
    return result;
  }
};

}  // namespace

at::Tensor dense(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, bool relu) {
  if (served(x) && served(weight)) {
    return Linear::apply(x.contiguous(), weight.contiguous(),
                         bias.defined() ? std::optional(bias.contiguous()) : std::nullopt, relu);
  }
  const at::Tensor y = bias.defined() ? at::linear(x, weight, bias) : at::linear(x, weight);
  return relu ? at::relu(y) : y;
}

at::Tensor with_memory(const at::Tensor& x, const std::vector<LaneRows>& lanes) {
  tensor_list parts;
  for (const LaneRows& lane : lanes) {
    if (lane.memory.size(0) > 0) parts.push_back(lane.memory);
    parts.push_back(x.narrow(0, lane.begin, lane.queries));
  }
  return parts.size() == 1 ? parts[0] : at::cat(parts, 0);
}

at::Tensor linear_over_memory(const at::Tensor& x, const std::vector<LaneRows>& lanes,
                              const at::Tensor& weight) {
  tensor_list tensors{x.contiguous(), weight.contiguous()};
  std::vector<std::int64_t> places;
  for (const LaneRows& lane : lanes) {
    tensors.push_back(lane.memory.detach());
    places.insert(places.end(), {lane.begin, lane.queries});
  }
  return LinearOverMemory::apply(at::TensorList(tensors), places);
}

void multiply(const at::Tensor& x, const PackedMatrix& weight, const float* bias, bool relu,
              at::Tensor& y) {
  kernels::Product p = weight.times(cells(x), x.size(0), y.mutable_data_ptr<float>(), weight.out());
  p.bias = bias;
  p.relu = relu;
  kernels::parallel_product(p);
}

void multiply_rows(const at::Tensor& dy, const Floats& weight_rows, at::Tensor& dx) {
  const std::int64_t k = dy.size(1), n = dx.size(1);
  kernels::parallel_product({.m = dy.size(0),
                             .n = n,
                             .k = k,
                             .a = cells(dy),
                             .lda = k,
                             .b = weight_rows.data(),
                             .panel_stride = k * kPanel,
                             .c = dx.mutable_data_ptr<float>(),
                             .ldc = n});
}

void outer_product(const at::Tensor& dy, const at::Tensor& x, bool add, at::Tensor& dweight) {
  const std::int64_t rows = x.size(0), out = dy.size(1), in = x.size(1);
  float* c = dweight.mutable_data_ptr<float>();
  Floats right(static_cast<std::size_t>(panels(in) * kPanel * std::min(rows, kDepth)));
  for (std::int64_t row = 0; row < rows; row += kDepth) {
    const std::int64_t depth = std::min(kDepth, rows - row);
    pack_parallel(cells(x) + row * in, depth, in, right);
    at::parallel_for(0, panels(out), 1, [&](std::int64_t begin, std::int64_t end) {
      alignas(64) float left[kDepth * kPanel];
      for (std::int64_t panel = begin; panel < end; ++panel) {
        const std::int64_t width = std::min(kPanel, out - panel * kPanel);
        kernels::pack_rows(cells(dy) + row * out + panel * kPanel, depth, width, out, 0, left);
        kernels::product({.m = width,
                          .n = in,
                          .k = depth,
                          .a = left,
                          .lda = 1,
                          .step = kPanel,
                          .b = right.data(),
                          .panel_stride = depth * kPanel,
                          .c = c + panel * kPanel * in,
                          .ldc = in,
                          .add = add || row > 0});
      }
    });
  }
}

Floats packed_rows(const at::Tensor& x) {
  const std::int64_t rows = x.size(0), columns = x.size(1);
  Floats packed(static_cast<std::size_t>(panels(columns) * kPanel * rows));
  pack_parallel(cells(x), rows, columns, packed);
  return packed;
}

}  // namespace proviso::model
