#include "model/consistency.h"

#include <ATen/ATen.h>

namespace proviso::model {

Consistency consistency(const at::Tensor& rows, const at::Tensor& previous) {
  const at::Tensor mean = rows.mean(0);
  const at::Tensor unit = mean / (mean.norm() + 1e-6);
  Consistency result;
  if (previous.defined()) result.loss = (unit - previous).square().sum();
  result.mean = unit.detach();
  return result;
}

}  // namespace proviso::model
