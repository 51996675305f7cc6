// LibTorch's CUDA half, loaded when it is wanted. Internal to model/.
//
// The program links the CPU half alone: it starts faster, and one build serves machines with and
// without a GPU. libtorch_cuda.so lies beside libtorch_cpu.so and registers itself when it is
// opened.
#pragma once

#include <string>

namespace proviso::model {

struct CudaHalf {
  bool usable = false;
  bool driver = false;  // there is an NVIDIA driver, so that a user expects the GPU to be used
  std::string reason;   // why not, and what to do; empty when usable
};

// Tries once a process, at the first call; LibTorch must not have looked for CUDA before that.
// Thread-safe.
const CudaHalf& cuda_half();

}  // namespace proviso::model
