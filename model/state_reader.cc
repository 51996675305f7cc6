#include "model/state_reader.h"

#include <ATen/ATen.h>

#include <cstddef>
#include <optional>

#include "model/device.h"
#include "model/inference.h"
#include "model/model_file.h"
#include "model/reader_impl.h"
#include "model/sha256.h"

namespace proviso::model {

struct StateReader::Impl {
  std::optional<Reader> own;  // where it has loaded the weights itself
  Reader::Impl* reader = nullptr;
};

StateReader::StateReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
StateReader::StateReader(StateReader&&) noexcept = default;
StateReader& StateReader::operator=(StateReader&&) noexcept = default;
StateReader::~StateReader() = default;

StateReader StateReader::load(const std::filesystem::path& dir, Device device) {
  auto impl = std::make_unique<Impl>();
  impl->own = Reader::load(dir, device);
  impl->reader = impl->own->impl_.get();
  return StateReader(std::move(impl));
}

StateReader StateReader::over(Reader& reader) {
  auto impl = std::make_unique<Impl>();
  impl->reader = reader.impl_.get();
  return StateReader(std::move(impl));
}

const ModelCard& StateReader::card() const {
  return impl_->reader->card;
}

std::string StateReader::fingerprint() const {
  return at_border([&] {
    const std::string last =
        "layers." + std::to_string(impl_->reader->card.config.n_layer - 1) + ".";
    std::vector<std::byte> bytes;
    Weights weights = impl_->reader->weights;  // shares the tensors
    for_each_weight(
        weights, impl_->reader->card.config,
        [&](const std::string& name, at::Tensor& tensor, const std::vector<std::int64_t>&) {
          if (name != "connector_bias" && name.rfind(last, 0) != 0) return;
          const at::Tensor half = tensor.detach().to(at::kCPU).to(at::kHalf).contiguous();
          const auto* begin = static_cast<const std::byte*>(half.const_data_ptr());
          bytes.insert(bytes.end(), begin, begin + half.nbytes());
        });
    return sha256_hex(bytes);
  });
}

std::vector<std::vector<std::vector<float>>> StateReader::read(
    std::span<const StatesInput> documents, const StatesOptions& options) {
  return at_border([&] {
    std::vector<DocumentInput> inputs;
    std::vector<std::vector<bool>> wanted;
    for (const StatesInput& each : documents) {
      inputs.push_back(each.document);
      wanted.push_back(each.wanted);
      wanted.back().resize(each.document.segments.size(), false);
    }
    Weights used = impl_->reader->weights;  // shares the tensors
    if (!options.connector_bias) used.connector_bias = at::zeros_like(used.connector_bias);
    ReadOptions reading;
    reading.mem_len = options.mem_len;
    const auto rows =
        read_rows(used, impl_->reader->card, inputs, wanted, reading, &impl_->reader->packed);
    std::vector<std::vector<std::vector<float>>> states;
    for (const auto& document : rows) {
      auto& segments = states.emplace_back();
      for (const at::Tensor& of : document) {
        auto& state = segments.emplace_back();
        if (!of.defined()) continue;
        const float* begin = of.const_data_ptr<float>();
        state.assign(begin, begin + of.numel());
      }
    }
    return states;
  });
}

}  // namespace proviso::model
