#include "model/state_reader.h"

#include <ATen/ATen.h>

#include <cstddef>

#include "model/device.h"
#include "model/inference.h"
#include "model/model_file.h"
#include "model/packed_weights.h"
#include "model/sha256.h"

namespace proviso::model {

struct StateReader::Impl {
  ModelCard card;
  Weights weights;
  PackedStore packed;
};

StateReader::StateReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
StateReader::StateReader(StateReader&&) noexcept = default;
StateReader& StateReader::operator=(StateReader&&) noexcept = default;
StateReader::~StateReader() = default;

StateReader StateReader::load(const std::filesystem::path& dir, Device device) {
  return at_border([&] {
    auto impl = std::make_unique<Impl>();
    LoadedModel loaded = load_model(dir);
    impl->card = std::move(loaded.card);
    impl->weights = std::move(loaded.weights);
    move_to(impl->weights, impl->card.config, choose(device));
    return StateReader(std::move(impl));
  });
}

const ModelCard& StateReader::card() const {
  return impl_->card;
}

std::string StateReader::fingerprint() const {
  return at_border([&] {
    const std::string last = "layers." + std::to_string(impl_->card.config.n_layer - 1) + ".";
    std::vector<std::byte> bytes;
    Weights weights = impl_->weights;  // shares the tensors
    for_each_weight(
        weights, impl_->card.config,
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
    Weights used = impl_->weights;  // shares the tensors
    if (!options.connector_bias) used.connector_bias = at::zeros_like(used.connector_bias);
    ReadOptions reading;
    reading.mem_len = options.mem_len;
    const auto rows = read_rows(used, impl_->card, inputs, wanted, reading, &impl_->packed);
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
