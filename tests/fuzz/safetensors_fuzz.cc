// Any bytes are a sound file of weights or a ModelError.
#include "model/error.h"
#include "model/safetensors.h"
#include "tests/fuzz/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace proviso;
  const auto* bytes = reinterpret_cast<const std::byte*>(data);
  try {
    const auto file = model::SafetensorsFile::parse({bytes, bytes + size}, "fuzz");
    for (const model::TensorBytes& tensor : file.tensors()) {
      std::size_t count = 1;
      for (const std::int64_t side : tensor.shape) {
        fuzz::check(side >= 0, "no side is negative");
        count *= static_cast<std::size_t>(side);
      }
      fuzz::check(tensor.data.size() == count * model::byte_size(tensor.type),
                  "a tensor has as many bytes as its shape says");
      if (tensor.data.empty()) continue;
      fuzz::check(
          tensor.data.data() >= file.bytes().data() &&
              tensor.data.data() + tensor.data.size() <= file.bytes().data() + file.bytes().size(),
          "a tensor lies in the file");
      fuzz::check(file.find(tensor.name) != nullptr, "a tensor is found by its name");
    }
  } catch (const model::ModelError& error) {
    fuzz::check(error.code() == model::ModelError::Code::kFormat, "a damaged file says so");
  }
  return 0;
}
