#include "tasks/loaded_model.h"

#include <fmt/format.h>

namespace proviso::tasks {

segmenter::Tokenizer load_tokenizer(const std::filesystem::path& dir) {
  const std::filesystem::path file = dir / "tokenizer.model";
  if (!std::filesystem::exists(file) && !std::filesystem::exists(dir / "model.safetensors")) {
    throw model::ModelError(
        model::ModelError::Code::kFormat,
        fmt::format("{} holds no model (neither model.safetensors nor tokenizer.model); name the "
                    "folder of a model with --model",
                    dir.string()));
  }
  if (!std::filesystem::exists(file) && std::filesystem::exists(dir / "model.safetensors")) {
    throw model::ModelError(
        model::ModelError::Code::kIncompatible,
        fmt::format("{}: the model has no tokenizer (tokenizer.model), as imported ones; it can "
                    "read token ids only: proviso evaluate --token-ids",
                    dir.string()));
  }
  return segmenter::Tokenizer::load(file);
}

LoadedModel load_model(const std::filesystem::path& dir, model::Device device) {
  segmenter::Tokenizer tokenizer = load_tokenizer(dir);
  LoadedModel loaded{model::Reader::load(dir, device), std::move(tokenizer), load_calibration(dir)};
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
