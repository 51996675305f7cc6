// The consistency loss of the design (section 4). Internal to model/.
#pragma once

#include <ATen/core/Tensor.h>

namespace proviso::model {

struct Consistency {
  at::Tensor loss;  // ‖s_i − s_{i−1}‖², a scalar; undefined on a first segment
  at::Tensor mean;  // s_i detached: what the next segment is compared with
};

// rows [time, d]: the top layer of segment i, s_i their normalised mean; the loss sends gradient
// into it. previous [d]: the mean that the segment before gave, undefined on a first segment.
Consistency consistency(const at::Tensor& rows, const at::Tensor& previous);

}  // namespace proviso::model
