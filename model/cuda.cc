#include "model/cuda.h"

#include <ATen/ATen.h>
#include <dlfcn.h>

namespace proviso::model {
namespace {

// Opens a library for good; gives the dynamic linker's complaint, empty when it worked.
std::string open_library(const char* name) {
  if (dlopen(name, RTLD_NOW | RTLD_GLOBAL) != nullptr) return {};
  const char* complaint = dlerror();
  return complaint == nullptr ? std::string("unknown error") : complaint;
}

CudaHalf load() {
  if (!open_library("libcuda.so.1").empty()) {
    return {false, false, "this machine has no NVIDIA driver (libcuda.so.1). Use --device cpu."};
  }
  // Its static initialisers register kernels and hooks; nothing of it is called by name.
  const std::string complaint = open_library("libtorch_cuda.so");
  if (!complaint.empty()) {
    return {false, true,
            "LibTorch's CUDA half cannot be loaded (" + complaint +
                "). Run ./dev setup on this machine, or use --device cpu."};
  }
  if (!at::hasCUDA() || at::getNumGPUs() == 0) {
    return {false, true,
            "LibTorch sees no usable CUDA device. See nvidia-smi, or use --device cpu."};
  }
  return {true, true, {}};
}

}  // namespace

const CudaHalf& cuda_half() {
  static const CudaHalf half = load();
  return half;
}

}  // namespace proviso::model
