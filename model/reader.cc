#include "model/reader.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>

#include "model/cuda.h"
#include "model/device.h"
#include "model/inference.h"
#include "model/kernels.h"
#include "model/model_file.h"
#include "model/reader_impl.h"

namespace proviso::model {

c10::Device choose(Device device) {
  if (device == Device::kCpu) return c10::Device(c10::kCPU);
  const CudaHalf& cuda = cuda_half();
  if (device == Device::kCuda && !cuda.usable) {
    throw ModelError(ModelError::Code::kDevice, cuda.reason);
  }
  return cuda.usable ? c10::Device(c10::kCUDA, 0) : c10::Device(c10::kCPU);
}

void move_to(Weights& weights, const ReaderConfig& config, c10::Device device) {
  for_each_weight(weights, config,
                  [&](const std::string&, at::Tensor& tensor, const std::vector<std::int64_t>&) {
                    tensor = tensor.to(device);
                  });
}

bool says_no_memory(const std::string& text) {
  return text.find("can't allocate memory") != std::string::npos ||
         text.find("not enough memory") != std::string::npos ||
         text.find("out of memory") != std::string::npos;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

Reader::Reader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
Reader::~Reader() = default;

Reader Reader::load(const std::filesystem::path& dir, Device device) {
  return at_border([&] {
    auto impl = std::make_unique<Impl>();
    LoadedModel loaded = load_model(dir);
    impl->card = std::move(loaded.card);
    impl->weights = std::move(loaded.weights);
    move_to(impl->weights, impl->card.config, choose(device));
    return Reader(std::move(impl));
  });
}

const ModelCard& Reader::card() const {
  return impl_->card;
}

std::vector<DocumentReading> Reader::read(std::span<const DocumentInput> documents,
                                          const ReadOptions& options) {
  return at_border([&] {
    return read_documents(impl_->weights, impl_->card, documents, options, &impl_->packed);
  });
}

void set_threads(int threads) {
  at::set_num_threads(threads);
}

std::string device_description() {
  std::string text = std::string("cpu (") + kernels::instruction_set() + ", " +
                     std::to_string(at::get_num_threads()) +
                     (at::get_num_threads() == 1 ? " thread)" : " threads)");
  const CudaHalf& cuda = cuda_half();
  if (cuda.usable) text += ", cuda (" + std::to_string(at::getNumGPUs()) + " device)";
  if (!cuda.usable && cuda.driver) text += "; not cuda: " + cuda.reason;
  return text;
}

void matrix_product() {
  const c10::InferenceMode guard;
  const at::Tensor a = at::ones({1536, 1024}), b = at::ones({1024, 1024});
  for (int i = 0; i < 10; ++i) at::mm(a, b);
}

}  // namespace proviso::model
