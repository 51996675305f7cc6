// The safetensors container (github.com/huggingface/safetensors): 8-byte little-endian header
// length, JSON header (name → dtype, shape, data_offsets; __metadata__: strings), raw little-endian
// data. Knows no LibTorch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace proviso::model {

enum class DType : std::uint8_t { kF32, kF16, kI64, kU8, kBF16, kF64 };
std::size_t byte_size(DType type);
bool is_floating(DType type);

struct TensorBytes {
  std::string name;
  DType type = DType::kF32;
  std::vector<std::int64_t> shape;
  std::span<const std::byte> data;  // row-major
};

using Metadata = std::map<std::string, std::string>;

// Writes a temporary file beside `file`, syncs it and renames it into place. Throws ModelError.
void write_safetensors(const std::filesystem::path& file, std::span<const TensorBytes> tensors,
                       const Metadata& metadata);

// A file read whole and checked: every length, offset, shape and name is verified before use, so
// that no content, however hostile, makes anything but a ModelError (kFormat) or a sound
// SafetensorsFile.
class SafetensorsFile {
 public:
  static SafetensorsFile read(const std::filesystem::path& file);
  // The same on bytes in memory; `name` is for messages.
  static SafetensorsFile parse(std::vector<std::byte> bytes, const std::string& name);

  const std::vector<TensorBytes>& tensors() const {
    return tensors_;
  }                                                      // by offset; data point into this object
  const TensorBytes* find(std::string_view name) const;  // nullptr where absent
  const Metadata& metadata() const { return metadata_; }
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::vector<std::byte>
      bytes_;  // never changed after parsing; its buffer stays put when this object moves
  std::vector<TensorBytes> tensors_;
  Metadata metadata_;
};

}  // namespace proviso::model
