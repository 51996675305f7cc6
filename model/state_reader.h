// The reader's token states, for heads that are kept in files of their own (span_head.h). No
// LibTorch type appears here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/config.h"
#include "model/reader.h"

namespace proviso::model {

struct StatesInput {
  DocumentInput document;
  std::vector<bool> wanted;  // [segment]
};

// Ablations: memory rows, −1: the model's own; whether connectors weigh otherwise than other
// tokens.
struct StatesOptions {
  std::int64_t mem_len = -1;
  bool connector_bias = true;
};

// Thread-compatible.
class StateReader {
 public:
  // Loads DIR/model.safetensors. Throws ModelError.
  static StateReader load(const std::filesystem::path& dir, Device device = Device::kAuto);
  // Reads with the weights of `reader`, which must outlive this; the two are used by one thread at
  // a time.
  static StateReader over(Reader& reader);
  StateReader(StateReader&&) noexcept;
  StateReader& operator=(StateReader&&) noexcept;
  ~StateReader();

  const ModelCard& card() const;

  // 64 hex digits of the last layer's weights and the connector bias: which reader a head was
  // taught over.
  std::string fingerprint() const;

  // [document][segment]: rows [time, d_model] of the last layer, row-major; empty where not wanted.
  // Each document has a memory of its own. Throws ModelError as Reader::read() does.
  std::vector<std::vector<std::vector<float>>> read(std::span<const StatesInput> documents,
                                                    const StatesOptions& options = {});

 private:
  struct Impl;
  explicit StateReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace proviso::model
