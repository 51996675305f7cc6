#include "tasks/loaded_model.h"

#include <fmt/format.h>

namespace proviso::tasks {

LoadedModel load_model(const std::filesystem::path& dir, model::Device device) {
  LoadedModel loaded{model::Reader::load(dir, device),
                     segmenter::Tokenizer::load(dir / "tokenizer.model"), load_calibration(dir)};
  const model::ModelCard& card = loaded.reader.card();
  if (card.tokenizer_sha256 != loaded.tokenizer.sha256()) {
    throw model::ModelError(
        model::ModelError::Code::kIncompatible,
        fmt::format("{}: model.safetensors was trained with another tokenizer.model (SHA-256 {}…, "
                    "here {}…). Put back the one that came with the weights.",
                    dir.string(), card.tokenizer_sha256.substr(0, 12),
                    loaded.tokenizer.sha256().substr(0, 12)));
  }
  return loaded;
}

}  // namespace proviso::tasks
